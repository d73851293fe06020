"""From one date to another: Monday to Wednesday, 13 to 15 July, Aug 8 - Aug 12."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    at_least_a_day,
    existing,
    grain_of,
    month_days_cycle,
    refuse_unless,
)
from progressive_memory.text.dates.span import Grain, Interval, finer
from progressive_memory.text.dates.times import (
    Context,
    Cycle,
    Fixed,
    Time,
    chosen,
    inside,
)


@GRAMMAR.rule("to", "'-'|'to'|'through'|'thru'|'until'|'till'|'untill'|'til'|zto", "'up' 'to'")
def to_word(_: Context, *_said: object) -> str:
    """To."""
    return "to"


@GRAMMAR.rule("from", "'from'|'between'|'starting'|zfrom", "'in' 'between'")
def from_word(_: Context, *_said: object) -> str:
    """From."""
    return "from"


@GRAMMAR.rule("days", "month! day to day")
def month_days(_: Context, month: int, first: int, _to: object, last: int) -> Cycle:
    """July 13 to 15."""
    return month_days_cycle(month, first, last)


@GRAMMAR.rule("days", "day to day 'of'? month!", "day 'and' day 'of'? month!")
def days_of_month(_: Context, *said: object) -> Cycle:
    """13 to 15 July."""
    first, last, month = (each for each in said if isinstance(each, int))
    return month_days_cycle(month, first, last)


@GRAMMAR.rule("days", "days ','? year")
def days_of_year(_: Context, days: Cycle, year: int) -> Fixed | None:
    """July 13 to 15, 2015."""
    begin = datetime(year, 1, 1)
    found = inside(days, Interval(begin, calendar.shift(begin, 1, "year"), "year"))
    return Fixed(found, absolute=True) if found else None


@GRAMMAR.rule("span", "from? days")
def told_days(_: Context, _from: object, days: Time) -> Time:
    """From 13 to 15 July."""
    return days


@GRAMMAR.rule("point", "date|when")
def point(_: Context, time: Time) -> Time:
    """An end of a range."""
    return time


@GRAMMAR.rule("span", "from? point to point", "from point 'and' point")
def from_to(context: Context, *said: object) -> Time | None:
    """From Monday to Wednesday, Aug 8 - Aug 12."""
    one, other = (each for each in said if isinstance(each, Fixed | Cycle))
    return between(context, one, other)


def between(context: Context, one: Time, other: Time) -> Time | None:
    """From the beginning of one time to the end of the other: a day is counted whole."""
    refuse_unless({grain_of(one), grain_of(other)} != {"day", "year"})
    if isinstance(one, Cycle) and isinstance(other, Cycle) and one.period == other.period:
        return _cycle_between(one, other)
    if isinstance(one, Cycle) and isinstance(other, Fixed):
        return _backwards(context, one, other)
    first = chosen(one, context)
    last = other.interval if isinstance(other, Fixed) else _next_after(other, first.interval)
    whole = Interval(first.interval.begin, _end(last), finer_grain(first.interval, last))
    refuse_unless(whole.until > whole.begin)
    return Fixed(whole, quiet=first.quiet or other.quiet or not at_least_a_day(other))


def _cycle_between(one: Cycle, other: Cycle) -> Cycle:
    """Monday to Wednesday: a habit as likely as this week's days, so not written down."""

    def within(period: datetime) -> Interval | None:
        first = one.within(period)
        last = _next_after(other, first) if first else None
        return (
            Interval(first.begin, _end(last), finer_grain(first, last)) if first and last else None
        )

    return Cycle(
        one.grain, one.period, within, near=one.near, quiet=one.period == "week" or one.quiet
    )


def _backwards(context: Context, one: Cycle, other: Fixed) -> Fixed | None:
    """October 1 to February 3, 2019: the start is the latest before the end."""
    del context
    start = calendar.shift(other.interval.until, -1, one.period)
    found = inside(one, Interval(start, other.interval.until, "day"))
    whole = Interval(
        existing(found).begin, _end(other.interval), finer_grain(existing(found), other.interval)
    )
    return replace(other, interval=whole)


def _next_after(cycle: Cycle, first: Interval) -> Interval:
    for number in (1, 2):
        horizon = Interval(first.begin, calendar.shift(first.begin, 2, cycle.period), "day")
        found = inside(cycle, horizon, number)
        if found and found.begin > first.begin:
            return found
    raise ValueError("none follows")


def _end(interval: Interval) -> datetime:
    """Where a range ends: behind its last day, or at its last time of day."""
    return interval.begin if interval.grain in {"second", "minute", "hour"} else interval.until


def finer_grain(one: Interval, other: Interval) -> Grain:
    """The more exact of the grains of two intervals."""
    return one.grain if finer(one.grain, other.grain) else other.grain
