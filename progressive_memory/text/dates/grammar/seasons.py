"""Seasons, numbered weeks, and letters for ends: next summer, week 23, EOM."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    refuse_unless,
)
from progressive_memory.text.dates.grammar.months_en import whole_year
from progressive_memory.text.dates.grammar.parts_en import part_of
from progressive_memory.text.dates.span import Grain, Interval
from progressive_memory.text.dates.times import (
    Context,
    Cycle,
    Fixed,
    Time,
    following,
    inside,
    moved,
    preceding,
)


@GRAMMAR.rule("date", "'eod'|'cob'", "'by' 'the'? 'end' 'of' 'the'? 'day'", "'end' 'of' 'day'")
def end_of_day(context: Context) -> Fixed:
    """EOD: today."""
    return Fixed(calendar.unit(context.at, "day"))


@GRAMMAR.rule("date", "'the'? edge_letters")
def end_of_unit(context: Context, letters: tuple[str, Grain]) -> Fixed:
    """EOM, EOW, BOM."""
    edge, unit = letters
    return Fixed(part_of(edge, calendar.unit(context.at, unit)), quiet=edge == "begin")


@GRAMMAR.rule("date", "'week' num|int", "'w' num")
def numbered_week(context: Context, number: int) -> Fixed:
    """Week 23 of this year (ISO)."""
    refuse_unless(1 <= number <= 53)
    begin = datetime.fromisocalendar(context.at.year, number, 1)
    return Fixed(calendar.unit(begin, "week"), quiet=True)


@GRAMMAR.rule("date", "'the'? 'week' 'of' date", "'w' '/' 'c' date")
def week_of(_: Context, date: Time) -> Time:
    """The week of May 4."""
    return replace(moved(date, lambda day: calendar.unit(day.begin, "week"), "week"), quiet=True)


def season_cycle(number: int) -> Cycle:
    """Spring, summer, autumn, winter: from the 20th of March and so on (northern)."""
    months = (3, 6, 9, 12)

    def within_year(year: datetime) -> Interval:
        begin = year.replace(month=months[number], day=(20, 21, 23, 21)[number])
        return Interval(begin, calendar.shift(begin, 3, "month"), "day")

    return Cycle("day", "year", within_year, quiet=True)


@GRAMMAR.rule("date", "step season")
def step_season(context: Context, step: int, season: int) -> Fixed:
    """Next summer."""
    cycle = season_cycle(season)
    if step < 0:
        return Fixed(preceding(cycle, context.at), quiet=True)
    first = following(cycle, calendar.shift(context.at, -3, "month"))
    return Fixed(first if step == 0 else following(cycle, context.at), quiet=True)


@GRAMMAR.rule("date", "season 'of'? year")
def season_of_year(_: Context, season: int, year: int) -> Fixed | None:
    """Summer 2015."""
    found = inside(season_cycle(season), whole_year(year).interval)
    return Fixed(found, absolute=True, quiet=True) if found else None
