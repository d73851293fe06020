"""Agreed: where in a log people agreed to something."""

from __future__ import annotations

from typing import NamedTuple


class Agreed(NamedTuple):
    """A message that at least two other people agreed to right after it.

    It stands at `place` among the sections of the day note at `path`, counted from 0, and the last
    message that agrees at `place + after`; what was agreed to fell there.
    """

    path: str
    place: int
    after: int
