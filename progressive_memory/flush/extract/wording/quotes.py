"""Quotes: what stands in quotes or brackets is named, quoted or given as an example."""

from __future__ import annotations

_PAIRS = ("()", "（）", "“”", "「」", "《》")


def in_quotes(before: str) -> bool:
    """Whether what follows `before` in its sentence stands in quotes or brackets."""
    opened = any(before.count(pair[0]) > before.count(pair[1]) for pair in _PAIRS)
    return opened or before.count('"') % 2 == 1
