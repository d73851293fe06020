"""What `pmem report` tells of a group: decided when and by whom, standing, in conflict, waiting."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReportRow:
    """One entry. `on` is the ISO day of its first evidence ("" = not told), `replaced_by` and
    `contradicts` are entry ids, `reason` says why it waits, in the group's language.
    """

    id: str
    kind: str
    on: str
    title: str
    file: str
    decided_by: tuple[str, ...] = ()
    confirmed_by: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class MemoryReport:
    """One group's memory, each part oldest first.

    `decided` are decisions, fixes, lessons, conventions and rules, also those replaced since;
    `stands` what is open or holds now: tasks, blockers, open loops, environment, roles. What is in
    `conflict` stands in its part as well. `first_day` and `last_day` are those of the log.
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
