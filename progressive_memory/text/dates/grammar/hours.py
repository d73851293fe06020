"""From one time of day to another: 9 to 11am, Thursday from 9 to 11, 3 to 5 in the afternoon."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    is_day,
    only,
    refuse_unless,
    time_of,
)
from progressive_memory.text.dates.grammar.ranges import finer_grain
from progressive_memory.text.dates.span import Grain, Interval, coarse
from progressive_memory.text.dates.times import (
    Clock,
    Context,
    Fixed,
    Part,
    Time,
    at_clock,
    by_day,
    chosen,
    in_part,
    moved,
    next_clock,
)


@GRAMMAR.rule("hours", "clock|latent to clock", "clock to latent")
def hours_to(_: Context, one: Clock, _to: object, other: Clock) -> tuple[Clock, Clock]:
    """9 to 11am, 3:30 - 6pm."""
    return _both(one, other)


@GRAMMAR.rule(
    "hours",
    "from clock to clock|latent",
    "from latent to clock",
    "from clock 'and' clock|latent",
    "from latent 'and' clock",
)
def hours_from_to(_: Context, *said: object) -> tuple[Clock, Clock]:
    """From 5 to 6pm, between 3 and 5."""
    one, other = (each for each in said if isinstance(each, Clock))
    return _both(one, other)


@GRAMMAR.rule("hours~", "from latent to latent", "from latent 'and' latent")
def numbers_from_to(_: Context, *said: object) -> tuple[Clock, Clock]:
    """Between 3 and 8: hours only where a day or a part of one is said."""
    one, other = (each for each in said if isinstance(each, Clock))
    return _both(one, other)


@GRAMMAR.rule("when", "from? when to clock", "from when 'and' clock")
def moment_to_clock(context: Context, *said: object) -> Time:
    """From tomorrow 3pm to 5pm."""
    start = chosen(time_of(said), context)
    refuse_unless(not coarse(start.interval.grain) and start.interval.grain != "part")
    end = next_clock(only(Clock, said), replace(context, at=start.interval.begin)).interval
    return replace(start, interval=_hours(start.interval, end))


def _both(one: Clock, other: Clock) -> tuple[Clock, Clock]:
    """Two times of day, the first on the side of noon that puts it before the second."""
    if one.twelve and not other.twelve:
        later = replace(one, hour=one.hour % 12 + 12, twelve=False)
        fits = _minutes(later) < _minutes(other)
        one = later if fits else replace(one, hour=one.hour % 12, twelve=False)
    elif other.twelve and not one.twelve:
        later = replace(other, hour=other.hour % 12 + 12, twelve=False)
        early = replace(other, twelve=False)
        other = early if _minutes(early) > _minutes(one) else later
    if other.offset is not None and one.offset is None:
        one = replace(one, offset=other.offset)
    return one, other


def _minutes(clock: Clock) -> int:
    return 60 * clock.hour + clock.minute


@GRAMMAR.rule("when", "date ','? 'on'|'at'? hours|hours~", "date ','? hours|hours~ 'in' 'the' part")
def day_hours(
    context: Context, day: Time, hours: tuple[Clock, Clock], part: Part | None = None
) -> Time:
    """Thursday from 9 to 11."""
    refuse_unless(is_day(day))
    return _hours_on(context, day, hours, part)


@GRAMMAR.rule("when", "hours|hours~ ','? 'on'|'of'? 'the'? date")
def hours_of_day(context: Context, hours: tuple[Clock, Clock], day: Time) -> Time:
    """From 9 to 11 on Thursday."""
    refuse_unless(is_day(day))
    return _hours_on(context, day, hours, None)


@GRAMMAR.rule("when", "daypart ','? hours|hours~")
def daypart_hours(context: Context, daypart: tuple[Time, Part], hours: tuple[Clock, Clock]) -> Time:
    """Tomorrow afternoon from 2 to 4."""
    return _hours_on(context, daypart[0], hours, daypart[1])


@GRAMMAR.rule("when", "hours|hours~ ','? 'on'? daypart")
def hours_daypart(context: Context, hours: tuple[Clock, Clock], daypart: tuple[Time, Part]) -> Time:
    """From 2 to 4 tomorrow afternoon."""
    return _hours_on(context, daypart[0], hours, daypart[1])


def _hours_on(context: Context, day: Time, hours: tuple[Clock, Clock], part: Part | None) -> Time:
    first, last = (by_day(in_part(each, part) if part else each) for each in hours)
    if _minutes(last) <= _minutes(first) and last.hour < 12:
        last = replace(last, hour=last.hour + 12)
    length = timedelta(minutes=_minutes(last) - _minutes(first))
    begins = at_clock(day, first, context.local)
    grain: Grain = "minute" if "minute" in {first.grain, last.grain} else "hour"
    return moved(begins, lambda each: Interval(each.begin, each.begin + length, grain))


def _hours(one: Interval, other: Interval) -> Interval:
    return Interval(one.begin, other.begin, finer_grain(one, other))


@GRAMMAR.rule("hourspan", "hours")
def hours_alone(context: Context, hours: tuple[Clock, Clock]) -> Fixed:
    """3 to 5pm, said alone: the next ones."""
    begin = next_clock(hours[0], context).interval
    end = next_clock(hours[1], replace(context, at=begin.begin)).interval
    return Fixed(_hours(begin, end), quiet=True)


@GRAMMAR.rule("hourspan", "hours|hours~ 'in' 'the' part", "'in' 'the' part ','? hours|hours~")
def hours_in_part(context: Context, *said: object) -> Fixed:
    """3 to 5 in the afternoon."""
    part = only(Part, said)
    first, last = only(tuple, said)
    return hours_alone(context, (in_part(first, part), in_part(last, part)))
