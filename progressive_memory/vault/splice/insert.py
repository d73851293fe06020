"""Blocks put into a note: under a heading, or where their date belongs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from progressive_memory.domain.plan import InsertDated, InsertUnder
from progressive_memory.vault.headings import DATED
from progressive_memory.vault.lines import bare_lines, is_blank, without_ending
from progressive_memory.vault.outline import Outline, outline
from progressive_memory.vault.outline_parts import Heading
from progressive_memory.vault.splice.seam import ids_in, is_list_item, past_comment, placed
from progressive_memory.vault.words import same_heading

_ID_LINE = re.compile(r"\^[A-Za-z0-9-]+[ \t]*(?:[\r\n]|\Z)")

Insert = InsertUnder | InsertDated


def insert(text: str, operations: Sequence[Insert]) -> tuple[str, tuple[Insert, ...]]:
    """The note with each block where its operation wants it, as if done one after the other, and
    the operations that found no place: the note ends in code or HTML nobody closed.

    A block that stands already is left out. The note is parsed once for all dated blocks, and once
    a section for list items: a first flush of a long chat puts hundreds into one note.
    """
    standing = ids_in(text)
    new: list[Insert] = []
    for operation in operations:
        if not operation.block_id or operation.block_id not in standing:
            standing.add(operation.block_id)
            new.append(operation)
    text, displaced = _insert_dated(text, [one for one in new if isinstance(one, InsertDated)])
    for place in _by_place([one for one in new if isinstance(one, InsertUnder)]):
        inserted = _insert_under(text, place)
        if inserted is None:
            displaced += place
        else:
            text = inserted
    return text, tuple(displaced)


def _insert_dated(text: str, operations: Sequence[InsertDated]) -> tuple[str, list[Insert]]:
    if not operations:
        return text, []
    note = outline(text)
    days = [
        (dated[1], _outermost(note, heading).first)
        for heading in note.headings
        if (dated := DATED.match(heading.text))
    ]
    end = _trimmed(note, 0, len(note.lines))
    by_line: dict[int, list[InsertDated]] = defaultdict(list)
    for operation in operations:
        line = next((line for day, line in days if day <= operation.on), end)
        by_line[line].append(operation)
    displaced: list[Insert] = list(by_line.pop(end, ())) if note.ends_open() else []
    for line in sorted(by_line, reverse=True):
        # Newest day first, and of one day the last operation: each went on top of the others.
        ordered = sorted(by_line[line], key=lambda one: one.on)[::-1]
        block = "\n\n".join(one.block for one in ordered)
        text = placed(text, note.starts[line], block, tight_before=False, tight_after=False)
    return text, displaced


def _outermost(note: Outline, heading: Heading) -> Heading:
    """The level-2 section that holds a dated heading: a person's own is never split."""
    around = (outer for outer in note.heading_path(heading.first + 1) if outer.level >= 2)
    return next(around, heading)


def _by_place(operations: Sequence[InsertUnder]) -> Iterator[list[InsertUnder]]:
    """List items for one place together; other blocks on their own, in order."""
    places: dict[tuple[str, bool, int], list[InsertUnder]] = defaultdict(list)
    for number, operation in enumerate(operations):
        alone = not operation.block_id or not is_list_item(operation.block)
        places[operation.heading, operation.first, number if alone else -1].append(operation)
    yield from places.values()


def _insert_under(text: str, place: list[InsertUnder]) -> str | None:
    """The note with the blocks in their section; None where they would be swallowed, or would
    swallow the heading that follows.
    """
    ordered = place[::-1] if place[0].first else place
    operation = replace(place[0], block="\n".join(one.block for one in ordered))
    note = outline(text)
    heading = _find(note, operation.heading)
    if operation.heading and heading is None:
        block = f"## {operation.heading}\n\n{operation.block}"
        return None if note.ends_open() else _at_end(text, note, block)
    first = heading.end if heading else 0
    end = _direct_end(note, heading) if heading else len(note.lines)
    if not operation.block_id and _has_lines(note.lines[first:end], operation.block):
        return text
    if is_list_item(operation.block) and _begins_indented(note, end, len(note.lines)):
        return None
    if operation.first and not _begins_indented(note, first, end):
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
    wanted = bare_lines(block)
    runs = range(len(standing) - len(wanted) + 1)
    return any(standing[at : at + len(wanted)] == wanted for at in runs)


def _begins_indented(note: Outline, first: int, end: int) -> bool:
    """Whether what stands first would become part of a list item put before it."""
    lines = (line for line in note.shown[first:end] if not is_blank(line))
    return next(lines, "").startswith(("  ", "\t", " \t"))


def _before_content(text: str, note: Outline, first: int, end: int, block: str) -> str:
    line = first
    while line < end and is_blank(note.lines[line]):
        line += 1
    if line == end:
        return _at_line(text, note, first, block, tight=False)
    in_list = any(top.first == line and _is_list(top.name) for top in note.blocks)
    tight = in_list and is_list_item(block)
    return placed(text, note.starts[line], block, tight_before=False, tight_after=tight)


def _after_content(
    text: str, note: Outline, first: int, end: int, operation: InsertUnder
) -> str | None:
    within = [top for top in note.blocks if first <= top.first and top.end <= end]
    if is_list_item(operation.block):
        lists = [top for top in within if _is_list(top.name)]
        # At the end of a note a list elsewhere in it is no place; in a section its list is. An id
        # line after the list names it, and must go on doing so.
        if lists and (operation.heading or lists[-1] is within[-1]):
            named = _ID_LINE.match("".join(note.shown[lists[-1].end : end]).lstrip())
            at = past_comment(text, note.starts[lists[-1].end])
            if at is not None and not named:
                return placed(text, at, operation.block, tight_before=True, tight_after=False)
    last = max(within[-1].end if within else first, _trimmed(note, first, end))
    if end == len(note.lines) and note.ends_open():
        return None
    return _at_line(text, note, last, operation.block, tight=False)


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
