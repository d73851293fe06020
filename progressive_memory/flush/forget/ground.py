"""Ground: what an entry has left to stand on when messages go. Pure.

An entry's words may stay where messages that stay say them: every term and every number of them,
and one message the sense. In doubt they go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from progressive_memory.domain.message import Message
from progressive_memory.flush.forget.selection import Going
from progressive_memory.flush.known.known import Cited, Known
from progressive_memory.flush.known.meaning import said_in
from progressive_memory.text.similarity import quantities, terms
from progressive_memory.text.traces import Traces
from progressive_memory.vault.entry_format import person_name
from progressive_memory.vault.forgetting import rests_on
from progressive_memory.vault.log_note import day_of, shown_name

_BEFORE, _AFTER = timedelta(days=2), timedelta(days=1)
"""How far before and after a message extraction may have read what it put into an entry's words."""

Find = Callable[[Cited], Message | None]
"""Finds a cited message in the log, as it reads now."""


@dataclass(frozen=True)
class Ground:
    """One group while messages go out of it."""

    going: Going
    find: Find

    @cached_property
    def _block_ids(self) -> frozenset[str]:
        return self.going.block_ids

    @cached_property
    def traces(self) -> Traces:
        """By which words of the messages that go are known."""
        return Traces(one.text for one in self.going.messages.values())

    def staying(self, known: Known) -> tuple[Message, ...]:
        """The messages an entry rests on that stay and still say something."""
        found = (self.find(one) for one in known.evidence if not self.goes(one.block_id))
        return tuple(one for one in found if one is not None and not one.deleted)

    def gone_from(self, text: str) -> frozenset[str]:
        """The messages that go and a text links to."""
        return rests_on(text, self._block_ids)

    def goes(self, block_id: str) -> bool:
        """Whether the message goes."""
        return block_id in self._block_ids

    def borrows(self, known: Known, words: str) -> bool:
        """Whether an entry that does not rest on what goes has its words from there all the same:
        what it was called in talk around it.
        """
        near = self._near(known)
        heard = self.traces.found_in(words)
        if not heard and near.isdisjoint(terms(words)):
            return False
        own = self.staying(known)
        foreign = terms(words) - _terms(own)
        return bool(foreign) if heard else not foreign.isdisjoint(near)

    def gone_names(self, known: Known) -> frozenset[str]:
        """The people who are named in an entry only for what goes."""
        gone = {_name(one) for block_id in known.evidence_ids for one in self._gone(block_id)}
        pressed = (one for each in known.evidence_ids for one in self.going.reactions.get(each, ()))
        gone |= {_shown(one.sender_name, one.sender) for one in pressed}
        if not gone:
            return frozenset()
        staying = self.staying(known)
        kept = {name for one in staying for name in self._names(one)}
        said = "\n".join(one.text for one in staying).casefold()
        return frozenset(name for name in gone - kept if name.casefold() not in said)

    def _gone(self, block_id: str) -> Sequence[Message]:
        message = self.going.messages.get(block_id)
        return (message,) if message is not None else ()

    def _names(self, message: Message) -> set[str]:
        gone = {one.event_id for one in self.going.reactions.get(message.block_id, ())}
        pressed = (one for one in message.reactions if one.event_id not in gone)
        return {_name(message)} | {_shown(one.sender_name, one.sender) for one in pressed}

    def _near(self, known: Known) -> frozenset[str]:
        """The terms of what goes and was said around an entry's messages."""
        days = [on for one in known.evidence if (on := day_of(one.path))]
        found: set[str] = set()
        for on, said in self._terms_by_day:
            if any(one - _BEFORE <= on <= one + _AFTER for one in days):
                found |= said
        return frozenset(found)

    @cached_property
    def _terms_by_day(self) -> tuple[tuple[date, frozenset[str]], ...]:
        found: dict[date, set[str]] = {}
        for one in self.going.messages.values():
            on = day_of(one.path)
            if on is not None:
                found.setdefault(on, set()).update(terms(one.text))
        return tuple((on, frozenset(said)) for on, said in found.items())


def says(statement: str, messages: Sequence[Message]) -> bool:
    """Whether messages say a statement: all its terms and numbers, and one of them its sense."""
    return mentions(statement, messages) and any(said_in(statement, m.text) for m in messages)


def mentions(piece: str, messages: Sequence[Message]) -> bool:
    """Whether every term and number of a piece stands in the messages, or is a speaker's name."""
    numbers = frozenset().union(*(quantities(one.text) for one in messages))
    return terms(piece) <= _terms(messages) and quantities(piece) <= numbers


def _terms(messages: Sequence[Message]) -> frozenset[str]:
    return frozenset().union(
        *(terms(one.text) | terms(one.sender_name or one.sender) for one in messages)
    )


def _name(message: Message) -> str:
    return _shown(message.sender_name, message.sender)


def _shown(name: str, sender: str) -> str:
    return person_name(shown_name(name, sender))
