"""What phrases mean before a message's time decides: Fixed, Cycle, Clock, Part, Length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from progressive_memory.text.dates.calendar import floor, shift, unit
from progressive_memory.text.dates.span import Bound, Grain, Interval, coarse

_PERIODS = 12  # a 29th of February is at most eight years away


@dataclass(frozen=True)
class Context:
    """What a reading rests on: the message's wall time, whether what lacks a year is read as one to
    come, and the minutes east of UTC (`local`).
    """

    at: datetime
    ahead: bool = False
    local: int = 0


@dataclass(frozen=True)
class Fixed:
    """A known interval.

    `absolute`: the words alone say it, no message is needed; `quiet`: clear enough to resolve, not
    to be written beside the words; `ahead`: not said in a clause of the past; `shown`: the unit
    that a log line shows it as.
    """

    interval: Interval
    absolute: bool = False
    quiet: bool = False
    ahead: bool = False
    bound: Bound = ""
    shown: Grain | None = None

    @property
    def written(self) -> Interval:
        """The interval as a log line shows it: the whole unit `shown` that it is in."""
        return unit(self.interval.begin, self.shown) if self.shown else self.interval


@dataclass(frozen=True)
class Cycle:
    """What comes once in each `period`: `within` gives it for the period that begins at a moment,
    or None. A `near` one said alone is the nearest to the message, else the next.
    """

    grain: Grain
    period: Grain
    within: Callable[[datetime], Interval | None]
    near: bool = False
    quiet: bool = False
    bound: Bound = ""


Time = Fixed | Cycle


@dataclass(frozen=True)
class Part:
    """A part of a day, from hour to hour (above 24: of the day after)."""

    begin: float
    until: float
    name: str = ""


@dataclass(frozen=True)
class Clock:
    """A time of day, as exact as `grain`; `twelve`: it may be of the morning or the afternoon.
    `offset` are the minutes east of UTC, where a zone is named.
    """

    hour: int
    minute: int = 0
    second: int = 0
    grain: Grain = "hour"
    twelve: bool = False
    offset: int | None = None


@dataclass(frozen=True)
class Length:
    """So many units of time, the largest first; `vague`: a few, or so."""

    parts: tuple[tuple[float, Grain], ...]
    vague: bool = False

    @property
    def grain(self) -> Grain:
        """The finest unit."""
        return self.parts[-1][1]

    def after(self, moment: datetime, sign: int = 1) -> datetime:
        """The moment that much later, or earlier."""
        for count, grain in self.parts:
            moment = shift(moment, sign * count, grain)
        return moment


def inside(cycle: Cycle, interval: Interval, number: int = 1) -> Interval | None:
    """The `number`th occurrence that begins in an interval (-1: the last), or None."""
    found = []
    for occurrence in _from(cycle, interval.begin):
        if occurrence.begin >= interval.until:
            break
        if occurrence.begin >= interval.begin:
            found.append(occurrence)
            if len(found) == number:
                return occurrence
    return found[number] if number < 0 and len(found) >= -number else None


def _from(cycle: Cycle, moment: datetime, step: int = 1, count: int = 70) -> Iterator[Interval]:
    """The occurrences from the period of `moment` on, or back."""
    period = floor(moment, cycle.period)
    for away in range(count):
        occurrence = cycle.within(shift(period, step * away, cycle.period))
        if occurrence:
            yield occurrence


def narrow(outer: Time, inner: Cycle, number: int = 1) -> Time | None:
    """The inner one that falls in the outer one: the Friday of next week, nine on Monday."""
    if isinstance(outer, Fixed):
        interval = inside(inner, outer.interval, number)
        return replace(outer, interval=interval) if interval else None

    def within(period: datetime) -> Interval | None:
        whole = outer.within(period)
        return inside(inner, whole, number) if whole else None

    return replace(outer, grain=inner.grain, within=within)


def moved(time: Time, change: Callable[[Interval], Interval], grain: Grain | None = None) -> Time:
    """A time whose interval is changed."""
    if isinstance(time, Fixed):
        return replace(time, interval=change(time.interval))

    def within(period: datetime) -> Interval | None:
        whole = time.within(period)
        return change(whole) if whole else None

    return replace(time, grain=grain or time.grain, within=within)


def following(cycle: Cycle, moment: datetime, number: int = 1) -> Interval:
    """The `number`th occurrence that begins after `moment`. Raises ValueError without one."""
    for occurrence in _from(cycle, moment, count=_PERIODS + number):
        if occurrence.begin > moment:
            number -= 1
            if not number:
                return occurrence
    raise ValueError("none follows")


def preceding(cycle: Cycle, moment: datetime, number: int = 1) -> Interval:
    """The `number`th occurrence that ended by `moment`, latest first. Raises ValueError without."""
    for occurrence in _from(cycle, moment, -1, _PERIODS + number):
        if occurrence.until <= moment:
            number -= 1
            if not number:
                return occurrence
    raise ValueError("none went before")


def chosen(time: Time, context: Context, *, past: bool = False) -> Fixed:
    """The one interval that a time means, said at the context's time.

    A cycle is the one that holds the message's day, else the next; in a clause about the past the
    latest that ended; a `near` one is the nearest in days, unless the reading looks ahead.
    """
    if isinstance(time, Fixed):
        return time
    at = context.at
    here = floor(at, "day") if coarse(time.grain) or time.grain == "part" else at
    periods = shift(floor(at, time.period), -1, time.period)
    found = next(each for each in _from(time, periods, count=_PERIODS) if each.until > here)
    if not context.ahead and (past or time.near):
        earlier = _before(time, here)
        if earlier and (not time.near or here - earlier.begin < found.begin - here):
            found = earlier
    return Fixed(found, quiet=time.quiet, bound=time.bound)


def _before(time: Cycle, here: datetime) -> Interval | None:
    try:
        return preceding(time, here)
    except ValueError:
        return None


def _on(clock: Clock, day: datetime, local: int) -> Interval:
    """A time of day on a day; `local` is the message's offset in minutes."""
    length = {"hour": 3600, "minute": 60}.get(clock.grain, 1)
    east = 0 if clock.offset is None else local - clock.offset
    begin = day + timedelta(hours=clock.hour, minutes=clock.minute + east, seconds=clock.second)
    return Interval(begin, begin + timedelta(seconds=length), clock.grain)


