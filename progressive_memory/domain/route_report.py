"""What `pmem route` reports: the route, and with `--explain` how every row was weighed."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.disclosure import Bundle
from progressive_memory.domain.gate import Gate


@dataclass(frozen=True)
class RouteWeight:
    """What speaks for one row of the routing table, in weights without a unit; the largest
    `total` is taken. `topic` is what the row is taken to be about, `because` are the words of the
    message and titles of entries behind it, `share` is the part of what the message names (0–1)
    that the best section holds, `explained` says all of it in the group's language.
    """

    file: str
    priority: str
    topic: str
    trigger: float
    cue: float
    content: float
    continuation: float
    meaning: float
    total: float
    share: float
    because: tuple[str, ...]
    explained: tuple[str, ...]


@dataclass(frozen=True)
class RouteReport:
    """The route as a bundle without text; what the gate said; every row weighed, best first.
    `explained` says in the group's language what the gate found, and which row was taken or why
    none was.
    """

    bundle: Bundle
    gate: Gate
    weights: tuple[RouteWeight, ...]
    explained: tuple[str, ...] = ()
