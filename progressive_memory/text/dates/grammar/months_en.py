"""English months, days of months and years: the 3rd of May, March 2015, next March, the 15th."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    absolute_day,
    day_of_month_cycle,
    existing,
    grain_of,
    month_cycle,
    month_day_cycle,
    only,
    refuse_unless,
)
from progressive_memory.text.dates.span import Interval
from progressive_memory.text.dates.times import (
    Context,
    Cycle,
    Fixed,
    Time,
    following,
    inside,
    moved,
    narrow,
    preceding,
)


@GRAMMAR.rule("year", "digits4")
def year_number(_: Context, said: str) -> int:
    """2015."""
    refuse_unless("1000" <= said <= "2999")
    return int(said)


@GRAMMAR.rule("year", "teen|tens '-'? int")
def year_in_words(_: Context, century: int, rest: int) -> int:
    """Nineteen ninety six."""
    refuse_unless(18 <= century <= 20 and 10 <= rest <= 99)
    return 100 * century + rest


@GRAMMAR.rule("year", "small 'thousand' 'and'? int")
def two_thousand_and(_: Context, thousands: int, rest: int) -> int:
    """Two thousand and fifteen."""
    refuse_unless(thousands in {1, 2} and rest < 100)
    return 1000 * thousands + rest


@GRAMMAR.rule("year", "'the'? 'year' 'of'? year")
def the_year(_: Context, year: int) -> int:
    """The year of 2008."""
    return year


def whole_year(year: int) -> Fixed:
    """A year."""
    begin = datetime(year, 1, 1)
    return Fixed(Interval(begin, calendar.shift(begin, 1, "year"), "year"), absolute=True)


@GRAMMAR.rule("date", "year")
def bare_year(_: Context, year: int) -> Fixed:
    """In 2015: accepted behind a word of time only (`reading`)."""
    return whole_year(year)


@GRAMMAR.rule("month!", "month")
def sure_month(_: Context, month: int) -> int:
    """A month beside a day or year, where it can be no verb."""
    return month


@GRAMMAR.rule("month!", "month~")
def small_month(_: Context, month: int) -> int:
    """A month in small letters, the same."""
    return month


@GRAMMAR.rule("date", "month")
def bare_month(_: Context, month: int) -> Cycle:
    """March."""
    return month_cycle(month)


@GRAMMAR.rule("date", "step month")
def step_month(context: Context, step: int, month: int) -> Fixed | None:
    """Next March: the first after this month; last March: the latest before."""
    here = calendar.floor(context.at, "month")
    if step == 0:
        found = inside(month_cycle(month), calendar.unit(here, "year"))
        return Fixed(found) if found else None
    if step > 0:
        return Fixed(following(month_cycle(month), here))
    return Fixed(preceding(month_cycle(month), here))


@GRAMMAR.rule("date", "month! ','|'/'|'-'? 'of'|'in'? year")
def month_of_year(_: Context, month: int, year: int) -> Fixed:
    """March 2015."""
    whole = inside(month_cycle(month), whole_year(year).interval)
    return Fixed(existing(whole), absolute=True)


@GRAMMAR.rule("day", "int|ord", "'the' ord|int")
def day_number(_: Context, day: int) -> int:
    """A day of a month."""
    refuse_unless(1 <= day <= 31)
    return day


@GRAMMAR.rule("date", "month '.'? day")
def month_and_day(_: Context, month: int, day: int) -> Cycle:
    """May 3rd."""
    return month_day_cycle(month, day)


@GRAMMAR.rule("date", "month~ '.'? ord", "month~ 'the' ord", "month~ tens|int")
def small_month_and_day(_: Context, month: int, day: int) -> Cycle:
    """March 3rd, in small letters; `may 3` alone may be a verb."""
    refuse_unless(1 <= day <= 31)
    return replace(month_day_cycle(month, day), quiet=True)


@GRAMMAR.rule("date", "day 'of'? month", "ord month~", "day 'of' month~", "day '-' month!")
def day_and_month(_: Context, day: int, month: int) -> Cycle:
    """The 3rd of May."""
    return month_day_cycle(month, day)


@GRAMMAR.rule("date", "int month~")
def day_and_small_month(_: Context, day: int, month: int) -> Cycle:
    """26 june: in small letters may and march could be verbs."""
    return replace(month_day_cycle(month, day), quiet=month in {3, 5})


@GRAMMAR.rule("date", "date ','|'/'|'-'|'of'|'in'? year")
def day_of_year(_: Context, time: Time, year: int) -> Time:
    """May 3rd, 2015."""
    fits = isinstance(time, Cycle) and time.period == "year" and time.grain == "day"
    refuse_unless(fits)
    found = inside(only(Cycle, (time,)), whole_year(year).interval)
    return Fixed(existing(found), absolute=True)


@GRAMMAR.rule("date", "'the'? ord 'of'? month! digits2")
def day_of_short_year(_: Context, day: int, month: int, year: str) -> Fixed:
    """The 14th of April 15."""
    return absolute_day(int(year), month, day)


@GRAMMAR.rule("date", "'the' ord")
def the_nth(_: Context, day: int) -> Cycle:
    """The 15th: accepted behind on, by, until … or alone only (`reading`)."""
    return day_of_month_cycle(day)


@GRAMMAR.rule("date", "day 'of' date")
def day_of_that_month(_: Context, day: int, date: Time) -> Time | None:
    """The 20th of next month."""
    refuse_unless(grain_of(date) == "month" and isinstance(date, Fixed))
    return narrow(date, day_of_month_cycle(day))


@GRAMMAR.rule("whole", "month~")
def small_whole(_: Context, month: int) -> Cycle:
    """March, in small letters, where something is said to be of it."""
    return month_cycle(month)


@GRAMMAR.rule("whole", "date")
def whole(_: Context, date: Time) -> Time:
    """What an nth or an edge may be of: a week, month, quarter or year."""
    refuse_unless(grain_of(date) in {"week", "month", "quarter", "half", "year"})
    return moved(date, lambda interval: interval)
