"""What `pmem group` reports."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.group import Language, Route


@dataclass(frozen=True)
class GroupRow:
    """One group as its index note reads. `memory_budget` is in tokens; `rooms` in file order."""

    name: str
    display_name: str
    status: str
    language: Language
    timezone: str
    memory_budget: int
    last_updated: str
    rooms: tuple[str, ...]
    path: str


@dataclass(frozen=True)
class GroupList:
    """Every group of the vault, by name; `problems` says what could not be read, and why."""

    groups: tuple[GroupRow, ...]
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class GroupShown:
    """One group with its rules, its routes and the notes it has (the log left out); `problems`
    says what could not be read, and why.
    """

    group: GroupRow
    hard_rules: tuple[str, ...]
    routes: tuple[Route, ...]
    notes: tuple[str, ...]
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class GroupChanged:
    """A group added, archived or renamed: the notes `created`, and all paths `changed` (the
    created and `removed` ones too), vault-relative; empty when everything stood already. In the
    notes `kept` a person saved in between, and their text stayed.
    """

    group: GroupRow
    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
