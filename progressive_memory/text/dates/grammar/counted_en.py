"""English phrases counted from now or from a date: in two weeks, 3 days ago, the next 3 days."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    only,
    refuse_unless,
    weekday_cycle,
)
from progressive_memory.text.dates.span import Grain, Interval, coarse
from progressive_memory.text.dates.times import (
    Clock,
    Context,
    Fixed,
    Length,
    Time,
    at_clock,
    by_day,
    following,
    moved,
)


def away(context: Context, length: Length, sign: int) -> Fixed:
    """What is a length away: exact to the unit below its own, as peers read it (`two years ago` is
    a month, `in two weeks` a day, `in three days` an hour); the log shows no more than its unit.
    """
    moment = length.after(context.at, sign)
    grain = length.grain
    quiet = length.vague or _far(length) or any(count % 1 for count, _ in length.parts)
    if not coarse(grain):
        step: Grain = "minute" if grain == "hour" else "second"
        return Fixed(Interval(moment, calendar.shift(moment, 1, step), step), quiet=True)
    found = calendar.unit(moment, _BELOW[grain])
    return Fixed(found, quiet=quiet, shown="day" if grain == "week" else grain)


_BELOW: dict[Grain, Grain] = {
    "day": "hour",
    "week": "day",
    "month": "day",
    "quarter": "month",
    "year": "month",
    "decade": "year",
    "century": "year",
}


def _far(length: Length) -> bool:
    """Whether a length is a round number of years, no date."""
    return length.parts[0][1] == "year" and length.parts[0][0] >= 20


@GRAMMAR.rule("date", "len 'ago'", "len 'back'")
def ago(context: Context, length: Length) -> Fixed:
    """Three days ago."""
    return away(context, length, -1)


@GRAMMAR.rule("date", "'in' 'about'|'around'? len 'time'?", "len 'from' 'now'", "len 'hence'")
def ahead(context: Context, length: Length) -> Fixed:
    """In two weeks; but "we did it in three days" says how long it took."""
    return replace(away(context, length, 1), ahead=True)


@GRAMMAR.rule("date", "len 'from' near", "near 'in' len")
def from_today(context: Context, *said: object) -> Fixed:
    """Two weeks from today, today in one hour."""
    there = context.at + timedelta(days=only(int, said))
    return away(replace(context, at=there), only(Length, said), 1)


@GRAMMAR.rule("date", "unit 'from' near")
def unit_from_today(context: Context, unit: Grain, near: int) -> Fixed:
    """Week from tomorrow."""
    return from_today(context, near, Length(((1, unit),)))


@GRAMMAR.rule("date", "'in' num prime")
def in_minutes(context: Context, count: int, unit: Grain) -> Fixed:
    """In 15'."""
    return ahead(context, Length(((count, unit),)))


@GRAMMAR.rule("when", "'in' len 'at' clock|latent")
def ahead_at(context: Context, length: Length, clock: Clock) -> Time:
    """In 7 days at 5pm."""
    refuse_unless(coarse(length.grain))
    day = Fixed(calendar.unit(away(context, length, 1).interval.begin, "day"), ahead=True)
    return at_clock(day, by_day(clock), context.local)


@GRAMMAR.rule("when", "clock 'in' len", "'at' latent 'in' len")
def at_ahead(context: Context, clock: Clock, length: Length) -> Time:
    """At 7 in 3 days."""
    return ahead_at(context, length, clock)


@GRAMMAR.rule("date", "'after' len")
def after_a_length(context: Context, length: Length) -> Fixed:
    """After five days: from now, or from what is not said."""
    return replace(away(context, length, 1), quiet=True, bound="after")


@GRAMMAR.rule("date", "len 'later'")
def later(context: Context, length: Length) -> Fixed:
    """Two hours later: than what is not said."""
    return replace(away(context, length, 1), quiet=True)


@GRAMMAR.rule("date", "len 'after' date", "len 'from' date")
def after_a_date(_: Context, length: Length, date: Time) -> Time:
    """Two weeks after Monday."""
    return replace(moved(date, lambda whole: _shifted(whole, length, 1)), quiet=True)


@GRAMMAR.rule("date", "'the'? unit 'after' date")
def unit_after_a_date(_: Context, unit: Grain, date: Time) -> Time:
    """The week after Christmas: a week later."""
    refuse_unless(unit in {"week", "month", "year"})
    return after_a_date(_, Length(((1, unit),)), date)


@GRAMMAR.rule("date", "len 'before' date")
def before_a_date(_: Context, length: Length, date: Time) -> Time:
    """Two days before Christmas."""
    return replace(moved(date, lambda whole: _shifted(whole, length, -1)), quiet=True)


def _shifted(whole: Interval, length: Length, sign: int) -> Interval:
    refuse_unless(coarse(length.grain))
    return calendar.one_day(length.after(whole.begin, sign).date())


@GRAMMAR.rule("date", "'within' len", "'within'|'in' 'the' 'next' len")
def within(context: Context, length: Length) -> Fixed:
    """Within three days: from today (or now) on."""
    until = length.after(context.at)
    if not coarse(length.grain):
        return Fixed(Interval(context.at, until, length.grain), quiet=True)
    days = calendar.days(context.at.date(), until.date())
    return Fixed(
        days, ahead=True, quiet=length.vague or length.grain in {"month", "quarter", "year"}
    )


@GRAMMAR.rule("date", "'the'? step n|several unit", "'the'? n|several step unit")
def next_units(context: Context, one: float, other: float, unit: Grain) -> Fixed:
    """The next three days, the last two weeks: whole ones, the present one left out."""
    step, count = (one, other) if one in {-1, 1} else (other, one)
    refuse_unless(
        step in {-1, 1} and count == int(count) and 1 <= count < 1000 and unit != "weekend"
    )
    first = 1 if step > 0 else -int(count)
    return Fixed(calendar.units(context.at, unit, first, int(count)), quiet=True)


@GRAMMAR.rule("span", "step unit")
def next_hour(context: Context, step: int, unit: Grain) -> Fixed:
    """The next hour, this minute."""
    refuse_unless(unit in {"minute", "hour"})
    return Fixed(calendar.unit(context.at, unit, step), quiet=True)


@GRAMMAR.rule("date", "'the'? ord weekday 'after' date")
def nth_weekday_after(_: Context, number: int, weekday: int, date: Time) -> Time:
    """The third Tuesday after Christmas."""
    cycle = weekday_cycle(weekday)
    return replace(moved(date, lambda day: following(cycle, day.begin, number)), quiet=True)


@GRAMMAR.rule("date", "'year' 'to' 'date'", "'ytd'")
def year_to_date(context: Context) -> Fixed:
    """Year to date."""
    begin = calendar.floor(context.at, "year")
    return Fixed(Interval(begin, context.at, "day"), quiet=True)
