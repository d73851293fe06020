"""The gate alone: what every message of a chat goes through first, and most stop at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from progressive_memory.disclosure.gate import judge
from progressive_memory.services.recall_group import group_named

if TYPE_CHECKING:
    from progressive_memory.domain.gate import Gate
    from progressive_memory.ports import Ports


def gate(ports: Ports, group: str, message: str) -> Gate:
    """What a message asks of the group's memory, by its own words; nothing is searched.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    group_named(ports, group)
    return judge(message)
