"""DateSpan: a dated phrase of a text; Interval: what it means; Rule: how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

Precision = Literal["day", "days", "month", "months", "year"]


@dataclass(frozen=True)
class Interval:
    """From `first` to `last`, both included, as exact as `precision`: `day` is one day, `days`
    several; `month` and `year` one whole one, `months` several whole ones.
    """

    first: date
    last: date
    precision: Precision


@dataclass(frozen=True)
class DateSpan:
    """The phrase at characters `start` to `end` (exclusive) of a text, and what it means."""

    start: int
    end: int
    text: str
    first: date
    last: date
    precision: Precision


@dataclass(frozen=True)
class Clause:
    """Where a phrase stands: the message's day, and whether the clause tells of the past."""

    day: date
    past: bool


@dataclass(frozen=True)
class Rule:
    """A phrase and its meaning. `read` returns None to leave the phrase alone, and with it
    whatever overlaps it: so a rule also says what is *not* a date.
    """

    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], Clause], Interval | None]
    weekday: bool = False


def leave_alone(_match: re.Match[str], _clause: Clause) -> Interval | None:
    """Reads nothing: the phrase is no date."""
    return None


@dataclass(frozen=True)
class Language:
    """The phrases of one language: `hint` is in every text that may hold one; `past` and
    `future` are the cues that a clause tells of the past, or does not after all.
    """

    hint: re.Pattern[str]
    rules: tuple[Rule, ...]
    past: re.Pattern[str]
    future: re.Pattern[str]
