"""Chinese days, weeks, months and years: 下周三, 周末, 下个月, 去年, 2015年3月5号."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    day_of_month_cycle,
    grain_of,
    month_cycle,
    month_day_cycle,
    only,
    refuse_unless,
    time_of,
    weekday_cycle,
)
from progressive_memory.text.dates.grammar.months_en import whole_year
from progressive_memory.text.dates.grammar.weekdays_en import that_weekday
from progressive_memory.text.dates.times import (
    Context,
    Cycle,
    Fixed,
    Time,
    following,
    inside,
    narrow,
)


@GRAMMAR.rule("zday", "num")
def weekday_character(_: Context, number: int) -> int:
    """一 to 六 as a weekday, Monday 0."""
    refuse_unless(1 <= number <= 6)
    return number - 1


@GRAMMAR.rule("zday", "tian|ri")
def sunday_character(_: Context, weekday: int) -> int:
    """日 and 天 as a weekday."""
    return weekday


@GRAMMAR.rule("zweekday", "zweek zday")
def chinese_weekday(_: Context, _week: object, weekday: int) -> int:
    """周三."""
    return weekday


@GRAMMAR.rule("date", "zweekday")
def bare_weekday(_: Context, weekday: int) -> Cycle:
    """周三."""
    return weekday_cycle(weekday)


@GRAMMAR.rule("date", "zstep ge? zweekday")
def step_weekday(context: Context, step: int, _ge: object, weekday: int) -> Fixed | None:
    """上周五, 下下周一: that day of the calendar week."""
    found = inside(weekday_cycle(weekday), calendar.unit(context.at, "week", step))
    return Fixed(found) if found else None


@GRAMMAR.rule("date", "zstep ge? zweek")
def step_week(context: Context, step: int, *_rest: object) -> Fixed:
    """下周."""
    return Fixed(calendar.unit(context.at, "week", step))


@GRAMMAR.rule("date", "zstep? zweekend")
def weekend(context: Context, step: int | None, _weekend: object) -> Time:
    """周末, 上周末."""
    if step is None:
        return Cycle("weekend", "week", lambda week: calendar.unit(week, "weekend"))
    return Fixed(calendar.unit(context.at, "weekend", step))


@GRAMMAR.rule("date", "zstep yue")
def step_month(context: Context, step: int, _yue: object = None) -> Fixed:
    """下个月."""
    return Fixed(calendar.unit(context.at, "month", step))


@GRAMMAR.rule("date", "zstep '季度'|'季'")
def step_quarter(context: Context, step: int) -> Fixed:
    """上季度."""
    return Fixed(calendar.unit(context.at, "quarter", step))


@GRAMMAR.rule("date", "zstep nian")
def step_year(context: Context, step: int, _nian: object) -> Fixed:
    """这一年."""
    refuse_unless(step in {-1, 0, 1})
    return Fixed(calendar.unit(context.at, "year", step), quiet=True)


@GRAMMAR.rule("date", "znearyear")
def near_year(context: Context, step: int) -> Fixed:
    """去年."""
    return Fixed(calendar.unit(context.at, "year", step))


@GRAMMAR.rule("zyear", "digits4 nian", "yeardigits nian", "year nian")
def full_year(_: Context, said: str | int, _nian: object) -> int:
    """2015年, 二零一五年, 15年."""
    year = int(said)
    refuse_unless(len(str(said)) in {2, 4})
    return year if year > 99 else year + (2000 if year < 60 else 1900)


@GRAMMAR.rule("shortyear", "digits2 nian")
def short_year(_: Context, said: str, _nian: object) -> int:
    """18年: a year beside a month only."""
    return int(said) + (2000 if int(said) < 60 else 1900)


@GRAMMAR.rule("date", "zyear")
def chinese_year(_: Context, year: int) -> Fixed:
    """2015年."""
    return whole_year(year)


@GRAMMAR.rule("zmonth", "num yue")
def month_number(_: Context, month: int, _yue: object) -> int:
    """3月, 十二月."""
    refuse_unless(1 <= month <= 12)
    return month


@GRAMMAR.rule("date", "zmonth")
def chinese_month(_: Context, month: int) -> Cycle:
    """3月."""
    return month_cycle(month)


@GRAMMAR.rule("zdom", "num hao")
def day_number(_: Context, day: int, _hao: object) -> int:
    """15号."""
    refuse_unless(1 <= day <= 31)
    return day


@GRAMMAR.rule("date", "zdom")
def chinese_day(_: Context, day: int) -> Cycle:
    """15号: accepted with a sign of time behind it (`reading`)."""
    return day_of_month_cycle(day)


@GRAMMAR.rule("zmonthday", "zmonth zdom", "zmonth num")
def month_and_day(_: Context, month: int, day: int) -> Cycle:
    """3月5号."""
    return month_day_cycle(month, day)


@GRAMMAR.rule("date", "zmonthday")
def chinese_month_day(_: Context, cycle: Cycle) -> Cycle:
    """3月5号: without 号 where no other word is behind it (`reading`)."""
    return cycle


@GRAMMAR.rule("date", "zyear|shortyear ','? zmonth")
def year_month(_: Context, year: int, month: int) -> Fixed | None:
    """2015年3月."""
    found = inside(month_cycle(month), whole_year(year).interval)
    return Fixed(found, absolute=True) if found else None


@GRAMMAR.rule("date", "zyear|shortyear zmonthday")
def year_month_day(_: Context, year: int, cycle: Cycle) -> Fixed | None:
    """2015年3月5号."""
    found = inside(cycle, whole_year(year).interval)
    return Fixed(found, absolute=True) if found else None


@GRAMMAR.rule("date", "znearyear zmonth")
def near_year_month(context: Context, step: int, month: int) -> Time | None:
    """去年3月."""
    return narrow(near_year(context, step), month_cycle(month))


@GRAMMAR.rule("date", "znearyear zmonthday|holiday")
def near_year_day(context: Context, step: int, cycle: Cycle) -> Time | None:
    """去年3月5号, 明年春节."""
    return narrow(near_year(context, step), replace(cycle, quiet=False))


@GRAMMAR.rule("date", "zyear|shortyear holiday")
def year_holiday(_: Context, year: int, cycle: Cycle) -> Fixed | None:
    """2015年春节."""
    found = inside(cycle, whole_year(year).interval)
    return Fixed(found, absolute=True) if found else None


@GRAMMAR.rule("date", "zstep yue zdom")
def step_month_day(context: Context, step: int, _yue: object, day: int) -> Time | None:
    """下个月5号."""
    return narrow(step_month(context, step), day_of_month_cycle(day))


@GRAMMAR.rule("no_date", "zmonth zdom")
def no_such_day(_: Context, month: int, day: int) -> str | None:
    """2月30日."""
    return None if day <= (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1] else "none"


@GRAMMAR.rule("date", "zweekday ','? date", "date '('? zweekday ')'?")
def with_weekday(context: Context, *said: object) -> Time:
    """礼拜天, 二月十号."""
    time = time_of(said)
    refuse_unless(grain_of(time) == "day")
    return that_weekday(context, only(int, said), time)


@GRAMMAR.rule("date", "zstep holiday")
def next_holiday(context: Context, step: int, cycle: Cycle) -> Fixed:
    """下个春节."""
    refuse_unless(step == 1)
    return Fixed(following(cycle, context.at), quiet=True)
