"""What `pmem pending list` reports (the JSON of DESIGN §9)."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.flush_report import Waiting


@dataclass(frozen=True)
class PendingRow(Waiting):
    """An item of a group's pending.md; `since` is the ISO day it was put there ("" unknown)."""

    group: str = ""
    since: str = ""


@dataclass(frozen=True)
class PendingReport:
    """Every item that waits, in the order of the notes; `problems` are sentences about groups that
    could not be read.
    """

    pending: tuple[PendingRow, ...]
    problems: tuple[str, ...] = ()
