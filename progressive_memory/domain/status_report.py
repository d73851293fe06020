"""What `pmem status` reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GroupStatus:
    """One group at a glance. `last_flush` is RFC 3339, "" before the first; `pending` counts open
    items. `memory_tokens` is what index note, rules and routed notes come to, in tokens, and
    `budget_percent` their share of `memory_budget` (more than 100 is fine: a read is cut to fit).
    of the `notes` that are searched, `indexed_notes` stand in the search index as they are now.
    `long_notes` are the paths of notes that have grown so long that a recall leaves part out.
    """

    group: str
    display_name: str
    status: str
    unflushed_messages: int
    unflushed_task_changes: int
    last_flush: str
    pending: int
    memory_tokens: int
    memory_budget: int
    budget_percent: int
    notes: int
    indexed_notes: int
    long_notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class StatusReport:
    """Every group of the vault, by name."""

    groups: tuple[GroupStatus, ...]
