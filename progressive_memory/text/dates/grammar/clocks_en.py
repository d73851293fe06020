"""Times of day, English and in figures: 3pm, 15:30, half past two, noon, 5pm EST."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.text.dates.grammar.base import (
    GRAMMAR,
    refuse_unless,
)
from progressive_memory.text.dates.span import Grain
from progressive_memory.text.dates.times import (
    Clock,
    Context,
    Part,
    in_part,
)


@GRAMMAR.rule("clock", "hhmm 'h'?")
def digits(_: Context, clock: Clock) -> Clock:
    """15:30."""
    return clock


@GRAMMAR.rule("half_day", "ampm", "ampmdot '.'?", "ap", "ap 'm'", "ap '.'? 'm'")
def half_of_day(_: Context, hours: int) -> int:
    """Am or pm, as hours to add."""
    return hours


@GRAMMAR.rule("clock", "clock|latent half_day", "clock|latent 'in' 'the' half_day")
def twelve_hours(_: Context, clock: Clock, hours: int) -> Clock:
    """3pm, 3:30 a.m., four twenty-three am."""
    refuse_unless(1 <= clock.hour <= 12)
    return replace(clock, hour=clock.hour % 12 + hours, twelve=False)


@GRAMMAR.rule("latent", "int")
def bare_hour(_: Context, hour: int) -> Clock:
    """Three: an hour, where the words around it say so."""
    refuse_unless(0 <= hour <= 24)
    return Clock(hour, twelve=1 <= hour <= 12)


@GRAMMAR.rule("latent", "small|teen int", "num tens")
def hour_and_minute(_: Context, hour: int, minute: int) -> Clock:
    """Three twenty."""
    refuse_unless(1 <= hour <= 24 and 10 <= minute < 60)
    return Clock(hour, minute, grain="minute", twelve=hour <= 12)


@GRAMMAR.rule("latent", "small|teen 'zero'|'oh'|'ou'|'o' small")
def hour_and_few_minutes(_: Context, hour: int, minute: int) -> Clock:
    """Twelve oh five."""
    refuse_unless(1 <= hour <= 24 and 1 <= minute < 10)
    return Clock(hour, minute, grain="minute", twelve=hour <= 12)


@GRAMMAR.rule("latent", "decimal")
def pointed(_: Context, said: str) -> Clock:
    """2.30."""
    hour, _point, minute = said.partition(".")
    refuse_unless(len(minute) == 2 and int(hour) <= 24 and int(minute) < 60)
    return Clock(int(hour), int(minute), grain="minute", twelve=1 <= int(hour) <= 12)


@GRAMMAR.rule("latent", "digits3|digits4")
def run_together(_: Context, said: str) -> Clock:
    """1530, 150."""
    hour, minute = int(said[:-2]), int(said[-2:])
    year = len(said) == 4 and "1900" <= said <= "2099"
    refuse_unless(hour <= 24 and minute < 60 and not year)
    return Clock(hour, minute, grain="minute", twelve=1 <= hour <= 12 and said[0] != "0")


@GRAMMAR.rule("clock", "num 'h' digits2?", "digits2 'h' digits2 'm'?")
def french_hours(_: Context, hour: int | str, minute: str | None) -> Clock:
    """15h30, 16h."""
    refuse_unless(int(hour) <= 24 and int(minute or 0) < 60)
    return Clock(int(hour), int(minute or 0), grain="minute" if minute else "hour")


@GRAMMAR.rule("clock", "latent 'o'clock'|'oclock'", "latent 'o' 'clock'")
def o_clock(_: Context, clock: Clock) -> Clock:
    """Three o'clock."""
    return clock


@GRAMMAR.rule("clock", "'noon'", "'the'? 'midday'|'noon'|'noonish'")
def noon(_: Context) -> Clock:
    """Noon."""
    return Clock(12)


@GRAMMAR.rule("clock", "'midnight'")
def midnight(_: Context) -> Clock:
    """Midnight: the end of the day said."""
    return Clock(24)


@GRAMMAR.rule("hour", "clock|latent")
def an_hour(_: Context, clock: Clock) -> Clock:
    """What minutes are counted from."""
    refuse_unless(clock.grain == "hour")
    return clock


@GRAMMAR.rule("clock", "'half' 'past' hour")
def half_past(_: Context, clock: Clock) -> Clock:
    """Half past three."""
    return replace(clock, minute=30, grain="minute")


@GRAMMAR.rule("clock", "'half' hour")
def british_half(_: Context, clock: Clock) -> Clock:
    """Half three: half past, in Britain."""
    return replace(clock, minute=30, grain="minute")


@GRAMMAR.rule("minutes", "int unit")
def minutes(_: Context, count: int, unit: Grain) -> int:
    """Twenty minutes past or to an hour."""
    refuse_unless(unit == "minute" and 0 < count < 60)
    return count


@GRAMMAR.rule("minutes", "'a'? 'quarter'")
def quarter(_: Context) -> int:
    """A quarter past or to an hour."""
    return 15


@GRAMMAR.rule("minutes", "small|teen|tens")
def minutes_in_words(_: Context, count: int) -> int:
    """Ten past or to an hour."""
    refuse_unless(count % 5 == 0 and count > 0)
    return count


@GRAMMAR.rule("minutes", "num")
def minutes_in_figures(_: Context, count: int) -> int:
    """20 past or to an hour; 5 to 6 is from five to six."""
    refuse_unless(12 < count < 60)
    return count


@GRAMMAR.rule("clock", "minutes|num 'past'|'after' hour")
def minutes_past(_: Context, count: int, clock: Clock) -> Clock:
    """Twenty past three."""
    refuse_unless(0 < count < 60)
    return replace(clock, minute=count, grain="minute")


@GRAMMAR.rule("clock", "minutes 'to'|'till'|'before'|'of' hour")
def minutes_to(_: Context, count: int, clock: Clock) -> Clock:
    """A quarter to three."""
    return replace(clock, hour=clock.hour - 1 or 12, minute=60 - count, grain="minute")


@GRAMMAR.rule("at", "'at'|'@'|'around'|'about'")
def at_word(_: Context) -> str:
    """At."""
    return "at"


@GRAMMAR.rule("clock", "'at'|'@' 'about'|'around'? latent")
def at_hour(_: Context, clock: Clock) -> Clock:
    """At three."""
    return clock


@GRAMMAR.rule("clock", "clock 'approximately'|'sharp'|'ish'|'exactly'", "latent 'ish'")
def about(_: Context, clock: Clock) -> Clock:
    """3pm sharp."""
    return clock


@GRAMMAR.rule("clock", "clock|latent ','? 'in' 'the'? part", "clock early_part")
def clock_in_part(_: Context, clock: Clock, part: Part) -> Clock:
    """Three in the afternoon."""
    return in_part(clock, part)


@GRAMMAR.rule("clock", "'in' 'the' part 'at'|'@'|','? clock|latent")
def part_at_clock(_: Context, part: Part, clock: Clock) -> Clock:
    """In the afternoon at three."""
    return in_part(clock, part)


@GRAMMAR.rule("clock", "clock|latent zone", "clock|latent '(' zone ')'")
def zoned(_: Context, clock: Clock, east: int) -> Clock:
    """5pm EST."""
    return replace(clock, offset=east)


@GRAMMAR.rule("early_part", "'early'|'late' part")
def early_part(_: Context, part: Part) -> Part:
    """Early morning."""
    return part
