"""A session of an agent host, as it tells it from outside."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HostSession:
    """A session that belongs to a room: the host's key, the room as `--group` takes it, the thread
    of the room it is ("" = the room itself), and a mark that is another one once more was said.
    """

    key: str
    room_id: str
    thread: str = ""
    mark: str = ""
