"""pending.md read as people edited it (DESIGN §4 "pending.md"). Pure.

Ticked = accept as it now reads; `[-]` = reject (a deleted item is found among the entries gone);
reworded but unticked stays; a ticked line without an id of ours = remember.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from progressive_memory.domain.candidate import Candidate, Confirmation, Person
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.judge.withdrawn import ADDED_TO, TEXT_REMOVED, needs_a_person
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.vault.blocks import TITLE_JOIN
from progressive_memory.vault.comments import without_signs
from progressive_memory.vault.entry_format import person_name
from progressive_memory.vault.ids import OUR_ID
from progressive_memory.vault.outline import outline

_ACCEPTED = frozenset("xX")
_REJECTED = "-"
_TICKED = re.compile(
    r"(?:[-*+]|\d{1,9}[.)]) \[[xX]\] (?P<words>(?!\^[\w-]+$).+?)(?: \^(?P<id>[A-Za-z0-9-]+))?"
)


@dataclass(frozen=True)
class Reviewed:
    """What people made of the items: accepted, rejected, or out of time; the others stay."""

    accepted: tuple[Known, ...] = ()
    rejected: tuple[Known, ...] = ()
    expired: tuple[Known, ...] = ()


@dataclass(frozen=True)
class Typed:
    """A ticked line a person typed: its words, and its exact text in the note."""

    words: str
    block: str


def review(
    known: Iterable[Known], pending_since: Mapping[str, str], today: date, pending_days: int
) -> Reviewed:
    """Sort the pending items by what was done to them.

    `pending_since` maps an item's id to the ISO day it was put there; one that is not in it never
    expires, and neither does one that only a person may end (`withdrawn.needs_a_person`).
    """
    accepted, rejected, expired = [], [], []
    for one in known:
        if one.place is not Place.PENDING or one.entry is None:
            continue
        if one.entry.mark in _ACCEPTED:
            accepted.append(one)
        elif one.entry.mark == _REJECTED:
            rejected.append(one)
        elif is_overdue(one, pending_since, today, pending_days) and not needs_a_person(one):
            expired.append(one)
    return Reviewed(tuple(accepted), tuple(rejected), tuple(expired))


def typed_lines(text: str) -> tuple[Typed, ...]:
    """The ticked lines of a pending note that carry no id of ours, in order."""
    note = outline(text)
    found = []
    for one in note.items:
        own = " ".join(without_signs("".join(note.shown[one.first : one.own_end])).split())
        ticked = _TICKED.fullmatch(own)
        if one.depth or ticked is None or OUR_ID.match(ticked["id"] or ""):
            continue
        start, end = note.span(one.first, one.end)
        found.append(Typed(ticked["words"], text[start:end]))
    return tuple(found)


def accepted_candidate(
    item: Known,
    messages: Mapping[str, Message],
    extracted: Sequence[Candidate],
    by: Person,
) -> Candidate | None:
    """The item as a candidate that `by` confirmed; None when none of the messages it rests on
    can be read any more, and nobody has put the words back.

    It reads as the person left it; where that is what extraction still says of the same
    messages, its fields and state come along.
    """
    there = [messages[one.block_id] for one in item.evidence if one.block_id in messages]
    readable = tuple(message for message in there if not message.deleted)
    put_back = item.kind in ADDED_TO and item.title not in TEXT_REMOVED.values()
    evidence = readable or (tuple(there) if put_back else ())
    if not evidence:
        return None
    twin = _still_extracted(item, evidence, extracted)
    said_by = tuple(
        _person(message)
        for message in evidence
        if person_name(_name(message)) == item.said_by and message.role == "user"
    )
    candidate = twin or Candidate(
        kind=item.kind,
        title=item.title,
        evidence=evidence,
        slot=item.slot,
        tail=item.tail,
        fields=((Field.DECISION, item.title),) if item.kind is Kind.DECISION else (),
        state=item.state,
        decided_by=said_by[:1],
    )
    ticked = Confirmation(by)
    return replace(
        candidate, confirmed=True, reason="", confirmed_by=(*candidate.confirmed_by, ticked)
    )


def answered(question: Known, known: Mapping[str, Known], *, newer_holds: bool) -> dict[str, Known]:
    """The two entries of a question after it was answered: the one that does not hold is
    superseded by the other. Empty where either is gone, or superseded already.
    """
    newer, older = (known.get(entry_id) for entry_id in question.contradicts)
    if newer is None or older is None or newer.superseded_by or older.superseded_by:
        return {}
    holds, yields = (newer, older) if newer_holds else (older, newer)
    return {
        holds.id: replace(holds, supersedes=(*holds.supersedes, yields.id)),
        yields.id: replace(
            yields,
            superseded_by=(*yields.superseded_by, holds.id),
            confidence=yields.confidence / 2,
        ),
    }


def is_overdue(
    item: Known, pending_since: Mapping[str, str], today: date, pending_days: int
) -> bool:
    """Whether an item has waited for `pending_days`."""
    try:
        since = date.fromisoformat(pending_since.get(item.id, ""))
        return (today - since).days >= pending_days
    except ValueError:
        return False


def _still_extracted(
    item: Known, evidence: tuple[Message, ...], extracted: Sequence[Candidate]
) -> Candidate | None:
    ids = {message.block_id for message in evidence}
    line = TITLE_JOIN.join((item.title, *item.tail))
    for one in extracted:
        same_line = TITLE_JOIN.join((one.title, *one.tail)) == line
        resting_on = {message.block_id for message in one.evidence}
        if one.kind is item.kind and same_line and ids <= resting_on:
            return one
    return None


def _person(message: Message) -> Person:
    return Person(message.sender, _name(message))


def _name(message: Message) -> str:
    return message.sender_name or message.sender
