"""Schedules: when which group is flushed, and what is known of it on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Schedule:
    """The cron lines of one group, in an IANA zone; no lines = never.

    `own` says that they stand in the group's index note, not in the vault's settings.
    """

    group: str
    lines: tuple[str, ...]
    zone: str
    own: bool = False


@dataclass(frozen=True, order=True)
class Slot:
    """A wall minute at which a group is to be flushed; `at` is its instant (UTC).

    `group`, `zone` and `wall` name it: however often clocks show that minute, it is one slot.
    """

    at: datetime
    wall: datetime
    zone: str
    group: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Group, zone and wall minute (ISO)."""
        return self.group, self.zone, self.wall.isoformat(timespec="minutes")


@dataclass(frozen=True)
class Watch:
    """What this machine knows of a group's schedule: slots after `since` (UTC) are still to run.

    `tried` is the key of the slot that was begun last, `tries` how often; it is not begun again
    before `not_before` (UTC).
    """

    since: datetime
    tried: tuple[str, str, str] | None = None
    tries: int = 0
    not_before: datetime | None = None


@dataclass(frozen=True)
class PastRun:
    """A slot that was run: when that was (UTC) and what came of it, in words ("" = all well)."""

    slot: Slot
    run_at: datetime
    failure: str = ""


@dataclass(frozen=True)
class Schedules:
    """The schedules of a vault, by group, and the vault's own `lines` and `zone`.

    `problems` are sentences about lines that were passed over. `left_to` says in words why this
    machine runs none of them, "" where it does.
    """

    schedules: tuple[Schedule, ...]
    lines: tuple[str, ...]
    zone: str
    problems: tuple[str, ...] = ()
    left_to: str = ""
