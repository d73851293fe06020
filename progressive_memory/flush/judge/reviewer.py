"""The reviewer: whoever ticks, rejects or writes a line in pending.md. A person, never an agent."""

from __future__ import annotations

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.group import Language

SENDER = "pending.md"
"""The sender a reviewer is known by: the note they edit."""

_NAME: dict[Language, str] = {"zh": "人工审核", "en": "a reviewer"}


def reviewer(language: Language, name: str = "") -> Person:
    """The reviewer as an entry names them: by their name where it is known."""
    return Person(SENDER, name or _NAME[language])
