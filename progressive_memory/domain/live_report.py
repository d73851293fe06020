"""What is reported of a live chat: what was put into the log, who is kept out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from progressive_memory.domain.group import Language
from progressive_memory.errors import ProgressiveMemoryError


@dataclass(frozen=True)
class Drained:
    """What went from the spool into the log. `newest` maps a room to its newest event logged now,
    `problems` a room to what kept its messages from being logged: they stay in the spool.
    """

    events: int = 0
    newest: Mapping[str, str] = field(default_factory=dict)
    problems: Mapping[str, ProgressiveMemoryError] = field(default_factory=dict)


@dataclass(frozen=True)
class OptedOut:
    """Whether somebody's messages are kept out of a group from now on, and whether that is new."""

    group: str
    out: bool
    changed: bool


@dataclass(frozen=True)
class Entrance:
    """How fresh the memory of a room's group is. `last_flush` is RFC 3339, "" = never. `files` are
    what the entrance is made of, vault-relative, the index note first.
    """

    group: str
    language: Language
    last_flush: str
    unflushed_messages: int
    files: tuple[str, ...]
