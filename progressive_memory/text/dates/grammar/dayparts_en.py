"""English parts and times of a day that is said: tomorrow morning, tonight at 8, 5pm on Friday."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    is_day,
    only,
    refuse_unless,
    weekday_cycle,
)
from progressive_memory.text.dates.span import Interval
from progressive_memory.text.dates.times import (
    Clock,
    Context,
    Cycle,
    Fixed,
    Part,
    Time,
    at_clock,
    at_part,
    by_day,
    in_part,
    narrow,
    next_clock,
    part_cycle,
)


@GRAMMAR.rule("daypart", "'this' 'early'|'late'? part", "'tonight'")
def this_part(context: Context, part: Part | None = None) -> tuple[Time, Part]:
    """This morning, tonight."""
    return Fixed(calendar.unit(context.at, "day")), part or Part(18, 24, "night")


@GRAMMAR.rule("daypart", "'last' 'night'|'evening'")
def last_night(context: Context) -> tuple[Time, Part]:
    """Last night: the evening before the message's day."""
    return Fixed(calendar.unit(context.at, "day", -1)), Part(18, 24, "night")


@GRAMMAR.rule(
    "daypart",
    "'early'|'late' date part",
    "date 'early'|'late'? part",
    "date ','? 'at'|'in' 'the'? part",
)
def day_part(_: Context, day: Time, part: Part) -> tuple[Time, Part]:
    """Tomorrow morning, Monday in the evening."""
    refuse_unless(is_day(day))
    return day, part


@GRAMMAR.rule("daypart", "weekday part 'of'? date")
def weekday_part_of_week(
    _: Context, weekday: int, part: Part, week: Time
) -> tuple[Time, Part] | None:
    """Tuesday morning next week."""
    refuse_unless(isinstance(week, Fixed) and week.interval.grain == "week")
    day = narrow(week, weekday_cycle(weekday))
    return (day, part) if day else None


@GRAMMAR.rule("daypart", "part 'of' 'the'? date", "'the' part 'of' 'the'? date")
def part_of_day(_: Context, part: Part, day: Time) -> tuple[Time, Part]:
    """The morning of the 3rd."""
    refuse_unless(is_day(day))
    return day, part


@GRAMMAR.rule("when", "daypart")
def day_and_part(_: Context, daypart: tuple[Time, Part]) -> Time:
    """A part of a known day."""
    return at_part(*daypart)


@GRAMMAR.rule("when", "daypart at|','? clock|latent")
def daypart_clock(context: Context, daypart: tuple[Time, Part], _at: object, clock: Clock) -> Time:
    """Tonight at 8, tomorrow afternoon at five."""
    return at_clock(daypart[0], in_part(clock, daypart[1]), context.local)


@GRAMMAR.rule("when", "clock|latent 'on'? daypart")
def clock_daypart(context: Context, clock: Clock, daypart: tuple[Time, Part]) -> Time:
    """Eight tonight."""
    return at_clock(daypart[0], in_part(clock, daypart[1]), context.local)


@GRAMMAR.rule("when", "date ','|'-'|'for'? clock", "date at clock|latent")
def date_clock(context: Context, day: Time, *said: object) -> Time:
    """Monday at 9, tomorrow 15:00."""
    refuse_unless(is_day(day))
    return at_clock(day, by_day(only(Clock, said)), context.local)


@GRAMMAR.rule("when", "clock ','? 'on'|'of'? 'the'? date")
def clock_date(context: Context, clock: Clock, day: Time) -> Time:
    """5pm tomorrow, 1:30 PM on Saturday."""
    refuse_unless(is_day(day))
    return at_clock(day, by_day(clock), context.local)


@GRAMMAR.rule("when", "latent near")
def hour_near(context: Context, clock: Clock, away: int) -> Time:
    """9 tomorrow."""
    return at_clock(Fixed(calendar.unit(context.at, "day", away)), by_day(clock), context.local)


@GRAMMAR.rule("when", "iso")
def iso_moment(context: Context, said: str) -> Fixed:
    """2015-03-03T10:00:00Z."""
    moment = datetime.fromisoformat(said)
    east = moment.utcoffset()
    if east is not None:
        shift = context.local - east.total_seconds() / 60
        moment = calendar.shift(moment.replace(tzinfo=None), shift, "minute")
    return Fixed(Interval(moment, calendar.shift(moment, 1, "second"), "second"), absolute=True)


@GRAMMAR.rule(
    "when", "now", "'now'", "'right' 'now'", "'atm'", "'at' 'the' 'moment'", "'at' 'this' 'time'"
)
def now(context: Context, *_word: object) -> Fixed:
    """Now."""
    end = calendar.shift(context.at, 1, "second")
    return Fixed(Interval(context.at, end, "second"), quiet=True)


@GRAMMAR.rule("clocktime", "clock")
def alone(context: Context, clock: Clock) -> Fixed:
    """A time of day said alone: the next one."""
    return replace(next_clock(clock, context), quiet=True)


@GRAMMAR.rule(
    "parttime",
    "part",
    "'the' part",
    "'in' 'the' part",
    "'at' part",
    "'early'|'late'|'later'|'earlier' 'in' 'the' part",
)
def part_alone(_: Context, part: Part) -> Cycle:
    """In the morning: accepted with a word before it, or alone."""
    return replace(part_cycle(part), quiet=True)
