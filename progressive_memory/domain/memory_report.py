"""What `pmem report` tells of a group: decided when and by whom, standing, in conflict, waiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class ReportRow:
    """One entry. `on` is the ISO day of its first evidence ("" = not told), `replaces`,
    `replaced_by` and `contradicts` are entry ids (`FORGOTTEN` for one that was forgotten since).
    `remedy` is what was done about what a fix tells of. `reason` says why it waits, in the group's
    language, and `said_by` who brought it up.
    """

    id: str
    kind: str
    on: str
    title: str
    file: str
    decided_by: tuple[str, ...] = ()
    confirmed_by: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    remedy: str = ""
    reason: str = ""
    said_by: str = ""


FORGOTTEN = "forgotten"
"""In place of the id of an entry that was forgotten."""


@dataclass(frozen=True)
class MemoryReport:
    """One group's memory, each part oldest first, what tells no day before the rest.

    `decided` are decisions, fixes, lessons, conventions and rules, also those replaced since;
    `stands` what is open or holds now: tasks, blockers, open loops, environment, roles. What is in
    `conflict` stands in its part as well. `first_day` and `last_day` are those of the log. `called`
    has the titles of the entries that rows name by id.
    """

    group: str
    language: str
    first_day: str
    last_day: str
    unflushed_messages: int
    decided: tuple[ReportRow, ...]
    stands: tuple[ReportRow, ...]
    conflict: tuple[ReportRow, ...]
    pending: tuple[ReportRow, ...]
    called: Mapping[str, str] = field(default_factory=dict)
