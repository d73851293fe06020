"""Agenda: how each item of a meeting came out: its state, a task that later meetings change, and
the decision where it was accepted, turned down or withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from progressive_memory.domain.candidate import Candidate, Confirmation, Slot, TaskState
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.meetings.agenda_keys import LINK
from progressive_memory.flush.extract.meetings.ballots import votes
from progressive_memory.flush.extract.meetings.items import Item, items, tells_of_meeting
from progressive_memory.flush.extract.meetings.spoken_of import (
    ends_talk,
    puts_off_another,
    said,
    spoken_of,
    topical,
)
from progressive_memory.flush.extract.meetings.verdicts import Ruling, State, verdict
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.slots import work_slot
from progressive_memory.text.similarity import terms

_BARE_DONE = re.compile(r"(?:and )?done[.!]*|搞定|已合", re.IGNORECASE)
_STAMPING = re.compile(r"\b(?:stamp|approv\w+|accept\w*|merg\w+)\b|合入|通过", re.IGNORECASE)
_GOOD_WITH_ME = re.compile(
    r"^(?:that'?s |this is |it'?s )?(?:good|fine|ok(?:ay)?) (?:with|by) me\b", re.I
)
_CLOSES = re.compile(
    r"\b(?:clos(?:e|ed|ing)|resolv(?:e|ed|ing)|resolution|settled|merged|committed|fixed|done|won'?t ?fix|duplicate|"
    r"no action|nothing to do)\b|关闭|关掉|解决|已合|结案|定了",
    re.IGNORECASE,
)
_PENDING = re.compile(
    r"\b(?:pending|provided(?: that)?|once|as long as)\b(?P<what>.{4,100})", re.IGNORECASE
)
_POINTS = re.compile(
    r"\b(?:him|himself|her|herself|he|she|they|them|their|it|its|this|that|these|those|you|your|i|me|my|we|our)\b",
    re.IGNORECASE,
)
_OBJECTIONS = re.compile(
    r"\b(?:anyone|anybody|someone|any(?: votes)?) (?:against|opposed|objecting)\b|\bany objections?\b|^objections\?|"
    r"\b(?:\d+|ten|thirty) seconds to\b|\bgoing (?:once|twice)\b|有(?:人|谁)?(?:反对|异议)吗|没人反对",
    re.IGNORECASE,
)
_REWORKS = re.compile(
    r"(?:\bto|\bwill|'ll|\bi can|^\w+) (?:update|rewrite|re-write|revise|amend|rework)s?\b.{0,20}\b(?:rfc|pr|proposal|draft|it|this|that|text|spec|ticket|issue)\b|"
    r"\w+ (?:updates|rewrites|revises|amends|reworks) (?:the|this|that|his|her|their) (?:rfc|pr|proposal|draft|text|spec|ticket|issue)\b|(?:改|补|更新|完善).{0,12}(?:提案|方案|文档|PR|RFC)",
    re.IGNORECASE,
)
_WAITS = re.compile(
    r"\b(?:waits?|hold off|postpone|defer|leave (?:it|this|that|them)|later|(?:move|push|punt) .{0,30}\b(?:in)?to)\b|等等|再等|推迟|放到",
    re.IGNORECASE,
)
# What was said of an item, and is no name of it: "something we need", "by ann".
_NO_NAME = re.compile(
    r"(?:by|something|anything|someone|somebody|whether|which|that|this|it|i|we|you|he|she|they)\b",
    re.IGNORECASE,
)
_JUST_BEFORE = 5  # turns
_JUST_NOW = timedelta(minutes=3)
_LEAST_TALK = 3  # turns of talk before an item without an outcome is worth a line
_LEAST_CONDITION = 2  # terms of one that tells something
_LEAST_TERMS = 6  # of a message that shows what is talked about
_VOTES = 3
_MOST_VOTERS = 6  # the last ones; more say no more
_SHORT_TALK = 20  # turns in which a vote alone carries an item
SAYS = {
    State.ACCEPTED: ("已通过", "accepted"),
    State.DECIDED: ("已有结论", "decided"),
    State.REJECTED: ("未通过", "turned down"),
    State.WITHDRAWN: ("已由提出者撤回", "withdrawn by its author"),
    State.ON_HOLD: ("搁置", "on hold"),
    State.DEFERRED: ("推迟", "deferred"),
    State.GOES_ON: ("进行中", "in progress"),
    State.DISCUSSED: ("讨论中", "under discussion"),
}
"""How a state reads, in Chinese and English."""
_DECIDES = {
    State.ACCEPTED: ("通过", "Accept"),
    State.REJECTED: ("不通过", "Turn down"),
    State.WITHDRAWN: ("撤回", "Withdraw"),
}


@dataclass(frozen=True)
class _Outcome:
    """A state, the turn that gave it (None = votes did), who decided (None = it was only told),
    and who agreed.
    """

    state: State
    turn: Turn | None
    decider: Turn | None = None
    voters: tuple[Turn, ...] = ()


def agenda(talk: Talk, setting: Setting, names: Mapping[str, str]) -> Iterator[Candidate]:
    """The state of every named item taken up in a meeting, and a decision for each one accepted,
    turned down or withdrawn. `names` are what the group calls a key already.
    """
    return outcomes(items(talk, names), setting)


def outcomes(taken_up: Iterable[Item], setting: Setting) -> Iterator[Candidate]:
    """The same of the items of a meeting."""
    for item in taken_up:
        if item.key and item.name:
            item.title = setting.names.get(item.key, "")
            yield from _candidates(item, _outcome(item), setting)


def _outcome(item: Item) -> _Outcome:
    """How an item came out, as far as the talk on it says."""
    outcome = _last_word(replace(item, turns=_on_it(item)), short=len(item.turns) <= _SHORT_TALK)
    if outcome.state is State.ACCEPTED and not item.approvable and _closes(outcome.turn):
        return replace(outcome, state=State.DECIDED)
    return outcome


def _closes(turn: Turn | None) -> bool:
    """Whether a turn settles a ticket for good; a yes to one only takes it on."""
    return turn is not None and bool(_CLOSES.search(said(turn)))


def _on_it(item: Item) -> list[Turn]:
    """The turns of an item that are still said of it."""
    kept = zip(item.turns, spoken_of(item), strict=True)
    return [turn for turn, of_it in kept if of_it]


def _last_word(item: Item, *, short: bool) -> _Outcome:
    """The last word on an item; without one, what nobody objected to when asked, or, in a short
    talk, a vote.
    """
    last: Ruling | None = None
    given: Turn | None = None
    told = LINK.search(item.opened.message.text)  # a title that stands there is no outcome
    turns = item.turns if told and not item.standing else (item.opened, *item.turns)
    for at, turn in enumerate(turns, start=len(item.turns) - len(turns)):
        ruling = _ruling(item, at, turn)
        if ruling is None or (last is not None and _says_no_more(last, ruling)):
            continue
        last, given = ruling, turn
    if last is not None and given is not None:
        decider = None if last.told else given
        voters = _voters(item, given) if last.state is State.ACCEPTED else ()
        if last.state is State.WITHDRAWN:
            voters = _against(item, given)
        return _Outcome(last.state, given, decider, voters)
    return _unopposed(item) or (_voted(item) if short else None) or _Outcome(State.DISCUSSED, None)


def _ruling(item: Item, at: int, turn: Turn) -> Ruling | None:
    chair = turn.person == item.opened.person
    if at >= 0 and _done_as_asked(item.turns, at):
        return Ruling(State.ACCEPTED)
    if at > 0 and chair and _GOOD_WITH_ME.match(turn.message.text):
        return None if _asked_to_wait(item.turns[:at], turn) else Ruling(State.ACCEPTED)
    ruling = verdict(turn)
    put_off = ruling is not None and ruling.state is State.DEFERRED
    if put_off and not topical(item, said(turn)):
        own = tuple(move for move in turn.moves if not puts_off_another(move.text, item))
        ruling = verdict(replace(turn, moves=own))
        put_off = ruling is not None and ruling.state is State.DEFERRED
    return Ruling(State.GOES_ON) if put_off and _reworked(item.turns[: at + 1]) else ruling


def _asked_to_wait(before: Sequence[Turn], turn: Turn) -> bool:
    """True when somebody else has just wished the item to wait: a yes then answers that."""
    others = [one for one in before[-_JUST_BEFORE:] if one.person != turn.person]
    return any(_WAITS.search(one.message.text) for one in others)


def _reworked(turns: Sequence[Turn]) -> bool:
    """True when it was just said that someone works on the item: it comes back when that is done."""
    return any(
        not move.question and not move.wavers and _REWORKS.search(move.text)
        for turn in turns[-_JUST_BEFORE:]
        for move in turn.moves
        if turns[-1].message.at - turn.message.at <= _JUST_NOW
    )


def _says_no_more(last: Ruling, now: Ruling) -> bool:
    """True when a later word only repeats or tells what was decided."""
    ended = {State.REJECTED, State.WITHDRAWN}
    same = last.state is now.state or (now.state in ended and last.state in ended)
    open_still = now.state in (State.DEFERRED, State.ON_HOLD, State.GOES_ON, State.DISCUSSED)
    return same and (now.told or not last.told) and not open_still


def _done_as_asked(turns: Sequence[Turn], at: int) -> bool:
    """`Done.`, by the one who just asked whether to stamp or merge it."""
    turn = turns[at]
    return bool(_BARE_DONE.fullmatch(turn.message.text.strip())) and any(
        before.person == turn.person and _STAMPING.search(before.message.text)
        for before in turns[max(0, at - _VOTES - 2) : at]
    )


def _unopposed(item: Item) -> _Outcome | None:
    """Accepted because the one leading asked for objections, others agreed and nobody objected."""
    for at, turn in enumerate(item.turns):
        if not _OBJECTIONS.search(turn.message.text) or turn.person != item.opened.person:
            continue
        later = item.turns[at + 1 :]
        voters = tuple(one for one in later if votes(one) and one.person != turn.person)
        if voters and not any(one.has(Act.DISAGREE) for one in later):
            return _Outcome(State.ACCEPTED, turn, turn, voters[-_MOST_VOTERS:])
    return None


def _voted(item: Item) -> _Outcome | None:
    """Accepted by three or more where nobody spoke against it."""
    people = {turn.message.sender for turn in item.turns if turn.has(Act.AGREE, Act.YES)}
    voters = tuple(turn for turn in item.turns if votes(turn))[-_MOST_VOTERS:]
    against = any(turn.has(Act.DISAGREE) for turn in item.turns)
    carried = len(people) >= _VOTES and len({one.message.sender for one in voters}) > 1
    if carried and not against:
        return _Outcome(State.ACCEPTED, None, None, voters)
    return None


def _voters(item: Item, given: Turn) -> tuple[Turn, ...]:
    """Who voted for the item, another than the one who decided: the last ones."""
    found = [turn for turn in item.turns if votes(turn) and turn.person != given.person]
    return tuple(found[-_MOST_VOTERS:])


def _against(item: Item, given: Turn) -> tuple[Turn, ...]:
    """Who spoke against an item its author withdrew."""
    found = [turn for turn in item.turns if turn.has(Act.DISAGREE) and turn.listens]
    return tuple(one for one in found if one.person != given.person)[-_MOST_VOTERS:]


def _candidates(item: Item, outcome: _Outcome, setting: Setting) -> Iterator[Candidate]:
    giving = (outcome.turn,) if outcome.turn else outcome.voters or _talked(item)
    talked = (item.standing or item.announced) and len(item.turns) >= _LEAST_TALK
    if outcome.state is State.DISCUSSED and outcome.turn is None and not talked:
        return
    messages = draft.evidence(
        [item.named_in, item.opened.message, *(turn.message for turn in (*giving, *outcome.voters))]
    )
    condition = _condition(outcome.turn, setting) if outcome.state is State.ACCEPTED else ""
    taken_on = outcome.state is State.ACCEPTED and not item.approvable
    ended = not taken_on and (outcome.state in _DECIDES or outcome.state is State.DECIDED)
    yield Candidate(
        kind=Kind.TASK,
        title=item.label,
        evidence=messages,
        slot=work_slot(item.label, outcome.state),
        tail=(setting.says(*SAYS[outcome.state]) + condition, f"{messages[-1].at:%Y-%m-%d}"),
        state=TaskState.DONE if ended else TaskState.OPEN,
        confirmed=not _NO_NAME.match(item.name),
        reason=draft.UNNAMED if _NO_NAME.match(item.name) else "",
    )
    if outcome.state in _DECIDES and not taken_on:
        yield _decision(item, outcome, setting)


def _talked(item: Item) -> tuple[Turn, ...]:
    """The last turn that says much on an item left open, by a word of its name; no answer, no
    aside, no question.
    """
    for turn in reversed(item.turns):
        text = turn.message.text
        idle = not turn.moves or turn.listens or "?" in text or phrase.jokes(text)
        of_it = topical(item, said(turn)) and not ends_talk(text)
        if of_it and not idle and len(terms(text)) >= _LEAST_TERMS and not tells_of_meeting(text):
            return (turn,)
    return ()


def _decision(item: Item, outcome: _Outcome, setting: Setting) -> Candidate:
    """How the item ended: declared by someone, or carried by votes alone."""
    zh, en = _DECIDES[outcome.state]
    agreed = outcome.voters
    giving = (outcome.turn,) if outcome.turn else ()
    deciders = (outcome.decider.person,) if outcome.decider else ()
    title = setting.says(f"{zh} {item.label}", f"{en} {item.label}")
    withdrawn = outcome.state is State.WITHDRAWN
    said = setting.says("，由提出者撤回", ", by its author") if withdrawn else ""
    condition = _condition(outcome.turn, setting) if outcome.state is State.ACCEPTED else ""
    declared = all(setting.may_declare(person) for person in deciders)
    sure = bool(agreed) or withdrawn or (declared and not _hearsay(item, outcome))
    named = not _NO_NAME.match(item.name)
    return Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence(
            [item.named_in, item.opened.message, *(turn.message for turn in (*giving, *agreed))]
        ),
        slot=Slot(item.key, "outcome", outcome.state),
        fields=((Field.DECISION, title + said + condition),),
        decided_by=deciders,
        confirmed_by=draft.voices((Confirmation(one.person) for one in agreed), deciders),
        confirmed=sure and named,
        reason=("" if sure else draft.ONE_PERSON) if named else draft.UNNAMED,
    )


def _hearsay(item: Item, outcome: _Outcome) -> bool:
    """True when somebody only tells that something was accepted and does not say what."""
    if outcome.turn is None or outcome.decider is not None or outcome.voters:
        return False
    number = item.key.rpartition("-")[2]
    return number not in outcome.turn.message.text


def _condition(turn: Turn | None, setting: Setting) -> str:
    """The condition an item was accepted under; one that points elsewhere in the words it was
    made in, for a reader to look up.
    """
    hit = _PENDING.search(turn.message.text) if turn else None
    if hit is None:
        return ""
    what = hit["what"].strip(" .!)")
    if _POINTS.search(what):
        told = len(terms(what)) >= _LEAST_CONDITION
        zh, en = f"（条件：“{what}”）", f', on a condition: "{hit.group().strip(" .!)")}"'
        return setting.says(zh, en) if told else setting.says("（附条件）", " on a condition")
    return f", {hit.group().strip(' .!)')}"
