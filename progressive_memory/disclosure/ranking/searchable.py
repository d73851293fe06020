"""What of a section is searched: its words, without the note format around them."""

from __future__ import annotations

import re

from progressive_memory.domain.section import Section
from progressive_memory.vault.lines import LINE_END, LINE_START
from progressive_memory.vault.words import FIELD_BY_WORD

_LINK = re.compile(r"!?\[\[([^\[\]|\n]{0,400})(?:\|([^\[\]\n]{0,400}))?\]\]")
_CLOCK = re.compile(r"^\d\d:\d\d(?::\d\d)? ")
_BLOCK_ID = re.compile(r"\^(?<!\S\^)[A-Za-z0-9-]+[ \t]*" + LINE_END)
_CHECKBOX = re.compile(LINE_START + r"([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[\S\](?=[ \t])")
_FIELD = re.compile(LINE_START + r"([ \t]*(?:[-*+][ \t]+)?)([^:\r\n]{1,30})::[ \t]*")


def searchable(section: Section) -> tuple[str, str]:
    """(title text, body text) to be tokenised; a hit in the title weighs more.

    The title text holds the heading and the people too. Link targets, block ids, the sign in a
    checkbox and our field names are no words of the section.
    """
    if section.kind == "m":  # a chat message: its text un-escaped is the title, all of it words
        return "\n".join(section.who), section.title
    title = "\n".join((section.title, section.heading, *section.who))
    body = section.text
    if "[[" in body:
        body = _LINK.sub(_shown, body)
    if "] " in body:
        body = _CHECKBOX.sub(r"\1", body)
    if "^" in body:
        body = _BLOCK_ID.sub("", body)
    if "::" in body:
        body = _FIELD.sub(_own_field, body)
    return title, body


def _shown(link: re.Match[str]) -> str:
    """What a reader sees of a link; evidence links show a time first, which nobody searches."""
    target, shown = link.groups()
    if shown is not None:
        return _CLOCK.sub("", shown)
    return "" if target.startswith("#^") else target


def _own_field(field: re.Match[str]) -> str:
    name = field[2].strip().casefold()
    return field[1] if name in FIELD_BY_WORD else field[0]
