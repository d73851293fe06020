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
from progressive_memory.flush.extract.grammar.draft import UNCLEAR, Setting
from progressive_memory.flush.extract.wording.issue_names import keys_in
from progressive_memory.flush.extract.wording.slots import work_slot
from progressive_memory.flush.extract.wording.specific import anchored
from progressive_memory.text.similarity import terms

_KEY = re.compile(r"(?<![\w/#-])[A-Z][A-Z0-9]{1,9}-\d{1,6}\b")
_NEXT_TO = 2  # turns within which a thing just named is still meant
_REACH_TURNS = 10
_REACH = timedelta(minutes=15)


def on_floor(candidate: Candidate, talk: Talk, setting: Setting) -> Candidate | None:
    """The candidate with the issue it is about before its title. Where nobody in a channel of many
    could tell what it is about, a decision waits for people, and of a task nothing is kept (None).
    """
    kind = candidate.kind
    if not setting.members.crowd or kind not in (Kind.TASK, Kind.DECISION):
        return candidate
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
        if here.at - turn.message.at <= _REACH:
            found |= dict.fromkeys(keys_in((turn.message.text,)), place)
    if len(found) != 1:
        return ""
    key, place = next(iter(found.items()))
    shared = terms(setting.names.get(key, "")) & terms(title)
    return key if shared or at - place <= _NEXT_TO else ""
