"""What vectors say about a route, where the search engine has them (docs/decisions/0014)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from progressive_memory.domain.section import Section

FULL = 0.7
"""What the nearest file counts that stands out: less than one strong cue, more than a weak one."""
UNRELATED, RELATED = 0.15, 0.35
"""A cosine that any section reaches by chance, and one that says that it is about the same."""
STANDS_OUT = 0.25
"""How much nearer (cosine) than another file a file must be for that one to count nothing."""


@dataclass(frozen=True)
class Near:
    """The section of a file that is nearest in meaning, its cosine (−1–1), and the weight of it
    against those of the other files (0 – `FULL`).
    """

    section: Section
    cosine: float
    weight: float = 0.0


def nearest(found: Mapping[str, Sequence[tuple[float, Section]]]) -> dict[str, Near]:
    """File → its nearest section; those that come within `STANDS_OUT` of the nearest file count
    in part. `found` are sections with their cosines; the files without any count nothing.
    """
    best = {file: max(each, key=lambda pair: pair[0]) for file, each in found.items() if each}
    top = max((cosine for cosine, _ in best.values()), default=0.0)
    sure = min(1.0, max(0.0, (top - UNRELATED) / (RELATED - UNRELATED)))
    return {
        file: Near(section, cosine, FULL * sure * max(0.0, 1 - (top - cosine) / STANDS_OUT))
        for file, (cosine, section) in best.items()
    }
