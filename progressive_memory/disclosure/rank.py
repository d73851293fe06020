"""The order of what a search found: relevance, then freshness and confidence (DESIGN §7)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from progressive_memory.domain.section import Section

RELEVANCE, FRESHNESS, CONFIDENCE = 0.60, 0.15, 0.10
"""The weights of seed 003 without its graph share; scores are a share of their sum."""
SUPERSEDED = 0.5
"""What a replaced entry keeps of its score: it stays findable, below what replaced it."""
HALF_LIFE_DAYS = 90
_UNDATED = 0.5


def ranked(found: Sequence[tuple[Section, float]]) -> tuple[tuple[Section, float], ...]:
    """Sections with their scores in 0–1, best first, from (section, relevance ≥ 0) pairs.

    Relevance counts against the best of `found`, freshness against its newest. Ties keep the
    order of `found`.
    """
    best = max((relevance for _, relevance in found), default=0.0) or 1.0
    newest = max((_day(section) or 0 for section, _ in found), default=0)
    scored = [(section, _score(section, relevance / best, newest)) for section, relevance in found]
    return tuple(sorted(scored, key=lambda pair: -pair[1]))


def _score(section: Section, relevance: float, newest: int) -> float:
    day = _day(section)
    freshness = _UNDATED if day is None else 0.5 ** ((newest - day) / HALF_LIFE_DAYS)
    score = RELEVANCE * relevance + FRESHNESS * freshness + CONFIDENCE * section.confidence
    score /= RELEVANCE + FRESHNESS + CONFIDENCE
    return score * SUPERSEDED if section.superseded else score


def _day(section: Section) -> int | None:
    """The section's date as a day number; None when it has none that the calendar knows."""
    try:
        return date.fromisoformat(section.on[:10]).toordinal()
    except ValueError:
        return None
