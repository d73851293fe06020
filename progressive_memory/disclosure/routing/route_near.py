"""The route by meaning, where no row is taken by its words (docs/decisions/0014)."""

from __future__ import annotations

from collections.abc import Mapping

from progressive_memory.disclosure.routing.route import Routing
from progressive_memory.domain.gate import Gate, Need

NEAR_IN_MEANING = "near_in_meaning"
_NOT_BY_WORDS = ("nothing_matches", "names_nothing_of_the_group", "guessed")
_ENOUGH = 0.33
"""How near (cosine) a section of the row's note must be to the question."""
_AHEAD = 0.07
"""How much nearer than any section of another row's note."""


def by_meaning(routing: Routing, gate: Gate, nearest: Mapping[str, float]) -> Routing:
    """The routing; where too little of a question stood in any note, with the row whose note holds
    by far the nearest section. `nearest` is the cosine of each note's nearest section, by the
    row's file.
    """
    asks = gate.need is Need.MEMORY or (gate.need is Need.IF_NAMED and gate.reason != "statement")
    if not asks or routing.reason not in _NOT_BY_WORDS:
        return routing
    first, second = [*sorted(nearest.values(), reverse=True), 0.0, 0.0][:2]
    if first < _ENOUGH or first - second < _AHEAD:
        return routing
    taken = next(each for each in routing.weighed if nearest.get(each.route.file) == first)
    others = tuple(each for each in routing.weighed if each is not taken)
    return Routing(taken.route, NEAR_IN_MEANING, (taken, *others))
