"""Chinese times and parts of a day: 下午三点半, 三点一刻, 今晚八点, 早上五到六点."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    is_day,
    refuse_unless,
)
from progressive_memory.text.dates.times import (
    Clock,
    Context,
    Fixed,
    Part,
    Time,
    at_clock,
    at_part,
    in_part,
)


@GRAMMAR.rule("zminute", "num fen?")
def minutes(_: Context, number: int, _fen: object) -> int:
    """三十分, 零五."""
    refuse_unless(0 <= number < 60)
    return number


@GRAMMAR.rule("clock", "num dian")
def o_clock(_: Context, hour: int, _dian: object = None) -> Clock:
    """三点."""
    refuse_unless(0 <= hour <= 24)
    return Clock(hour, twelve=1 <= hour <= 12)


@GRAMMAR.rule("clock", "num dian zheng|'正'|'踏正'")
def sharp(_: Context, hour: int, *_rest: object) -> Clock:
    """三点整."""
    return o_clock(_, hour)


@GRAMMAR.rule("clock", "num dian ban")
def half_past(_: Context, hour: int, *_rest: object) -> Clock:
    """三点半."""
    return replace(o_clock(_, hour), minute=30, grain="minute")


@GRAMMAR.rule("clock", "num dian num ke")
def quarters_past(_: Context, hour: int, _dian: object, count: int, _ke: object) -> Clock:
    """三点一刻."""
    refuse_unless(1 <= count <= 3)
    return replace(o_clock(_, hour), minute=15 * count, grain="minute")


@GRAMMAR.rule("clock", "num dian zminute")
def hour_and_minute(_: Context, hour: int, _dian: object, minute: int) -> Clock:
    """三点十五分."""
    return replace(o_clock(_, hour), minute=minute, grain="minute")


@GRAMMAR.rule("clock", "num dian num ge '字'")
def cantonese_fives(_: Context, hour: int, _dian: object, count: int, _ge: object) -> Clock:
    """三點三個字: a quarter past, in fives."""
    refuse_unless(count < 12)
    return replace(o_clock(_, hour), minute=5 * count, grain="minute")


@GRAMMAR.rule("clock", "num dian '踏'|'搭' num|ban")
def cantonese(_: Context, hour: int, _dian: object, count: float) -> Clock:
    """三點踏三: a quarter past, in fives; 搭半."""
    minute = 30 if count == 0.5 else int(5 * count)
    return replace(o_clock(_, hour), minute=minute, grain="minute")


@GRAMMAR.rule("clock", "zpart|zshort clock")
def part_clock(_: Context, part: Part, clock: Clock) -> Clock:
    """下午三点."""
    return in_part(clock, part)


@GRAMMAR.rule("zlatent", "num")
def bare_hour(_: Context, hour: int) -> Clock:
    """The three of 下午三到五点."""
    refuse_unless(0 <= hour <= 24)
    return Clock(hour, twelve=1 <= hour <= 12)


@GRAMMAR.rule("clock", "'大约'|'大約'|'大概'|'约' clock", "clock '左右'|'许'|'前后'")
def about(_: Context, clock: Clock) -> Clock:
    """大约三点."""
    return clock


@GRAMMAR.rule("daypart", "date '的'|'嘅'? zpart|zshort")
def day_part(_: Context, day: Time, part: Part) -> tuple[Time, Part]:
    """明天下午."""
    refuse_unless(is_day(day))
    return day, part


@GRAMMAR.rule("daypart", "nearpart zshort")
def near_part(context: Context, away_days: int, part: Part) -> tuple[Time, Part]:
    """今晚."""
    return Fixed(calendar.unit(context.at, "day", away_days)), part


@GRAMMAR.rule("when", "daypart clock")
def daypart_clock(context: Context, daypart: tuple[Time, Part], clock: Clock) -> Time:
    """今晚8点."""
    return at_clock(daypart[0], in_part(clock, daypart[1]), context.local)


@GRAMMAR.rule("parttime", "zpart")
def part_alone(context: Context, part: Part) -> Time:
    """下午: today's."""
    today = Fixed(calendar.unit(context.at, "day"), quiet=True)
    return at_part(today, part)


@GRAMMAR.rule("hours", "zfrom? zpart zlatent to clock")
def part_hours_to(
    _: Context, _from: object, part: Part, one: Clock, _to: object, other: Clock
) -> tuple[Clock, Clock]:
    """早上五到六点."""
    return in_part(one, part), in_part(other, part)


@GRAMMAR.rule("hours", "zfrom? clock to clock")
def hours_to(
    _: Context, _from: object, one: Clock, _to: object, other: Clock
) -> tuple[Clock, Clock]:
    """三点到五点: an hour told of the afternoon tells it of the other."""
    if not one.twelve and one.hour >= 12 and other.twelve and other.hour < 12:
        other = replace(other, hour=other.hour + 12, twelve=False)
    return one, other
