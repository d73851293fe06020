"""From the spool into the log: each message once, in the order they came (DESIGN §5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from progressive_memory.domain.chat_room import Arrival
from progressive_memory.domain.live_report import Drained
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ProgressiveMemoryError, SpoolUnavailable
from progressive_memory.ports import Ports
from progressive_memory.services.live.rooms import room_group
from progressive_memory.services.log.log import IsCommand, log

LIMIT = 2_000
"""Arrivals read and logged at once: what bounds the memory of a long catch-up."""


def drain(
    ports: Ports,
    names: Mapping[str, str],
    *,
    limit: int = LIMIT,
    is_command: IsCommand | None = None,
) -> Drained:
    """Log all that waits in the spool; `names` are the rooms' display names, by id.

    What was logged and not crossed out in the spool, because the program was killed in between, is
    logged again and changes nothing. A room whose log cannot be written is left out, and tried
    again by the next call; the others go on.

    Raises:
        SpoolUnavailable: the spool cannot be read or written.
    """
    events = 0
    newest: dict[str, str] = {}
    problems: dict[str, ProgressiveMemoryError] = {}
    while arrivals := ports.spool.waiting(limit, problems.keys()):
        for room_id, some in _by_room(arrivals).items():
            try:
                group = room_group(ports, room_id, names.get(room_id, ""))
                log(ports, group.name, _Feed(some), is_command=is_command)
            except SpoolUnavailable:
                raise
            except ProgressiveMemoryError as error:
                problems[room_id] = error
                continue
            ports.spool.logged([one.event.event_id for one in some])
            newest[room_id] = some[-1].event.event_id
            events += len(some)
    return Drained(events, newest, problems)


def _by_room(arrivals: Sequence[Arrival]) -> dict[str, list[Arrival]]:
    rooms: dict[str, list[Arrival]] = {}
    for one in arrivals:
        rooms.setdefault(one.room_id, []).append(one)
    return rooms


@dataclass(frozen=True)
class _Feed:
    """A feed of arrivals."""

    arrivals: Sequence[Arrival]

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The events, in the order they came."""
        for one in self.arrivals:
            yield one.event
