"""`memory_budget` as people write it, in tokens (DESIGN §4 "IndexNote")."""

from __future__ import annotations

MEMORY_BUDGET_TOKENS = 6000
"""The limit of a group whose index note names none."""


def budget_tokens(written: str | tuple[str, ...]) -> int:
    """The property as a number of tokens; a default where it is none (`is_budget`)."""
    number = _number(written)
    return MEMORY_BUDGET_TOKENS if number is None else number


def is_budget(written: str | tuple[str, ...]) -> bool:
    """Whether the property can be read as a limit; 0 is one: nothing is handed over."""
    return _number(written) is not None


def _number(written: str | tuple[str, ...]) -> int | None:
    digits = written.replace("_", "").replace(",", "") if isinstance(written, str) else ""
    return int(digits) if digits.isdecimal() and len(digits) < 10 else None
