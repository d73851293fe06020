"""A year of schedules, lived through: each slot is run once, whatever clocks and machines do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from progressive_memory.adapters.memory.ledger import MemoryRunLedger
from progressive_memory.domain.schedule import Schedule, Schedules
from progressive_memory.scheduler.standing import Standing

YEARS = {
    "America/New_York": 2026,
    "Europe/London": 2026,
    "Australia/Lord_Howe": 2026,  # half an hour of summer time
    "Asia/Shanghai": 2026,  # none
    "Pacific/Apia": 2011,  # 30 December was left out
}
LINES = ("0,30 1,2 * * *", "15 6,18 * * 1-5", "45 23 L * *", "15 */8 1-9 1,4,10-12 *")
QUARTER = timedelta(minutes=15)
MINUTE = timedelta(minutes=1)
Span = tuple[datetime, datetime]


def is_named(wall: datetime) -> bool:
    """What the lines say, in words of our own."""
    weekday = wall.isoweekday() <= 5
    last_of_month = (wall + timedelta(days=1)).day == 1
    return (
        (wall.hour in {1, 2} and wall.minute in {0, 30})
        or (wall.hour in {6, 18} and wall.minute == 15 and weekday)
        or (wall.hour == 23 and wall.minute == 45 and last_of_month)
        or (wall.hour % 8 == 0 and wall.minute == 15 and wall.day < 10 and wall.month in {1, 4, 10, 11, 12})
    )  # fmt: skip


@cache
def expected(zone: str) -> dict[str, datetime]:
    """Wall minute → when the wall clock first shows or has passed it, by watching it all year.

    Of minutes that are passed in one instant the last one stands for all.
    """
    start = datetime(YEARS[zone], 1, 1, tzinfo=UTC)
    passed = start.astimezone(ZoneInfo(zone)).replace(tzinfo=None) - QUARTER
    found: dict[datetime, datetime] = {}
    for step in range(365 * 24 * 4):
        at = start + step * QUARTER
        wall = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        while passed < wall:
            passed += QUARTER
            if is_named(passed):
                found[at] = passed
    return {wall.isoformat(timespec="minutes"): at for at, wall in found.items()}


def schedules(zone: str) -> Schedules:
    return Schedules((Schedule("g", LINES, zone),), LINES, zone)


@dataclass
class Machine:
    """Calls as a program that looks once a minute would; `offsets` put its clock wrong."""

    zone: str
    ledger: MemoryRunLedger = field(default_factory=MemoryRunLedger)
    offsets: Sequence[tuple[datetime, timedelta]] = ()
    ran: list[tuple[str, datetime]] = field(default_factory=list)

    def look(self, at: datetime) -> datetime:
        """Run what is due; returns when there is something next, by its clock, in true time."""
        off = next((by for since, by in reversed(self.offsets) if since <= at), timedelta())
        standing = Standing.of(schedules(self.zone), self.ledger, at + off)
        standing.keep_watches()
        due = standing.due()
        standing.begin(due)
        self.ran += [(one.wall, at) for one in standing.finish(due, {})]
        coming = Standing.of(schedules(self.zone), self.ledger, at + off).next_at()
        assert coming is not None
        return coming - off

    def live(self, start: datetime, end: datetime, asleep: Sequence[Span] = ()) -> None:
        """From `start` to `end`, not looking while asleep."""
        events = sorted([*(wake for _, wake in asleep), *(at for at, _ in self.offsets)])
        at = start
        while at < end:
            wake = next((until for since, until in asleep if since <= at < until), None)
            if wake is not None:
                at = wake
                continue
            coming = max(self.look(at), at + MINUTE)
            at = min([coming, *(event for event in events if event > at)])


def year(zone: str) -> Span:
    start = datetime(YEARS[zone], 1, 1, tzinfo=UTC)
    return start, start + timedelta(days=365)


def season(zone: str, which: int) -> Span:
    """Ten weeks, in three of five of which most of these zones change their clocks."""
    start = year(zone)[0] + timedelta(days=70 * which)
    return start, start + timedelta(days=70)


@pytest.mark.parametrize("zone", YEARS)
def test_each_slot_of_a_year_is_run_once_and_in_time(zone: str) -> None:
    machine = Machine(zone)
    machine.live(*year(zone))

    assert [*expected(zone).items()] == machine.ran


def naps(since: datetime, drawn: Sequence[tuple[int, timedelta]]) -> list[Span]:
    """Spans that do not meet, from minutes after `since`."""
    found: list[Span] = []
    for minute, length in sorted(drawn):
        start = since + minute * MINUTE
        if not found or found[-1][1] < start:
            found.append((start, start + length))
    return found


def made_up(zone: str, lived: Span, asleep: Sequence[Span]) -> Iterator[tuple[str, datetime]]:
    """What is to be run: in time, or on waking the newest of what was missed."""
    runs: dict[datetime, str] = {}
    for wall, at in expected(zone).items():
        if lived[0] <= at:
            wake = next((until for since, until in asleep if since <= at < until), at)
            runs[wake] = wall
    yield from ((wall, at) for at, wall in runs.items() if at < lived[1])


LENGTHS = [timedelta(minutes=20), timedelta(hours=3), timedelta(days=2), timedelta(days=30)]
NAPS = st.lists(
    st.tuples(st.integers(60, 60 * 1440), st.sampled_from(LENGTHS)), min_size=1, max_size=12
)
SEASONS = st.tuples(st.sampled_from([*YEARS]), st.integers(0, 4))


@settings(max_examples=12)
@given(SEASONS, NAPS)
def test_missed_slots_are_made_up_for_once(
    when: tuple[str, int], drawn: list[tuple[int, timedelta]]
) -> None:
    lived = season(*when)
    asleep = naps(lived[0], drawn)
    machine = Machine(when[0])
    machine.live(*lived, asleep)

    assert [*made_up(when[0], lived, asleep)] == machine.ran


JUMPS = st.lists(
    st.tuples(
        st.integers(1, 50 * 1440),
        st.sampled_from([-400 * 1440, -3 * 1440, -60, -1, 0, 1, 45, 1440, 400 * 1440]),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=12)
@given(SEASONS, JUMPS)
def test_a_clock_that_jumps_runs_no_slot_twice_and_loses_none_for_good(
    when: tuple[str, int], jumps: list[tuple[int, int]]
) -> None:
    zone = when[0]
    start, end = season(*when)
    offsets = [(start + at * MINUTE, by * MINUTE) for at, by in sorted(dict(jumps).items())]
    right_again = offsets[-1][0] + MINUTE
    machine = Machine(zone, offsets=[*offsets, (right_again, timedelta())])
    machine.live(start, end)

    walls = [wall for wall, _ in machine.ran]
    after = [wall for wall, at in expected(zone).items() if right_again < at < end]
    assert len(set(walls)) == len(walls)
    assert [] == [wall for wall in after if wall not in walls]


@settings(max_examples=20)
@given(
    st.sampled_from([*YEARS]),
    st.lists(st.tuples(st.integers(0, 30 * 1440), st.booleans()), max_size=200),
)
def test_two_programs_with_one_ledger_run_a_slot_once(
    zone: str, looks: list[tuple[int, bool]]
) -> None:
    """Both look whenever they like, and run together what one would."""
    start, _ = year(zone)
    one = Machine(zone)
    other = Machine(zone, ledger=one.ledger)
    alone = Machine(zone)
    one.look(start)
    alone.look(start)
    for minute, which in sorted(looks):
        (one if which else other).look(start + minute * MINUTE)
        alone.look(start + minute * MINUTE)

    both = sorted([*one.ran, *other.ran], key=lambda run: run[1])
    assert alone.ran == both
