"""What somebody asks to be remembered, as a candidate (DESIGN §4 "pending.md", §5). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from progressive_memory.domain.candidate import Candidate, Person
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.draft import NOTED_BY_AGENT
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.known.homes import EVERYWHERE
from progressive_memory.flush.known.meaning import STATE_KINDS, said_in
from progressive_memory.flush.known.read_back import standing_slot
from progressive_memory.vault.entry_format import one_line

_ASKED = re.compile(
    r"^\s*(?:请|麻烦)?(?:帮我|帮忙)?(?:记住|记一下|记下来?|备忘)(?:一下|这个|这条)?\s*[:：,，]?\s*"
    r"|^\s*(?:please\s+)?(?:remember|note|memo)(?:\s+this|\s+that)?\s*[:,]?\s+",
    re.IGNORECASE,
)
_BODY_FIELD = {Kind.DECISION: Field.DECISION, Kind.FIX: Field.LESSON}


def words(text: str) -> str:
    """What is to be remembered, without the words that ask for it."""
    return _ASKED.sub("", text, count=1).strip() or text.strip()


def candidate(
    message: Message,
    kind: Kind | None,
    extracted: Sequence[Candidate],
    language: Language,
    *,
    everywhere: bool = False,
) -> Candidate:
    """The message as a candidate its sender vouches for.

    `extracted` is what extraction makes of the same words; the first of `kind` (of any kind when
    it is None) gives the form. Where there is none it is noted as it was said, as a convention
    unless `kind` says otherwise.
    """
    fitting = [one for one in extracted if kind in (None, one.kind)]
    found = fitting[0] if fitting else _as_said(message, kind or Kind.CONVENTION, language)
    sender = Person(message.sender, message.sender_name or message.sender)
    slot = replace(found.slot, attribute=EVERYWHERE) if everywhere else found.slot
    return replace(
        found,
        slot=slot,
        evidence=(message,),
        decided_by=() if found.kind in STATE_KINDS else (sender,),
        confirmed_by=(),
        confirmed=True,
        reason="",
    )


def noted_by_agent(noted: Candidate, cited: Message | None) -> Candidate:
    """What an agent noted: it rests on the person's message it cites, in the person's name; without
    one, or where the words are not that message's, it waits for a person.
    """
    if cited is None or not _is_said_by_a_person(cited) or not said_in(noted.title, cited.text):
        return replace(noted, decided_by=(), confirmed=False, reason=NOTED_BY_AGENT)
    person = Person(cited.sender, cited.sender_name or cited.sender)
    decided_by = () if noted.kind in STATE_KINDS else (person,)
    return replace(noted, evidence=(cited, *noted.evidence), decided_by=decided_by)


def _as_said(message: Message, kind: Kind, language: Language) -> Candidate:
    said = words(message.text)
    line = one_line(phrase.plain(said)) or one_line(said)
    title = one_line(phrase.title(said)) or phrase.shorten(line, language)
    fields = []
    if kind in _BODY_FIELD or title.endswith("…"):
        fields.append((_BODY_FIELD.get(kind, Field.CONTEXT), line))
    return Candidate(
        kind=kind,
        title=title,
        evidence=(message,),
        slot=standing_slot(kind, title),
        fields=tuple(fields),
    )


def _is_said_by_a_person(message: Message) -> bool:
    return message.role == "user" and not message.forwarded and not message.deleted
