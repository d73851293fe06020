"""What `pmem history`, `pmem undo` and `pmem flush --redo` report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PastFlush:
    """One flush of the journal. `at` is RFC 3339, `written` counts its entries. A `cut` one cannot
    be undone: it wrote words that were forgotten since.
    """

    flush_id: str
    at: str
    trigger: str
    groups: tuple[str, ...]
    written: int
    undone: bool
    cut: bool = False


@dataclass(frozen=True)
class HistoryReport:
    """The flushes of the last 30 days, newest first."""

    flushes: tuple[PastFlush, ...]


@dataclass(frozen=True)
class UndoReport:
    """A flush taken back: the notes `restored` (vault-relative, in path order), and the ids of
    the entries that no flush will write again until a redo; but those `ticked`, which stand
    ticked in pending.md again: the next flush obeys the tick.

    `kept` are notes that a person saved in the very moment of the undo, and that stayed. `deleted`
    are the ids of entries that a person had deleted before: a redo does not bring them back.
    """

    flush_id: str
    groups: tuple[str, ...]
    restored: tuple[str, ...]
    vetoed: tuple[str, ...]
    kept: tuple[str, ...] = ()
    ticked: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()


@dataclass(frozen=True)
class RedoReport:
    """The entry keys of an undone flush that may be written again; the next flush writes them.

    `away` are the ids of those that stay away, as a person has deleted them.
    """

    flush_id: str
    groups: tuple[str, ...]
    lifted: tuple[str, ...]
    away: tuple[str, ...] = ()