def _part_on(part: Part, day: datetime) -> Interval:
    begin, until = (day + timedelta(hours=hour) for hour in (part.begin, part.until))
    return Interval(begin, until, "part")


def part_cycle(part: Part) -> Cycle:
    """A part of a day as what comes every day."""
    return Cycle("part", "day", lambda day: _part_on(part, day))


def at_clock(time: Time, clock: Clock, local: int) -> Time:
    """That time of day on the day, or on the day of the part of it."""

    def change(interval: Interval) -> Interval:
        return _on(clock, floor(interval.begin, "day"), local)

    return moved(time, change, clock.grain)


def at_part(time: Time, part: Part) -> Time:
    """That part of the day."""

    def change(interval: Interval) -> Interval:
        return _part_on(part, floor(interval.begin, "day"))

    return moved(time, change, "part")


def in_part(clock: Clock, part: Part) -> Clock:
    """A time of day told to be in a part of the day: three in the afternoon is fifteen."""
    hour = clock.hour
    if part.name == "am":
        hour = 0 if hour == 12 else hour
    elif clock.twelve and (part.name == "pm" or (part.name == "noon" and hour < 11)):
        hour = hour if hour == 12 else hour + 12
    elif clock.twelve and part.name == "night":
        hour = 24 if hour == 12 else hour + 12 if 6 <= hour < 12 else hour + 24
    return replace(clock, hour=hour, twelve=False)


def by_day(clock: Clock) -> Clock:
    """An hour of twelve on a known day, as people meet: one to six is the afternoon."""
    if clock.twelve and 1 <= clock.hour <= 6:
        return replace(clock, hour=clock.hour + 12, twelve=False)
    return replace(clock, twelve=False)


def next_clock(clock: Clock, context: Context) -> Fixed:
    """The next such time of day, the present minute included; today's when nothing says ahead."""
    choices = [clock, replace(clock, hour=clock.hour % 12 + 12)] if clock.twelve else [clock]
    today = floor(context.at, "day")
    comings = []
    for choice in choices:
        for day in (0, 1):
            coming = _on(choice, today + timedelta(days=day), context.local)
            if coming.begin >= context.at:
                comings.append(coming)
    return Fixed(min(comings, key=lambda each: each.begin))
