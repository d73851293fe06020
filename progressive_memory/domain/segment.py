"""Segment: a run of messages on one topic that could be stated in a sentence (DESIGN §2)."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.message import Message


@dataclass(frozen=True)
class Segment:
    """Messages on one topic, in time order, never empty.

    `open` says that the talk may go on: nothing after it has closed it yet, so the next flush
    reads it again with what came since.
    """

    messages: tuple[Message, ...]
    open: bool = False

    @property
    def id(self) -> str:
        """The event id of its first message."""
        return self.messages[0].event_id
