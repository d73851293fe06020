"""What log reports (the JSON of DESIGN §9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Skipped:
    """A line of the source that could not be read; `line` counts from 1."""

    line: int
    message: str


@dataclass(frozen=True)
class LogReport:
    """One call of `log`.

    `logged` messages are new; `duplicates` were known, `doubles` told by another
    platform before; `edited`, `deleted` and `reactions` count
    what was folded into messages, `redacted` the secrets taken out. `opted_out` events are of
    people who are not logged. `ignored` are edits of somebody else's message and second presses
    of the same reaction, `unplaced` reactions to messages nobody knows, `forgotten` are of what
    does not come back. `skipped` lists the first
    1,000 of `skipped_total` lines. `format` is what the source was read as ("" for a live feed).
    `people` said what is new, from `first_day` to `last_day` (of the group's zone; "" = nothing).
    `remarks` tell how the source was read: its channels, its dates, what was passed over.
    """

    group: str
    logged: int = 0
    duplicates: int = 0
    edited: int = 0
    deleted: int = 0
    reactions: int = 0
    redacted: int = 0
    opted_out: int = 0
    ignored: int = 0
    forgotten: int = 0
    unplaced: int = 0
    skipped: tuple[Skipped, ...] = ()
    skipped_total: int = 0
    doubles: int = 0
    format: str = ""
    people: int = 0
    first_day: str = ""
    last_day: str = ""
    remarks: tuple[str, ...] = ()
