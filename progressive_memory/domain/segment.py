"""Segment: a run of messages on one topic that could be stated in a sentence (DESIGN §2)."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.message import Message


@dataclass(frozen=True)
class Segment:
    """Messages on one topic, in time order, never empty; another topic may run beside it.

    `open` says that the next message might go on with it.
    """

    messages: tuple[Message, ...]
    open: bool = False

    @property
    def id(self) -> str:
        """The event id of its first message."""
        return self.messages[0].event_id
