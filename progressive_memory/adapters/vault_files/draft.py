"""Draft: what a plan wants of one note, carried out in memory on the bytes that stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from progressive_memory.domain.plan import Change, Displaced, Operation
from progressive_memory.errors import NoteUnwritable
from progressive_memory.text.merge import merge_lines
from progressive_memory.vault.splice import apply_operations


@dataclass(frozen=True)
class Draft:
    """The bytes of a note before and after (None = absent), and what could not be done."""

    path: str
    operations: tuple[Operation, ...]
    before: bytes | None
    after: bytes | None
    displaced: tuple[Displaced, ...] = ()

    @property
    def change(self) -> Change:
        """What it comes to."""
        return Change(self.path, self.before, self.after)

    def on(self, newer: bytes | None) -> Draft:
        """The same operations on bytes a person saved in between. Where they cannot be carried
        out at all, the person's text stays and every operation is displaced.
        """
        try:
            return drafted(self.path, self.operations, newer)
        except NoteUnwritable as error:
            return self.given_up(newer, error.message)

    def given_up(self, standing: bytes | None, reason: str) -> Draft:
        """Nothing is written: `standing` stays, every operation is displaced."""
        displaced = tuple(Displaced(self.path, each, reason) for each in self.operations)
        return replace(self, before=standing, after=standing, displaced=displaced)

    def without_ours(self, newer: bytes | None) -> bytes:
        """`newer`, made from our `after`, with our change taken out again: the image undo needs."""
        return merged(self.after, self.before, newer)


def drafted(path: str, operations: Sequence[Operation], before: bytes | None) -> Draft:
    """Carry out operations in memory.

    Raises:
        NoteUnwritable: a note that must not be edited.
    """
    spliced = apply_operations(path, before, operations)
    return Draft(path, tuple(operations), before, spliced.data, spliced.displaced)


def merged(base: bytes | None, ours: bytes | None, theirs: bytes | None) -> bytes:
    """Both changes of `base`, by lines; where they clash, theirs. Absent is empty."""
    sides = [(each or b"").splitlines(keepends=True) for each in (base, ours, theirs)]
    return b"".join(merge_lines(*sides).lines)
