"""Undo of one note: three-way by lines, and refused where a person edited the same lines."""

from __future__ import annotations

from progressive_memory.domain.plan import Revert
from progressive_memory.text.merge import merge_lines
from progressive_memory.vault.lines import newline_of, split_lines, without_ending
from progressive_memory.vault.splice.misfit import Misfit
from progressive_memory.vault.splice.seam import ids_twice


def revert(now: str | None, operation: Revert) -> str | Misfit | None:
    """What stands `now` with the change from `before` to `after` taken back.

    Untouched since, the note is exactly `before` again; None = no note.
    """
    before, after = operation.before, operation.after
    if now in {after, before}:
        return before
    if now is None:
        return Misfit("a person has deleted the note since")
    if after is None:
        return Misfit("a person has made a note of that name since")
    newline = newline_of(now)
    base, ours, theirs = (_lines(text, newline) for text in (after, before or "", now))
    merged = merge_lines(base, ours, theirs)
    text = "".join(merged.lines)
    # By lines an entry put in beside the same one that a person has reworded is no overlap.
    if merged.overlaps or ids_twice(text) - ids_twice(now):
        return Misfit("a person has edited the same lines since")
    # Putting text at the end gave the last line its newline: it goes too, unless more follows now.
    added = not _ends_line(before or "") and list(merged.lines[-1:]) == ours[-1:]
    return text if _ends_line(now) and not added else without_ending(text)


def _lines(text: str, newline: str) -> list[str]:
    """Lines all ending in one newline, the last too: else adding one would clash with it."""
    return [without_ending(line) + newline for line in split_lines(text)]


def _ends_line(text: str) -> bool:
    return not text or text.endswith(("\n", "\r"))
