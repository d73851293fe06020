"""Edits of notes that a script asks for: found, tried in memory, then written, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from progressive_memory.domain.note_report import NoteChanged
from progressive_memory.domain.plan import Applied, Change, Edit, Operation, Plan
from progressive_memory.errors import NoteUnwritable, PathEscapesVault, UnknownNote
from progressive_memory.ports import Ports
from progressive_memory.services.note.moved_notes import Moved, bring_along
from progressive_memory.text.diff import unified
from progressive_memory.vault import layout
from progressive_memory.vault.file_names import NOTE, FileNames
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.paths import is_conflict_copy, is_listed, parts
from progressive_memory.vault.splice import apply_operations

VERB = "note"
"""Of the plans written here; each can be undone by its id."""


def find(ports: Ports, given: str) -> str:
    """The path of the note that `given` names: by its path in the vault, with `.md` or without, or
    by its name where only one note has it.

    Raises:
        UnknownNote: there is none, or several.
        PathEscapesVault: it names something outside the vault.
        NoteUnwritable: it names a file that is no note, a hidden one or a conflict copy.
    """
    try:
        names = parts(given)
    except PathEscapesVault as error:
        raise PathEscapesVault(
            error.message, next_step="name the note by its path from the vault's own folder"
        ) from None
    _refuse_unlisted(given, names)
    for path in (given, given + NOTE) if given.endswith(NOTE) else (given + NOTE, given):
        if given and ports.vault.read(path) is not None:
            return _note("/".join(parts(path)))
    files = ports.vault.stamps("")
    meant = FileNames(files).meant(given, "") if given else ()
    if len(meant) == 1:
        return _note(meant[0])
    if meant:
        raise UnknownNote(
            f"{given} may be {' or '.join(sorted(meant))}",
            next_step="name the note by its whole path",
        )
    notes = sorted(path for path in files if path.endswith(NOTE))
    near = get_close_matches(given, [path.removesuffix(NOTE) for path in notes], 1, 0.6)
    hint = f"did you mean {near[0]}{NOTE}?" if near else "name the note by its path in the vault"
    raise UnknownNote(f"there is no note {given}", next_step=hint)


def carry_out(
    ports: Ports,
    path: str,
    what: str,
    edits: Sequence[Edit],
    *,
    dry_run: bool,
    moved: Moved | None = None,
) -> NoteChanged:
    """Write the edits in one plan, or with `dry_run` only say what they come to. `what` is the verb
    as typed, e.g. `note set`; `moved` are notes that the edits move.

    Raises:
        NoteUnwritable: a note that must not be edited, or not so; nothing is written.
    """
    changes = preview(ports, edits)
    report = NoteChanged(path, tuple(sorted(each.path for each in changes)), dry_run=dry_run)
    if dry_run or not changes:
        return replace(report, diff="".join(map(_diff, changes)) if dry_run else "")
    now = ports.clock.now()
    before = " ".join(str(edit.sha256) for edit in edits)
    plan_id = f"{what.replace(' ', '-')}-{short_hash(f'{now.isoformat()} {path} {before}')}"
    groups = tuple({layout.group_of(path): None} if layout.group_of(path) else ())
    plan = Plan(plan_id, VERB, now, tuple(edits), what, groups)
    applied = ports.vault.apply(plan)
    return replace(
        report,
        changed=tuple(sorted(change.path for change in applied.changes)),
        undo_id=plan_id if applied.changes else "",
        kept=bring_along(ports, plan, applied, moved) if moved else _kept(applied),
    )


def _kept(applied: Applied) -> tuple[str, ...]:
    return tuple(sorted({each.path for each in applied.displaced}))


def edit_of(ports: Ports, path: str, *operations: Operation) -> Edit:
    """An edit decided on the bytes that stand."""
    snapshot = ports.vault.read(path)
    return Edit(path, operations, snapshot.sha256 if snapshot else None)


def preview(ports: Ports, edits: Sequence[Edit]) -> tuple[Change, ...]:
    """What the edits would change, without writing.

    Raises:
        NoteUnwritable: as `carry_out`.
    """
    wanted: dict[str, list[Operation]] = {}
    for edit in edits:
        wanted.setdefault(edit.path, []).extend(edit.operations)
    changes = []
    for path, operations in wanted.items():
        ports.vault.check_writable(path)
        snapshot = ports.vault.read(path)
        before = snapshot.data if snapshot else None
        spliced = apply_operations(path, before, operations)
        for displaced in spliced.displaced:
            raise NoteUnwritable(
                f"{path}: {displaced.reason}", next_step=f"look at {path}, or edit it by hand"
            )
        if spliced.data != before:
            changes.append(Change(path, before, spliced.data))
    return tuple(changes)


def _refuse_unlisted(given: str, names: Sequence[str]) -> None:
    if names and is_conflict_copy(names[-1]):
        raise NoteUnwritable(
            f"{given} is a copy that a sync program made",
            next_step="keep what you want of it in the note it was copied from, and delete it",
        )
    if not all(map(is_listed, names)):
        raise NoteUnwritable(f"{given} is hidden, and no note", next_step="name a note")


def _note(path: str) -> str:
    if path.endswith(NOTE):
        return path
    raise NoteUnwritable(f"{path} is no note", next_step=f"name a file that ends in {NOTE}")


def _diff(change: Change) -> str:
    before, after = (
        None if data is None else data.decode("utf-8", "replace")
        for data in (change.before, change.after)
    )
    return unified(change.path, before, after)
