"""Dates in figures: 2015-03-03, 3/3/15, 4/25, 31/Oct/1974."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    absolute_day,
    month_day_cycle,
    refuse_unless,
)
from progressive_memory.text.dates.grammar.months_en import month_of_year
from progressive_memory.text.dates.times import (
    Context,
    Cycle,
    Fixed,
)


@GRAMMAR.rule("date", "num '-'|'/' month! '-'|'/' year|digits2")
def dashed_day_month(_: Context, day: int, month: int, year: int | str) -> Fixed:
    """31/Oct/1974."""
    return absolute_day(int(year), month, day)


@GRAMMAR.rule("date", "month! '-'|'/' num '-'|'/' year")
def dashed_month_day(_: Context, month: int, day: int, year: int) -> Fixed:
    """Sep-23-2020."""
    return absolute_day(year, month, day)


@GRAMMAR.rule("date", "year '-'|'/' month! '-'|'/' num")
def dashed_year_month(_: Context, year: int, month: int, day: int) -> Fixed:
    """2019-Aug-1."""
    return absolute_day(year, month, day)


@GRAMMAR.rule("date", "month! '/'|'-' day")
def dashed_month_and_day(_: Context, month: int, day: int) -> Cycle:
    """May/22."""
    return month_day_cycle(month, day)


@GRAMMAR.rule("date", "ymd")
def iso_date(_: Context, said: tuple[tuple[str, ...], str]) -> Fixed:
    """2015-03-03."""
    year, month, day = (int(number) for number in said[0])
    return absolute_day(year, month, day)


@GRAMMAR.rule("date", "year month! day")
def year_month_day(_: Context, year: int, month: int, day: int) -> Fixed:
    """2013 Feb 15."""
    return absolute_day(year, month, day)


@GRAMMAR.rule("date", "digits8")
def eight_digits(_: Context, said: str) -> Fixed:
    """20130215."""
    refuse_unless("1900" <= said[:4] <= "2099")
    return absolute_day(int(said[:4]), int(said[4:6]), int(said[6:]))


@GRAMMAR.rule("date", "xyy")
def numbers_with_year(_: Context, said: tuple[tuple[str, ...], str]) -> Fixed:
    """3/13/15, 13.3.2015: the month first, unless it is no month or points stand between."""
    (first, second, year), written = said
    refuse_unless("." not in written or len(year) == 4)
    one, other = int(first), int(second)
    if one > 12 or ("." in written and other <= 12):
        one, other = other, one
    return absolute_day(int(year), one, other)


@GRAMMAR.rule("date", "num '/' num")
def month_slash_day(_: Context, month: int, day: int) -> Cycle:
    """4/25: the month first, unless it is no month; it may be a ratio, so no log line shows it."""
    if month > 12:
        month, day = day, month
    return replace(month_day_cycle(month, day), quiet=True)


@GRAMMAR.rule("date", "'on' num '-' num")
def on_month_dash_day(_: Context, month: int, day: int) -> Cycle:
    """On 2-15: the month first."""
    return replace(month_day_cycle(month, day), quiet=True)


@GRAMMAR.rule("date", "num '/'|'-' year")
def month_slash_year(_: Context, month: int, year: int) -> Fixed:
    """12-2015."""
    return month_of_year(_, month, year)


@GRAMMAR.rule("date", "year '/'|'-' num")
def year_dash_month(_: Context, year: int, month: int) -> Fixed:
    """2015-12."""
    return month_of_year(_, month, year)
