"""The `rules` extractor: messages in, candidates out; no model, no network (DESIGN §5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from progressive_memory.domain.candidate import Candidate, Person, TaskState
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.domain.segment import Segment
from progressive_memory.flush.extract.grammar.acts import Turn, overheard, placed, read
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import TO_AGENT, UNCLEAR, Setting, evidence
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.meetings.actions import actions
from progressive_memory.flush.extract.meetings.agenda import SAYS, agenda, outcomes
from progressive_memory.flush.extract.meetings.carried import ballots
from progressive_memory.flush.extract.meetings.items import Item, is_meeting, items
from progressive_memory.flush.extract.meetings.motions import motions
from progressive_memory.flush.extract.meetings.verdicts import State
from progressive_memory.flush.extract.readings.assented import assented
from progressive_memory.flush.extract.readings.corrections import corrections
from progressive_memory.flush.extract.readings.decisions import decisions
from progressive_memory.flush.extract.readings.directions import directions
from progressive_memory.flush.extract.readings.facts import facts
from progressive_memory.flush.extract.readings.floor import on_floor
from progressive_memory.flush.extract.readings.later import settled_later
from progressive_memory.flush.extract.readings.loops import loops
from progressive_memory.flush.extract.readings.named import named
from progressive_memory.flush.extract.readings.people import roles
from progressive_memory.flush.extract.readings.tasks import tasks
from progressive_memory.flush.extract.readings.tickets import tickets
from progressive_memory.flush.extract.readings.troubles import troubles
from progressive_memory.flush.extract.wording.issue_names import (
    issue_names,
    names_on_agenda,
    retitled,
)
from progressive_memory.flush.extract.wording.phrase import shorten
from progressive_memory.flush.extract.wording.slots import named_key
from progressive_memory.flush.segment import stretches

_READINGS = (decisions, tickets, assented, troubles, corrections, tasks, facts, roles, loops)
_SITTING = timedelta(hours=2)  # a pause that ends a meeting
# What is no proposal itself: an issue of a repository, a ticket of a tracker.
_ISSUE = re.compile(r"(?!(?:\w*PR|MR|RFC|EIP|PEP)-)(?:[A-Za-z][\w.-]*#|[A-Za-z]{2,10}-)\d+: ")
_PUTS_OFF = re.compile(
    r"(?:defer|postpone|table|revisit|continue|hold)\b|推迟|暂缓|搁置", re.IGNORECASE
)
_LONGEST_OUTCOME = 160  # characters
_VOTING = 2  # ballots that show that a sitting decides by ballot


def extract(
    segment: Segment,
    *,
    language: Language,
    deciders: Iterable[str] = (),
    people: Iterable[Person] = (),
) -> tuple[Candidate, ...]:
    """The candidates of one segment, earliest evidence first.

    `deciders` are sender ids or names that may declare; empty = anyone using explicit words.
    `people` are members known beside the segment's senders.
    """
    setting = Setting(language, Members.of(segment.messages, people), frozenset(deciders))
    turns = read(segment.messages, setting.members)
    found = [one for talk in _meetings(turns) for one in agenda(talk, setting, {})]
    return _in_order([*found, *_segment(turns, {}, setting), *_to_agent(turns, setting)])


def extract_all(
    messages: Sequence[Message],
    *,
    language: Language,
    deciders: Iterable[str] = (),
    people: Iterable[Person] = (),
    names: Mapping[str, str] | None = None,
    turns: Sequence[Turn] | None = None,
) -> tuple[Candidate, ...]:
    """The candidates of all `messages` (in time order), earliest evidence first. `names` are what
    the group calls things with a number already: `PR-168` → "Consistent style". `turns` are the
    messages as `read_all` reads them, where that was done before.
    """
    members = Members.of(messages, people)
    turns = read(messages, members) if turns is None else turns
    by_id = {turn.message.event_id: turn for turn in turns}
    meetings = _meetings(turns)
    titles = issue_names(messages)
    setting = Setting(language, members, frozenset(deciders), titles)
    topics: dict[str, str] = {}
    found: list[Candidate] = []
    called = dict(names or {})
    for talk in meetings:
        taken_up = items(talk, called)
        topics |= _topics(taken_up)
        came_out = tuple(outcomes(taken_up, setting))
        found.extend(came_out)
        # Later meetings call it what it was called first, as if a flush had fallen between them.
        called = _names(came_out) | called
    found = [_titled(one, titles) for one in found]
    setting = replace(setting, names=names_on_agenda(topics.values()) | titles)
    by_form = [one for talk in meetings for one in _by_form(Talk(talk.turns, topics), setting)]
    taken, voting = _by_ballot(turns, topics, setting)
    on_agenda = _evidence(one for one in found if one.kind is Kind.DECISION)
    found = [_with_outcome(one, taken, setting) for one in found]
    by_form.extend(one for one in taken if not _told(one, on_agenda))
    told = _evidence(by_form)
    for stretch in stretches(messages):
        own = [by_id[message.event_id] for message in stretch]
        found.extend(
            one
            for one in _segment(own, topics, setting)
            if not _told(one, told) and not _aside(one, voting)
        )
    found.extend(by_form)
    found = _without_states(found)
    found.extend(_to_agent(turns, setting))
    return _in_order(settled_later(found, turns))


def _titled(one: Candidate, titles: Mapping[str, str]) -> Candidate:
    """An outcome with its issue called by the title bots give it."""
    title = retitled(one.title, titles)
    if title == one.title:
        return one
    fields = tuple((field, retitled(text, titles)) for field, text in one.fields)
    return replace(one, title=title, fields=fields)


def read_all(messages: Sequence[Message], people: Iterable[Person] = ()) -> tuple[Turn, ...]:
    """The messages as turns, in their order."""
    return read(messages, Members.of(messages, people))


def _segment(
    turns: Sequence[Turn], topics: dict[str, str], setting: Setting
) -> Iterator[Candidate]:
    talk = Talk(placed(turns), topics)
    read_off = [one for reading in _READINGS for one in reading(talk, setting)]
    found = [one for each in read_off if (one := on_floor(each, talk, setting)) is not None]
    yield from (named(one, talk, setting) for one in found)
    if not any(turn.message.event_id in topics for turn in turns):
        yield from directions(talk, setting, found)


def _to_agent(turns: Sequence[Turn], setting: Setting) -> Iterator[Candidate]:
    """The first thing each message that speaks to the machine would put down, whatever was said
    around it: to wait for a person, unless a decider said it (DESIGN §5, §8).
    """
    for turn in turns:
        if turn.to_agent:
            alone = (overheard(turn.message, setting.members),)
            for one in _in_order(list(_segment(alone, {}, setting)))[:1]:
                entitled = setting.is_decider(turn.person)
                yield one if entitled else replace(one, confirmed=False, reason=TO_AGENT)


def _by_form(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """What a meeting decides and hands out in the forms of meetings."""
    yield from motions(talk, setting)
    yield from actions(talk, setting)


def _by_ballot(
    turns: Sequence[Turn], topics: dict[str, str], setting: Setting
) -> tuple[list[Candidate], set[str]]:
    """What was decided by ballot, and the event ids of messages by which nothing else is: those of
    sittings that vote, and motions that were lost.
    """
    decided: list[Candidate] = []
    voting: set[str] = set()
    for sitting in _sittings(turns):
        taken = ballots(Talk(placed(sitting), topics), setting)
        decided.extend(taken.decisions)
        voting |= taken.lost
        if len(taken.decisions) >= _VOTING or (taken.decisions and is_meeting(sitting)):
            voting.update(turn.message.event_id for turn in sitting)
    return decided, voting


def _evidence(found: Iterable[Candidate]) -> dict[Kind, set[str]]:
    """The event ids that entries of each kind rest on."""
    ids: dict[Kind, set[str]] = {}
    for one in found:
        ids.setdefault(one.kind, set()).update(message.event_id for message in one.evidence)
    return ids


def _told(one: Candidate, by_form: Mapping[Kind, set[str]]) -> bool:
    """True when the same words gave an entry of that kind already, or a decision would be no more
    than work handed out.
    """
    if one.kind not in (Kind.TASK, Kind.DECISION):
        return False
    told = {message.event_id for message in one.evidence}
    work = by_form.get(Kind.TASK, set())
    return bool(told & by_form.get(one.kind, set())) or (one.kind is Kind.DECISION and told <= work)


def _aside(one: Candidate, voting: set[str]) -> bool:
    """True for a decision by word of mouth in a meeting that decides by ballot, or on words that
    were voted on and did not carry. What is to become of a ticket, said by its key, holds there too.
    """
    said_so = one.kind is Kind.DECISION and one.slot.attribute != "verdict"
    return said_so and any(said.event_id in voting for said in one.evidence)


def _with_outcome(state: Candidate, taken: Sequence[Candidate], setting: Setting) -> Candidate:
    """The state of an issue with what was decided on it by ballot. That it was decided says nothing
    where nobody can tell what: it waits for people.
    """
    if state.kind is not Kind.TASK or not _ISSUE.match(state.title):
        return state
    on_it = [one for one in taken if _is_on(one, state.title)]
    if not on_it:
        voted = {said.event_id for one in taken for said in one.evidence}
        borrowed = state.slot.value == State.ACCEPTED and not voted.isdisjoint(
            said.event_id for said in state.evidence
        )
        bare = state.slot.value == State.DECIDED or borrowed
        return replace(state, confirmed=False, reason=UNCLEAR) if bare else state
    told = shorten("; ".join(dict.fromkeys(one.title for one in on_it)), "en", _LONGEST_OUTCOME)
    messages = evidence([*state.evidence, *(one.evidence[-1] for one in on_it), *_put(on_it)])
    ended = not _PUTS_OFF.match(on_it[-1].title)
    value = State.DECIDED if ended else State.DEFERRED
    return replace(
        state,
        evidence=messages,
        slot=replace(state.slot, value=value),
        tail=(f"{setting.says(*SAYS[value])}: {told}", *state.tail[1:]),
        state=TaskState.DONE if ended else TaskState.OPEN,
    )


def _put(on_it: Iterable[Candidate]) -> Iterator[Message]:
    """The words that were put to the vote: said by those who decided."""
    for one in on_it:
        movers = {person.sender for person in one.decided_by}
        yield from [said for said in one.evidence if said.sender in movers][:1]


def _is_on(decision: Candidate, label: str) -> bool:
    """True when a decision was taken on the item with `label`."""
    told = dict(decision.fields).get(Field.CONTEXT, "")
    return bool(label) and told.endswith(label)


def _without_states(found: list[Candidate]) -> list[Candidate]:
    """Without the bare states of tickets of which the same day said what is to become of them."""
    told = {_ticket_day(one) for one in found if one.slot.attribute == "verdict"}
    return [
        one
        for one in found
        if one.slot.attribute not in ("state", "outcome")
        or (one.tail[1:] == () and one.kind is Kind.TASK)
        or _ticket_day(one) not in told
    ]


def _ticket_day(one: Candidate) -> tuple[str, str]:
    return one.slot.subject, f"{one.evidence[-1].at:%Y-%m-%d}"


def _meetings(turns: Sequence[Turn]) -> list[Talk]:
    return [Talk(placed(sitting)) for sitting in _sittings(turns) if is_meeting(sitting)]


def _names(outcomes: Iterable[Candidate]) -> dict[str, str]:
    """What the tasks of a meeting call the things with a number."""
    tasks = (one for one in outcomes if one.kind is Kind.TASK)
    return dict(pair for one in tasks if (pair := named_key(one.title)))


def _topics(taken_up: Iterable[Item]) -> dict[str, str]:
    """Event id → what the meeting had on the floor then, where it said so."""
    return {
        turn.message.event_id: item.label for item in taken_up for turn in item.turns if item.label
    }


def _sittings(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    """Turns without a long pause between them: an agenda does not outlive its meeting."""
    sitting: list[Turn] = []
    for turn in turns:
        if sitting and turn.message.at - sitting[-1].message.at > _SITTING:
            yield sitting
            sitting = []
        sitting.append(turn)
    if sitting:
        yield sitting


def _in_order(found: list[Candidate]) -> tuple[Candidate, ...]:
    return tuple(sorted(found, key=lambda one: (one.evidence[0].at, one.kind)))
