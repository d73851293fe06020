"""Gate: whether a message needs the group's memory, by its own words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Need(StrEnum):
    """What a message asks of memory."""

    NONE = "none"
    """Small talk, or a request that carries all it needs."""
    IF_NAMED = "if_named"
    """A general question: memory only when it names the group's things."""
    MEMORY = "memory"
    CONTINUATION = "continuation"
    """It goes on where the chat stopped: what is current first."""


@dataclass(frozen=True)
class Gate:
    """The gate's word; `reason` is a code, `cue` what in the message gave it."""

    need: Need
    reason: str
    cue: str = ""
