"""Rolls: what a meeting puts to the vote, and who voted on it.

A motion is a statement in words of its own, behind it a run of votes. Voices go on falling while
others comment; a person votes once, so that a second vote of somebody belongs to a new motion. A
motion put again in other words takes the place of the first: the last wording that was voted on
counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.meetings.ballots import Vote, cast
from progressive_memory.flush.extract.meetings.wordings import (
    Wording,
    asks_other,
    calls,
    is_straw,
    other_numbers,
    repeats_motion,
    restates,
    rewords,
    says_more,
    wording,
)
from progressive_memory.flush.extract.wording.called_up import floor_taken
from progressive_memory.flush.extract.wording.ticket_lines import is_verdict
from progressive_memory.text.similarity import terms

_PUTS = (Act.DECIDE, Act.CONVENTION, Act.RULE)  # what opens a matter of its own
_NO_DECISION = (Act.CONVENTION, Act.RULE, Act.ROLE)  # voted on too, and kept elsewhere
_SILENCE = 7  # statements without a vote that end a ballot
_BEFORE = 6  # statements before the first vote among which the motion is
_ECHO = 3  # turns behind the last vote in which the motion is read out as carried
_CARRIES = 3  # votes that carry what is put in the form of a motion
PLAIN = 2.5
"""Form of what is plainly a motion."""
_STEP = 1.3  # form that each statement between a motion and its votes costs
_LEADS = 1.5  # form that a motion gains from being put by one who leads, or votes at once
_NEXT_TO = 1.0  # form that a motion gains from standing right before its votes
_READ_OUT = 4.0  # form that it gains from being read out again behind them
_MANY = 5  # votes that carry words without the form of a motion
_FEW = 2  # votes that carry what its author, who leads, put as a motion


@dataclass
class Roll:
    """One ballot: the place of the motion, its words, and the votes with their places.

    `echo` is the place where it was read out as carried, when it was.
    """

    votes: list[tuple[int, Vote]]
    before: list[int]
    motion: int = -1
    wording: Wording | None = None
    echo: int | None = None
    between: list[int] = field(default_factory=list)
    carried: bool = False
    lost: bool = False  # it decides nothing: a straw poll, or too many were against

    @property
    def last(self) -> int:
        """The place of the last vote."""
        return self.votes[-1][0]

    def voters(self, *, pro: bool) -> list[tuple[int, Vote]]:
        """The votes for it, or those against."""
        return [one for one in self.votes if (one[1].pro if pro else one[1].con)]


def rolls(talk: Talk, members: Members) -> list[Roll]:
    """The ballots of a sitting, in order, each with whether it carried; of a motion put again in
    other words only the last one did.
    """
    found = _runs(talk, members)
    chair: Counter[str] = Counter()
    for _ in range(2):
        for roll in found:
            _find_motion(talk, roll, chair, members)
        chair = Counter(
            talk.turns[roll.motion].message.sender
            for roll in found
            if roll.wording is not None and roll.wording.form > 1 and len(roll.votes) > 1
        )
    found = _joined(found)
    leads = {name for name, times in chair.most_common(2) if times > 1}
    for roll in found:
        roll.carried = _carried(talk, roll, leads)
    carried = [roll for roll in found if roll.carried]
    for at, roll in enumerate(carried):
        roll.carried = not _put_again(talk, roll, carried[at + 1 :])
    return [roll for roll in found if roll.wording is not None]


def _joined(found: Sequence[Roll]) -> list[Roll]:
    """The ballots, those on one motion put together."""
    by_motion: dict[int, Roll] = {}
    for roll in found:
        first = by_motion.setdefault(roll.motion, roll)
        if first is not roll:
            voted = {vote.person for _, vote in first.votes}
            first.votes += [one for one in roll.votes if one[1].person not in voted]
    return list(by_motion.values())


def _runs(talk: Talk, members: Members) -> list[Roll]:
    """The runs of votes, each with the statements before its first one."""
    found: list[Roll] = []
    current: Roll | None = None
    stated: list[int] = []
    told = False  # what became of the ticket on the floor
    for at, turn in enumerate(talk.turns):
        vote = None if _bound(turn) else cast(turn, members)
        if vote is None:
            told = told or is_verdict(turn.message.text)
            if told and floor_taken(turn.message.text) is not None:
                current, told = None, False
            if not _says_something(turn):
                continue
            stated.append(at)
            if current is not None:
                current.between.append(at)
                if len(current.between) > _SILENCE or _new_motion(talk, current, at):
                    current = None
            continue
        if current is not None and _voted(current, vote):
            current = _split(talk, current, vote)
            if current is not None:
                found.append(current)
        if current is None:
            current = Roll([], stated[-_BEFORE:])
            found.append(current)
        current.votes.append((at, vote))
        current.between = []
    return [roll for roll in found if roll.votes]


def _bound(turn: Turn) -> bool:
    """True for what answers one message by name or in its thread: it votes on that one alone."""
    return bool(turn.message.reply_to or turn.message.thread)


def _says_something(turn: Turn) -> bool:
    return bool(turn.moves) and bool(turn.message.text.strip())


def _voted(roll: Roll, vote: Vote) -> bool:
    return any(one.person == vote.person for _, one in roll.votes)


def _new_motion(talk: Talk, roll: Roll, at: int) -> bool:
    """True when another motion is put: by the one who put the last, or before that one carried."""
    if talk.turns[at].has(*_PUTS):
        return True
    now = wording(talk.turns[at])
    if now is None or now.form < PLAIN:
        return False
    first = roll.before[-1] if roll.before else None
    same = first is not None and talk.turns[at].person == talk.turns[first].person
    pro = len(roll.voters(pro=True))
    return pro < _CARRIES or (same and pro >= _FEW)


def _split(talk: Talk, roll: Roll, vote: Vote) -> Roll | None:
    """A new run for someone's second vote: it begins behind the last motion since their first; the
    old one goes on when nothing was put since.
    """
    mine = max(at for at, one in roll.votes if one.person == vote.person)
    later = [at for at, _ in roll.votes if at > mine]
    stated = [
        at
        for at in range(mine + 1, (later[-1] if later else mine + _SILENCE + 1))
        if at < len(talk.turns) and at in _statements(talk, roll)
    ]
    stated += [at for at in roll.between if at > mine and at not in stated]
    if not stated:
        return roll if not later else None
    best = max(stated, key=lambda at: (_form(talk, at), at))
    fresh = Roll([one for one in roll.votes if one[0] > best], [])
    until = fresh.votes[0][0] if fresh.votes else len(talk.turns)
    fresh.before = sorted(at for at in stated if at < until)[-_BEFORE:]
    roll.votes = [one for one in roll.votes if one[0] < best]
    return fresh


def _statements(talk: Talk, roll: Roll) -> set[int]:
    places = {at for at, _ in roll.votes}
    first, last = roll.votes[0][0], roll.last
    return {
        at for at in range(first, last + 1) if at not in places and _says_something(talk.turns[at])
    }


def _form(talk: Talk, at: int) -> float:
    found = wording(talk.turns[at])
    return found.form if found else -9.0


def _find_motion(talk: Talk, roll: Roll, chair: Counter[str], members: Members) -> None:
    """The statement voted on: one read out again behind the votes, else the nearest before them
    that has the form of a motion; a plain one only when nothing near has more of it.
    """
    roll.motion, roll.wording, roll.echo = -1, None, None
    first, voter = roll.votes[0]
    best, steps, asked = 0.0, 0, False
    floor = _floor(talk, roll)
    for at in reversed(roll.before):
        if at < floor:
            break
        turn = talk.turns[at]
        words = wording(turn)
        if words is None:  # a call to vote, a link: what is voted on stands before it
            asked = asked or calls(turn.message.text)
            continue
        if first - at > _BEFORE + _SILENCE or (asked and words.form < PLAIN):
            continue
        echo = _echo(talk, roll, at, members)
        if echo is None and _put_other(talk, at, first, words.text):
            continue
        score = words.form - _STEP * steps + (_READ_OUT if echo is not None else 0.0)
        score += _LEADS if chair[turn.message.sender] > 1 else 0.0
        score += _LEADS if voter.person == turn.person and not steps else 0.0
        score += _NEXT_TO if not steps and words.form >= 0 else 0.0
        if roll.wording is not None and says_more(words.text, roll.wording.text):
            score += _STEP * steps
        if roll.wording is None or score > best:
            best, roll.motion, roll.wording, roll.echo = score, at, words, echo
        question = turn.message.text.rstrip(" .").endswith("?")
        asked, steps = asked or question, steps + (not question)
    if roll.wording is None:
        _take_nearest(talk, roll, floor)


def _put_other(talk: Talk, motion: int, first: int, words: str) -> bool:
    """True when the mover asked about something else between the motion and the first vote: that is
    what is answered.
    """
    mover = talk.turns[motion].person
    return any(
        turn.person == mover and asks_other(turn.message.text, words)
        for turn in talk.turns[motion + 1 : first]
    )


def _floor(talk: Talk, roll: Roll) -> int:
    """Where the ticket that was on the floor at the first vote was called up, among the statements
    before it; -1 for none. Nothing that was said earlier is what is voted on.
    """
    first = roll.votes[0][0]
    for at in range(first - 1, max(-1, (roll.before or [first])[0] - 1), -1):
        turn = talk.turns[at]
        if (turn.moves or turn.links) and floor_taken(turn.message.text) is not None:
            return at
    return -1


def _take_nearest(talk: Talk, roll: Roll, floor: int) -> None:
    """Nothing had the form of a motion: the ticket called up, else the nearest statement is what the
    votes are on.
    """
    if floor >= 0:
        roll.motion, roll.wording = floor, Wording(talk.turns[floor].message.text, 0.0)
        return
    for at in reversed(roll.before):
        words = wording(talk.turns[at])
        if words is not None:
            roll.motion, roll.wording = at, words
            return


def _echo(talk: Talk, roll: Roll, motion: int, members: Members) -> int | None:
    """Where the motion is read out again, behind the votes."""
    words = wording(talk.turns[motion])
    end = min(roll.last + 1 + _ECHO, len(talk.turns))
    for at in range(roll.votes[0][0] + 1, end):
        again = wording(talk.turns[at]) if at != motion else None
        if again and words and repeats_motion(words.text, again.text):
            return None if _put_to_vote(talk, roll, at, members) else at
    return None


def _put_to_vote(talk: Talk, roll: Roll, at: int, members: Members) -> bool:
    """True when votes follow at once on words behind a ballot: they are put, not read out."""
    behind = at > roll.last and at + 1 < len(talk.turns)
    return behind and cast(talk.turns[at + 1], members) is not None


def _carried(talk: Talk, roll: Roll, leads: set[str]) -> bool:
    """True when enough voted for it, and not too many against."""
    if roll.wording is not None and talk.turns[roll.motion].has(*_NO_DECISION):
        return False
    roll.lost = roll.wording is not None and is_straw(talk.turns, roll.motion)
    if roll.wording is None or roll.lost:
        return False
    mover = talk.turns[roll.motion].person
    counted = [vote for _, vote in roll.votes if not vote.remark or _on_it(roll.wording, vote)]
    pro = {vote.person.sender for vote in counted if vote.pro}
    con = {vote.person.sender for vote in counted if vote.con}
    roll.lost = len(pro) <= 2 * len(con)
    if roll.lost or 2 * len(counted) <= len(roll.votes):
        return False
    form = roll.wording.form + (_LEADS if mover.sender in leads else 0.0)
    if roll.echo is not None:
        return bool(pro - {mover.sender})
    if len(pro) < _CARRIES:
        return len(pro) >= _FEW and roll.wording.form >= PLAIN and mover.sender in leads
    if roll.wording.form >= PLAIN:
        return True
    formal = mover.sender in leads or mover.sender in pro
    return form >= (0.0 if formal and len(pro) > _CARRIES else 1.0) and (
        formal or len(pro) >= _MANY
    )


def _on_it(words: Wording, vote: Vote) -> bool:
    return bool(terms(words.text) & terms(vote.comment))


def _put_again(talk: Talk, roll: Roll, later: Sequence[Roll]) -> bool:
    """True when the next ballot is on the same motion in other words: most of the same words, or
    other words that somebody asked for.
    """
    again = later[0] if later else None
    if again is None or roll.wording is None or again.wording is None:
        return False
    between = talk.turns[roll.last + 1 : again.motion]
    asked = any(rewords(turn.message.text) for turn in between)
    if restates(roll.wording.text, again.wording.text):
        return asked or len(roll.voters(pro=True)) < len(again.voters(pro=True))
    same = talk.turns[roll.motion].person == talk.turns[again.motion].person
    shared = terms(roll.wording.text) & terms(again.wording.text)
    close = len(between) <= _SILENCE and len(shared) >= _FEW
    return asked and same and close and not other_numbers(roll.wording.text, again.wording.text)
