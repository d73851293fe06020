"""DateSpan: a dated phrase of a text; Mention: any phrase about time; Interval: what one means."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

Grain = Literal[
    "second",
    "minute",
    "hour",
    "part",
    "day",
    "weekend",
    "week",
    "month",
    "quarter",
    "half",
    "year",
    "decade",
    "century",
]
"""How exact a phrase is; `part` is a part of a day, `half` one of a year."""

Bound = Literal["", "before", "by", "after", "since"]
"""What a phrase says of its interval: the time up to it, or from it on, not the interval itself."""

Lean = Literal["nearest", "ahead"]
"""How a phrase without a year or day is read: beside the message, as in chat, or to come."""

Kind = Literal["date", "length", "habit"]
"""A dated phrase, how long something takes ("two hours"), what comes again ("every Monday")."""

_ORDER: tuple[Grain, ...] = (
    *("second", "minute", "hour", "part", "day", "weekend", "week"),
    *("month", "quarter", "half", "year", "decade", "century"),
)
_RANK = {grain: number for number, grain in enumerate(_ORDER)}


def coarse(grain: Grain) -> bool:
    """Whether a grain is a day or more."""
    return _RANK[grain] >= _RANK["day"]


def finer(one: Grain, other: Grain) -> bool:
    """Whether `one` is more exact than `other`."""
    return _RANK[one] < _RANK[other]


@dataclass(frozen=True)
class Interval:
    """From `begin` to before `until`, in the wall time of the message's zone, named in `grain`s."""

    begin: datetime
    until: datetime
    grain: Grain


@dataclass(frozen=True)
class DateSpan:
    """The phrase at characters `start` to `end` (exclusive) of a text, and what it means: from
    `begin` to before `until`, aware, in the zone of the message, or what `bound` makes of it.
    """

    start: int
    end: int
    text: str
    begin: datetime
    until: datetime
    grain: Grain
    bound: Bound = ""

    @property
    def first(self) -> date:
        """The day it begins on."""
        return self.begin.date()

    @property
    def last(self) -> date:
        """The last day of which some is in it."""
        return max(self.begin, self.until - timedelta(microseconds=1)).date()


@dataclass(frozen=True)
class Mention:
    """A phrase about time at characters `start` to `end` (exclusive) of a text, dated or not."""

    start: int
    end: int
    text: str
    kind: Kind
