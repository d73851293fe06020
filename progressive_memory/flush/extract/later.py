"""Later: what a talk left open, settled by deeds or by another voice in a later talk.

A task ends when its owner reports it done, a plan is confirmed when it was carried out (DESIGN
§5), a convention when someone else states it too; all three may happen days after.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from progressive_memory.domain.candidate import Candidate, Confirmation, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract import draft
from progressive_memory.flush.extract.acts import Move, Turn
from progressive_memory.flush.extract.lexicon import Act
from progressive_memory.flush.extract.slots import work_slot
from progressive_memory.text.similarity import negated, overlap, terms

_REACH_TURNS = 400
_SHARED = 3
_CARRIED_OUT = 0.35
_ECHO = 0.5
_SAME_TERMS = 2
_SAME_WORK = 0.5
_MEASURED = re.compile(r"[=≥≤<>:：]\s*[\d.]+|\d+(?:\.\d+)?\s?(?:%|ms|s\b)|→\s*[\d.]+")


@dataclass(frozen=True)
class OpenTask:
    """A task that stands open in the notes: its owner's name, and its title as it reads there."""

    owner: str
    title: str


def finished_later(
    found: Sequence[Candidate], standing: Sequence[OpenTask] = ()
) -> list[Candidate]:
    """`found`, with each report of work done joined to the task it ends: one told before in
    `found`, else one of `standing`, whose title it then takes.
    """
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda one: one.evidence[-1].at):
        if one.kind is not Kind.TASK or one.state is not TaskState.DONE or not one.tail:
            kept.append(one)
            continue
        at = next((at for at, task in enumerate(kept) if _ends(one, task)), None)
        if at is not None:
            kept[at] = _ended(kept[at], one)
        else:
            kept.append(_of_standing(one, standing))
    return kept


def _ends(done: Candidate, task: Candidate) -> bool:
    return (
        task.kind is Kind.TASK
        and task.state is TaskState.OPEN
        and task.confirmed
        and task.tail[:1] == done.tail[:1]
        and task.evidence[0].at <= done.evidence[-1].at
        and _same_work(task.title, done.title)
    )


def _same_work(one: str, other: str) -> bool:
    """True when a report repeats at least half of what a task says."""
    task, report = terms(one), terms(other)
    shared = len(task & report)
    return shared >= _SAME_TERMS and shared >= _SAME_WORK * len(task)


def _ended(task: Candidate, done: Candidate) -> Candidate:
    return replace(
        task,
        state=TaskState.DONE,
        slot=work_slot(task.title, TaskState.DONE),
        evidence=(*task.evidence, *(m for m in done.evidence if m not in task.evidence)),
        tail=task.tail[:1],
    )


def _of_standing(done: Candidate, standing: Sequence[OpenTask]) -> Candidate:
    for task in standing:
        if task.owner == done.tail[0] and _same_work(task.title, done.title):
            return replace(done, title=task.title, slot=work_slot(task.title, TaskState.DONE))
    return done


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
    if move.reported or move.question or move.hedged:
        return False
    told = move.act is Act.DONE or (move.act is Act.STATE and bool(_MEASURED.search(move.text)))
    theirs = terms(move.text)
    return (
        told
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
