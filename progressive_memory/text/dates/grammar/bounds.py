"""The time up to a date, from one on, or for a length: before Friday, since May, for 3 days."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    only,
    refuse_unless,
    time_of,
)
from progressive_memory.text.dates.grammar.ranges import finer_grain
from progressive_memory.text.dates.span import Bound, Interval, coarse
from progressive_memory.text.dates.times import (
    Context,
    Fixed,
    Length,
    Time,
    chosen,
)


@GRAMMAR.rule("span", "date|when 'for' len", "'for' len 'starting'|'from' clocktime|when|date")
def lasting(context: Context, *said: object) -> Fixed:
    """18th Dec for 10 days, for 30 minutes from 4pm."""
    first = chosen(time_of(said), context).interval
    return Fixed(
        Interval(first.begin, only(Length, said).after(first.begin), first.grain), quiet=True
    )


@GRAMMAR.rule("bounding", "boundword")
def bound_word(_: Context, bound: Bound) -> Bound:
    """Before, after, since, by."""
    return bound


@GRAMMAR.rule(
    "bounding",
    "'no' 'later' 'than'",
    "'not' 'later' 'than'",
    "'prior' 'to'",
    "'earlier' 'than'",
    "'up' 'to'",
)
def at_the_latest(_: Context) -> Bound:
    """No later than."""
    return "by"


@GRAMMAR.rule(
    "bounding",
    "'later' 'than'",
    "'from'",
    "'as' 'early' 'as'",
    "'starting' 'from'|'on'?",
    "'any' 'time' 'after'",
)
def at_the_earliest(_: Context) -> Bound:
    """Later than."""
    return "since"


@GRAMMAR.rule("bounded", "bounding point|span|parttime|clocktime")
def bounded(_: Context, bound: Bound, time: Time) -> Time:
    """Before Friday, by the end of the month, since Monday."""
    return replace(time, bound=bound)


@GRAMMAR.rule("span", "bounded 'but'|'and'? bounded")
def between_bounds(context: Context, one: Time, other: Time) -> Fixed:
    """After Monday but before Friday."""
    refuse_unless(one.bound in {"after", "since"} and other.bound in {"before", "by"})
    first, last = chosen(one, context).interval, chosen(other, context).interval
    begin = first.until if one.bound == "after" and coarse(first.grain) else first.begin
    until = last.until if other.bound == "by" and coarse(last.grain) else last.begin
    refuse_unless(begin < until)
    return Fixed(Interval(begin, until, finer_grain(first, last)), quiet=True)
