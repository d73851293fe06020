"""Many entries of a note rewritten or taken out in one pass over it; all else stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from progressive_memory.domain.entry import Entry
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.lines import newline_of
from progressive_memory.vault.splice.misfit import Misfit
from progressive_memory.vault.splice.replace import swapped, without

_DEPTH = 9
"""How deep entries are nested in one another, at most."""


def rewritten(path: str, text: str, wanted: Callable[[Entry], str | None]) -> str:
    """The note with each entry as `wanted` has it: None leaves it, "" takes it out.

    Of two blocks with one id both are asked about. What a person nested in an entry as an entry of
    its own is asked about after it, as it then stands.
    """
    for _ in range(_DEPTH):
        changes = list(_outermost(path, text, wanted))
        if not changes:
            break
        for entry, new in reversed(changes):
            text = _with(text, entry, new)
    return text


def _outermost(
    path: str, text: str, wanted: Callable[[Entry], str | None]
) -> Iterator[tuple[Entry, str]]:
    """The entries to change in order, none inside another of them."""
    done = 0
    for entry in entries(path, text):
        if entry.start < done:
            continue
        new = wanted(entry)
        if new is not None and new != entry.text:
            done = entry.end
            yield entry, new


def _with(text: str, entry: Entry, new: str) -> str:
    after = swapped(text, entry.start, entry.end, new) if new else None
    if after is None or isinstance(after, Misfit):
        after = without(text, entry.start, entry.end)
    if isinstance(after, Misfit):  # a comment begins or ends in it: its signs have to stay
        signs = newline_of(text).join(["%%"] * (entry.text.count("%%") % 2))
        return text[: entry.start] + signs + text[entry.end :]
    return after
