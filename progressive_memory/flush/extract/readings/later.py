"""Later: what a talk left open, settled by deeds or by another voice in a later talk.

A plan is confirmed when it was carried out (DESIGN §5), a convention when someone else states it
too; work is dropped or handed on by its owner. All may happen days after.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from progressive_memory.domain.candidate import Candidate, Confirmation, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.taken_back import reopened
from progressive_memory.flush.extract.work.deliverable import (
    Rarity,
    ends,
    named,
    of_another_ticket,
    told_apart,
)
from progressive_memory.text.similarity import negated, overlap, terms

_REACH_TURNS = 400
_SHARED = 3
_CARRIED_OUT = 0.35
_ECHO = 0.5
_GIVES_UP = (Act.DROP, Act.ASSIGN, Act.ROLE)
# What is forbidden cannot be carried out.
_FORBIDS = re.compile(
    r"别(?!的|人)|不要|暂不|先不|禁止|\b(?:don'?t|do not|never|no longer)\b", re.IGNORECASE
)
_NAMED = 2  # terms that name a piece of work
_HEAD = 4  # characters of a stem: "migrate", "migration"


def settled_later(found: Sequence[Candidate], turns: Sequence[Turn]) -> list[Candidate]:
    """`found`, with open plans confirmed that were carried out, conventions that were echoed, and
    work given up that its owner drops or hands on.
    """
    place = {turn.message.event_id: at for at, turn in enumerate(turns)}
    here = {turn.person.sender for turn in turns}
    dropping = [
        move
        for turn in turns
        if turn.has(*_GIVES_UP)
        for move in turn.moves
        if _gives_up(move) and (move.act is Act.DROP or any(one.sender in here for one in move.who))
    ]
    after: list[Candidate] = []
    for one in found:
        at = place[one.evidence[-1].event_id] + 1
        if one.reason in (draft.NOBODY_AGREED, draft.ONE_PERSON):
            after.append(_settled(one, turns[at:][:_REACH_TURNS]))
        elif one.kind is Kind.TASK and one.state is TaskState.OPEN:
            after.append(_given_up(one, dropping))
        elif one.slot.attribute == "verdict":
            after.append(_reopened(one, turns[at:]))
        else:
            after.append(one)
    return [one for one in after if not _told_already(one, after)]


def _reopened(one: Candidate, later: Sequence[Turn]) -> Candidate:
    """The verdict on a ticket, to wait where its speaker says something else of it later that day."""
    day = one.evidence[-1].at.date()
    same_day = [turn for turn in later[:_REACH_TURNS] if turn.message.at.date() == day]
    again = any(reopened(same_day, by, one.slot.subject, one.slot.value) for by in one.decided_by)
    return replace(one, confirmed=False, reason=draft.UNCLEAR) if one.confirmed and again else one


def _gives_up(move: Move) -> bool:
    handed_on = bool(move.who) and move.person not in move.who
    meant = not (move.reported or move.question or move.conditional or move.hedged)
    return meant and (move.act is Act.DROP or (move.act in _GIVES_UP and handed_on))


def _given_up(one: Candidate, dropping: Sequence[Move]) -> Candidate:
    """The task, dropped when its owner later says so, or gives it to somebody else."""
    last = one.evidence[-1].at
    for move in dropping:
        if (
            move.message.at > last
            and one.tail[:1] == (move.person.name,)
            and _is_named(one.title, move.body)
        ):
            said = (*one.evidence, move.message)
            return replace(one, evidence=said, state=TaskState.DROPPED, tail=one.tail[:1])
    return one


def _is_named(title: str, body: str) -> bool:
    """Whether a few words name the work: all of them are in its title, or nearly so."""
    if of_another_ticket(title, body):
        return False
    mine, theirs = named(title), named(phrase.without_reason(body))
    heads = {term[:_HEAD] for term in mine}
    shared = sum(term[:_HEAD] in heads for term in theirs)
    if ends(title, body, Rarity([title]), by_owner=True):
        return True
    return (
        shared >= min(_NAMED, len(mine))
        and len(theirs) - shared <= shared // _NAMED
        and not told_apart(title, body)
    )


def _told_already(one: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether it only says that work is dropped which stands dropped in another's name."""
    if one.kind is not Kind.TASK or one.state is not TaskState.DROPPED or len(one.evidence) > 1:
        return False
    return any(
        other is not one and other.state is TaskState.DROPPED and one.evidence[0] in other.evidence
        for other in others
    )


def _settled(one: Candidate, later: Sequence[Turn]) -> Candidate:
    mine = terms(one.slot.value or one.title) | terms(one.title)
    for turn in later:
        for move in turn.moves:
            if one.kind is Kind.DECISION and _carries_out(move, one, mine):
                said = move.message
                evidence = (*one.evidence, said)
                return replace(
                    one, confirmed=True, reason="", evidence=evidence, carried_out_in=said
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
        and not _FORBIDS.search(one.title)
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
