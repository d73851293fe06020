"""Chinese parts of months, quarters and years: 十月第一个星期一, 月底, 上半年, 90年代."""

from __future__ import annotations

from datetime import datetime, timedelta

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    grain_of,
    refuse_unless,
    weekday_cycle,
)
from progressive_memory.text.dates.grammar.parts_en import nth
from progressive_memory.text.dates.span import Grain, Interval
from progressive_memory.text.dates.times import (
    Context,
    Fixed,
    Time,
    moved,
    narrow,
)


@GRAMMAR.rule("date", "zwhole '的'|'嘅'? '最后一个'|'最後一個' zweekday")
def last_weekday(_: Context, whole: Time, weekday: int) -> Time | None:
    """五月最后一个星期五."""
    return narrow(whole, weekday_cycle(weekday), -1)


@GRAMMAR.rule("date", "zwhole '的'|'嘅'? '最后一'|'最後一'|'最后一个'|'最後一個' zunit|zweek")
def last_unit(_: Context, whole: Time, unit: Grain | int) -> Time:
    """十月最后一天."""
    grain: Grain = unit if isinstance(unit, str) else "week"
    return moved(whole, lambda each: nth(each, grain, -1), grain)


@GRAMMAR.rule("date", "zwhole '的'|'嘅'? ord ge? zweekday")
def nth_weekday(_: Context, whole: Time, *said: object) -> Time | None:
    """十月第一个星期一."""
    numbers = [each for each in said if isinstance(each, int)]
    number, weekday = numbers[0], numbers[-1]
    return narrow(whole, weekday_cycle(weekday), number)


@GRAMMAR.rule("ord", "di zhnum|num")
def chinese_ordinal(_: Context, _di: object, number: int) -> int:
    """第三."""
    return number


@GRAMMAR.rule("zwhole", "date")
def chinese_whole(_: Context, date: Time) -> Time:
    """What an nth is of."""
    refuse_unless(grain_of(date) in {"week", "month", "quarter", "year"})
    return date


@GRAMMAR.rule("date", "zwhole '的'|'嘅'? ord ge? zunit|zweek")
def nth_unit(_: Context, whole: Time, number: int, _ge: object, unit: Grain | int) -> Time:
    """今年第三季度, 三月第三周."""
    grain: Grain = unit if isinstance(unit, str) else "week"
    return moved(whole, lambda each: nth(each, grain, number), grain)


@GRAMMAR.rule("date", "zwhole num '季度'")
def quarter_of_year(_: Context, whole: Time, number: int) -> Time:
    """明年三季度."""
    refuse_unless(1 <= number <= 4)
    return moved(whole, lambda each: nth(each, "quarter", number), "quarter")


@GRAMMAR.rule("date", "ord '季度'", "num '季度'")
def bare_quarter(context: Context, number: int) -> Fixed:
    """第三季度."""
    refuse_unless(1 <= number <= 4)
    return Fixed(nth(calendar.unit(context.at, "year"), "quarter", number))


@GRAMMAR.rule("date", "zwhole '上半年'", "'上半年'")
def first_half(context: Context, whole: Time | None = None) -> Time:
    """明年上半年."""
    return _half(context, whole, 0)


@GRAMMAR.rule("date", "zwhole '下半年'", "'下半年'")
def second_half(context: Context, whole: Time | None = None) -> Time:
    """下半年."""
    return _half(context, whole, 1)


def _half(context: Context, whole: Time | None, half: int) -> Time:
    whole = whole or Fixed(calendar.unit(context.at, "year"))
    refuse_unless(grain_of(whole) == "year")
    return moved(whole, lambda year: calendar.unit(year.begin, "half", half), "half")


@GRAMMAR.rule("date", "zwhole third", "zwhole '的'|'嘅'? third")
def part_of_whole(_: Context, whole: Time, part: str) -> Time:
    """3月底, 下个月中旬, 明年初."""
    return moved(whole, lambda each: _part(each, part), "day")


def _part(whole: Interval, part: str) -> Interval:
    begin = whole.begin
    if whole.grain == "month":
        if part == "end":
            return calendar.one_day(calendar.month_end(begin.date()))
        first = {"early": 0, "mid": 10, "late": 20}[part]
        until = whole.until if part == "late" else begin + timedelta(days=first + 10)
        return Interval(begin + timedelta(days=first), until, "day")
    refuse_unless(whole.grain in {"year", "quarter"})
    if part == "early":
        return calendar.unit(begin, "month")
    refuse_unless(part == "end")
    return calendar.one_day((whole.until - timedelta(days=1)).date())


@GRAMMAR.rule("date", "znearyear nian third")
def year_part(context: Context, step: int, _nian: object, part: str) -> Fixed:
    """今年年底."""
    return Fixed(_part(calendar.unit(context.at, "year", step), part))


@GRAMMAR.rule("date", "num|digits2 '世纪'|'世紀'")
def chinese_century(_: Context, number: int | str) -> Fixed:
    """二十世纪."""
    century = int(number)
    refuse_unless(1 <= century <= 30)
    begin = datetime(100 * (century - 1) or 1, 1, 1)
    return Fixed(Interval(begin, calendar.shift(begin, 1, "century"), "century"), absolute=True)


@GRAMMAR.rule("date", "num '年代'")
def chinese_decade(_: Context, number: int) -> Fixed:
    """90年代."""
    refuse_unless(number % 10 == 0 and (number < 100 or number >= 1000))
    begin = datetime(number + 1900 if number < 100 else number, 1, 1)
    return Fixed(Interval(begin, calendar.shift(begin, 1, "decade"), "decade"), absolute=True)


@GRAMMAR.rule("date", "yue third")
def this_month_part(context: Context, _yue: object, part: str) -> Fixed:
    """月底, 月初: of this month; a 月初 that is over is next month's."""
    month = calendar.unit(context.at, "month")
    if part == "early" and context.at.day > 10:
        month = calendar.unit(context.at, "month", 1)
    return Fixed(_part(month, part))


@GRAMMAR.rule("date", "nian third")
def this_year_part(context: Context, _nian: object, part: str) -> Fixed:
    """年底."""
    return Fixed(_part(calendar.unit(context.at, "year"), part))
