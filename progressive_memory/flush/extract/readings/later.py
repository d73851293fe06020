"""Later: what a talk left open, settled by deeds or by another voice in a later talk.

A plan is confirmed when it was carried out (DESIGN §5), a convention when someone else states it
too; both may happen days after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from progressive_memory.domain.candidate import Candidate, Confirmation
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.text.similarity import negated, overlap, terms

_REACH_TURNS = 400
_SHARED = 3
_CARRIED_OUT = 0.35
_ECHO = 0.5


def settled_later(found: Sequence[Candidate], turns: Sequence[Turn]) -> list[Candidate]:
    """`found`, with open plans confirmed that were carried out and conventions that were echoed."""
    place = {turn.message.event_id: at for at, turn in enumerate(turns)}
    return [
        _settled(one, turns[place[one.evidence[-1].event_id] + 1 :][:_REACH_TURNS])
        if one.reason in (draft.NOBODY_AGREED, draft.ONE_PERSON)
        else one
        for one in found
    ]


def _settled(one: Candidate, later: Sequence[Turn]) -> Candidate:
    mine = terms(one.slot.value or one.title) | terms(one.title)
    for turn in later:
        for move in turn.moves:
            if one.kind is Kind.DECISION and _carries_out(move, one, mine):
                return replace(
                    one, confirmed=True, reason="", evidence=(*one.evidence, move.message)
                )
            if one.kind is Kind.CONVENTION and _echoes(move, one, mine):
                return replace(
                    one,
                    confirmed=True,
                    reason="",
                    evidence=(*one.evidence, move.message),
                    confirmed_by=(Confirmation(move.person),),
                )
    return one


def _carries_out(move: Move, one: Candidate, mine: frozenset[str]) -> bool:
    """A report that a thing is done, or measured, in the plan's own words."""
    theirs = terms(move.text)
    return (
        move.reports
        and not move.reported
        and not move.hedged
        and len(mine & theirs) >= _SHARED
        and overlap(mine, theirs) >= _CARRIED_OUT
        and negated(move.text) == one.slot.negated
    )


def _echoes(move: Move, one: Candidate, mine: frozenset[str]) -> bool:
    said = move.act in (Act.CONVENTION, Act.DIRECT, Act.STATE)
    other = move.person not in one.decided_by
    theirs = terms(move.text)
    return (
        said
        and other
        and not move.reported
        and not move.question
        and len(mine & theirs) >= _SHARED
        and overlap(mine, theirs) >= _ECHO
        and negated(move.text) == one.slot.negated
    )
