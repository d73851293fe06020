"""Marks that a merge left in a text (git, and some sync programs): which side holds, nobody has
said yet, so what stands between them is no memory (DESIGN §4).
"""

from __future__ import annotations

import re

from progressive_memory.vault.lines import LINE_START, split_lines

_OURS = re.compile(LINE_START + r"<{7}(?![^ \r\n])")
_THEIRS = re.compile(LINE_START + r">{7}(?![^ \r\n])")


def has_conflict(text: str) -> bool:
    """Whether both marks of a merge stand in the text."""
    return "<<<<<<<" in text and bool(_OURS.search(text) and _THEIRS.search(text))


def without_conflicts(text: str) -> str:
    """The text without the lines that a merge left open, marks and both sides."""
    if not has_conflict(text):
        return text
    kept: list[str] = []
    undecided: list[str] = []
    for line in split_lines(text):
        if undecided or _OURS.match(line):
            undecided.append(line)
            if _THEIRS.match(line):
                undecided.clear()
        else:
            kept.append(line)
    return "".join([*kept, *undecided])
