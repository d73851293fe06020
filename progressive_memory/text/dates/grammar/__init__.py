"""Rules that combine words about time into phrases: GRAMMAR, all of them."""

from __future__ import annotations

from progressive_memory.text.dates.grammar import (
    bounds,
    clocks_en,
    clocks_zh,
    counted_en,
    counted_zh,
    dayparts_en,
    days_zh,
    figures,
    habits,
    holidays,
    holidays_zh,
    hours,
    lengths,
    months_en,
    parts_en,
    parts_zh,
    ranges,
    seasons,
    weekdays_en,
)
from progressive_memory.text.dates.grammar.base import GRAMMAR

ROOMS = (
    lengths,
    weekdays_en,
    months_en,
    figures,
    counted_en,
    parts_en,
    seasons,
    clocks_en,
    dayparts_en,
    days_zh,
    parts_zh,
    counted_zh,
    clocks_zh,
    ranges,
    hours,
    bounds,
    holidays,
    holidays_zh,
    habits,
)
"""The modules whose rules are in it; of two readings of the same words the earlier room's wins."""

__all__ = ["GRAMMAR", "ROOMS"]
