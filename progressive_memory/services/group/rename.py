"""A group renamed: its notes move, every link to them follows, its entry keys stay as they were."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.group_report import GroupChanged
from progressive_memory.domain.plan import (
    GROUP_RENAME,
    CreateNote,
    Edit,
    Operation,
    Plan,
    Revert,
    SetJson,
)
from progressive_memory.domain.plan import SetProperty as Set
from progressive_memory.errors import GroupNameInvalid, UserError
from progressive_memory.ports import Ports
from progressive_memory.services.group.groups import every, find, group_names, row, unreadable
from progressive_memory.services.note.links import relinked, text_of_moved
from progressive_memory.services.note.moved_notes import Moved, bring_along
from progressive_memory.services.unread import Unread
from progressive_memory.text.shell import quoted
from progressive_memory.vault import frontmatter, layout, names
from progressive_memory.vault.group_move import GroupMove
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.moves import LINKING, Moves


def rename(ports: Ports, given: str, new: str) -> GroupChanged:
    """Move a group to the name `new`, in one plan; `key_name` keeps the name at its creation.

    Links in every note and canvas of the vault follow. What a person saves in between goes along;
    where it does not fit, their text stays and the note is named in `kept`. An earlier
    flush can no longer be undone.

    Raises:
        UnknownGroup: there is no such group.
        GroupNameInvalid: the new name cannot be carried, or is taken.
        UserError: the group's folder holds a file that is not text.
        NoteUnwritable: a note to be changed has properties that are not valid.
    """
    name = unicodedata.normalize("NFC", new)
    problem = names.problems(name)
    if problem:
        next_step = f"pmem group rename {quoted(given)} {quoted(names.slug(name, ()))}"
        raise GroupNameInvalid(problem, next_step=next_step)
    with ports.vault.exclusive():
        note = find(ports, given)
        if note.group_name == name:
            return GroupChanged(row(note, group_names(ports)))
        _refuse_taken(ports, note.group_name, name)
        return _carry_out(ports, note, name)


def _refuse_taken(ports: Ports, old: str, name: str) -> None:
    if names.same(old) == names.same(name):
        raise GroupNameInvalid(
            f"many disks take {old} and {name} for the same name",
            next_step=f"pmem group rename {quoted(old)} to a third name first",
        )
    readable = (each.group_name for each in every(ports, Unread(ports.vault)))
    taken = set(map(names.same, (*readable, *unreadable(ports))))
    if names.same(name) in taken or ports.vault.stamps(layout.group_folder(name)):
        raise GroupNameInvalid(
            f"there are notes of a group {name} already",
            next_step=f"pmem group show {quoted(name)}",
        )


def _carry_out(ports: Ports, note: IndexNote, name: str) -> GroupChanged:
    texts = dict(_texts(ports, note))
    group = GroupMove(note.group_name, name)
    moved = {path: group.path(path) for path in texts if group.path(path) != path}
    folders = (layout.group_folder(note.group_name), layout.group_folder(name))
    moves = Moves(ports.vault.stamps(""), moved, folder=folders, keep_shown=False)
    staying = {path: text for path, text in texts.items() if path not in moved}

    def as_moved(path: str, text: str) -> str:
        aliased = group.aliased(text)
        return text_of_moved(path, aliased, moves.relinked(path, aliased))

    edits = [
        *(_created(note, moved[path], as_moved(path, texts[path])) for path in moved),
        *relinked(ports, moves, staying)[0],
        *_json_edits(ports, note.group_name, name),
        *(_edit(ports, path, Revert(before=None, after=texts[path])) for path in moved),
    ]
    now = ports.clock.now()
    plan_id = f"group-rename-{short_hash(f'{now.isoformat()} {name}')}"
    groups = (note.group_name, name)
    plan = Plan(plan_id, GROUP_RENAME, now, tuple(edits), groups=groups)
    applied = ports.vault.apply(plan)
    kept = bring_along(ports, plan, applied, Moved(texts, moved, as_moved))
    return GroupChanged(
        row(find(ports, name), group_names(ports)),
        created=tuple(sorted(moved.values())),
        changed=tuple(sorted(change.path for change in applied.changes)),
        removed=tuple(sorted(c.path for c in applied.changes if c.after is None)),
        kept=kept,
    )


def _texts(ports: Ports, note: IndexNote) -> Iterator[tuple[str, str]]:
    """Every file of the group and every other note of the vault, with its text."""
    folder = layout.group_folder(note.group_name) + "/"
    for path in sorted(ports.vault.stamps("")):
        ours = path == note.path or path.startswith(folder)
        snapshot = ports.vault.read(path) if ours or path.endswith(LINKING) else None
        if snapshot is None:
            continue
        try:
            yield path, snapshot.data.decode()
        except UnicodeDecodeError:
            if ours:
                raise UserError(
                    f"{path} is not text, and only text moves with a group",
                    next_step=f"move {path} out of the group's folder, then rename again",
                ) from None


def _created(note: IndexNote, path: str, text: str) -> Edit:
    """A note at its new place; the index note is told its new name and keeps its key name."""
    operations: list[Operation] = [CreateNote(text)]
    name = layout.group_of(path)
    if path == layout.index_note(name):
        operations += [
            Set("group_name", frontmatter.scalar(name)),
            Set("key_name", frontmatter.scalar(note.key_name)),
        ]
        if note.display_name == note.group_name:
            operations.append(Set("aliases", f"[{frontmatter.scalar(name)}]"))
    return Edit(path, tuple(operations), None)


def _json_edits(ports: Ports, old: str, name: str) -> Iterator[Edit]:
    rooms = _object(ports, layout.GROUP_NAMES)
    value = json.dumps(name, ensure_ascii=False)
    for room in group_names(ports).rooms_of(old):
        keys = (room, "name") if isinstance(rooms[room], dict) else (room,)
        yield _edit(ports, layout.GROUP_NAMES, SetJson(keys, value))
    groups = _object(ports, layout.FLUSH_STATE).get("groups")
    state = groups.get(old) if isinstance(groups, dict) else None
    if state is not None:
        moved = json.dumps(state, ensure_ascii=False)
        yield _edit(ports, layout.FLUSH_STATE, SetJson(("groups", name), moved))
        yield _edit(ports, layout.FLUSH_STATE, SetJson(("groups", old), ""))


def _object(ports: Ports, path: str) -> dict[str, object]:
    snapshot = ports.vault.read(path)
    try:
        value = json.loads(snapshot.data.decode("utf-8-sig")) if snapshot else {}
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _edit(ports: Ports, path: str, operation: Operation) -> Edit:
    snapshot = ports.vault.read(path)
    return Edit(path, (operation,), snapshot.sha256 if snapshot else None)
