"""What a run of the schedule reports, and the table of the next runs."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.doctor_report import DoctorReport
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.rollup_report import GroupRollup
from progressive_memory.domain.search_report import ReindexedGroup


@dataclass(frozen=True)
class RanSlot:
    """A group's slot that was run: its wall minute (ISO) in its zone, and how many whole minutes
    late. `failure` says why it did not come right ("" = it did); it is tried again when `again`.
    """

    group: str
    wall: str
    timezone: str
    late_minutes: int
    failure: str = ""
    again: bool = False


@dataclass(frozen=True)
class CronReport:
    """What a run of the schedule did. Nothing was due where `ran` is empty.

    `left_to` says why nothing may run here, or runs elsewhere just now ("" = it may). `indexed` are
    the groups whose search index was brought up. `doctor` is told once a day, else None. `problems`
    are sentences for a person. `next_at` is the next run (ISO, UTC), "" = none, `next_timezone` the
    zone of its schedule.
    """

    ran: tuple[RanSlot, ...] = ()
    flushes: tuple[FlushReport, ...] = ()
    rolled_up: tuple[GroupRollup, ...] = ()
    indexed: tuple[ReindexedGroup, ...] = ()
    doctor: DoctorReport | None = None
    problems: tuple[str, ...] = ()
    left_to: str = ""
    next_at: str = ""
    next_timezone: str = ""


@dataclass(frozen=True)
class NextRun:
    """A coming run of `groups`: its wall minute (ISO) in its zone, and its instant (ISO, UTC)."""

    groups: tuple[str, ...]
    wall: str
    timezone: str
    at: str
    line: str


@dataclass(frozen=True)
class LastRun:
    """The newest run of one group on this machine."""

    group: str
    wall: str
    timezone: str
    run_at: str
    failure: str = ""


@dataclass(frozen=True)
class NextReport:
    """The coming runs in order, and the last ones by group. `unscheduled` are the groups that are
    never run; `problems` and `left_to` are as in `CronReport`.
    """

    runs: tuple[NextRun, ...]
    last: tuple[LastRun, ...] = ()
    unscheduled: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    left_to: str = ""


@dataclass(frozen=True)
class InstallReport:
    """What was, or with `dry_run` would be, put on this machine to start `pmem cron due`.

    `files` are the texts by path; for a crontab the one line stands under `crontab`. `changed` is
    False where all of it stood already, or, for a removal, nothing did.
    """

    target: str
    dry_run: bool
    changed: bool
    files: dict[str, str]
    removed: bool = False
