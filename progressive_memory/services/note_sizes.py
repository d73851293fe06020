"""Notes grown so long that a recall leaves part of them out: told, and never cut."""

from __future__ import annotations

from collections.abc import Iterator

from progressive_memory.domain.group import IndexNote
from progressive_memory.flush.known.homes import ATTENTION, PEOPLE, PROJECT
from progressive_memory.ports import Ports
from progressive_memory.services.flush_gather import group_homes
from progressive_memory.services.note_text import text_of
from progressive_memory.services.unread import Unread

SHARE_OF_BUDGET = 0.5
"""A note that takes more of the group's `memory_budget` than this crowds out every other."""


def long_notes(ports: Ports, note: IndexNote) -> Iterator[tuple[str, str]]:
    """Path and a sentence for each of attention.md, project.md and people.md that has grown too
    long. experience.md is never loaded whole, so it may grow.
    """
    reader = Unread(ports.vault)
    homes = group_homes(reader, note)
    for name in (ATTENTION, PROJECT, PEOPLE):
        path = homes.note(name)
        tokens = ports.tokens.count(text_of(reader.read(path)))
        if tokens > SHARE_OF_BUDGET * note.memory_budget_tokens:
            yield (
                path,
                f"the note holds {tokens:,} tokens, more than half of the group's memory_budget "
                f"of {note.memory_budget_tokens:,}: a recall leaves part of it out",
            )
