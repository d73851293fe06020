"""Holidays with a fixed or computable date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    month_day_cycle,
    weekday_cycle,
)
from progressive_memory.text.dates.span import Interval
from progressive_memory.text.dates.times import (
    Context,
    Cycle,
    Fixed,
    Time,
    following,
    inside,
    narrow,
    preceding,
)


def fixed(month: int, day: int) -> Cycle:
    """The same day of every year."""
    return replace(month_day_cycle(month, day), near=True, quiet=True)


def nth_weekday(month: int, weekday: int, number: int, days: int = 0) -> Cycle:
    """The nth weekday of a month, or so many days after it."""

    def within(year: datetime) -> Interval | None:
        begin = year.replace(month=month)
        found = inside(weekday_cycle(weekday), calendar.unit(begin, "month"), number)
        return calendar.one_day(found.begin.date() + timedelta(days=days)) if found else None

    return Cycle("day", "year", within, near=True, quiet=True)


def by_year(day: Callable[[int], date], days: int = 0) -> Cycle:
    """A day that is computed from the year, or so many days after it."""

    def within(year: datetime) -> Interval:
        return calendar.one_day(day(year.year) + timedelta(days=days))

    return Cycle("day", "year", within, near=True, quiet=True)


ENGLISH: dict[str, Cycle] = {
    "christmas|xmas day?": fixed(12, 25),
    "christmas|xmas eve": fixed(12, 24),
    "boxing day": fixed(12, 26),
    "new year|year's|years eve": fixed(12, 31),
    "new year|year's|years day?": fixed(1, 1),
    "valentine's|valentines|valentine day?": fixed(2, 14),
    "halloween": fixed(10, 31),
    "april fool's|fools day?": fixed(4, 1),
    "independence day": fixed(7, 4),
    "fourth|4th of july": fixed(7, 4),
    "veterans|veteran's day": fixed(11, 11),
    "st|saint patrick's|patricks|paddy's day": fixed(3, 17),
    "earth day": fixed(4, 22),
    "international? workers|worker's day": fixed(5, 1),
    "may day": fixed(5, 1),
    "international? women's day": fixed(3, 8),
    "bastille day": fixed(7, 14),
    "ides of march": fixed(3, 15),
    "thanksgiving day?": nth_weekday(11, 3, 4),
    "black friday": nth_weekday(11, 3, 4, 1),
    "cyber monday": nth_weekday(11, 3, 4, 4),
    "labor|labour day": nth_weekday(9, 0, 1),
    "memorial day": nth_weekday(5, 0, -1),
    "mother's|mothers day": nth_weekday(5, 6, 2),
    "father's|fathers day": nth_weekday(6, 6, 3),
    "mlk day": nth_weekday(1, 0, 3),
    "martin luther king|king's day?": nth_weekday(1, 0, 3),
    "president's|presidents day": nth_weekday(2, 0, 3),
    "columbus day": nth_weekday(10, 0, 2),
    "easter sunday?": by_year(calendar.easter),
    "easter monday": by_year(calendar.easter, 1),
    "good friday": by_year(calendar.easter, -2),
    "palm sunday": by_year(calendar.easter, -7),
    "ash wednesday": by_year(calendar.easter, -46),
    "pentecost": by_year(calendar.easter, 49),
    "ascension day": by_year(calendar.easter, 39),
}


def named(pattern: str, cycle: Cycle) -> None:
    """Add the rule of a holiday, whose pattern is words without quotes."""
    items = []
    for item in pattern.replace("-", " - ").split():
        words = "|".join(f"'{word}'" for word in item.removesuffix("?").split("|"))
        items.append(words + "?" * item.endswith("?"))
    GRAMMAR.rule("holiday", " ".join(items))(lambda _context: cycle)


for _pattern, _cycle in ENGLISH.items():
    named(_pattern, _cycle)


@GRAMMAR.rule("date", "'the'? holiday")
def holiday(_: Context, cycle: Cycle) -> Cycle:
    """Christmas: a day of the year, too well known to be written down."""
    return cycle


@GRAMMAR.rule("date", "holiday 'of'|'in'? year")
def holiday_of_year(_: Context, cycle: Cycle, year: int) -> Time | None:
    """Christmas 2015."""
    begin = datetime(year, 1, 1)
    found = inside(cycle, Interval(begin, calendar.shift(begin, 1, "year"), "year"))
    return Fixed(found, absolute=True) if found else None


@GRAMMAR.rule("date", "holiday 'of'|'in'? whole")
def holiday_of_that_year(_: Context, cycle: Cycle, whole: Time) -> Time | None:
    """Thanksgiving of next year."""
    return (
        narrow(whole, cycle)
        if isinstance(whole, Fixed) and whole.interval.grain == "year"
        else None
    )


@GRAMMAR.rule("date", "step holiday")
def step_holiday(context: Context, step: int, cycle: Cycle) -> Fixed:
    """Next Christmas, last Easter."""
    if step < 0:
        return Fixed(preceding(cycle, context.at), quiet=True)
    return Fixed(following(cycle, calendar.shift(context.at, -1, "day")), quiet=True)


@GRAMMAR.rule("date", "ord holiday 'from' 'now'", "int holiday 'from' 'now'")
def holidays_from_now(context: Context, number: int, cycle: Cycle) -> Fixed:
    """The second Christmas from now."""
    return Fixed(following(cycle, context.at, number), quiet=True)
