"""Run: a segment while it is being put together, and what of it a new message is held against."""

from __future__ import annotations

from collections import Counter, deque

from progressive_memory.domain.message import Message
from progressive_memory.flush.segment.signs import Signs

_REMEMBERED = 12  # messages whose terms and keys stand for what it is about
_SPEAKERS = 8  # messages whose senders are thought to be in the talk
_NAMING = 4  # messages whose names still call somebody


class Run:
    """Messages on one topic. `number` and `minute` are those of its last message; `asks` and
    `closes` are what that one does. `speakers` are the last senders, newest last; `named` whom its
    last messages name.
    """

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.number = -1
        self.minute = 0.0
        self.asks = self.closes = False
        self.speakers: deque[str] = deque(maxlen=_SPEAKERS)
        self.named: frozenset[str] = frozenset()
        self._late: deque[Signs] = deque()
        self._terms: Counter[str] = Counter()

    def add(self, number: int, said: Signs) -> None:
        """Put a message at its end."""
        self.messages.append(said.message)
        self.number, self.minute = number, said.minute
        self.asks, self.closes = said.asks, said.closes
        self.speakers.append(said.message.sender)
        if len(self._late) == _REMEMBERED:
            self._forget(self._late.popleft())
        self._late.append(said)
        for term in said.terms:
            self._terms[term] += 1
        self.named = frozenset().union(*(one.named for one in list(self._late)[-_NAMING:]))

    def shared(self, terms: frozenset[str]) -> int:
        """How many of the terms were said in it lately."""
        return sum(map(self._terms.__contains__, terms))

    def holds(self, keys: frozenset[str]) -> bool:
        """Whether one of the keys was said in it lately."""
        return bool(keys) and any(not keys.isdisjoint(one.keys) for one in self._late)

    def _forget(self, said: Signs) -> None:
        for term in said.terms:
            if self._terms[term] == 1:
                del self._terms[term]
            else:
                self._terms[term] -= 1
