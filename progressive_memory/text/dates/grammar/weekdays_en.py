"""English days and weeks: tomorrow, next Friday, the week after next, the day before Christmas."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    day_of_month_cycle,
    existing,
    is_day,
    month_cycle,
    refuse_unless,
    weekday_cycle,
)
from progressive_memory.text.dates.span import Grain
from progressive_memory.text.dates.times import (
    Context,
    Cycle,
    Fixed,
    Time,
    chosen,
    following,
    inside,
    moved,
    narrow,
    preceding,
)


@GRAMMAR.rule("date", "near|znear")
def near_day(context: Context, away: int) -> Fixed:
    """Today, tomorrow, 昨天."""
    return Fixed(calendar.unit(context.at, "day", away))


@GRAMMAR.rule("date", "'the'? 'day' 'after' near")
def day_after_tomorrow(context: Context, away: int) -> Fixed:
    """The day after tomorrow."""
    refuse_unless(away == 1)
    return Fixed(calendar.unit(context.at, "day", 2))


@GRAMMAR.rule("date", "'the'? 'day' 'before' near")
def day_before_yesterday(context: Context, away: int) -> Fixed:
    """The day before yesterday."""
    refuse_unless(away == -1)
    return Fixed(calendar.unit(context.at, "day", -2))


@GRAMMAR.rule("date", "'the'? 'day' 'after' date", "'the'? 'day' 'following' date")
def day_after(_: Context, date: Time) -> Time:
    """The day after Christmas."""
    refuse_unless(is_day(date))
    return replace(moved(date, lambda day: calendar.unit(day.begin, "day", 1)), quiet=True)


@GRAMMAR.rule("date", "'the'? 'day' 'before' date")
def day_before(_: Context, date: Time) -> Time:
    """The day before Christmas."""
    refuse_unless(is_day(date))
    return replace(moved(date, lambda day: calendar.unit(day.begin, "day", -1)), quiet=True)


@GRAMMAR.rule("step", "near_step|coming")
def step(_: Context, away: int) -> int:
    """Last, this, next, coming: how many units away."""
    return away


@GRAMMAR.rule("date", "weekday", "weekday~")
def bare_weekday(_: Context, weekday: int) -> Cycle:
    """Friday."""
    return weekday_cycle(weekday)


@GRAMMAR.rule("date", "near_step weekday|weekday~")
def step_weekday(context: Context, step: int, weekday: int) -> Fixed:
    """Next Friday and this Friday are of their calendar week; last Friday is the latest one."""
    cycle = weekday_cycle(weekday)
    if step == -1:
        today = calendar.floor(context.at, "day")
        return Fixed(preceding(cycle, today))
    return Fixed(existing(inside(cycle, calendar.unit(context.at, "week", step))))


@GRAMMAR.rule("date", "'this'? coming weekday")
def coming_weekday(context: Context, _coming: int, weekday: int) -> Fixed:
    """The coming Friday: the next one after today or today."""
    today = calendar.floor(context.at, "day")
    return Fixed(following(weekday_cycle(weekday), today - timedelta(days=1)))


@GRAMMAR.rule("date", "'this' 'past' weekday")
def past_weekday(context: Context, weekday: int) -> Fixed:
    """This past Friday: the latest one."""
    return Fixed(preceding(weekday_cycle(weekday), calendar.floor(context.at, "day")))


@GRAMMAR.rule("date", "weekday 'of'|'from'? date")
def weekday_of(_: Context, weekday: int, date: Time) -> Time | None:
    """Tuesday of next week."""
    refuse_unless(isinstance(date, Fixed) and date.interval.grain == "week")
    return narrow(date, weekday_cycle(weekday))


@GRAMMAR.rule("date", "date ','? 'on'? weekday")
def week_weekday(_: Context, date: Time, weekday: int) -> Time | None:
    """Next week on Tuesday."""
    refuse_unless(isinstance(date, Fixed) and date.interval.grain == "week")
    return narrow(date, weekday_cycle(weekday))


@GRAMMAR.rule("date", "weekday 'after' 'next'")
def weekday_after_next(context: Context, weekday: int) -> Fixed:
    """Friday after next: the second one to come."""
    return Fixed(following(weekday_cycle(weekday), context.at, 2), quiet=True)


@GRAMMAR.rule("date", "'the'? weekday 'before' 'last'")
def weekday_before_last(context: Context, weekday: int) -> Fixed:
    """The Tuesday before last: the second one back."""
    today = calendar.floor(context.at, "day")
    return Fixed(preceding(weekday_cycle(weekday), today, 2), quiet=True)


@GRAMMAR.rule("date", "int weekday|weekdays 'ago'")
def weekdays_ago(context: Context, count: int, weekday: int) -> Fixed:
    """Two Sundays ago."""
    refuse_unless(0 < count < 60)
    today = calendar.floor(context.at, "day")
    return Fixed(preceding(weekday_cycle(weekday), today, count), quiet=True)


@GRAMMAR.rule("date", "month 'after' 'next'")
def month_after_next(context: Context, month: int) -> Fixed:
    """March after next."""
    return Fixed(following(month_cycle(month), context.at, 2))


@GRAMMAR.rule("date", "int weekday|weekdays 'from' 'now'")
def weekdays_from_now(context: Context, count: int, weekday: int) -> Fixed:
    """Two Sundays from now."""
    refuse_unless(0 < count < 60)
    return Fixed(following(weekday_cycle(weekday), context.at, count), quiet=True)


@GRAMMAR.rule("date", "weekday|weekday~ ','? date", "weekday '(' date ')'")
def weekday_and_date(context: Context, weekday: int, date: Time) -> Time:
    """Friday, May 15: the date counts; a year not said is one in which it is that weekday."""
    refuse_unless(is_day(date))
    return that_weekday(context, weekday, date)


@GRAMMAR.rule("date", "date ','? weekday", "date '(' weekday ')'")
def date_and_weekday(context: Context, date: Time, weekday: int) -> Time:
    """May 15 (Friday)."""
    refuse_unless(is_day(date))
    return that_weekday(context, weekday, date)


@GRAMMAR.rule("date", "weekday|weekday~ ','? 'the'? ord")
def weekday_the_nth(_: Context, weekday: int, day: int) -> Time | None:
    """Wednesday the 13th."""
    time: Time = day_of_month_cycle(day)
    return narrow(time, weekday_cycle(weekday))


def that_weekday(context: Context, weekday: int, date: Time) -> Time:
    """A date that is said to fall on a weekday: of the year in which it does, nearest to the
    message; where none of three does, the weekday is a slip.
    """
    if isinstance(date, Fixed):
        refuse_unless(date.absolute or date.interval.begin.weekday() == weekday)
        return date
    refuse_unless(date.period == "year")
    here = calendar.floor(context.at, "day")
    years = (
        date.within(calendar.shift(calendar.floor(here, "year"), n, "year")) for n in (-1, 0, 1)
    )
    fitting = [each for each in years if each and each.begin.weekday() == weekday]
    return Fixed(min(fitting, key=lambda each: abs(each.begin - here))) if fitting else date


@GRAMMAR.rule("date", "step unit")
def step_unit(context: Context, step: int, unit: Grain) -> Fixed:
    """Last week, this quarter, next year."""
    refuse_unless(unit not in {"second", "minute", "hour"})
    return Fixed(calendar.unit(context.at, unit, step), quiet=unit == "day")


@GRAMMAR.rule("date", "'this' 'calendar' unit", "'the' unit")
def the_unit(context: Context, unit: Grain) -> Fixed:
    """The week, the month: the present one, too vague to be written down except the weekend."""
    refuse_unless(unit in {"week", "month", "quarter", "year", "weekend"})
    return Fixed(calendar.unit(context.at, unit), quiet=True)


@GRAMMAR.rule("date", "'the' step unit")
def the_step_unit(context: Context, step: int, unit: Grain) -> Fixed:
    """The last week: it may be the seven days up to now."""
    refuse_unless(unit not in {"second", "minute", "hour"})
    return Fixed(calendar.unit(context.at, unit, step), quiet=True)


@GRAMMAR.rule("date", "'the'? unit 'after' 'next'")
def unit_two_ahead(context: Context, unit: Grain) -> Fixed:
    """The week after next."""
    refuse_unless(unit in {"week", "weekend", "month", "quarter", "year"})
    return Fixed(calendar.unit(context.at, unit, 2))


@GRAMMAR.rule("date", "'the'? unit 'before' 'last'")
def unit_before_last(context: Context, unit: Grain) -> Fixed:
    """The week before last."""
    refuse_unless(unit in {"week", "weekend", "month", "quarter", "year"})
    return Fixed(calendar.unit(context.at, unit, -2))


@GRAMMAR.rule("date", "'the'? ord? 'closest'|'nearest' weekday|holiday 'to' date")
def closest(context: Context, number: int | None, which: int | Cycle, date: Time) -> Fixed:
    """The closest Monday to the 5th of October."""
    day = chosen(date, context).interval.begin
    cycle = weekday_cycle(which) if isinstance(which, int) else which
    around = [following(cycle, day, n) for n in range(1, 5)] + [
        preceding(cycle, day, n) for n in range(1, 5)
    ]
    around.sort(key=lambda each: abs(each.begin - day))
    return Fixed(around[(number or 1) - 1], quiet=True)
