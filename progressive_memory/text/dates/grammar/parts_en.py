"""English parts of months, quarters and years: the last Monday of March, end of May, Q3."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    grain_of,
    is_day,
    month_cycle,
    only,
    refuse_unless,
    weekday_cycle,
)
from progressive_memory.text.dates.grammar.months_en import whole_year
from progressive_memory.text.dates.span import Grain, Interval, finer
from progressive_memory.text.dates.times import (
    Context,
    Fixed,
    Time,
    moved,
    narrow,
)


@GRAMMAR.rule("date", "'the'? ord weekday|weekday~ 'of'|'in' whole|this")
def nth_weekday(_: Context, number: int, weekday: int, whole: Time) -> Time | None:
    """The third Thursday of November."""
    return _quiet(narrow(whole, weekday_cycle(weekday), number))


@GRAMMAR.rule("date", "'the'? 'last' weekday 'of'|'in' whole|this")
def last_weekday(_: Context, weekday: int, whole: Time) -> Time | None:
    """The last Monday of March."""
    return _quiet(narrow(whole, weekday_cycle(weekday), -1))


def _quiet(time: Time | None) -> Time | None:
    return replace(time, quiet=True) if time else None


@GRAMMAR.rule("this", "'the' unit", "'this' unit")
def this_unit(context: Context, unit: Grain) -> Fixed:
    """The month that an nth is of."""
    refuse_unless(unit in {"week", "month", "quarter", "year"})
    return Fixed(calendar.unit(context.at, unit))


@GRAMMAR.rule("date", "'the'? ord unit 'of'|'in' whole|this")
def nth_unit(_: Context, number: int, unit: Grain, whole: Time) -> Time:
    """The first week of March, the third quarter of 2015."""
    return replace(moved(whole, lambda each: nth(each, unit, number), unit), quiet=True)


@GRAMMAR.rule("date", "'the'? 'last' unit 'of'|'in' whole|this")
def last_unit(_: Context, unit: Grain, whole: Time) -> Time:
    """The last day of October."""
    return replace(moved(whole, lambda each: nth(each, unit, -1), unit), quiet=True)


@GRAMMAR.rule("date", "'the'? ord 'last' unit 'of'|'in' whole|this")
def nth_last_unit(_: Context, number: int, unit: Grain, whole: Time) -> Time:
    """The fifth last day of May."""
    return replace(moved(whole, lambda each: nth(each, unit, -number), unit), quiet=True)


@GRAMMAR.rule("date", "'the'? ord unit year?", "'the'? ord unit 'of' year")
def nth_quarter(context: Context, number: int, unit: Grain, year: int | None) -> Fixed:
    """The third quarter."""
    refuse_unless(unit == "quarter")
    whole = whole_year(year).interval if year else calendar.unit(context.at, "year")
    return Fixed(nth(whole, "quarter", number), absolute=bool(year))


@GRAMMAR.rule("date", "'the'? ord 'half' 'of'|'in' whole|this")
def nth_half(_: Context, number: int, whole: Time) -> Time:
    """The first half of 2014."""
    refuse_unless(grain_of(whole) == "year")
    return replace(moved(whole, lambda each: nth(each, "half", number), "half"), quiet=True)


@GRAMMAR.rule("date", "quarter_name 'of'? whole")
def quarter_of_year(_: Context, name: tuple[Grain, int], whole: Time) -> Time:
    """Q1 next year."""
    refuse_unless(grain_of(whole) == "year")
    return moved(whole, lambda each: nth(each, *name), name[0])


@GRAMMAR.rule("date", "digits2 quarter_name")
def short_year_quarter(_: Context, year: str, name: tuple[Grain, int]) -> Fixed:
    """18Q4."""
    return Fixed(nth(whole_year(2000 + int(year)).interval, *name), absolute=True)


@GRAMMAR.rule("date", "quarter_name '-'|'/'|'of'? year?", "year '-'|'/'? quarter_name")
def named_quarter(context: Context, *said: object) -> Fixed:
    """Q3, q3 2019, 2019-Q1."""
    unit, number = only(tuple, said)
    year = next((each for each in said if isinstance(each, int)), None)
    whole = whole_year(year).interval if year else calendar.unit(context.at, "year")
    return Fixed(nth(whole, unit, number), absolute=bool(year), quiet=not year)


@GRAMMAR.rule("quarter_name", "'q' num")
def quarter_letters(_: Context, number: int) -> tuple[Grain, int]:
    """Q1 to Q4."""
    refuse_unless(1 <= number <= 4)
    return "quarter", number


@GRAMMAR.rule("half_name", "'h' num")
def half_letters(_: Context, number: int) -> tuple[Grain, int]:
    """H1 and H2; beside a year only."""
    refuse_unless(1 <= number <= 2)
    return "half", number


@GRAMMAR.rule("date", "year '-'|'/'? half_name", "half_name '-'|'/'|'of'? year")
def named_half(_: Context, *said: object) -> Fixed:
    """2019 H2."""
    unit, number = only(tuple, said)
    return Fixed(nth(whole_year(only(int, said)).interval, unit, number), absolute=True)


def nth(whole: Interval, unit: Grain, number: int) -> Interval:
    """The nth unit that begins in an interval, or with -1, -2 … the last that also ends in it."""
    refuse_unless(finer(unit, whole.grain) and number != 0)
    first = whole.begin if number > 0 else whole.until - timedelta(seconds=1)
    step = 1 if number > 0 else -1
    count = 0
    for away in range(400):
        each = calendar.unit(first, unit, step * away)
        fits = each.begin < whole.until if step > 0 else each.until <= whole.until
        if fits and whole.begin <= each.begin:
            count += 1
            if count == abs(number):
                return each
    raise ValueError("no such unit in it")


_THIRD = {"early": (0, 10), "begin": (0, 10), "mid": (10, 20), "late": (20, 31)}
_WEEK_DAYS = {"early": (0, 2), "begin": (0, 3), "mid": (1, 4), "late": (3, 5), "end": (4, 7)}


def part_of(edge: str, whole: Interval) -> Interval:
    """The beginning, middle or end of a week, month, quarter or year, as days or months."""
    begin = whole.begin
    if whole.grain == "week":
        first, last = _WEEK_DAYS[edge]
        return Interval(begin + timedelta(days=first), begin + timedelta(days=last), "day")
    if edge == "end":
        return calendar.one_day((whole.until - timedelta(days=1)).date())
    if whole.grain == "month":
        first, last = _THIRD[edge]
        until = whole.until if last == 31 else begin + timedelta(days=last)
        return Interval(begin + timedelta(days=first), until, "day")
    third = 4 if whole.grain == "year" else 1
    first, last = {"begin": (0, 1), "early": (0, third), "mid": (third, 2 * third)}.get(
        edge, (2 * third, 3 * third)
    )
    return Interval(
        calendar.shift(begin, first, "month"), calendar.shift(begin, last, "month"), "month"
    )


@GRAMMAR.rule("date", "'the'? edge 'of' 'around'? whole|this")
def edge_of(_: Context, edge: str, whole: Time) -> Time:
    """End of the month, beginning of next week."""
    return moved(whole, lambda each: part_of(edge, each), "day")


@GRAMMAR.rule("date", "'the'? edge 'of' unit")
def edge_of_unit(context: Context, edge: str, unit: Grain) -> Time:
    """End of month."""
    return edge_of(context, edge, this_unit(context, unit))


@GRAMMAR.rule("date", "'the'? 'end' 'of' date")
def end_of_that_day(_: Context, date: Time) -> Time:
    """The end of tomorrow: the day."""
    refuse_unless(is_day(date))
    return moved(date, lambda day: day)


@GRAMMAR.rule("date", "whole ord unit")
def whole_nth_quarter(_: Context, whole: Time, number: int, unit: Grain) -> Time:
    """Next year's first quarter."""
    refuse_unless(unit == "quarter" and grain_of(whole) == "year")
    return moved(whole, lambda each: nth(each, unit, number), unit)


@GRAMMAR.rule("date", "edge '-'? whole|this", "edge '-'? month!")
def edge_whole(_: Context, edge: str, whole: Time | int) -> Time:
    """Early next week, mid-July."""
    refuse_unless(edge in {"early", "mid", "late"})
    return moved(
        month_cycle(whole) if isinstance(whole, int) else whole,
        lambda each: part_of(edge, each),
        "day",
    )


@GRAMMAR.rule("date", "'earlier'|'later' 'in'? this|whole")
def later_in(_: Context, whole: Time) -> Time:
    """Later this week: the unit, no more exact."""
    return replace(whole, quiet=True)
