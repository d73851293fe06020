"""The operations of docs/note-format.md, as examples and cases write them, carried out on files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.plan import (
    AddFields,
    AddToList,
    InsertDated,
    InsertUnder,
    MarkDeprecated,
    Operation,
    ReplaceBlock,
    SetProperty,
    TickTask,
)
from progressive_memory.errors import NoteUnwritable
from progressive_memory.services.note.rename import rename
from progressive_memory.vault.splice import apply_operations
from progressive_memory.vault.splice.seam import ids_in

Wanted = Mapping[str, Any]
"""One operation: its name with what it names, then what it takes."""


def operation(wanted: Wanted) -> Operation:
    """The operation of that notation, for one note."""
    match dict(wanted):
        case {"set": key, "value": value}:
            return SetProperty(key, value)
        case {"add": key, "item": item}:
            return AddToList(key, item)
        case {"append": block, "dated": on}:
            return InsertDated(block, _id(block), on)
        case {"append": block, **where}:
            first = where.get("first", False)
            return InsertUnder(where.get("under", ""), block, _id(block), first=first)
        case {"replace": block_id, "from": old, "to": new}:
            return ReplaceBlock(block_id, old, new)
        case {"fields": block_id, "lines": lines}:
            return AddFields(block_id, tuple(lines))
        case {"tick": block_id}:
            return TickTask(block_id)
        case {"deprecate": block_id}:
            return MarkDeprecated(block_id)
        case _:
            raise AssertionError(f"no operation: {wanted}")


def carried_out(
    files: Mapping[str, bytes], path: str, wanted: Sequence[Wanted]
) -> dict[str, bytes]:
    """The files after the operations on the note at `path`, and renames of any.

    Raises:
        NoteUnwritable: one was refused.
    """
    done = dict(files)
    for one in wanted:
        if "rename" in one:
            done = _renamed(done, one["rename"], one["to"])
            continue
        spliced = apply_operations(path, done[path], [operation(one)])
        if spliced.displaced or spliced.data is None:
            raise NoteUnwritable("; ".join(each.reason for each in spliced.displaced))
        done[path] = spliced.data
    return done


def _renamed(files: Mapping[str, bytes], old: str, new: str) -> dict[str, bytes]:
    ports = MemoryPorts()
    for path, data in files.items():
        ports.vault.save(path, data)
    rename(ports, old, new if "/" in new else f"./{new}")
    snapshots = (ports.vault.read(path) for path in ports.vault.stamps(""))
    return {each.path: each.data for each in snapshots if each is not None}


def _id(block: str) -> str:
    return min(ids_in(block), key=block.index, default="")
