"""The YAML block on top of a note: cut, read and edited without touching its other bytes.

Rules: DESIGN §4 "Editing". Nothing here ever dumps YAML. A block of plain lines, which is what our
own notes have, is read without PyYAML, so that a recall need not load it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from progressive_memory.domain.problem import Problem
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault import yaml_scalar
from progressive_memory.vault.lines import newline_of, split_lines, without_ending

_OPEN = re.compile(r"\ufeff?---[ \t]*(?:\r\n|\n|\r)")
_CLOSE = re.compile(r"(?:^|(?<=[\r\n]))---[ \t]*(?:\r\n|\n|\r|\Z)")
scalar = yaml_scalar.scalar

Value = str | tuple[str, ...]
"""A property's value as written: a scalar's text, or a list's; deeper values are their source."""


@dataclass(frozen=True)
class Block:
    """Where the block stands in the text: `start`/`end` span its YAML, `body` starts the body."""

    start: int
    end: int
    body: int


def find(text: str) -> Block | None:
    """The block on top of `text`, or None; a byte order mark may stand before it."""
    opened = _OPEN.match(text)
    if opened is None:
        return None
    closed = _CLOSE.search(text, opened.end())
    if closed is None:
        return None
    return Block(opened.end(), closed.start(), closed.end())


def body_start(text: str) -> int:
    """Index of the first character after the block (and after a byte order mark)."""
    block = find(text)
    if block is not None:
        return block.body
    return 1 if text.startswith("\ufeff") else 0


def properties(path: str, text: str) -> tuple[dict[str, Value], Problem | None]:
    """The values as written (`2026-05-15` stays text); none, and a Problem, for a bad block."""
    block = find(text)
    if block is None:
        return {}, None
    source = text[block.start : block.end]
    plain = _plain_properties(source)
    if plain is not None:
        return plain, None
    from progressive_memory.vault import yaml_block

    try:
        return yaml_block.values(source), None
    except yaml_block.BadYaml as bad:
        return {}, Problem(path, bad.line + 1, bad.code, str(bad))


def is_plain(text: str) -> bool:
    """Whether the block is plain `key: value` lines, which every reader takes alike, or none."""
    block = find(text)
    return block is None or _plain_properties(text[block.start : block.end]) is not None


def check_writable(path: str, text: str) -> None:
    """Raise unless the note's block is one we may edit, or it has none.

    Raises:
        NoteUnwritable: invalid YAML, a key twice, or no mapping (DESIGN §4 "Editing").
    """
    _, problem = properties(path, text)
    if problem is not None:
        raise NoteUnwritable(
            f"{path}: {problem.message}",
            next_step=f"Correct the properties on top of {path}, then run the command again.",
        )


def set_property(path: str, text: str, key: str, source: str) -> str:
    """The note with `key` set to the YAML `source`; no other byte differs.

    A key that is new becomes the block's last line; a note without a block gets one.

    Raises:
        NoteUnwritable: the block cannot be edited (see `check_writable`), or not at this key.
    """
    from progressive_memory.vault import yaml_edit

    return _edited(path, text, (key, source), yaml_edit.with_value)


def add_to_list(path: str, text: str, key: str, item: str) -> str:
    """The note with the YAML scalar `item` as last item of the list `key`; no other byte differs.

    Raises:
        NoteUnwritable: as `set_property`; also where the key holds no list.
    """
    from progressive_memory.vault import yaml_edit

    return _edited(path, text, (key, item), yaml_edit.with_item)


def _edited(
    path: str,
    text: str,
    wanted: tuple[str, str],
    edit: Callable[[str, str, str, str], str],
) -> str:
    """The note with its block edited, or with a new block that holds nothing but the edit."""
    from progressive_memory.vault import yaml_block

    check_writable(path, text)
    newline = newline_of(text)
    block = find(text)
    start = block.start if block else body_start(text)
    source = text[block.start : block.end] if block else ""
    try:
        edited = edit(source, *wanted, newline)
    except yaml_block.BadYaml as bad:
        raise NoteUnwritable(
            f"{path}: {bad}", next_step=f"Set {wanted[0]} in {path} by hand."
        ) from bad
    if block is None:
        edited = f"---{newline}{edited}---{newline}"
    return text[:start] + edited + text[block.end if block else start :]


def _plain_properties(source: str) -> dict[str, Value] | None:
    """The values of a block that holds nothing but plain `key: value` lines, else None."""
    found: dict[str, Value] = {}
    for line in map(without_ending, split_lines(source)):
        if not line:
            continue
        key, colon, value = line.partition(": ")
        if not colon or not (key.isascii() and key.isidentifier()) or key in found:
            return None
        if value.startswith("[") and value.endswith("]"):
            items = value[1:-1].split(", ") if value != "[]" else []
            if not all(map(yaml_scalar.is_plain, items)):
                return None
            found[key] = tuple(items)
        elif yaml_scalar.is_plain(value) or _is_number_or_date(value):
            found[key] = value
        else:
            return None
    return found


def _is_number_or_date(value: str) -> bool:
    parts = value.split("-")
    return value.isascii() and all(map(str.isdecimal, parts)) and len(parts) in {1, 3}
