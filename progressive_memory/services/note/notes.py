"""`pmem note set · append · tick · deprecate`: one note edited, every other byte left alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from progressive_memory.domain.note_report import NoteChanged
from progressive_memory.domain.plan import (
    AddToList,
    DeprecateRoute,
    InsertUnder,
    MarkDeprecated,
    Operation,
    SetProperty,
    TickTask,
)
from progressive_memory.errors import UnknownEntry, UserError
from progressive_memory.ports import Ports
from progressive_memory.services.note.edits import carry_out, edit_of, find
from progressive_memory.services.note_text import text_of
from progressive_memory.text.shell import quoted
from progressive_memory.vault import layout, log_note
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.splice.seam import ids_in
from progressive_memory.vault.yaml_edit import written_as

MOST_BYTES = 1 << 20
"""Of a text that is appended, in UTF-8 bytes: 1 MiB."""

_OURS = {
    "group_name": "pmem group rename OLD NEW",
    "key_name": "leave it: the ids of the group's entries rest on it",
}
"""Keys of an index note that no script may set, and what to do instead."""
_SHOWN_TASKS = 5


def set_properties(
    ports: Ports, given: str, assignments: Sequence[str], *, dry_run: bool = False
) -> NoteChanged:
    """Set properties of a note: `key=value`, or `key+=item` to add to a list.

    A value is written as it stands where YAML reads it as one value or one list, else in quotes.

    Raises:
        UnknownNote: no such note. NoteUnwritable: its properties must not be edited, or not so.
        UserError: no assignment, or a key that only the program sets.
    """
    with ports.vault.exclusive():
        path = find(ports, given)
        operations = [_assigned(path, each) for each in assignments]
        return carry_out(
            ports, path, "note set", [edit_of(ports, path, *operations)], dry_run=dry_run
        )


def append(
    ports: Ports, given: str, text: str, *, under: str = "", dry_run: bool = False
) -> NoteChanged:
    """Put a text under a heading, after what stands there, or at the end of the note.

    A heading that is not there is added at the end. A text whose lines, or whose block id, stand
    already changes nothing.

    Raises:
        UnknownNote: no such note. NoteUnwritable: it must not be edited, or what is put there
            would be swallowed.
        UserError: the text is empty or too long, or the note is a log.
    """
    block = re.sub("\r\n?", "\n", text).strip("\n")
    if not block.strip():
        raise UserError("there is no text to append", next_step='pmem note append NOTE "- text"')
    if len(block.encode("utf-8", "replace")) > MOST_BYTES or "\0" in block:
        raise UserError(
            f"the text is no note's text: more than {MOST_BYTES} bytes, or a NUL character",
            next_step="append it in parts, or as a file of its own",
        )
    with ports.vault.exclusive():
        path = _written_by_people(find(ports, given))
        block_id = min(ids_in(block), key=block.index, default="")
        heading = re.sub(r"#{1,6}[ \t]+", "", under, count=1).strip()
        operation = InsertUnder(heading, block, block_id)
        return carry_out(
            ports, path, "note append", [edit_of(ports, path, operation)], dry_run=dry_run
        )


def tick(ports: Ports, given: str, block_id: str, *, dry_run: bool = False) -> NoteChanged:
    """Tick the box of the task with that block id; nothing else of its line changes.

    Raises:
        UnknownNote: no such note. UnknownEntry: no task of that id in it, or several.
        NoteUnwritable: the note must not be edited, or the entry has no box.
    """
    with ports.vault.exclusive():
        path = _written_by_people(find(ports, given))
        wanted = _one_entry(ports, path, block_id.removeprefix("^"))
        edit = edit_of(ports, path, TickTask(wanted))
        return carry_out(ports, path, "note tick", [edit], dry_run=dry_run)


def deprecate(ports: Ports, given: str, what: str, *, dry_run: bool = False) -> NoteChanged:
    """Mark an entry, by its block id, as [DEPRECATED]; or in an index note the routing-table rows
    of a file.

    Raises:
        UnknownNote: no such note. UnknownEntry: nothing of that id or name in it.
        NoteUnwritable: the note must not be edited.
    """
    with ports.vault.exclusive():
        path = _written_by_people(find(ports, given))
        operation: Operation
        if what.endswith(".md"):
            operation = DeprecateRoute(what)
        else:
            operation = MarkDeprecated(_one_entry(ports, path, what.removeprefix("^")))
        edit = edit_of(ports, path, operation)
        return carry_out(ports, path, "note deprecate", [edit], dry_run=dry_run)


def _assigned(path: str, assignment: str) -> Operation:
    named, equals, value = assignment.partition("=")
    adds = named[1:].endswith("+")
    named = named[:-1] if adds else named
    if not equals or not named.strip() or re.search(r"[\r\n]", named):
        raise UserError(
            f"{assignment!r} sets nothing", next_step=f"pmem note set {quoted(path)} key=value"
        )
    key, value = named.strip(), value.lstrip(" \t")
    group = layout.group_of(path)
    if path == layout.index_note(group) and key in _OURS:
        raise UserError(f"{key} is not for scripts to set", next_step=_OURS[key])
    if group and log_note.day_of(path) and key == "timezone":
        raise UserError(
            f"{path} is a log, and its time zone holds for ever",
            next_step=f"set that of the days to come: pmem note set {layout.index_note(group)} "
            "timezone=…",
        )
    if adds:
        return AddToList(key, written_as(value, item=True))
    return SetProperty(key, written_as(value))


def _written_by_people(path: str) -> str:
    """The path, unless it is one of a log: what was said is not for scripts to change."""
    group = layout.group_of(path)
    if group and log_note.day_of(path):
        raise UserError(
            f"{path} is a log of what was said", next_step=f"pmem log FILE --group {quoted(group)}"
        )
    return path


def _one_entry(ports: Ports, path: str, block_id: str) -> str:
    """The id, if exactly one entry of the note carries it."""
    standing = entries(path, text_of(ports.vault.read(path)))
    found = [one for one in standing if one.id == block_id]
    if len(found) == 1:
        return block_id
    if found:
        raise UnknownEntry(
            f"^{block_id} stands {len(found)} times in {path}", next_step="give one another id"
        )
    known = [one.id for one in standing if one.mark == " "] or [one.id for one in standing]
    there = ", ".join(known[:_SHOWN_TASKS]) + (" …" if len(known) > _SHOWN_TASKS else "")
    raise UnknownEntry(
        f"nothing in {path} has the id {block_id}",
        next_step=f"take one of {there}" if known else "give the entry an id first: … ^name",
    )
