"""Standing entries changed by their id: replaced, removed, or given more fields."""

from __future__ import annotations

import re
from collections.abc import Sequence

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.plan import (
    AddFields,
    InsertDated,
    InsertUnder,
    Operation,
    ReplaceBlock,
)
from progressive_memory.vault import comments, frontmatter
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.lines import (
    LINE_END,
    LINE_START,
    bare_lines,
    is_blank,
    newline_of,
    split_lines,
)
from progressive_memory.vault.splice.misfit import Misfit
from progressive_memory.vault.splice.seam import (
    is_list_item,
    past_comment,
    placed,
    shown_beside,
    with_newline,
)

_COMMENT = "a comment begins in the entry and ends behind it"
_BULLET = re.compile(r"([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)")
_ID_LINE = re.compile(r"\^[A-Za-z0-9-]+[ \t]*")


def replace(
    path: str, text: str, operation: ReplaceBlock | AddFields, later: Sequence[Operation]
) -> str | Misfit:
    """The note with the entry changed; `later` are the operations still to come on the note."""
    if isinstance(operation, ReplaceBlock) and not operation.block_id:
        return _lines_replaced(text, operation)
    entry = next((one for one in entries(path, text) if one.id == operation.block_id), None)
    if isinstance(operation, AddFields):
        return (
            Misfit("the entry is gone") if entry is None else _with_fields(text, entry, operation)
        )
    if entry is None:
        return Misfit("the entry is gone") if operation.block else text
    standing = _plain(entry.text)
    if standing in {_plain(operation.block), _moved_to(operation.block_id, later)}:
        return text
    if standing != _plain(operation.expected):
        return Misfit("a person has edited the entry since")
    if not operation.block:
        return without(text, entry.start, entry.end)
    block = _indented(operation.block, _indent(entry.text))
    return swapped(text, entry.start, entry.end, block)


def _moved_to(block_id: str, later: Sequence[Operation]) -> str | None:
    """What a later operation inserts under the same id: the entry may be there already."""
    blocks = (
        operation.block
        for operation in later
        if isinstance(operation, InsertUnder | InsertDated) and operation.block_id == block_id
    )
    return next((_plain(block) for block in blocks), None)


def _plain(block: str) -> str:
    """The block less what says nothing: the kind of newline, its common indent."""
    lines = bare_lines(block)
    indent = _indent(block)
    return "\n".join(line.removeprefix(indent).rstrip() for line in lines)


def _indent(block: str) -> str:
    return block[: len(block) - len(block.lstrip(" \t"))]


def _indented(block: str, indent: str) -> str:
    """The block as deep as the entry a person may have nested."""
    if not indent or block.startswith(indent):
        return block
    return "\n".join(indent + line if line else line for line in block.split("\n"))


def _lines_replaced(text: str, operation: ReplaceBlock) -> str | Misfit:
    """The note with the lines that read `expected` replaced; they carry no id to find them by."""
    body = frontmatter.body_start(text)
    expected = r"(?:\r\n|\n|\r)".join(map(re.escape, operation.expected.split("\n")))
    found = re.compile(rf"{LINE_START}{expected}[ \t]*{LINE_END}")
    standing = found.search(text, body)
    if standing is None:
        return Misfit("the lines are gone") if operation.block else text
    if not operation.block:
        return without(text, standing.start(), standing.end())
    return swapped(text, standing.start(), standing.end(), operation.block)


def swapped(text: str, start: int, end: int, block: str) -> str | Misfit:
    """The note with `block` in place of what stands from `start` to `end`."""
    new = with_newline(block, newline_of(text))
    after = text[:start] + new + text[end:]
    if "%%" not in text + new:
        return after
    beside = shown_beside(after, start, start + len(new))
    return after if beside == shown_beside(text, start, end) else Misfit(_COMMENT)


def without(text: str, start: int, end: int) -> str | Misfit:
    """The note less the lines from `start` to `end`, and less the blank lines that parted them
    from others.
    """
    before, after = text[:start], text[end:]
    after_lines = split_lines(after)[1:]
    body = frontmatter.body_start(text)
    before_lines = split_lines(before[body:])
    if not before_lines or is_blank(before_lines[-1]):
        while after_lines and is_blank(after_lines[0]):
            del after_lines[0]
    if not after_lines:
        while before_lines and is_blank(before_lines[-1]):
            del before_lines[-1]
    if before_lines and after_lines and _would_join(before_lines[-1], after_lines[0]):
        before_lines.append(newline_of(text))
    less = text[:body] + "".join(before_lines) + "".join(after_lines)
    if frontmatter.body_start(less) != body:  # a rule on top would begin properties
        less = text[:body] + newline_of(text) + "".join(after_lines)
    if "%%" in text and shown_beside(less, body, body) != shown_beside(text, start, end):
        return Misfit(_COMMENT)
    return less


def _would_join(line: str, following: str) -> bool:
    """Whether two lines that were apart would be one paragraph, or an underlined heading."""
    apart = is_blank(line) or is_blank(following)
    return not (apart or is_list_item(following) or following.startswith("#"))


def _with_fields(text: str, entry: Entry, operation: AddFields) -> str | Misfit:
    lines = split_lines(entry.text)
    standing = {line.strip() for line in lines}
    new = [line.strip() for line in operation.lines if line.strip() not in standing]
    if not new:
        return text
    last = len(lines)
    if _ID_LINE.fullmatch(_shown(text, entry)[-1]):
        last -= 1
    while last and is_blank(lines[last - 1]):
        last -= 1
    if not last or not (is_list_item(entry.text) or entry.text.startswith("#")):
        return Misfit("a person has put the entry into another shape")
    at = entry.start + sum(map(len, lines[:last]))
    if is_list_item(entry.text):
        block = "\n".join(_field_indent(lines) + line for line in new)
        at += 0 if last < len(lines) else _ending(text, at)
        clear = past_comment(text, at)
        if clear is None:
            return Misfit(_COMMENT)
        return placed(text, clear, block, tight_before=True, tight_after=clear == at)
    tight = _in_list(lines[:last])
    return placed(text, at, "\n".join(new), tight_before=tight, tight_after=False)


def _shown(text: str, entry: Entry) -> list[str]:
    """The entry's lines less comments and endings."""
    body = frontmatter.body_start(text)
    shown = comments.mask(text[body:])[entry.start - body : entry.end - body]
    return bare_lines(comments.without_signs(shown))


def _ending(text: str, at: int) -> int:
    """Length of the newline that stands at `at`."""
    return 2 if text.startswith("\r\n", at) else min(1, len(text) - at)


def _field_indent(lines: list[str]) -> str:
    """The indent of the entry's nested bullets, or what its own bullet asks for."""
    own = _BULLET.match(lines[0])
    if own is None:
        return "  "
    nested = (_BULLET.match(line) for line in lines[1:])
    deeper = (bullet[1] for bullet in nested if bullet and len(bullet[1]) > len(own[1]))
    return next(deeper, own[1] + " " * len(own[2].rstrip() + " "))


def _in_list(lines: list[str]) -> bool:
    """Whether the last line belongs to a list."""
    for line in reversed(lines):
        if _BULLET.match(line):
            return True
        if not line.startswith((" ", "\t")):
            return False
    return False
