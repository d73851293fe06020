"""Notes grown so long that a recall leaves part of them out: told, and never cut."""

from __future__ import annotations

from collections.abc import Iterator

from progressive_memory.domain.group import IndexNote
from progressive_memory.flush.known.homes import ATTENTION, PEOPLE, PROJECT, Homes
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import group_homes
from progressive_memory.services.note_text import text_of
from progressive_memory.services.unread import Unread

_SHARE_OF_BUDGET = 0.5
"""A note that takes more of the group's `memory_budget` than this crowds out every other."""
_WATCHED = (ATTENTION, PROJECT, PEOPLE)
"""experience.md is never loaded whole, so it may grow."""


def long_notes(ports: Ports, note: IndexNote) -> Iterator[tuple[str, str]]:
    """Path and a sentence for each of attention.md, project.md and people.md that has grown too
    long.
    """
    reader = Unread(ports.vault)
    for path in watched(group_homes(reader, note)):
        tokens = ports.tokens.count(text_of(reader.read(path)))
        if is_long(tokens, note):
            yield (
                path,
                f"the note holds {tokens:,} tokens, more than half of the group's memory_budget "
                f"of {note.memory_budget_tokens:,}: a recall leaves part of it out",
            )


def watched(homes: Homes) -> tuple[str, ...]:
    """The paths of the notes of a group that should stay short."""
    return tuple(map(homes.note, _WATCHED))


def is_long(tokens: int, note: IndexNote) -> bool:
    """Whether a note of so many tokens has grown too long for its group."""
    return tokens > _SHARE_OF_BUDGET * note.memory_budget_tokens
