"""Marks put on a standing entry: the box of a task ticked, [DEPRECATED] before a title."""

from __future__ import annotations

import re

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.plan import MarkDeprecated, TickTask
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.headings import DEPRECATED
from progressive_memory.vault.splice.misfit import Misfit

_BOX = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(.)\](?=[ \t]|$)", re.MULTILINE)
_BEFORE_TITLE = re.compile(
    r"(?:[ \t]*>)*[ \t]*(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?)?"
)


def mark(path: str, text: str, operation: TickTask | MarkDeprecated) -> str | Misfit:
    """The note with the mark on the entry; the same text where it stands already."""
    entry = next((one for one in entries(path, text) if one.id == operation.block_id), None)
    if entry is None:
        return Misfit("the entry is gone")
    if isinstance(operation, TickTask):
        return _ticked(text, entry)
    if DEPRECATED.match(entry.title):
        return text
    before = _BEFORE_TITLE.match(entry.text)
    at = entry.start + (before.end() if before else 0)
    return f"{text[:at]}[DEPRECATED] {text[at:]}"


def _ticked(text: str, entry: Entry) -> str | Misfit:
    box = _BOX.match(entry.text)
    if box is None:
        return Misfit("the entry is no task: it has no box")
    if box[1] in {"x", "X"}:
        return text
    at = entry.start + box.start(1)
    return f"{text[:at]}x{text[at + 1 :]}"
