"""Draft: what a plan wants of one note, carried out in memory on the bytes that stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from progressive_memory.domain.plan import Change, Displaced, Operation
from progressive_memory.errors import NoteUnwritable
from progressive_memory.text.merge import Merged, merge_lines
from progressive_memory.vault.splice import apply_operations
from progressive_memory.vault.splice.seam import ids_twice


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

    def again(self, newer: bytes | None) -> Draft:
        """The same on bytes a person saved in between.

        Raises:
            NoteUnwritable: they must not be edited, or are half of a save.
        """
        return self._by_lines(self.before, newer) or drafted(self.path, self.operations, newer)

    def on(self, newer: bytes | None) -> Draft:
        """The same, where nothing can wait: what must not be edited stays, all is displaced."""
        try:
            return self.again(newer)
        except NoteUnwritable as error:
            return self.given_up(newer, error.message)

    def beside(self, base: bytes | None, theirs: bytes) -> Draft:
        """This draft and what a person made of `base` at the same time; both are kept."""
        quick = self._by_lines(base, theirs)
        if quick is not None:
            return quick
        joined = merged(base, self.after, theirs) if is_note(self.path) else theirs
        both = self.on(theirs if _twice(joined) - _twice(theirs) else joined)
        if both.displaced and base == self.before:
            return self.on(theirs)  # of an entry that moves, lines alone would bring in one half
        return both

    def given_up(self, standing: bytes | None, reason: str) -> Draft:
        """Nothing is written: `standing` stays, every operation is displaced."""
        displaced = tuple(Displaced(self.path, each, reason) for each in self.operations)
        return replace(self, before=standing, after=standing, displaced=displaced)

    def without_ours(self, newer: bytes | None, displaced: Sequence[Displaced] = ()) -> bytes:
        """`newer`, made from our `after`, with our change taken out again: the image undo needs.
        What is `displaced` in it is no change of ours.
        """
        left = [each.operation for each in displaced]
        done = [each for each in self.operations if each not in left]
        after = drafted(self.path, done, self.before).after if left else self.after
        return merged(after, self.before, newer)

    def _by_lines(self, base: bytes | None, theirs: bytes | None) -> Draft | None:
        """Both changes of `base`; None where only the operations can tell.

        Twenty times as fast as they are. While we think, a person may save again; and between two
        exchanges what they saved is out of their sight.
        """
        if base is None or theirs is None or self.after is None or not is_note(self.path):
            return None
        if _head(base) != _head(theirs) or b"<<<<<<<" in theirs:
            return None
        merge = _merge(base, self.after, theirs)
        both = b"".join(merge.lines)
        if merge.overlaps or not self._stands_in(both) or _twice(both) - _twice(theirs):
            return None
        return replace(self, before=theirs, after=both)

    def stands_in(self, standing: bytes) -> bool:
        """Whether nothing of what was written is missing in what stands now.

        Raises:
            NoteUnwritable: it must not be edited, or is half of a save.
        """
        if standing == self.after or self._stands_in(standing):
            return True
        again = drafted(self.path, self.operations, standing)
        return again.after == standing and len(again.displaced) <= len(self.displaced)

    def _stands_in(self, data: bytes) -> bool:
        """Whether our change is in `data`, line by line."""
        before, after = (set((each or b"").splitlines()) for each in (self.before, self.after))
        lines = set(data.splitlines())
        return after - before <= lines and not (before - after) & lines


def drafted(path: str, operations: Sequence[Operation], before: bytes | None) -> Draft:
    """Carry out operations in memory.

    Raises:
        NoteUnwritable: a note that must not be edited.
    """
    spliced = apply_operations(path, before, operations)
    return Draft(path, tuple(operations), before, spliced.data, spliced.displaced)


def merged(base: bytes | None, ours: bytes | None, theirs: bytes | None) -> bytes:
    """Both changes of `base`, by lines; where they clash, theirs. Absent is empty."""
    return b"".join(_merge(base, ours, theirs).lines)


def _merge(base: bytes | None, ours: bytes | None, theirs: bytes | None) -> Merged[bytes]:
    sides = [(each or b"").splitlines(keepends=True) for each in (base, ours, theirs)]
    return merge_lines(*sides)


def _twice(data: bytes) -> set[str]:
    return ids_twice(data.decode("utf-8", "replace"))


def is_note(path: str) -> bool:
    """Lines of JSON depend on their neighbours, those of a note do not."""
    return path.endswith(".md")


def _head(data: bytes) -> bytes:
    """The properties, which decide whether a note may be written; empty when it has none."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    return text[: text.find(b"\n---", 3)] if text.startswith(b"---") else b""
