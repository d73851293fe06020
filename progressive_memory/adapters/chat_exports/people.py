"""One person under one name: the `people_map` of the settings, laid over a feed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem

if TYPE_CHECKING:
    from progressive_memory.adapters.chat_exports import NamedFeed


class OnePersonOneName:
    """The feed with every sender under the id that the map gives. Names shown stay as they are."""

    def __init__(self, feed: NamedFeed, people: Mapping[str, str]) -> None:
        self._feed = feed
        self._people = people
        self.format = feed.format

    @property
    def remarks(self) -> tuple[str, ...]:
        """Those of the feed."""
        return self._feed.remarks

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The feed's events.

        Raises:
            ChatSourceError: as the feed does.
        """
        for item in self._feed.events():
            if isinstance(item, ChatEvent) and item.sender in self._people:
                yield replace(item, sender=self._people[item.sender])
            else:
                yield item


def under_one_name(feed: NamedFeed, people_map: Sequence[str]) -> NamedFeed:
    """The feed, with the lines of the map that are for its format: `slack:U024 = @ann:x.org`."""
    people: dict[str, str] = {}
    for line in people_map:
        alias, _, person = line.rpartition(" = ")
        form, _, sender = alias.partition(":")
        if form.strip() == feed.format:
            people[sender.strip()] = person.strip()
    return OnePersonOneName(feed, people) if people else feed
