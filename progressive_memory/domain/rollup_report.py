"""What a roll-up reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RolledUp:
    """A summary written: `sources` counts what it condenses, messages at level 1, else the
    summaries of the level below. `since` and `until` are ISO days.
    """

    id: str
    level: int
    file: str
    title: str
    since: str
    until: str
    sources: int


@dataclass(frozen=True)
class GroupRollup:
    """One group's part: the tokens of its log that no summary condenses yet, and at how many the
    next one is due. `problems` are sentences about notes left alone.
    """

    group: str
    unsummarised_tokens: int
    due_at_tokens: int
    written: tuple[RolledUp, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class RollupReport:
    """One roll-up over its groups; `rollup_id` is "" when nothing was written."""

    rollup_id: str
    dry_run: bool
    groups: tuple[GroupRollup, ...]
