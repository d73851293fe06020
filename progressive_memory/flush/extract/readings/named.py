"""Named: what a small team's short words are about, for a reader who was not there.

In a team everybody knows which threshold is meant. Where a title names little (`names_told`), the
talk before it may tell: another clause of the same message, what the message answers, a clause
that speaks of the same, a trouble just told, the thing everybody speaks of. Those words are quoted
behind the title, and their message is linked. A title that names nothing, and that nothing said
before makes clear, waits for a person: a wrong name is worse than none.

Nothing after the candidate's own messages is read, so that it does not depend on when a flush ran.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import UNNAMED, Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.readings.quoting import Quote, Quoting, speaks
from progressive_memory.flush.extract.wording.trade_words import (
    by_name,
    is_compound,
    names_nothing,
    names_told,
)
from progressive_memory.text.similarity import terms

MOST_MEMBERS = 8
"""In a larger channel other rules hold (`floor`)."""
_PLAIN = {Kind.TASK: 4, Kind.DECISION: 2}  # names that need no help; a decision has its field
_LITTLE = 1  # names that are hardly any
_FEW = 2  # names that may not tell which trouble the work is for
_REACH_TURNS = 12
_REACH = timedelta(hours=3)
_CLOSE = 4  # turns in which one word shared tells that it is of the same
_NEXT = 2  # turns in which an answer comes
_SAME = 0.75  # the share of a title that its own clause has
_ENOUGH = 3  # terms of a clause that was asked
_QUESTIONS = (Act.ASK, Act.ASK_WHETHER)
_ASKS = (*_QUESTIONS, Act.REQUEST, Act.PROBLEM, Act.PROPOSE, Act.ASSIGN)
_ACCEPTS = (Act.OKAY, Act.ACK, Act.YES, Act.AGREE)
_TAKES_UP = (Act.OKAY, Act.ACK)
_WORK = (Act.TAKE, Act.ASSIGN, Act.REQUEST, Act.DROP)


def named(candidate: Candidate, talk: Talk, setting: Setting) -> Candidate:
    """The candidate with what it is about, where its title needs that and the talk tells it; not
    confirmed where it names nothing and nothing tells it.
    """
    at = talk.place(candidate.evidence[0])
    if at is None or talk.topic(at) or setting.members.count > MOST_MEMBERS:
        return candidate
    title = candidate.title
    told = names_told(title)
    if (
        told >= _PLAIN.get(candidate.kind, 0)
        or is_compound(title)
        or (told > _FEW and by_name(title) and not talk.turns[at].has(*_TAKES_UP))
    ):
        return candidate
    found = _Search(candidate, talk, at, Quoting(title, setting.members)).found()
    if found is not None:
        return replace(candidate, about=found.words, named_in=(found.message,))
    if names_nothing(title) and candidate.confirmed:
        return replace(candidate, confirmed=False, reason=UNNAMED)
    return candidate


class _Search:
    """Looks in the talk for what a candidate said at turn `at` is about."""

    def __init__(self, candidate: Candidate, talk: Talk, at: int, quoting: Quoting) -> None:
        self._candidate = candidate
        self._talk = talk
        self._turn = talk.turns[at]
        self._quoting = quoting
        self._before = list(_shortly_before(talk, at))
        self._near = list(islice(filter(speaks, self._before), _NEXT))
        target = talk.target(at)
        self._target = talk.turns[target] if target is not None else None

    def found(self) -> Quote | None:
        """The words that tell it, from the surest place that does."""
        found = self._by_its_evidence() or self._by_what_it_answers()
        for back, turn in enumerate(self._before):
            least = 1 if back < _CLOSE else 2
            found = found or self._quoting.best(self._quoting.of(turn), least)
        if found is None and 0 < names_told(self._candidate.title) <= _FEW:
            found = self._trouble()
        return found or self._quoting.spoken_of([self._turn, *self._before], _QUESTIONS)

    def _by_its_evidence(self) -> Quote | None:
        """Another clause of the messages it rests on, by the one who said it."""
        first = self._candidate.evidence[0]
        for message in self._candidate.evidence:
            place = self._talk.place(message)
            if place is not None and message.sender == first.sender:
                quotes = self._quoting.of(self._talk.turns[place])
                found = self._quoting.best([one for one in quotes if not self._is_own(one)])
                if found is not None:
                    return found
        return None

    def _is_own(self, quote: Quote) -> bool:
        """Whether the title was taken from it, or it says that the work was done."""
        mine = terms(self._candidate.title)
        same = len(mine & terms(quote.words)) > _SAME * len(mine)
        return quote.act is Act.DONE or (quote.act in _WORK and same)

    def _by_what_it_answers(self) -> Quote | None:
        """What it answers: what speaks of the same there, else the one thing that was asked; of a
        message that calls its doer by name, the clause that names most.
        """
        asked = self._answered()
        if asked is None:
            return None
        quotes = self._quoting.of(asked)
        close = self._quoting.best(quotes)
        called = self._calls(asked)
        needed = called or names_told(self._candidate.title) <= _LITTLE
        if close or not needed or not (self._turn.has(*_ACCEPTS) or asked in self._near[:1]):
            return close
        telling = [one for one in quotes if self._tells(one)]
        if called:
            return max(telling, key=lambda one: names_told(one.words), default=None)
        wanted = [one for one in telling if one.act in _ASKS]
        return wanted[0] if len(wanted) == 1 else None

    def _answered(self) -> Turn | None:
        """The turn it surely answers: by a reply, by name, or as the next word to what was asked."""
        for near in self._near:
            if self._calls(near):
                return near
        asked = self._target
        if asked is None:
            return None
        replies = self._turn.message.reply_to == asked.message.event_id
        if replies or self._turn.addressee == asked.person:
            return asked
        return asked if asked in self._near and asked.has(*_ASKS) else None

    def _calls(self, asked: Turn) -> bool:
        """Whether a turn of somebody else calls the doer by name."""
        doer = self._turn.person
        return f"@{doer.name}" in asked.message.text and asked.person != doer

    def _trouble(self) -> Quote | None:
        """The trouble told shortly before, where nothing else was asked or put forward since."""
        for turn in self._before:
            if turn.has(Act.CLOSED, Act.PROPOSE, Act.DECIDE, *_QUESTIONS):
                return None
            told = [one for one in self._quoting.of(turn) if one.act is Act.PROBLEM]
            if told:
                return told[0] if self._tells(told[0]) else None
        return None

    def _tells(self, quote: Quote) -> bool:
        return len(terms(quote.words)) >= _ENOUGH and bool(self._quoting.names(quote.words))


def _shortly_before(talk: Talk, at: int) -> Iterator[Turn]:
    """The turns shortly before turn `at`, newest first."""
    here = talk.turns[at].message
    for turn in reversed(talk.turns[max(0, at - _REACH_TURNS) : at]):
        if here.at - turn.message.at <= _REACH:
            yield turn
