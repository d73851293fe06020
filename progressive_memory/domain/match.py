"""Match: a section that shares words with a query, as far as ranking needs to know it."""

from __future__ import annotations

from typing import Literal, NamedTuple

Scope = Literal["entries", "log"]
"""Where a search looks: the entries and sections of the routed notes, or the messages."""


class Match(NamedTuple):
    """One section of a group that a query matched; a search ranks hundreds of them and reads in
    full only those it shows.

    `place` counts the sections of the note at `path` from 0: in a day note the message before
    stands at `place - 1`, the next at `place + 1`. `relevance` ≥ 0 is the engine's own, any scale.
    `who` holds the names of its people, folded.
    """

    path: str
    place: int
    relevance: float
    on: str = ""
    superseded: bool = False
    confidence: float = 1.0
    kind: str = ""
    who: str = ""
