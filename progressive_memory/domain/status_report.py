"""What `pmem status` reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GroupStatus:
    """One group at a glance. `last_flush` is RFC 3339, "" before the first; `pending` counts open
    items. `memory_tokens` is what index note, rules and routed notes come to, in tokens, and
    `budget_percent` their share of `memory_budget` (more than 100 is fine: a read is cut to fit).
    of the `notes` that recall reads, `indexed_notes` stand in the search index as they are now.
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


@dataclass(frozen=True)
class StatusReport:
    """Every group of the vault, by name."""

    groups: tuple[GroupStatus, ...]
