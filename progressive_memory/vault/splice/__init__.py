"""Edits carried out on bytes: what an operation does not name comes back identical.

Rules: DESIGN §4 "Editing" and "Writing". An operation already carried out changes nothing; one
that no longer fits is displaced, and the person's text stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from progressive_memory.domain.plan import (
    AddFields,
    AddRoute,
    AddToList,
    CreateNote,
    DeprecateRoute,
    Displaced,
    ForgetMessages,
    InsertDated,
    InsertUnder,
    MarkDeprecated,
    MoveRoute,
    Operation,
    PutMessages,
    Relink,
    ReplaceBlock,
    Revert,
    SetJson,
    SetProperty,
    TickTask,
)
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault import frontmatter
from progressive_memory.vault.conflicts import has_conflict
from progressive_memory.vault.splice.misfit import SWALLOWED, Misfit

OfProperties = SetProperty | AddToList
OfEntry = ReplaceBlock | AddFields | TickTask | MarkDeprecated
OfRow = AddRoute | DeprecateRoute | MoveRoute
OfLog = PutMessages | ForgetMessages
Lone = CreateNote | Revert | SetJson | Relink | OfLog | OfProperties | OfEntry | OfRow
"""Operations carried out one by one; inserts that follow each other go together."""


@dataclass(frozen=True)
class Spliced:
    """The bytes after all operations that fit (None = no note), and those that did not."""

    data: bytes | None
    displaced: tuple[Displaced, ...] = ()


def apply_operations(path: str, data: bytes | None, operations: Sequence[Operation]) -> Spliced:
    """Carry out `operations` in order on the bytes of the file at `path` (None = absent).

    Raises:
        NoteUnwritable: not UTF-8, conflict markers, properties or JSON that must not be touched.
    """
    before = None if data is None else _decoded(path, data)
    text = before
    displaced: list[Displaced] = []
    done = 0
    for step in _steps(operations):
        done += len(step)
        first = step[0]
        if isinstance(first, InsertUnder | InsertDated):
            from progressive_memory.vault.splice.insert import insert

            inserts = tuple(one for one in step if isinstance(one, InsertUnder | InsertDated))
            text, swallowed = insert(text or "", inserts)
            displaced += (Displaced(path, one, SWALLOWED) for one in swallowed)
            continue
        result = _carried_out(path, text, first, operations[done:])
        if isinstance(result, Misfit):
            displaced.append(Displaced(path, first, result.reason))
        else:
            text = result
    if text == before:
        return Spliced(data, tuple(displaced))
    return Spliced(None if text is None else text.encode(), tuple(displaced))


def _decoded(path: str, data: bytes) -> str:
    """The text of a file we may edit."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise NoteUnwritable(
            f"{path} is not UTF-8 (byte {error.start})", next_step=f"Save {path} as UTF-8."
        ) from error
    if has_conflict(text):
        raise NoteUnwritable(
            f"{path} holds the conflict markers of a merge",
            next_step=f"Keep one side in {path} and delete the markers.",
        )
    if path.endswith(".md"):
        frontmatter.check_writable(path, text)
    return text


def _steps(operations: Sequence[Operation]) -> Iterator[tuple[Operation, ...]]:
    """Inserts of one kind that follow each other are one step, any other operation is its own."""
    inserts: list[Operation] = []
    for operation in operations:
        if inserts and type(operation) is not type(inserts[0]):
            yield tuple(inserts)
            inserts = []
        if isinstance(operation, InsertUnder | InsertDated):
            inserts.append(operation)
        else:
            yield (operation,)
    if inserts:
        yield tuple(inserts)


def _carried_out(
    path: str, text: str | None, operation: Lone, later: Sequence[Operation]
) -> str | Misfit | None:
    """Each is imported where used: a day note needs no Markdown parser, JSON no YAML."""
    match operation:
        case CreateNote():
            return _created(text, operation, later)
        case Revert():
            from progressive_memory.vault.splice.revert import revert

            return revert(text, operation)
        case SetJson():
            from progressive_memory.vault.splice.json_file import set_json

            return set_json(path, text, operation)
        case PutMessages():
            from progressive_memory.vault.splice.messages import put_messages

            return put_messages(path, text or "", operation)
        case ForgetMessages():
            from progressive_memory.vault.splice.messages import forget_messages

            return forget_messages(text, operation) if text is not None else None
        case Relink():
            from progressive_memory.vault.splice.relink import relink

            return relink(path, text or "", operation)
        case _:
            return _changed(path, text or "", operation, later)


def _changed(
    path: str, text: str, operation: OfProperties | OfEntry | OfRow, later: Sequence[Operation]
) -> str | Misfit:
    match operation:
        case SetProperty():
            return frontmatter.set_property(path, text, operation.key, operation.value)
        case AddToList():
            return frontmatter.add_to_list(path, text, operation.key, operation.item)
        case AddRoute() | DeprecateRoute() | MoveRoute():
            from progressive_memory.vault.splice import rows

            return rows.change(path, text, operation)
        case ReplaceBlock() | AddFields():
            from progressive_memory.vault.splice import replace

            return replace.replace(path, text, operation, later)
        case TickTask() | MarkDeprecated():
            from progressive_memory.vault.splice import marks

            return marks.mark(path, text, operation)
        case _:
            assert_never(operation)


def _created(text: str | None, operation: CreateNote, later: Sequence[Operation]) -> str | Misfit:
    if text is None:
        return operation.text
    # Where more follows, that says what is wanted of the note, whoever made it.
    if later or text == operation.text:
        return text
    return Misfit("a note stands at this path already")
