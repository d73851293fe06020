"""Carried: the decisions a meeting takes by ballot, in the words that were voted on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from progressive_memory.domain.candidate import Candidate, Confirmation
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.meetings.agenda_keys import said_of
from progressive_memory.flush.extract.meetings.polls import outcome, poll_of
from progressive_memory.flush.extract.meetings.rolls import PLAIN, Roll, rolls
from progressive_memory.flush.extract.meetings.wordings import worded, wording
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.empty_words import bare_number
from progressive_memory.flush.extract.wording.slots import slot_of
from progressive_memory.flush.extract.wording.specific import anchored
from progressive_memory.flush.extract.wording.trade_words import names_told
from progressive_memory.text.similarity import terms

_MINUTES = re.compile(
    r"\bminutes\b(?! (?:before|after|late|long|each|per|to|for|into)\b)|会议?纪要", re.IGNORECASE
)
_REVIEW = 2  # ballots on tickets that make a review of them
_ENOUGH = 6  # terms that say what they are about
_VOTED = 3  # voices that make a ballot of a remark
_TALKED = 14  # turns before a motion that tell what it is about
_LITTLE = 2  # terms of a title that says little
_LEAST_NAMED = 5  # names that tell a channel of many what words are about
_LEAST_TALK = 5  # terms of a remark that tells it


@dataclass(frozen=True)
class Ballots:
    """What came of the ballots of a sitting: the decisions, earliest first, and the event ids of
    motions that were voted on and did not carry: straw polls, lost votes.
    """

    decisions: tuple[Candidate, ...]
    lost: frozenset[str]


def ballots(talk: Talk, setting: Setting) -> Ballots:
    """The ballots of a sitting."""
    found = rolls(talk, setting.members)
    polls = {id(roll): poll for roll in found if (poll := poll_of(talk, roll, PLAIN))}
    many = len(polls) >= _REVIEW
    made = (
        outcome(talk, polls[id(roll)], setting)
        if id(roll) in polls
        else _named(_candidate(talk, roll, setting), roll, setting, review=many)
        for roll in found
        if roll.carried or id(roll) in polls
    )
    lost = (
        talk.turns[roll.motion].message.event_id
        for roll in found
        if roll.lost and len(roll.votes) >= _VOTED
    )
    return Ballots(tuple(one for one in made if one is not None), frozenset(lost))


def _named(
    one: Candidate | None, roll: Roll, setting: Setting, *, review: bool
) -> Candidate | None:
    """A motion as it is; a few words without a name, or no statement at all, wait for people: in a
    `review` of tickets they were said of one of them, and a channel of many speaks of many things.
    """
    if one is None or roll.wording is None:
        return one
    told = names_told(f"{one.title} {dict(one.fields).get(Field.CONTEXT, '')}")
    if setting.members.crowd and roll.wording.form < PLAIN and told < _LEAST_NAMED:
        return replace(one, confirmed=False, reason=draft.UNNAMED)
    few = len(terms(one.title)) < _ENOUGH
    thing = few and roll.wording.form < PLAIN
    bare = few and review and not anchored(one.title)
    return replace(one, confirmed=False, reason=draft.UNCLEAR) if thing or bare else one


def _candidate(talk: Talk, roll: Roll, setting: Setting) -> Candidate | None:
    read_out = wording(talk.turns[roll.echo]) if roll.echo is not None else None
    words = read_out or roll.wording
    if words is None:
        return None
    mover = talk.turns[roll.motion].person
    whole = phrase.third_person(phrase.plain(words.text), mover.name)
    title = phrase.title(whole)
    if _MINUTES.search(whole) or (not terms(title) and not bare_number(title)):
        return None
    pro = [(at, vote) for at, vote in roll.voters(pro=True) if vote.person != mover]
    if not pro:
        return None
    context, told_in = _context(talk, roll, title, setting)
    messages = [
        told_in,
        talk.turns[roll.motion].message,
        talk.turns[roll.echo].message if roll.echo is not None else None,
        *(talk.turns[at].message for at, _ in roll.votes),
    ]
    return Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence(messages),
        slot=slot_of(title),
        fields=tuple(_fields(roll, context, phrase.capital(whole), setting)),
        decided_by=(mover,),
        confirmed_by=draft.voices((Confirmation(vote.person) for _, vote in pro), (mover,)),
    )


def _fields(roll: Roll, context: str, whole: str, setting: Setting) -> Iterator[tuple[Field, str]]:
    if context:
        yield Field.CONTEXT, context
    against = list(dict.fromkeys(vote.person.name for _, vote in roll.voters(pro=False)))
    if against:
        names = setting.says("、", ", ").join(against)
        whole += setting.says(f"（{names} 反对）", f" ({names} voted against)")
    yield Field.DECISION, whole


def _subject(talk: Talk, roll: Roll) -> str:
    """What was on the floor; of a motion that names its thing by number, the item with that one."""
    topic = talk.topic(roll.motion)
    words = talk.turns[roll.motion].message.text
    if said_of(words, topic.partition(": ")[0]) is not False:
        return topic
    named = [one for one in talk.topics if ": " in one and said_of(words, one.partition(": ")[0])]
    return named[0] if len(named) == 1 else ""


def _context(talk: Talk, roll: Roll, title: str, setting: Setting) -> tuple[str, Message | None]:
    """What the motion is about: the item on the floor; of one that gives little but a number, the
    last remark before it that says more, with the message that holds it.
    """
    topic = _subject(talk, roll)
    if ": " in topic or (topic and not any(char.isdigit() for char in topic)):
        return setting.says(f"议题：{topic}", f"On {topic}"), None
    if not bare_number(title) and len(terms(title)) > _LITTLE:
        return "", None
    for turn in reversed(talk.turns[max(0, roll.motion - _TALKED) : roll.motion]):
        said = turn.message.text
        if len(terms(said)) >= _LEAST_TALK and turn.moves and worded(said) and "?" not in said:
            words = phrase.plain(said)
            told = setting.says(
                f"此前 {turn.person.name} 说：{words}",
                f"Before it, {turn.person.name} said: {words}",
            )
            return told, turn.message
    return "", None
