"""Scheduler: runs what is due, once, and says when to ask again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import islice

from progressive_memory.api import Memory
from progressive_memory.domain.cron_report import CronReport, LastRun, NextReport, NextRun
from progressive_memory.domain.schedule import PastRun, Schedules
from progressive_memory.scheduler import jobs, slots
from progressive_memory.scheduler.standing import Standing

LONGEST_PAUSE_SECONDS = 60.0
"""A sleep of the machine, a jump of its clock and a new setting are noticed this soon."""
_BUSY = "another process of this machine is running the schedules of this vault just now"


class Scheduler:
    """The schedules of one vault on this machine.

    `open_memory` is called at each use, so that settings and groups edited meanwhile count. Safe
    for several threads and processes: one at a time runs what is due, and a slot is run once.
    """

    def __init__(self, open_memory: Callable[[], Memory]) -> None:
        self._open_memory = open_memory

    def next_at(self, now: datetime) -> datetime | None:
        """When `run_due` has something to do next (UTC): `now` or earlier where it is overdue, and
        None where nothing is scheduled, or not on this machine.

        Raises:
            ConfigInvalid: the settings cannot be read.
        """
        return _standing(self._open_memory(), now).next_at()

    def pause(self, now: datetime) -> float:
        """Seconds to wait before the next `run_due`: 1 to 60. Never raises."""
        at, _ = jobs.attempt(lambda: self.next_at(now))
        if at is None:
            return LONGEST_PAUSE_SECONDS
        return min(LONGEST_PAUSE_SECONDS, max(1.0, (at - now).total_seconds()))

    def run_due(self, now: datetime) -> CronReport:
        """Run what is due at `now`, in this thread, which may take minutes. Missed slots of a
        group are made up for by one run. Killed in the middle, the next call does it again.

        Never raises: what failed stands in the report, and is tried again, three times in all.
        """
        report, failure = jobs.attempt(lambda: self._run_due(now))
        return report if report is not None else CronReport(problems=(failure,))

    def watch(self, now: datetime) -> Schedules:
        """Begin to watch the schedules: what is missed from `now` on is made up for. Returns them.

        Raises:
            ConfigInvalid: the settings cannot be read.
        """
        standing = _standing(self._open_memory(), now)
        if not standing.schedules.left_to:
            standing.keep_watches()
        return standing.schedules

    def coming(self, now: datetime, count: int = 5) -> NextReport:
        """The next `count` runs over all groups, and the last one of each. Changes nothing.

        Raises:
            ConfigInvalid: the settings cannot be read.
        """
        standing = _standing(self._open_memory(), now)
        schedules = standing.schedules
        last = sorted(standing.ledger.last_runs().items())
        return NextReport(
            runs=_coming(standing, count),
            last=tuple(_last_run(run) for group, run in last if group),
            unscheduled=tuple(each.group for each in schedules.schedules if not each.lines),
            problems=schedules.problems,
            left_to=schedules.left_to,
        )

    def _run_due(self, now: datetime) -> CronReport:
        memory = self._open_memory()
        standing = _standing(memory, now)
        schedules = standing.schedules
        if schedules.left_to:
            return CronReport(problems=schedules.problems, left_to=schedules.left_to)
        if not standing.asks_for_a_turn():
            return _report(standing)
        with standing.ledger.turn() as mine:
            if not mine:
                return replace(_report(standing), left_to=_BUSY)
            standing = Standing.of(schedules, standing.ledger, now)  # another's may have ended
            standing.keep_watches()
            cut_off = standing.note_given_up()
            report = _run(memory, standing)
            return replace(report, ran=(*cut_off, *report.ran))


def _standing(memory: Memory, now: datetime) -> Standing:
    table = memory.timetable()
    return Standing.of(table.schedules, table.ledger, now)


def _report(standing: Standing) -> CronReport:
    at = standing.next_at()
    return CronReport(
        problems=standing.schedules.problems,
        next_at=at.isoformat() if at else "",
        next_timezone=standing.next_zone(),
    )


def _run(memory: Memory, standing: Standing) -> CronReport:
    """Run what is due, if anything is; the turn is ours."""
    due = standing.due()
    if not due:
        return _report(standing)
    standing.begin(due)
    done = jobs.run(memory, [slot.group for slot in due])
    ran = standing.finish(due, done.failures)
    doctor = jobs.report_of_the_day(memory, done.problems) if standing.begins_a_day() else None
    report = _report(standing)
    return replace(
        report,
        ran=ran,
        flushes=tuple(done.flushes),
        rolled_up=tuple(done.rolled_up),
        indexed=tuple(done.indexed),
        doctor=doctor,
        problems=(*report.problems, *done.problems),
    )


def _coming(standing: Standing, count: int) -> tuple[NextRun, ...]:
    """The next runs, groups of one line together."""
    together: dict[tuple[datetime, datetime, str, str], list[str]] = {}
    for each in standing.schedules.schedules:
        for slot, line in islice(slots.coming(each, standing.now), count):
            together.setdefault((slot.at, slot.wall, slot.zone, line), []).append(slot.group)
    return tuple(
        NextRun(tuple(groups), _minute(wall), zone, at.isoformat(), line)
        for (at, wall, zone, line), groups in sorted(together.items())[:count]
    )


def _last_run(run: PastRun) -> LastRun:
    slot = run.slot
    run_at = run.run_at.isoformat()
    return LastRun(slot.group, _minute(slot.wall), slot.zone, run_at, run.failure)


def _minute(wall: datetime) -> str:
    return wall.isoformat(timespec="minutes")
