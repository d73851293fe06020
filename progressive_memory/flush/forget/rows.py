"""Rows about a person: the items and table rows of people.md that begin with the name. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from progressive_memory.flush.known import lines
from progressive_memory.vault.lines import without_ending
from progressive_memory.vault.outline import outline
from progressive_memory.vault.splice.misfit import Misfit
from progressive_memory.vault.splice.replace import without

_MARK = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|\|[ \t]*)")
_NAME_END = re.compile(r"(?<!\s)\s*(?:[—–:：|（(,，;；]|\s-\s|\s\^|$)")
_ID = re.compile(r"[ \t]\^(?P<id>[A-Za-z0-9-]+)[ \t]*$")


class Row(NamedTuple):
    """A row: its place in the note's text, its first line, and its block id ("" = none)."""

    start: int
    end: int
    line: str
    id: str


def rows(text: str, names: Collection[str]) -> Iterator[Row]:
    """The rows about people of those names, in order; an item with all that is nested in it."""
    wanted = {name.casefold() for name in names}
    if not wanted:
        return
    note = outline(text)
    done = 0
    blocks = (block for block in note.blocks if block.name == "table")
    tables = {number for block in blocks for number in range(block.first, block.end)}
    items = {item.first: item for item in note.items}
    for number in range(len(note.lines)):
        if number < done or (number not in tables and number not in items):
            continue
        line = without_ending(note.shown[number])
        if _name_in(line).casefold() in wanted:
            done = items[number].end if number in items else number + 1
            start, end = note.span(number, done)
            found = _ID.search(line)
            yield Row(start, end, line.strip(), found["id"] if found else "")


def without_rows(text: str, names: Collection[str]) -> str:
    """The note less those rows."""
    for row in reversed(list(rows(text, names))):
        less = Misfit("of a table") if row.line.startswith("|") else without(text, *row[:2])
        if isinstance(less, Misfit):
            less = text[: row.start] + _after_line(text[row.end :])
        text = less
    return text


def _after_line(rest: str) -> str:
    return rest[2:] if rest.startswith("\r\n") else rest[1:]


def _name_in(line: str) -> str:
    mark = _MARK.match(line)
    said = lines.shown(line[mark.end() :] if mark else line).strip("*_ \t")
    end = _NAME_END.search(said)
    return (said[: end.start()] if end else said).strip("*_ \t")
