"""Loops: what stops the work, and what is still to be decided; anyone may raise them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.candidate import Candidate, Slot, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import CUT, Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.en import LEXICON as EN
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.lexicon.zh import LEXICON as ZH
from progressive_memory.flush.extract.wording import phrase

_ASKING = re.compile(r"(?:please|pls|can you|could you|would you)\b|(?:请|麻烦)", re.IGNORECASE)
# "held up by an issue we found": what it is only those know who were there.
_OURS = re.compile(r"\b(?:issue|problem|bug|thing)s? (?:that )?(?:we|i)\b", re.IGNORECASE)


def loops(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The blockers and open loops of a segment."""
    for turn in talk.turns:
        for move in turn.moves:
            if move.act is Act.BLOCKED and not move.reported:
                yield from _blocker(talk, move)
        yield from _open(talk, turn, setting)


def _blocker(talk: Talk, move: Move) -> Iterator[Candidate]:
    title = phrase.title(move.text)
    if _ASKING.match(move.text) or not phrase.clear(title) or not (move.cause or move.body):
        return
    if _OURS.search(move.cause):
        return
    freed = next((one for one in talk.moves(Act.UNBLOCKED) if one.at > move.at), None)
    yield Candidate(
        kind=Kind.BLOCKER,
        title=title,
        evidence=draft.evidence([move.message, freed.message if freed else None]),
        slot=_slot(title, move.body, move.cause),
        tail=(move.person.name,),
        state=TaskState.DONE if freed else TaskState.OPEN,
    )


def blocker_slot(title: str) -> Slot:
    """What is stuck, and by what, read from a blocker's line."""
    hits = (one.find(title) for one in (*ZH.work, *EN.work) if one.act is Act.BLOCKED)
    groups = next((hit.groupdict() for hit in hits if hit), {})
    cause = (groups.get("cause") or "").strip(CUT)
    return _slot(title, (groups.get("body") or title).strip(CUT), cause)


def _slot(title: str, body: str, cause: str) -> Slot:
    return Slot(phrase.title(body) or title, "blocked", cause)


def _open(talk: Talk, turn: Turn, setting: Setting) -> Iterator[Candidate]:
    """A choice put up and left open: by its own words, or because the answer was "later"."""
    asked = next((move for move in turn.moves if move.act is Act.ASK_WHETHER), None)
    left = next((move for move in turn.moves if move.act is Act.OPEN), None)
    if asked is None or asked.reported:
        return
    later = [answer for answer in talk.answers(asked.at) if answer.has(Act.OPEN, Act.DEFER)]
    if left is None and not later:
        return
    about = phrase.whether(asked.body)
    if not phrase.clear(about):
        return
    name = turn.person.name
    yield Candidate(
        kind=Kind.OPEN_LOOP,
        title=about + setting.says(f"（{name}提出，未定）", f" (raised by {name}, undecided)"),
        evidence=draft.evidence([turn.message, *(answer.message for answer in later[:1])]),
        slot=Slot(about, "open", "open"),
    )
