"""`pmem note rename`: a note under another path, and every link in the vault with it."""

from __future__ import annotations

import json
import posixpath
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import replace

from progressive_memory.domain.note_report import NoteChanged
from progressive_memory.domain.plan import CreateNote, Edit, MoveRoute, Revert, SetJson
from progressive_memory.errors import NoteNameInvalid, NoteUnwritable, UserError
from progressive_memory.ports import Ports
from progressive_memory.services.note.edits import carry_out, edit_of, find
from progressive_memory.services.note.links import relinked, shown_unsure, text_of_moved
from progressive_memory.services.note.moved_notes import Moved
from progressive_memory.services.note_text import text_of
from progressive_memory.text.shell import quoted
from progressive_memory.vault import flush_state, layout, names, routing_table
from progressive_memory.vault.file_names import NOTE, FileNames
from progressive_memory.vault.moves import LINKING, Moves


def rename(ports: Ports, given: str, new: str, *, dry_run: bool = False) -> NoteChanged:
    """Move a note to another path, in one plan; a `new` without `/` stays in the note's folder.

    Links in every note and canvas follow, each in the form it had; so does the routing-table row
    that names the note.

    Raises:
        UnknownNote: no such note.
        NoteNameInvalid: no disk or link could carry the new path, or it is taken.
        UserError: a note that has to keep its place.
        NoteUnwritable: the note, or one that links to it, must not be edited.
    """
    with ports.vault.exclusive():
        old = find(ports, given)
        goal = _goal(old, new)
        if goal == old:
            return NoteChanged(old, dry_run=dry_run)
        files = ports.vault.stamps("")
        _refuse_place(old, goal)
        _refuse_name(ports, old, goal, files)
        text = _decoded(ports, old)
        if text is None:
            raise NoteUnwritable(f"{old} is not UTF-8", next_step=f"Save {old} as UTF-8.")
        moves = Moves(files, {old: goal})
        texts = {path: text for path, text in _texts(ports, files) if path != old}
        own = moves.relinked(old, text)
        edits, unsure = relinked(ports, moves, texts)
        edits = [
            Edit(goal, (CreateNote(text_of_moved(old, text, own), like=old),), None),
            *edits,
            *_of_group(ports, old, goal),
            edit_of(ports, old, Revert(before=None, after=text)),
        ]
        moved = Moved(
            {old: text},
            {old: goal},
            lambda path, saved: text_of_moved(path, saved, moves.relinked(path, saved)),
        )
        report = carry_out(ports, goal, "note rename", edits, dry_run=dry_run, moved=moved)
    return replace(report, unsure=(*shown_unsure(goal, own), *unsure))


def _goal(old: str, new: str) -> str:
    path = unicodedata.normalize("NFC", new).removesuffix(NOTE) + NOTE
    if path.startswith("./"):
        return path.removeprefix("./")
    return path if "/" in path else posixpath.join(posixpath.dirname(old), path)


def _refuse_place(old: str, goal: str) -> None:
    """A note that other things know by its place keeps it, and what a group has stays with it."""
    group = layout.group_of(old)
    if old == layout.index_note(group):
        step = f"pmem group rename {quoted(group)} {quoted(posixpath.basename(goal)[:-3])}"
        raise UserError(f"{old} is the index note of a group", next_step=step)
    inside = old.removeprefix(layout.group_folder(group) + "/")
    if old == layout.RULES or (
        group and (inside.startswith(("log/", "summaries/")) or layout.is_shelf(inside))
    ):
        raise UserError(
            f"{old} has to keep its place: it is known by it",
            next_step="copy what you want of it into a note of your own",
        )
    if layout.group_of(goal) != group or goal == layout.index_note(layout.group_of(goal)):
        raise UserError(
            f"{old} cannot be moved to {goal}: what a group has stays in its folder, and nothing "
            "else is put there",
            next_step="name a place in the folder it is in",
        )


def _refuse_name(ports: Ports, old: str, goal: str, files: Collection[str]) -> None:
    problem = names.path_problems(goal)
    again = f"pmem note rename {quoted(old)} "
    if problem:
        raise NoteNameInvalid(problem, next_step=again + quoted(names.fit_path(goal)))
    if names.same(old) == names.same(goal):
        raise NoteNameInvalid(
            f"many disks take {old} and {goal} for the same name",
            next_step=f"rename it to a third name first, then to {posixpath.basename(goal)}",
        )
    standing = FileNames([*files, *_folders(files)])
    taken = standing.exact(goal) or (ports.vault.read(goal) and (goal,))
    if taken:
        raise NoteNameInvalid(f"{taken[0]} stands there already", next_step=f"{again}another name")
    for folder in _folders([goal]):
        found = standing.exact(folder)
        if found and found != (folder,):
            raise NoteNameInvalid(
                f"many disks take the folder {folder} for {found[0]}",
                next_step=again + quoted(goal.replace(folder, found[0], 1)),
            )
        if folder in files:
            raise NoteNameInvalid(f"{folder} is a file", next_step=f"{again}another folder")


def _folders(paths: Collection[str]) -> list[str]:
    """Every folder that some paths stand in, outermost first."""
    found = {path[:at] for path in paths for at, char in enumerate(path) if char == "/"}
    return sorted(found, key=len)


def _texts(ports: Ports, files: Collection[str]) -> Iterator[tuple[str, str]]:
    """Every file that may hold links, with its text."""
    for path in sorted(files):
        text = _decoded(ports, path) if path.endswith(LINKING) else None
        if text is not None:
            yield path, text


def _decoded(ports: Ports, path: str) -> str | None:
    """The text of a file that may be edited; None where it is not UTF-8, or gone."""
    snapshot = ports.vault.read(path)
    try:
        return snapshot.data.decode() if snapshot else None
    except UnicodeDecodeError:
        return None


def _of_group(ports: Ports, old: str, goal: str) -> Iterator[Edit]:
    """What names the note by its path in its group's folder: routing-table rows, flush times."""
    group = layout.group_of(old)
    if not group:
        return
    index, folder = layout.index_note(group), layout.group_folder(group) + "/"
    file, new = old.removeprefix(folder), goal.removeprefix(folder)
    text = text_of(ports.vault.read(index))
    if any(route.file == file for route in routing_table.parse(index, text)[0]):
        yield edit_of(ports, index, MoveRoute(file, new))
    state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
    at = state.group(group).files.get(file)
    if at is not None:
        keys = ("groups", group, "files")
        moved = (SetJson((*keys, new), json.dumps(at)), SetJson((*keys, file), ""))
        yield edit_of(ports, layout.FLUSH_STATE, *moved)
