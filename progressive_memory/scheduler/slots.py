"""Which slots are due, and which come next: pure, `now` and what has run are passed in.

Missed slots are made up for by one run, that of the newest of them (docs/decisions, 0027).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from heapq import merge
from zoneinfo import ZoneInfo

from progressive_memory.domain.schedule import Schedule, Slot, Watch
from progressive_memory.text import cron_lines, wall_time

MOST_TRIES = 3
"""How often one slot is begun before it is given up."""

HasRun = Callable[[Slot], bool]

_MINUTE = timedelta(minutes=1)
_LONGEST_WAIT = timedelta(hours=1)
"""A slot put off for longer was put off by a clock that was wrong."""


def first_watch(now: datetime) -> Watch:
    """What is known of a schedule seen for the first time: the slot of this very minute counts."""
    return Watch(now.astimezone(UTC).replace(second=0, microsecond=0) - _MINUTE)


def settled_watch(watch: Watch | None, now: datetime) -> Watch:
    """The watch as it holds at `now`: a new one where there is none, or the clock went back."""
    if watch is None or watch.since > now:
        return first_watch(now)
    if watch.not_before is not None and watch.not_before - now > _LONGEST_WAIT:
        return Watch(watch.since, watch.tried, watch.tries)
    return watch


def due(schedule: Schedule, watch: Watch, now: datetime, has_run: HasRun) -> Slot | None:
    """The newest slot after `watch.since` and not after `now` that has not run, or None.

    Also None while it has to wait before it is tried again, and once it was given up.
    """
    slot = _newest(schedule, watch, now, has_run)
    if slot is None or _is_held_back(slot, watch, now):
        return None
    return slot


def given_up(schedule: Schedule, watch: Watch, now: datetime, has_run: HasRun) -> Slot | None:
    """The slot that was begun `MOST_TRIES` times and cut off each time, or None."""
    if watch.tries < MOST_TRIES:
        return None
    slot = _newest(schedule, watch, now, has_run)
    return slot if slot is not None and watch.tried == slot.key else None


def next_instant(
    schedule: Schedule, watch: Watch, now: datetime, has_run: HasRun
) -> datetime | None:
    """When something of the schedule is to be run next: `now` where it is due; None = never."""
    slot = _newest(schedule, watch, now, has_run)
    if slot is not None and watch.tried == slot.key:
        if watch.tries < MOST_TRIES:
            return max(now, watch.not_before or now)
    elif slot is not None:
        return now
    return next((each.at for each, _ in coming(schedule, now) if not has_run(each)), None)


def coming(schedule: Schedule, now: datetime) -> Iterator[tuple[Slot, str]]:
    """The slots after `now` in order, without end, each with its line; those of one instant are
    one.
    """
    last = now
    for slot, line in merge(*(_of_line(schedule, line, now) for line in schedule.lines)):
        if slot.at > last:
            last = slot.at
            yield slot, line


def _of_line(schedule: Schedule, line: str, now: datetime) -> Iterator[tuple[Slot, str]]:
    zone = ZoneInfo(schedule.zone)
    wall = wall_time.shown(now, zone)
    while True:
        wall = cron_lines.next_wall(line, wall)
        yield _slot(schedule, wall, zone), line


def _newest(schedule: Schedule, watch: Watch, now: datetime, has_run: HasRun) -> Slot | None:
    zone = ZoneInfo(schedule.zone)
    found = [
        slot
        for line in schedule.lines
        if (slot := _newest_of_line(schedule, line, zone, (watch.since, now), has_run))
    ]
    return max(found, default=None)


def _newest_of_line(
    schedule: Schedule,
    line: str,
    zone: ZoneInfo,
    between: tuple[datetime, datetime],
    has_run: HasRun,
) -> Slot | None:
    since, now = between
    wall = wall_time.latest_shown(now, zone)
    while True:
        wall = cron_lines.last_wall(line, wall)
        slot = _slot(schedule, wall, zone)
        if slot.at <= since:
            return None
        if slot.at <= now and not has_run(slot):
            return slot
        wall -= _MINUTE


def _slot(schedule: Schedule, wall: datetime, zone: ZoneInfo) -> Slot:
    return Slot(wall_time.instant(wall, zone), wall, schedule.zone, schedule.group)


def _is_held_back(slot: Slot, watch: Watch, now: datetime) -> bool:
    if watch.tried != slot.key:
        return False
    return watch.tries >= MOST_TRIES or (watch.not_before is not None and watch.not_before > now)
