"""Arithmetic of days, weeks, months and years; every function returns a new Interval or date.

Out of the calendar (year 1 to 9999) they raise ValueError or OverflowError; `resolution` catches.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from progressive_memory.text.dates.span import Interval


def days_away(day: date, days: int) -> Interval:
    """The one day `days` after `day`."""
    other = day + timedelta(days=days)
    return Interval(other, other, "day")


def days_from(first: date, last: date) -> Interval:
    """All days from `first` to `last`."""
    return Interval(first, last, "days")


def monday(day: date, weeks: int = 0) -> date:
    """The Monday of the week `weeks` after that of `day`."""
    return day + timedelta(days=7 * weeks - day.weekday())


def week(day: date, weeks: int) -> Interval:
    """Monday to Sunday of the week `weeks` after that of `day`."""
    first = monday(day, weeks)
    return days_from(first, first + timedelta(days=6))


def weekend(day: date, weeks: int) -> Interval:
    """Saturday and Sunday of the week `weeks` after that of `day`."""
    first = monday(day, weeks) + timedelta(days=5)
    return days_from(first, first + timedelta(days=1))


def weekday_in_week(day: date, weekday: int, weeks: int) -> Interval:
    """The weekday (Monday 0) of the week `weeks` after that of `day`."""
    return days_away(monday(day, weeks), weekday)


def nearest_weekday(day: date, weekday: int, *, past: bool) -> Interval:
    """The next such weekday, `day` included; with `past` the latest one before `day`."""
    ahead = (weekday - day.weekday()) % 7
    return days_away(day, ahead - 7 if past else ahead)


def month_start(day: date, months: int = 0) -> date:
    """The first day of the month `months` after that of `day`."""
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def month_end(day: date) -> date:
    """The last day of the month of `day`."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def month(first: date) -> Interval:
    """The whole month that starts on `first`."""
    return Interval(first, month_end(first), "month")


def months(first: date, count: int) -> Interval:
    """`count` whole months from the one that starts on `first`."""
    return Interval(first, month_end(month_start(first, count - 1)), "months")


def quarter(day: date, quarters: int) -> Interval:
    """The calendar quarter `quarters` after that of `day`."""
    return months(month_start(day, 3 * quarters - (day.month - 1) % 3), 3)


def year(number: int) -> Interval:
    """The whole year."""
    return Interval(date(number, 1, 1), date(number, 12, 31), "year")


def third_of_month(first: date, third: int) -> Interval:
    """Days 1–10 (0), 11–20 (1) or 21–end (2) of the month that starts on `first`."""
    last = month_end(first) if third == 2 else first.replace(day=10 * third + 10)
    return days_from(first.replace(day=10 * third + 1), last)


def end_of_month(first: date) -> Interval:
    """The last day of the month that starts on `first`."""
    return days_away(month_end(first), 0)


def nearest_month(day: date, number: int) -> date:
    """The first day of the month with that number nearest to `day`; of two, the later."""
    here = month_start(day)
    ahead = (number - here.month) % 12
    return month_start(here, ahead if ahead <= 6 else ahead - 12)


def nearest_date(day: date, month_number: int, day_number: int) -> date:
    """The date of that month and day nearest to `day`; of two, the later.

    Raises:
        ValueError: the month has no such day (the 29th of February is sought in leap years).
    """
    dates = []
    for number in range(day.year - 4, day.year + 5):
        try:
            dates.append(date(number, month_number, day_number))
        except ValueError:
            continue
    if not dates:
        raise ValueError(f"month {month_number} has no day {day_number}")
    return min(dates, key=lambda other: (abs((other - day).days), other < day))


def nearest_day_of_month(day: date, number: int, *, past: bool) -> Interval:
    """The next day with that number, `day` included; with `past` the latest one before `day`."""
    step = -1 if past else 1
    for months_away in range(0, 3 * step, step):
        first = month_start(day, months_away)
        if number <= month_end(first).day:
            found = first.replace(day=number)
            if (found < day) if past else (found >= day):
                return days_away(found, 0)
    raise ValueError(f"no month near has a day {number}")
