"""Blocks put into a note: under a heading, or where their date belongs."""

from __future__ import annotations

import re

from progressive_memory.domain.plan import InsertDated, InsertUnder
from progressive_memory.vault.headings import DATED
from progressive_memory.vault.lines import is_blank, split_lines, without_ending
from progressive_memory.vault.outline import Heading, Outline, outline
from progressive_memory.vault.splice.seam import is_list_item, placed, stands
from progressive_memory.vault.words import same_heading

_ID_LINE = re.compile(r"\^[A-Za-z0-9-]+[ \t]*(?:[\r\n]|\Z)")


def insert(text: str, operation: InsertUnder | InsertDated) -> str:
    """The note with the block where the operation wants it; unchanged when it stands already."""
    if operation.block_id and stands(text, operation.block_id):
        return text
    if isinstance(operation, InsertDated):
        return _insert_dated(text, operation)
    return _insert_under(text, operation)


def _insert_dated(text: str, operation: InsertDated) -> str:
    note = outline(text)
    for heading in note.headings:
        dated = DATED.match(heading.text)
        if dated and dated[1] <= operation.on:
            at = note.starts[_outermost(note, heading).first]
            return placed(text, at, operation.block, tight_before=False, tight_after=False)
    return _at_end(text, note, operation.block)


def _outermost(note: Outline, heading: Heading) -> Heading:
    """The level-2 section that holds a dated heading: a person's own is never split."""
    around = (outer for outer in note.heading_path(heading.first + 1) if outer.level >= 2)
    return next(around, heading)


def _insert_under(text: str, operation: InsertUnder) -> str:
    note = outline(text)
    heading = _find(note, operation.heading)
    if operation.heading and heading is None:
        return _at_end(text, note, f"## {operation.heading}\n\n{operation.block}")
    first = heading.end if heading else 0
    end = _direct_end(note, heading) if heading else len(note.lines)
    if not operation.block_id and _has_lines(note.lines[first:end], operation.block):
        return text
    if operation.first:
        return _before_content(text, note, first, end, operation.block)
    return _after_content(text, note, first, end, operation)


def _find(note: Outline, wanted: str) -> Heading | None:
    """The heading with that text, else one that says the same in another dress or language."""
    exact = (heading for heading in note.headings if heading.text == wanted)
    alike = (heading for heading in note.headings if same_heading(heading.text, wanted))
    return next(exact, None) or next(alike, None)


def _direct_end(note: Outline, heading: Heading) -> int:
    """The line where what stands directly under `heading` ends: at the next heading."""
    after = (other.first for other in note.headings if other.first > heading.first)
    return next(after, len(note.lines))


def _has_lines(lines: tuple[str, ...], block: str) -> bool:
    standing = [without_ending(line) for line in lines]
    wanted = [without_ending(line) for line in split_lines(block)]
    runs = range(len(standing) - len(wanted) + 1)
    return any(standing[at : at + len(wanted)] == wanted for at in runs)


def _before_content(text: str, note: Outline, first: int, end: int, block: str) -> str:
    line = first
    while line < end and is_blank(note.lines[line]):
        line += 1
    if line == end:
        return _at_line(text, note, first, block, tight=False)
    in_list = any(top.first == line and _is_list(top.name) for top in note.blocks)
    tight = in_list and is_list_item(block)
    return placed(text, note.starts[line], block, tight_before=False, tight_after=tight)


def _after_content(text: str, note: Outline, first: int, end: int, operation: InsertUnder) -> str:
    within = [top for top in note.blocks if first <= top.first and top.end <= end]
    if is_list_item(operation.block):
        lists = [top for top in within if _is_list(top.name)]
        # At the end of a note a list elsewhere in it is no place; in a section its list is. An id
        # line after the list names it, and must go on doing so.
        if lists and (operation.heading or lists[-1] is within[-1]):
            end_of_list = lists[-1].end
            if not _ID_LINE.match("".join(note.shown[end_of_list:end]).lstrip()):
                return _at_line(text, note, end_of_list, operation.block, tight=True)
    last = within[-1].end if within else first
    return _at_line(text, note, max(last, _trimmed(note, first, end)), operation.block, tight=False)


def _trimmed(note: Outline, first: int, end: int) -> int:
    while end > first and is_blank(note.lines[end - 1]):
        end -= 1
    return end


def _at_line(text: str, note: Outline, line: int, block: str, *, tight: bool) -> str:
    return placed(text, note.starts[line], block, tight_before=tight, tight_after=False)


def _at_end(text: str, note: Outline, block: str) -> str:
    return _at_line(text, note, _trimmed(note, 0, len(note.lines)), block, tight=False)


def _is_list(name: str) -> bool:
    return name in {"bullet_list", "ordered_list"}
