"""Agenda: how the things with a number that a meeting takes up come out.

An item's state is a task that later meetings change; its acceptance is a decision.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from progressive_memory.domain.candidate import Candidate, Confirmation, Slot, TaskState
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract import draft
from progressive_memory.flush.extract.acts import Turn
from progressive_memory.flush.extract.dialogue import Talk
from progressive_memory.flush.extract.draft import Setting
from progressive_memory.flush.extract.items import Item, items
from progressive_memory.flush.extract.lexicon import Act
from progressive_memory.flush.extract.slots import work_slot
from progressive_memory.flush.extract.verdicts import State, verdict

_BARE_DONE = re.compile(r"(?:and )?done[.!]*|搞定|已合", re.IGNORECASE)
_STAMPING = re.compile(r"\b(?:stamp|approv\w+|accept\w*|merg\w+)\b|合入|通过", re.IGNORECASE)
_PENDING = re.compile(
    r"\b(?:pending|provided(?: that)?|once|as long as)\b(?P<what>.{4,100})", re.IGNORECASE
)
_LEAST_TALK = 3  # turns of talk before an item without an outcome is worth a line
_VOTES = 3
_MOST_VOTERS = 6  # the last ones; more say no more
_SHORT_TALK = 20  # turns in which a vote alone carries an item

_SAYS = {
    State.ACCEPTED: ("已通过", "accepted"),
    State.DECIDED: ("已有结论", "decided"),
    State.REJECTED: ("未通过", "turned down"),
    State.DEFERRED: ("推迟", "deferred"),
    State.DISCUSSED: ("讨论中", "under discussion"),
}


_ENDED = frozenset({State.ACCEPTED, State.DECIDED, State.REJECTED})


@dataclass(frozen=True)
class _Outcome:
    """A state, the turn that gave it ("" = votes did), and who agreed."""

    state: State
    turn: Turn | None
    voters: tuple[Turn, ...] = ()


def agenda(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The state of every item taken up in a meeting, and a decision for each one accepted or
    turned down.
    """
    for item in items(talk):
        if item.key:
            yield from _candidates(item, _outcome(item), setting)


def _outcome(item: Item) -> _Outcome:
    """How an item came out, as far as the talk on it says."""
    outcome = _last_word(item)
    if outcome.state is State.ACCEPTED and not item.approvable:
        return replace(outcome, state=State.DECIDED)
    return outcome


def _last_word(item: Item) -> _Outcome:
    """The last word on an item; without one, a vote nobody spoke against."""
    voters = tuple(turn for turn in item.turns if turn.has(Act.AGREE))[-_MOST_VOTERS:]
    last: _Outcome | None = None
    for at, turn in enumerate((item.opened, *item.turns), start=-1):
        state = State.ACCEPTED if at >= 0 and _done_as_asked(item.turns, at) else verdict(turn)
        if state is not None:
            given = last.turn if last is not None and last.state is state else turn
            last = _Outcome(state, given, voters)
    if last is not None:
        return last
    people = {turn.message.sender for turn in item.turns if turn.has(Act.AGREE, Act.YES)}
    against = any(turn.has(Act.DISAGREE) for turn in item.turns)
    outright = {turn.message.sender for turn in voters}
    if (
        len(people) >= _VOTES
        and len(outright) > 1
        and not against
        and len(item.turns) <= _SHORT_TALK
    ):
        return _Outcome(State.ACCEPTED, None, voters)
    return _Outcome(State.DISCUSSED, None)


def _done_as_asked(turns: list[Turn], at: int) -> bool:
    """`Done.`, by the one who just asked whether to stamp or merge it."""
    turn = turns[at]
    return bool(_BARE_DONE.fullmatch(turn.message.text.strip())) and any(
        before.person == turn.person and _STAMPING.search(before.message.text)
        for before in turns[max(0, at - _VOTES - 2) : at]
    )


def _candidates(item: Item, outcome: _Outcome, setting: Setting) -> Iterator[Candidate]:
    called = item.name or item.announced
    if outcome.state is State.DISCUSSED and (len(item.turns) < _LEAST_TALK or not called):
        return
    giving = (outcome.turn,) if outcome.turn else outcome.voters or tuple(item.turns[-1:])
    messages = draft.evidence([item.opened.message, *(turn.message for turn in giving)])
    condition = _condition(outcome.turn) if outcome.state is State.ACCEPTED else ""
    ended = outcome.state in _ENDED
    yield Candidate(
        kind=Kind.TASK,
        title=item.label,
        evidence=messages,
        slot=work_slot(item.label, outcome.state),
        tail=(setting.says(*_SAYS[outcome.state]) + condition, f"{messages[-1].at:%Y-%m-%d}"),
        state=TaskState.DONE if ended else TaskState.OPEN,
    )
    if ended and outcome.state is not State.DECIDED:
        yield _decision(item, outcome, setting)


def _decision(item: Item, outcome: _Outcome, setting: Setting) -> Candidate:
    """The item's acceptance or refusal: declared by someone, or carried by votes alone."""
    zh, en = ("通过", "Accept") if outcome.state is State.ACCEPTED else ("不通过", "Turn down")
    agreed = outcome.voters if outcome.state is State.ACCEPTED else ()
    declaring = (outcome.turn,) if outcome.turn else ()
    deciders = tuple(turn.person for turn in declaring)
    title = setting.says(f"{zh} {item.label}", f"{en} {item.label}")
    sure = bool(agreed) or all(setting.may_declare(person) for person in deciders)
    return Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence(
            [item.opened.message, *(turn.message for turn in (*declaring, *agreed))]
        ),
        slot=Slot(item.key, "outcome", outcome.state),
        fields=((Field.DECISION, title + _condition(outcome.turn)),),
        decided_by=deciders,
        confirmed_by=draft.voices((Confirmation(one.person) for one in agreed), deciders),
        confirmed=sure,
        reason="" if sure else draft.ONE_PERSON,
    )


def _condition(turn: Turn | None) -> str:
    hit = _PENDING.search(turn.message.text) if turn else None
    return f", {hit.group().strip(' .!)')}" if hit else ""
