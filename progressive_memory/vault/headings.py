"""What the words of a heading say: a date, that it is deprecated; and how a link names it."""

from __future__ import annotations

import re

DATED = re.compile(r"(?:\[[^\[\]]*\]|[*~`_\s])*(\d{4}-\d{2}-\d{2})(?!\d)[ \t]*")
"""A heading that begins with a date (group 1), after marks like `[DEPRECATED]` or `**`."""

DEPRECATED = re.compile(r"\W*deprecated\b", re.IGNORECASE)

HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
"""A whole line that is a heading: its signs, and its words with those that may close it."""
_NOT_IN_LINKS = re.compile(r"[#^\[\]|:]|%%")


def unclosed(words: str) -> str:
    """The words of a heading, less the signs that may close it: `a ##` → `a`."""
    shown = words.rstrip(" \t")
    cut = shown.rstrip("#")
    return cut.rstrip(" \t") if cut.endswith((" ", "\t")) else shown


def as_in_link(text: str) -> str:
    """A heading as Obsidian writes it after the `#` of a link."""
    return " ".join(_NOT_IN_LINKS.sub(" ", text).split())


def plain(text: str) -> str:
    """What a heading and a link that names it have in common: words, less signs and case."""
    kept = (char for char in as_in_link(text).casefold() if char.isalnum() or char.isspace())
    return " ".join("".join(kept).split())
