"""Arithmetic of moments and intervals; every function returns a new one.

Out of the calendar (year 1 to 9999) they raise ValueError or OverflowError; `chart` catches.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, timedelta

from progressive_memory.text.dates.span import Grain, Interval

_FIXED: dict[Grain, timedelta] = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "weekend": timedelta(days=7),
}
_MONTHS: dict[Grain, int] = {
    "month": 1,
    "quarter": 3,
    "half": 6,
    "year": 12,
    "decade": 120,
    "century": 1200,
}


def midnight(day: date) -> datetime:
    """The first moment of a day."""
    return datetime(day.year, day.month, day.day)


def shift(moment: datetime, count: float, grain: Grain) -> datetime:
    """The moment `count` units later; months and years keep the day where the month has it.

    A fraction of months is days of a 30-day month, one of years is months.
    """
    if grain in _FIXED:
        return moment + count * _FIXED[grain]
    months = count * _MONTHS[grain]
    whole = int(months // 1)
    index = moment.year * 12 + moment.month - 1 + whole
    year, month = index // 12, index % 12 + 1
    day = min(moment.day, monthrange(year, month)[1])
    return moment.replace(year=year, month=month, day=day) + (months - whole) * timedelta(days=30)


def floor(moment: datetime, grain: Grain) -> datetime:
    """The first moment of the unit that holds `moment`; weeks begin on Monday."""
    if grain in {"second", "minute", "hour"}:
        second = moment.second if grain == "second" else 0
        minute = 0 if grain == "hour" else moment.minute
        return moment.replace(minute=minute, second=second, microsecond=0)
    day = midnight(moment.date())
    if grain in {"day", "part"}:
        return day
    if grain == "week":
        return day - timedelta(days=day.weekday())
    if grain == "weekend":
        return day + timedelta(days=5 - day.weekday())
    months = _MONTHS[grain]
    index = (day.year * 12 + day.month - 1) // months * months
    return datetime(index // 12, index % 12 + 1, 1)


def unit(moment: datetime, grain: Grain, away: int = 0) -> Interval:
    """The whole unit `away` units after that of `moment`; weekends are Saturday and Sunday."""
    begin = shift(floor(moment, grain), away, grain)
    until = begin + timedelta(days=2) if grain == "weekend" else shift(begin, 1, grain)
    return Interval(begin, until, grain)


def units(moment: datetime, grain: Grain, first: int, count: int) -> Interval:
    """`count` whole units, the first of them `first` units after that of `moment`."""
    begin = shift(floor(moment, grain), first, grain)
    return Interval(begin, shift(begin, count, grain), grain)


def one_day(day: date) -> Interval:
    """A whole day."""
    begin = midnight(day)
    return Interval(begin, begin + timedelta(days=1), "day")


def days(first: date, last: date) -> Interval:
    """The days from `first` to `last`, both included. Raises ValueError unless in order."""
    if last < first:
        raise ValueError(f"{last} is before {first}")
    return Interval(midnight(first), midnight(last) + timedelta(days=1), "day")


def month_end(day: date) -> date:
    """The last day of the month of `day`."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876)."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * k) // 451
    month, day = divmod(h + k - 7 * m + 114, 31)
    return date(year, month, day + 1)


def orthodox_easter(year: int) -> date:
    """Easter Sunday of the Julian calendar, as a Gregorian date (right from 1900 to 2099)."""
    a, b, c = year % 4, year % 7, year % 19
    d = (19 * c + 15) % 30
    e = (2 * a + 4 * b - d + 34) % 7
    month, day = divmod(d + e + 114, 31)
    return date(year, month, day + 1) + timedelta(days=13)
