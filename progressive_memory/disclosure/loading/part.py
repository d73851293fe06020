"""Part: one note's share of a bundle."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.section import Section


@dataclass(frozen=True)
class Tier:
    """Places of sections that are offered together, most important first. `share` is the most of
    the group's budget that they may take (0–1), whatever the reader has of them already.
    """

    places: tuple[int, ...]
    share: float = 1.0


@dataclass(frozen=True)
class Part:
    """One note's share of a bundle. `sections` stand in the note's order; `tiers` are offered one
    after the other, and what stands in none of them only when the whole note is small (it costs
    at most `small_tokens`).

    `listed` parts show in the bundle's `loaded`. `entries_total` counts the entries of a note that
    is only shown in fragments, else 0. `is_whole`: all of it was asked for. `is_flushed` notes are
    written by flushes: the reader is told when that was last (`last_flushed`, RFC 3339, "" =
    never).
    """

    path: str
    name: str
    sections: tuple[Section, ...]
    tiers: tuple[Tier, ...]
    small_tokens: int = 0
    last_flushed: str = ""
    listed: bool = True
    entries_total: int = 0
    is_whole: bool = False
    is_flushed: bool = False

    @property
    def offered(self) -> tuple[int, ...]:
        """The places in all tiers, most important first."""
        return tuple(dict.fromkeys(place for tier in self.tiers for place in tier.places))


def whole(sections: tuple[Section, ...], share: float) -> tuple[Tier, ...]:
    """All sections in the note's order, inside that share of the budget."""
    return (Tier(tuple(range(len(sections))), share),)
