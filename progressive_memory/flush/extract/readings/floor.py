"""Floor: which issue a channel of many talks of, so that what is said of it names it.

In a small team everybody knows what "made the patch" is of. In a channel of many the one issue
that was named just before says it; where none was, and the line names nothing itself, nobody will
ever know, and nothing is kept.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import UNCLEAR, UNNAMED, Setting
from progressive_memory.flush.extract.wording.issue_names import keys_in
from progressive_memory.flush.extract.wording.slots import work_slot
from progressive_memory.flush.extract.wording.specific import anchored
from progressive_memory.flush.extract.wording.trade_words import names_told
from progressive_memory.text.similarity import terms

_KEY = re.compile(r"(?<![\w/#-])[A-Z][A-Z0-9]{1,9}-\d{1,6}\b")
# Numbers and hashes of commits: they name a thing for machines only.
_NUMBERED = re.compile(
    r"(?:\b[A-Za-z][A-Za-z0-9]{1,9}[- ]?|#)?\b\d{3,6}\b|\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b",
    re.IGNORECASE,
)
_LONG_AGO = re.compile(
    r"\b(?:in the past|previously|back then|a while ago|last (?:year|month))\b", re.IGNORECASE
)
# How things stand, by whoever tells it, is no deed of theirs.
_STANDS = re.compile(
    r"(?:[A-Z][A-Z0-9]{1,9}-\d+(?: \([^()]*(?:\([^()]*\)[^()]*)*\))?:? )?(?:(?:The|All|Both|An?|This|These|That|Our|Your|FYI)\b|\d|[^\sA-Z0-9]*[A-Z0-9]\S*[A-Z0-9]|(?<=\) ))"
    r"(?:(?!\b(?:which|that|who|where|whether|if|how)\b).){0,70}?\b(?:is|are|was|were|has been|have been|will be|would be|looks?|seems?)\b"
)
# An opinion of how things are or ought to be: it chooses nothing.
_OPINES = re.compile(
    r"\?|\b(?:would be|should be able|might be|may want|helpful|useful|generally|the answer is|in general)\b",
    re.IGNORECASE,
)
# "the other discussion", "most of the functionality": of what?
_OTHER = re.compile(
    r"\b[Tt]he other (?=[a-z])|\b[Tt]he (?:change|functionality|feature|code|patch|script|tool)\b(?! (?:of|for|to|in|from|that|which)\b)"
)
# A thing that is to be spoken of is not spoken of yet.
_ANNOUNCES = re.compile(
    r"\b(?:more|other|another|final|last) (?:\w+ ){0,2}(?:topics?|items?|things?|points?)\b|\bwould like to (?:talk|discuss)\b|\b(?:on|to) the agenda\b|接下来|待会|稍后|等会",
    re.IGNORECASE,
)
_IS_NOW = re.compile(r"\b(?:is|are|was|were) (?:now|already)\b", re.IGNORECASE)
_LEAST_NAMED = 5  # names, counted as `names_told` does, that tell a stranger what a line is about
_NEXT_TO = 2  # turns within which a thing just named is still meant
_REACH_TURNS = 10
_REACH = timedelta(minutes=15)


def on_floor(candidate: Candidate, talk: Talk, setting: Setting) -> Candidate | None:
    """The candidate with the issue it is about before its title. Where nobody in a channel of many
    could tell what it is about, a decision waits for people, and of a task nothing is kept (None).
    """
    if not setting.members.crowd or candidate.kind not in (Kind.TASK, Kind.DECISION):
        return candidate
    placed = _placed(candidate, talk, setting)
    if placed is None or not placed.confirmed or placed.slot.attribute == "verdict":
        return placed
    at = talk.place(candidate.evidence[-1])
    topic = talk.topic(at) if at is not None and placed.kind is Kind.DECISION else ""
    reason = _unsure(placed, setting, topic)
    return replace(placed, confirmed=False, reason=reason) if reason else placed


def _unsure(candidate: Candidate, setting: Setting, topic: str) -> str:
    """Why it waits for a person: it tells a stranger not what it is about, or is no deed and no
    choice but a word on how things stand; "" for no reason.
    """
    title = candidate.title
    deed = candidate.kind is Kind.TASK
    if (_STANDS.match(title) or _IS_NOW.search(title)) if deed else _OPINES.search(title):
        return UNCLEAR
    if not deed and any(_LONG_AGO.search(said.text) for said in candidate.evidence):
        return UNCLEAR
    keys = set(_KEY.findall(title))
    if any(key in setting.names for key in keys):
        return ""
    told = names_told(_NUMBERED.sub(" ", _KEY.sub(" ", title)))
    strange = deed and _OTHER.search(title)
    by_number = _NUMBERED.search(title) is not None
    if topic and not by_number:  # its field says what was on the floor
        key, _, name = topic.rpartition(": ")
        told += names_told(setting.names.get(key, name))
    few = told < _LEAST_NAMED
    return UNNAMED if few or strange else ""


def _placed(candidate: Candidate, talk: Talk, setting: Setting) -> Candidate | None:
    """The candidate with the issue on the floor before its title; None where nothing is named."""
    kind = candidate.kind
    if _KEY.search(candidate.title):
        return candidate
    at = talk.place(candidate.evidence[-1])
    key = _only_key(talk, at, candidate.title, setting) if at is not None else ""
    if not key:
        if anchored(candidate.title) or (at is not None and talk.topic(at)):
            return candidate
        if kind is Kind.TASK or not candidate.confirmed:
            return None if kind is Kind.TASK else candidate
        return replace(candidate, confirmed=False, reason=UNCLEAR)
    name = setting.names.get(key, "")
    title = f"{key} ({name}): {candidate.title}" if name else f"{key}: {candidate.title}"
    slot = work_slot(title, candidate.state) if kind is Kind.TASK else candidate.slot
    return replace(candidate, title=title, slot=slot)


def _only_key(talk: Talk, at: int, title: str, setting: Setting) -> str:
    """The one issue named at a turn or shortly before it; "" for none, and for several. One named a
    while ago must share a word with `title`: talk goes from one thing to the next.
    """
    here = talk.turns[at].message
    found: dict[str, int] = {}
    for place in range(max(0, at - _REACH_TURNS), at + 1):
        turn = talk.turns[place]
        announced = not turn.moves or (place < at and _ANNOUNCES.search(turn.message.text))
        if here.at - turn.message.at <= _REACH and not announced:
            found |= dict.fromkeys(keys_in((turn.message.text,)), place)
    if len(found) != 1:
        return ""
    key, place = next(iter(found.items()))
    shared = terms(setting.names.get(key, "")) & terms(title)
    return key if shared or at - place <= _NEXT_TO else ""
