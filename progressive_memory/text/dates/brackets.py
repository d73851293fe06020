"""Dates in brackets in a text, as `annotate` writes them."""

from __future__ import annotations

import re

ANNOTATION = re.compile(
    r" ?(?:（\d{4}(?:-\d\d){0,2}(?: – \d{4}(?:-\d\d){0,2})?）"
    r"|\(\d{4}(?:-\d\d){0,2}(?: – \d{4}(?:-\d\d){0,2})?\))"
)
"""A date in brackets, as `annotate` writes it (and people may)."""

MAX_CHARACTERS = 20_000
"""A longer text is a pasted file, not talk; nothing is looked for in it."""


def strip_annotations(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without dates in brackets, and each of them with its place in that text."""
    pieces: list[str] = []
    removed: list[tuple[int, str]] = []
    position = length = 0
    for match in ANNOTATION.finditer(text):
        pieces.append(text[position : match.start()])
        length += len(pieces[-1])
        removed.append((length, match.group()))
        position = match.end()
    return "".join([*pieces, text[position:]]), removed
