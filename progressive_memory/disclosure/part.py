"""Part: one note's share of a bundle, and how its sections are told apart when they are counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from progressive_memory.domain.section import Section
from progressive_memory.vault.words import heading, same_heading

_CLOSED = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+\[[^ \]]\]\s")
_SORTS = {
    "b": "blocker",
    "c": "convention",
    "d": "decision",
    "e": "environment",
    "f": "lesson",
    "g": "rule",
    "o": "open_loop",
    "r": "role",
    "s": "summary",
}


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


def is_done(section: Section) -> bool:
    """Whether it is a task with a mark in its box."""
    return _CLOSED.match(section.text) is not None


def is_closed(section: Section) -> bool:
    """Whether it is no part of what is current: done, replaced, or in the archive."""
    return section.superseded or is_done(section) or _is_archive(section.heading)


def sort(section: Section) -> str:
    """What a section is counted as when it is left out: a key of `wording.SORTS`."""
    if section.kind == "t":
        return "done_task" if is_done(section) else "quiet_task" if is_closed(section) else "task"
    if section.superseded and section.kind:
        return "older_decision" if section.kind == "d" else "replaced"
    if section.kind in {"b", "e", "o"} and is_closed(section):
        return "past"
    return _SORTS.get(section.kind, "passage")


@lru_cache(maxsize=256)
def _is_archive(under: str) -> bool:
    return same_heading(under, heading("archive", "en"))
