"""Reads a note as Obsidian's reading view does, in two things where Python-Markdown does not.

A block id is no text: it is where links to the block lead. And two blanks are enough to put a list
item below another.
"""

from __future__ import annotations

import re

_BLOCK_ID = re.compile(r"(?:^|(?<=[ \t]))\^([A-Za-z0-9-]+)[ \t]*$", re.MULTILINE)
_BELOW = re.compile(r"^( +)(?=[-*+] )", re.MULTILINE)


def on_page_markdown(markdown: str, **_: object) -> str:
    """The note with its ids as anchors and its list items twice as far in (an mkdocs hook)."""
    return _BELOW.sub(r"\1\1", _BLOCK_ID.sub(r'<a id="\1"></a>', markdown))
