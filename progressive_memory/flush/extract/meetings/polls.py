"""Polls: ballots on a ticket a meeting called up. Its title is no motion: what is decided is what
the one who counts says then ("ABC-12: +4, for 2.0, assign to Ann"); where nobody says it, that so
many were for it, and on what condition (DESIGN §5).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from progressive_memory.domain.candidate import Candidate, Confirmation, Person, Slot
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.meetings.ballots import Vote
from progressive_memory.flush.extract.meetings.rolls import Roll
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.called_up import CalledUp, floor_taken
from progressive_memory.flush.extract.wording.issue_names import called, keys_in
from progressive_memory.flush.extract.wording.taken_back import misspoken
from progressive_memory.flush.extract.wording.takers import with_taker
from progressive_memory.flush.extract.wording.ticket_lines import (
    disposal,
    is_verdict,
    key_written,
    tally,
    verdict,
)
from progressive_memory.text.similarity import terms

_FEW = 2  # voices that make a ballot of it
_BEFORE = 10  # turns before the motion in which the ticket was called up
_BEHIND = 16  # turns behind the last vote in which somebody says what is to become of it
_PASSES = re.compile(
    r"^(?:(?:ok(?:ay)?|so|thanks|great)[,.! -]+)*(?:that(?: one)?|this(?: one)?|it) (?P<said>passes\b.{0,40})$",
    re.IGNORECASE,
)
_RELEASE = re.compile(
    r"\b(?P<how>post[- ]|(?:not )?(?:for|in|after|until|fix for|leave (?:for|until)) )?(?P<release>v?\d+\.\d+(?:\.\d+)?)(?!\w|\.\d)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^\W*(?:if|unless|pending|provided|assuming|only|post|for|after|but (?!it|i\b|i'm|we\b|not\b)|with|leave|in|not|until|once|as long|so long)\b",
    re.IGNORECASE,
)
_BY_KEY = re.compile(
    r"^(?P<key>[A-Z][A-Z0-9]{1,9}-\d{1,6})\s*(?::|[-–—]+)\s*(?P<name>[A-Za-z].{5,120})$"
)
_KEYED = re.compile(r"\b[A-Z][A-Z0-9]{1,9}-\d+\b|#\d")
_LONGEST = 240  # characters of a title that names the ticket too
_LONGEST_NAME = 110
_LONGEST_REMARK = 80
_MOST = 0.5  # of those for it who name the same release


@dataclass(frozen=True)
class Poll:
    """A ballot on the ticket that turn `call` called up."""

    ticket: CalledUp
    call: Turn
    roll: Roll
    put: str = ""  # what was put to the vote about it, in words of its own


def poll_of(talk: Talk, roll: Roll, plain: float) -> Poll | None:
    """The ticket a ballot is on: the one its motion calls up, else the one called up shortly before,
    with the motion's words where it has at least the `plain` form of one. None for a ballot on
    words that name what they are on.
    """
    if roll.lost or not (roll.carried or len(roll.voters(pro=True)) >= _FEW):
        return None
    formal = roll.wording is not None and roll.wording.form >= plain
    own = talk.turns[roll.motion].message.text
    called_here = floor_taken(own) is not None or _BY_KEY.match(own) is not None
    if formal and not called_here and _KEYED.search(own):
        return None
    for at in range(roll.motion, max(-1, roll.motion - _BEFORE), -1):
        turn = talk.turns[at]
        ticket = floor_taken(turn.message.text) if turn.moves or turn.links else None
        keyed = _BY_KEY.match(turn.message.text) if ticket is None and at == roll.motion else None
        if keyed is not None and not is_verdict(turn.message.text):
            ticket = CalledUp(key_written(keyed["key"]), keyed["name"].strip(" .-"))
        if ticket is not None:
            between = (one.message.text for one in talk.turns[at + 1 : roll.motion + 1])
            if not keys_in(between) <= {ticket.key}:
                return None  # another was taken up since
            put = roll.wording.text if formal and roll.wording and at != roll.motion else ""
            return Poll(ticket, turn, roll, put)
        if verdict(turn) is not None:
            return None
    return None


def outcome(talk: Talk, poll: Poll, setting: Setting) -> Candidate | None:
    """What came of it; None when nobody was for it."""
    names = {**setting.names}
    if poll.ticket.name:
        names.setdefault(poll.ticket.key, phrase.shorten(poll.ticket.name, "en", _LONGEST_NAME))
    pro = [(at, vote) for at, vote in poll.roll.voters(pro=True)]
    if not pro:
        return None
    closing, said = _closing(talk, poll)
    if poll.put and (closing is None or closing.person == talk.turns[poll.roll.motion].person):
        closing, said = talk.turns[poll.roll.motion], phrase.title(poll.put)
    taken = None
    if closing is not None:
        place = talk.place(closing.message) or 0
        said, taken = with_taker(talk, place, poll.ticket.key, said, setting)
    voted = (setting.says("表决赞成", "voted for"), _release(vote for _, vote in pro))
    words = said or " ".join(part for part in voted if part)
    title = called(f"{poll.ticket.key}: {words}", names)
    reason = _unsure(poll, said, names)
    deciders: tuple[Person, ...] = (closing.person,) if closing is not None else ()
    messages = [
        poll.call.message,
        *(talk.turns[at].message for at, _ in poll.roll.votes),
        talk.turns[poll.roll.motion].message if poll.put else None,
        closing.message if closing is not None else None,
        taken.message if taken is not None else None,
    ]
    return Candidate(
        kind=Kind.DECISION,
        title=phrase.shorten(title, "en", _LONGEST),
        evidence=draft.evidence(messages),
        slot=Slot(poll.ticket.key, "verdict", words),
        fields=((Field.DECISION, _whole(title, poll.roll, setting)),),
        decided_by=deciders,
        confirmed_by=draft.voices((Confirmation(vote.person) for _, vote in pro), deciders),
        confirmed=not reason,
        reason=reason,
    )


def _unsure(poll: Poll, said: str, names: Mapping[str, str]) -> str:
    """Why it waits for people: nobody told what the ticket is, or two voices are all there is;
    "" for no reason.
    """
    if poll.ticket.key not in names:
        return draft.UNNAMED
    if "?" in said or (not said and len(poll.roll.voters(pro=True)) <= _FEW):
        return draft.UNCLEAR
    return ""


def _closing(talk: Talk, poll: Poll) -> tuple[Turn | None, str]:
    """Who said last what is to become of it, and what."""
    found: tuple[Turn | None, str] = (None, "")
    by_name, on_floor = False, True
    first = talk.place(poll.call.message) or 0
    for at, turn in enumerate(talk.turns[first + 1 : poll.roll.last + 1 + _BEHIND], first + 1):
        told = verdict(turn)
        if told is not None and told[0] == poll.ticket.key:
            if not misspoken(talk, at, poll.ticket.key):
                found, by_name = (turn, told[1]), True
            continue
        after = floor_taken(turn.message.text)
        on_floor = on_floor and (after is None or after.key == poll.ticket.key)
        if by_name or not on_floor or turn.message.at < talk.turns[poll.roll.last].message.at:
            continue
        passes = _PASSES.match(turn.message.text)
        said = phrase.plain(passes["said"]) if passes else ""
        mine = turn.person == poll.call.person
        said = said or tally(turn.message.text, poll.ticket.key, by_caller=mine)
        if not said and mine and told is None:
            said = disposal(turn, poll.ticket.key)
        if said:
            found = (turn, said)
    return found


def _release(votes: Iterable[Vote]) -> str:
    """The release most of those who were for it named: "(post 1.6)"."""
    named: Counter[str] = Counter()
    total = 0
    for vote in votes:
        total += 1
        hit = _RELEASE.search(vote.comment)
        if hit:
            named[f"{(hit['how'] or 'for ').lower().replace('-', ' ')}{hit['release']}"] += 1
    best = named.most_common(1)
    return f"({best[0][0]})" if best and best[0][1] >= _MOST * total else ""


def _whole(title: str, roll: Roll, setting: Setting) -> str:
    """The outcome in full: with who was against, and the conditions people made. No count of ours:
    voices fall late, or for somebody absent; the chair's own stands in the title.
    """
    against = list(dict.fromkeys(vote.person.name for _, vote in roll.voters(pro=False)))
    told = []
    if against:
        names = setting.says("、", ", ").join(against)
        told.append(setting.says(f"{names} 反对", f"{names} voted against"))
    told += _conditions(roll.votes, terms(title))
    return f"{title} ({'; '.join(told)})" if told else title


def _conditions(votes: Sequence[tuple[int, Vote]], told: frozenset[str]) -> list[str]:
    """What voters held their voice to, beside the terms `told`: "Ann: if there is a patch"."""
    return [
        f"{vote.person.name}: {words}"
        for _, vote in votes
        if _CONDITION.match(vote.comment)
        and len(words := phrase.plain(vote.comment.strip(" ,.;:-–—()!"))) <= _LONGEST_REMARK
        and terms(words) - told
    ]
