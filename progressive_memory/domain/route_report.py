"""What `pmem route` reports: the route, and with `--explain` how every row was weighed."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.disclosure import Bundle
from progressive_memory.domain.gate import Gate


@dataclass(frozen=True)
class RouteWeight:
    """What speaks for one row of the routing table, in weights without a unit; the largest
    `total` is taken. `because` are the words of the message and titles of entries behind it.
    """

    file: str
    priority: str
    trigger: float
    cue: float
    content: float
    continuation: float
    total: float
    because: tuple[str, ...]


@dataclass(frozen=True)
class RouteReport:
    """The route as a bundle without text; what the gate said; every row weighed, best first."""

    bundle: Bundle
    gate: Gate
    weights: tuple[RouteWeight, ...]
