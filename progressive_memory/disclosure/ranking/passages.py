"""What a search finds as passages inside a token budget: the best first, each in order of place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_GAP = 3
"""Two sections with fewer than so many between them are of one passage."""


class Found(NamedTuple):
    """A section that was found: where it stands, and how many tokens it costs to hand over."""

    path: str
    place: int
    tokens: int


def passages(found: Sequence[Found], budget: int) -> list[list[int]]:
    """The passages to hand over, each a list of positions in `found`, which is best first.

    What does not fit any more is passed over; `budget` tokens are never exceeded. A passage is of
    one note, in the note's order, and stands where the best of its sections stood.
    """
    by_note: dict[str, list[tuple[int, int]]] = {}
    for at, one in enumerate(found):
        if one.tokens <= budget:
            budget -= one.tokens
            by_note.setdefault(one.path, []).append((one.place, at))
    cut = (passage for places in by_note.values() for passage in _cut(sorted(places)))
    return sorted(cut, key=min)


def _cut(places: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The positions of one note's sections, cut where too many sections stand between two."""
    found: list[list[int]] = []
    before = None
    for place, at in places:
        if before is None or place - before > _GAP:
            found.append([])
        found[-1].append(at)
        before = place
    return found
