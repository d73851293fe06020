"""One message of our own making put into a group's log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import UserError
from progressive_memory.ports import Ports
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.log.log import log
from progressive_memory.vault.ids import message_block_id


def log_one(ports: Ports, note: IndexNote, event: ChatEvent) -> Message:
    """Log the event; the message as it stands then, redacted and with dates annotated.

    Raises:
        UserError: it was forgotten, and stays away.
    """
    log(ports, note.group_name, _Once(event))
    found = ChatLog(ports.vault, note.group_name).find([message_block_id(event.event_id)])
    for message in found:
        if not message.forgotten:
            return message
    raise UserError(
        "this was remembered and forgotten before, on the same day; it does not come back",
        next_step="say it in other words",
    )


@dataclass(frozen=True)
class _Once:
    """A feed of one event."""

    event: ChatEvent

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The event."""
        yield self.event
