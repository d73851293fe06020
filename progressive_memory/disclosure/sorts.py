"""What a section counts as: current, done or past, and which sort of entry."""

from __future__ import annotations

import re
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
