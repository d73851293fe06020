"""A chat source in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem


class MemoryFeed:
    """A ChatFeed of the items given."""

    def __init__(self, items: Sequence[ChatEvent | Problem]) -> None:
        self._items = items

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The items, in their order."""
        yield from self._items
