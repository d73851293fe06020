"""A feed of lines in which nothing can be read is no chat of that format."""

from __future__ import annotations

from collections.abc import Iterator

from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ChatSourceError
from progressive_memory.ports import ChatFeed

_OF_ANOTHER = frozenset(("not_json", "not_irc", "not_utf8"))
"""What is said of lines that are none of the format."""

_TELLS_EVERY_LINE = "irc"
"""Says of each line whether it is of the format: a day on which people only came and went is."""


class Lines:
    """A ChatFeed of a line-wise format that says so where not one of its lines is a message."""

    def __init__(self, source: Source, form: str, feed: ChatFeed) -> None:
        self._source = source
        self._feed = feed
        self.format = form
        self.remarks: tuple[str, ...] = ()

    def events(self) -> Iterator[ChatEvent | Problem]:
        """What the feed reads.

        Raises:
            ChatSourceError: there is no message in all of the source, and little that resembles
                one.
        """
        first, is_one = None, not self._source.head().strip()
        balance = 0
        for item in self._feed.events():
            if isinstance(item, Problem):
                first = first or item
                balance += -1 if item.code in _OF_ANOTHER else 1
            else:
                is_one = True
            yield item
        if not is_one and balance <= 0 and (first or self.format != _TELLS_EVERY_LINE):
            why = f"; line {first.line}: {first.message}" if first else ""
            raise ChatSourceError(
                f"{self._source.name} holds no message in the format {self.format}{why}",
                next_step="pmem log FILE --group NAME --format auto",
            )
