"""The Chinese calendar, computed: new moons and the sun's place, at the meridian of 120° east.

The series are those of Meeus, Astronomical Algorithms, chapters 25 and 49, cut to what a day needs.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from itertools import pairwise
from math import floor, radians, sin

_EAST = 8 / 24
_ORDINAL = 1_721_424.5
_MONTH = 29.530588861


def lunar_day(year: int, month: int, day: int, *, leap: bool = False) -> date:
    """The date of a day of the Chinese year that begins in `year`.

    Raises:
        ValueError: the year has no such month, or the month no such day.
    """
    months = _months(year)
    wanted = [begin for begin, number, is_leap in months if (number, is_leap) == (month, leap)]
    if not wanted or not 1 <= day <= 30:
        raise ValueError(f"no day {day} of month {month}")
    found = date.fromordinal(wanted[0] + day - 1)
    if day == 30 and found.toordinal() in {begin for begin, *_ in months}:
        raise ValueError(f"month {month} has 29 days")
    return found


def new_year(year: int) -> date:
    """春节: the first day of the Chinese year."""
    return lunar_day(year, 1, 1)


def solar_term(year: int, longitude: int, month: int) -> date:
    """The day in a month on which the sun reaches a longitude (15 is 清明, 270 is 冬至)."""
    first = date(year, month, 1).toordinal()
    for ordinal in range(first, first + 31):
        before, after = (_sun(_julian(ordinal + step)) for step in (0, 1))
        if (before - longitude) % 360 > 180 >= (after - longitude) % 360:
            return date.fromordinal(ordinal)
    raise ValueError(f"the sun is not at {longitude} in month {month}")


@lru_cache(maxsize=64)
def _months(year: int) -> tuple[tuple[int, int, bool], ...]:
    """First day, number and leap of each month from the first to the twelfth of a year."""
    return tuple(
        month
        for month in (*_solstice_months(year), *_solstice_months(year + 1))
        if _begins_in(month, year)
    )


def _begins_in(month: tuple[int, int, bool], year: int) -> bool:
    """Whether a month is of the Chinese year; its last two may begin in the next January."""
    begin, number, _ = month
    calendar_year = date.fromordinal(begin).year
    late = number >= 11 and date.fromordinal(begin).month <= 2
    return calendar_year - late == year if number >= 11 else calendar_year == year


@lru_cache(maxsize=64)
def _solstice_months(year: int) -> tuple[tuple[int, int, bool], ...]:
    """The months from the one of the winter solstice of the year before to that of `year`."""
    first = _month_of(solar_term(year - 1, 270, 12).toordinal())
    last = _month_of(solar_term(year, 270, 12).toordinal())
    begins = [_new_moon(k) for k in range(first, last + 1)]
    months: list[tuple[int, int, bool]] = []
    number, leap_year, leaped = 11, len(begins) == 14, False
    for begin, end in pairwise(begins):
        leap = leap_year and not leaped and bool(months) and _no_term(begin, end)
        leaped |= leap
        months.append((begin, (number - 2) % 12 + 1 if leap else number, leap))
        number = number if leap else number % 12 + 1
    return tuple(months)


def _month_of(ordinal: int) -> int:
    """The number of the new moon that begins the month of a day."""
    k = floor((_julian(ordinal) - 2_451_550.1) / _MONTH) + 2
    while _new_moon(k) > ordinal:
        k -= 1
    return k


def _no_term(begin: int, end: int) -> bool:
    """Whether the sun enters no sign between two days: such a month is a leap month."""
    return floor(_sun(_julian(begin)) / 30) == floor(_sun(_julian(end)) / 30)


def _julian(ordinal: int) -> float:
    """The Julian day at which a day begins in China."""
    return ordinal + _ORDINAL - _EAST


@lru_cache(maxsize=512)
def _new_moon(k: int) -> int:
    """The day, in China, of the kth new moon since January 2000."""
    t = k / 1236.85
    sun = radians(2.5534 + 29.10535670 * k)
    moon = radians(201.5643 + 385.81693528 * k + 0.0107582 * t * t)
    node = radians(160.7108 + 390.67050284 * k - 0.0016118 * t * t)
    e = 1 - 0.002516 * t
    moment = 2_451_550.09766 + _MONTH * k + 0.00015437 * t * t
    moment += (
        -0.40720 * sin(moon) + 0.17241 * e * sin(sun) + 0.01608 * sin(2 * moon)
        + 0.01039 * sin(2 * node) + 0.00739 * e * sin(moon - sun) - 0.00514 * e * sin(moon + sun)
        + 0.00208 * e * e * sin(2 * sun) - 0.00111 * sin(moon - 2 * node)
        - 0.00057 * sin(moon + 2 * node) + 0.00056 * e * sin(2 * moon + sun)
        - 0.00042 * sin(3 * moon) + 0.00042 * e * sin(sun + 2 * node)
        + 0.00038 * e * sin(sun - 2 * node) - 0.00024 * e * sin(2 * moon - sun)
    )  # fmt: skip
    return floor(moment - 0.0008 + _EAST - _ORDINAL)


def _sun(julian: float) -> float:
    """The sun's apparent longitude, in degrees."""
    t = (julian - 2_451_545) / 36_525
    anomaly = radians(357.52911 + 35_999.05029 * t)
    centre = (1.914602 - 0.004817 * t) * sin(anomaly) + 0.019993 * sin(2 * anomaly)
    centre += 0.000289 * sin(3 * anomaly) - 0.00569
    wobble = -0.00478 * sin(radians(125.04 - 1934.136 * t))
    return (280.46646 + 36_000.76983 * t + centre + wobble) % 360
