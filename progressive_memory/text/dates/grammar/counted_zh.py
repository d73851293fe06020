"""Chinese phrases counted from now, and bounds: 三天后, 未来7天, 前两周, 周五之前."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    refuse_unless,
)
from progressive_memory.text.dates.grammar.counted_en import away
from progressive_memory.text.dates.span import Bound, Interval, coarse
from progressive_memory.text.dates.times import (
    Context,
    Fixed,
    Length,
    Time,
    moved,
)


@GRAMMAR.rule("date", "len qian")
def ago(context: Context, length: Length, _qian: object) -> Fixed:
    """三天前."""
    return away(context, length, -1)


@GRAMMAR.rule("date", "len hou")
def ahead(context: Context, length: Length, _hou: object) -> Fixed:
    """三天后."""
    return away(context, length, 1)


@GRAMMAR.rule("date", "'再'? '过'|'過' len")
def in_a_while(context: Context, length: Length) -> Fixed:
    """再过半小时."""
    return replace(away(context, length, 1), quiet=True)


@GRAMMAR.rule("date", "len '之'|'以'? '内'|'內'", "len '以内'|'之内'|'以內'|'之內'")
def within(context: Context, length: Length) -> Fixed:
    """3天内."""
    until = length.after(context.at)
    if not coarse(length.grain):
        return Fixed(Interval(context.at, until, length.grain), quiet=True)
    quiet = length.grain not in {"day", "week"}
    return Fixed(calendar.days(context.at.date(), until.date()), quiet=quiet)


@GRAMMAR.rule("date", "'未来'|'未來'|'接下来'|'接下來'|'今后'|'今後' '的'|'嘅'? len")
def coming(context: Context, length: Length) -> Fixed:
    """未来7天."""
    return Fixed(Interval(context.at, length.after(context.at), length.grain), quiet=True)


@GRAMMAR.rule(
    "date", "'过去'|'過去'|'最近'|'近' '的'|'嘅'? '这'|'這'? len", "len '以来'|'以來'|'来'"
)
def gone(context: Context, length: Length) -> Fixed:
    """过去三周."""
    return Fixed(Interval(length.after(context.at, -1), context.at, length.grain), quiet=True)


@GRAMMAR.rule("date", "zstep|qian|hou len")
def units(context: Context, which: object, length: Length) -> Fixed:
    """前两天, 下三个月: whole ones, the present one left out."""
    ((count, unit), *rest) = length.parts
    step = {"before": -1, "after": 1}.get(which, which) if isinstance(which, str) else which
    refuse_unless(not rest and step in {-1, 1} and count == int(count))
    first = 1 if step == 1 else -int(count)
    return Fixed(calendar.units(context.at, unit, first, int(count)), quiet=True)


@GRAMMAR.rule("date", "zwhole qian len")
def first_units(_: Context, whole: Time, _qian: object, length: Length) -> Time:
    """2021年前两个季度."""
    count, grain = length.parts[0]
    refuse_unless(len(length.parts) == 1 and count == int(count))
    return moved(whole, lambda each: Interval(each.begin, length.after(each.begin), grain), grain)


@GRAMMAR.rule("bounded", "point|span|hourspan hou|qian")
def behind(_: Context, time: Time, word: Bound) -> Time:
    """周五前, 三点以后."""
    return replace(time, bound=word)


@GRAMMAR.rule("qi", "'起'|'开始'|'開始'|'以来'|'以來'")
def since_word(_: Context) -> str:
    """起."""
    return "since"


@GRAMMAR.rule("bounded", "zfrom? point qi")
def since(_: Context, _from: object, time: Time, _qi: object) -> Time:
    """从5月8日起."""
    return replace(time, bound="since")


@GRAMMAR.rule("bounded", "'截至'|'截止' '到'? point", "'到' point '为止'|'為止'")
def until(_: Context, time: Time) -> Time:
    """截至5月8日."""
    return replace(time, bound="by")
