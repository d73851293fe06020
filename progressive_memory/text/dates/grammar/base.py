"""The grammar that every room of rules adds to, and the checks they share."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import TypeVar

from progressive_memory.text.dates.calendar import one_day, shift
from progressive_memory.text.dates.chart import Grammar
from progressive_memory.text.dates.span import Grain, Interval, coarse
from progressive_memory.text.dates.times import Cycle, Fixed, Time

GRAMMAR = Grammar()
Thing = TypeVar("Thing")


def grain_of(time: Time) -> Grain:
    """How exact a time is."""
    return time.interval.grain if isinstance(time, Fixed) else time.grain


def is_day(time: Time) -> bool:
    """Whether a time is one day."""
    return grain_of(time) == "day" and not (
        isinstance(time, Fixed) and (time.interval.until - time.interval.begin).days != 1
    )


def refuse_unless(fine: bool) -> None:
    """Refuse a reading. Raises ValueError."""
    if not fine:
        raise ValueError("no such date")


def existing(found: Thing | None) -> Thing:
    """What was found. Raises ValueError when it is nothing."""
    if found is None:
        raise ValueError("nothing found")
    return found


def only(kind: type[Thing], said: Iterable[object]) -> Thing:
    """The one of several values that is of a kind. Raises ValueError without one."""
    return existing(next((each for each in said if isinstance(each, kind)), None))


def time_of(said: Iterable[object]) -> Time:
    """The one of several values that is a time. Raises ValueError without one."""
    for each in said:
        if isinstance(each, Fixed | Cycle):
            return each
    raise ValueError("no time")


def weekday_cycle(weekday: int) -> Cycle:
    """A weekday (Monday 0)."""
    return Cycle("day", "week", lambda week: one_day(shift(week, weekday, "day").date()))


def month_cycle(month: int) -> Cycle:
    """A month of the year."""
    refuse_unless(1 <= month <= 12)

    def within(year: datetime) -> Interval:
        begin = year.replace(month=month)
        return Interval(begin, shift(begin, 1, "month"), "month")

    return Cycle("month", "year", within, near=True)


def month_day_cycle(month: int, day: int) -> Cycle:
    """A day of a month of the year; the 29th of February in leap years only."""
    date(2024, month, day)

    def within(year: datetime) -> Interval | None:
        try:
            return one_day(date(year.year, month, day))
        except ValueError:
            return None

    return Cycle("day", "year", within, near=True)


def month_days_cycle(month: int, first: int, last: int) -> Cycle:
    """Days of a month of the year, both included."""
    date(2024, month, last)
    refuse_unless(first < last)

    def within(year: datetime) -> Interval | None:
        try:
            begin, end = date(year.year, month, first), date(year.year, month, last)
        except ValueError:
            return None
        return Interval(one_day(begin).begin, one_day(end).until, "day")

    return Cycle("day", "year", within, near=True)


def day_of_month_cycle(day: int) -> Cycle:
    """A day of the month, in months that have it."""
    refuse_unless(1 <= day <= 31)

    def within(month: datetime) -> Interval | None:
        try:
            return one_day(month.replace(day=day).date())
        except ValueError:
            return None

    return Cycle("day", "month", within)


def absolute_day(year: int, month: int, day: int) -> Fixed:
    """A day with its year; `26` is 2026, `74` is 1974."""
    if year < 100:
        year += 2000 if year < 70 else 1900
    return Fixed(one_day(date(year, month, day)), absolute=True)


def at_least_a_day(time: Time) -> bool:
    """Whether a time is a day or coarser."""
    return coarse(grain_of(time))
