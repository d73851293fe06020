"""Disclosure and Bundle: what one host session has loaded, and what the loader returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from progressive_memory.domain.group import Route


class Outcome(StrEnum):
    """How a read ended (DESIGN §9)."""

    LOADED = "loaded"
    NO_MEMORY_NEEDED = "no_memory_needed"
    NOT_ROUTED = "not_routed"
    NOT_FOUND = "not_found"
    BUDGET_STOPPED = "budget_stopped"
    REFUSED = "refused"


@dataclass(frozen=True)
class Disclosure:
    """What a host session has been shown of one group.

    `shown` maps a vault-relative path to the ids of the sections already returned, each with a
    short hash of its text, so that a repeat costs only what is new or changed. `files` are the
    P0–P3 files counted against the limits, in order; `convention` is the conventions file loaded
    now. `spent_tokens` counts every text returned. `last_route` is the route of the last message.
    """

    session: str
    group: str
    opened_at: datetime
    touched_at: datetime
    spent_tokens: int = 0
    files: tuple[str, ...] = ()
    convention: str = ""
    last_route: Route | None = None
    shown: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Loaded:
    """One file in a bundle: what it cost, which entries it brought, how many did not fit."""

    path: str
    tokens: int
    entries: tuple[str, ...]
    left_out: int
    last_flushed: str


@dataclass(frozen=True)
class Budget:
    """Tokens: the group's limit, spent in this disclosure, left."""

    limit_tokens: int
    spent_tokens: int
    left_tokens: int


@dataclass(frozen=True)
class Bundle:
    """What recall, open, load and fragment return (the JSON of DESIGN §9)."""

    group: str
    outcome: Outcome
    reason: str = ""
    route: Route | None = None
    loaded: tuple[Loaded, ...] = ()
    budget: Budget = Budget(0, 0, 0)
    unflushed_messages: int = 0
    unflushed_task_changes: int = 0
    text: str = ""
