"""Groups added, mapped to rooms, archived and renamed."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from zoneinfo import ZoneInfo

from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.group_report import GroupChanged
from progressive_memory.domain.plan import CreateNote, Edit, Operation, Plan, SetJson, SetProperty
from progressive_memory.errors import GroupNameInvalid, UserError
from progressive_memory.ports import Ports
from progressive_memory.services.group.groups import every, find, group_names, row, unreadable
from progressive_memory.services.unread import Unread
from progressive_memory.text.shell import quoted
from progressive_memory.vault import index_note, layout, names, room_id, templates
from progressive_memory.vault.ids import short_hash


def add(ports: Ports, wanted: NewGroup) -> GroupChanged:
    """Create a group's notes, and map its room; a standing group gets the room mapped only. What
    the group that had the room remembers stays its own.

    Raises:
        GroupNameInvalid: no disk, link or Obsidian could carry the name, or it is taken.
        UserError: the room belongs to another group and is not to be moved, it is the name of
            another group, or the time zone is not one.
    """
    name = unicodedata.normalize("NFC", wanted.name)
    wanted = replace(wanted, room=room_id.plain(wanted.room))
    problem = names.problems(name)
    if problem:
        raise GroupNameInvalid(
            problem, next_step=f"pmem group add {quoted(names.slug(name, ()))} --display-name …"
        )
    with ports.vault.exclusive():
        _check_room(ports, name, wanted)
        edits = _standing(ports, name, wanted)
        if edits is None:
            edits = _new_notes(ports, name, wanted)
        edits += _room_edit(ports, name, wanted)
        return _apply(ports, name, "group-add", edits)


def archive(ports: Ports, given: str) -> GroupChanged:
    """Set `status: archived`: from then on only project.md is loaded (DESIGN §4).

    Raises:
        UnknownGroup: there is none.
        NoteUnwritable: the index note's frontmatter is not valid.
    """
    with ports.vault.exclusive():
        note = find(ports, given)
        edits: tuple[Edit, ...] = ()
        if note.status != "archived":
            edits = (_edit(ports, note.path, SetProperty("status", "archived")),)
        return _apply(ports, note.group_name, "group-archive", edits)


def _check_room(ports: Ports, name: str, wanted: NewGroup) -> None:
    room = wanted.room
    mapped = group_names(ports).name_of(room) if room else ""
    if mapped and names.same(mapped) != names.same(name) and not wanted.move:
        moved = f"pmem group add {quoted(name)} --room {quoted(room)} --move"
        raise UserError(
            f"the room {room} is mapped to the group {mapped} already",
            next_step=f"{moved}; what {mapped} remembers stays there",
        )
    twins = (note.group_name for note in every(ports, Unread(ports.vault)))
    twin = next((each for each in twins if names.same(each) == names.same(room)), "")
    if room and not mapped and twin and names.same(twin) != names.same(name):
        raise UserError(
            f"{room} is the name of a group; a room is told by its id, like !abc:example.org",
            next_step=f"pmem group add {quoted(name)} --room ID; pmem group list shows known ids",
        )


def _standing(ports: Ports, name: str, wanted: NewGroup) -> tuple[Edit, ...] | None:
    """No edits when the group stands and only a room is asked for; None when it is new."""
    readable = (note.group_name for note in every(ports, Unread(ports.vault)))
    there = (*readable, *unreadable(ports))
    twin = next((each for each in there if names.same(each) == names.same(name)), "")
    if not twin:
        return None
    if twin != name:
        raise GroupNameInvalid(
            f"there is a group {twin}, and many disks take {name} for the same name",
            next_step=f"pmem group show {quoted(twin)}",
        )
    if not wanted.room:
        raise GroupNameInvalid(
            f"there is a group {name} already", next_step=f"pmem group show {quoted(name)}"
        )
    if wanted.display_name or wanted.language or wanted.timezone:
        raise UserError(
            f"there is a group {name} already: only a room can be added to it",
            next_step=f"pmem group add {quoted(name)} --room {quoted(wanted.room)}, "
            f"and edit {layout.index_note(name)} for the rest",
        )
    return ()


def _new_notes(ports: Ports, name: str, wanted: NewGroup) -> tuple[Edit, ...]:
    language = wanted.language or ports.settings.language
    timezone = wanted.timezone or index_note.TIMEZONES[language]
    today = ports.clock.now().astimezone(_zone(timezone)).date()
    texts = {
        layout.note(name, file): text
        for file, text in templates.group_notes(name, language).items()
    }
    # The index note comes last: a group cut short is no group, and is finished by a second `add`.
    texts[layout.index_note(name)] = index_note.render_new(
        name, wanted.display_name or name, language, timezone, today
    )
    return tuple(
        Edit(path, (CreateNote(text),), None)
        for path, text in texts.items()
        if ports.vault.read(path) is None
    )


def _zone(timezone: str) -> ZoneInfo:
    try:
        return ZoneInfo(timezone)
    except (ValueError, OSError, LookupError):
        raise UserError(
            f"{timezone} is no time zone", next_step='use an IANA name, like "Asia/Shanghai"'
        ) from None


def _room_edit(ports: Ports, name: str, wanted: NewGroup) -> tuple[Edit, ...]:
    known = group_names(ports)
    if not wanted.room or known.name_of(wanted.room) == name:
        return ()
    row: dict[str, object] = {
        "name": name,
        "display_name": wanted.display_name or known.display_name_of(name) or name,
    }
    if deciders := known.deciders.get(wanted.room):
        row["deciders"] = deciders
    text = json.dumps(row, ensure_ascii=False)
    return (_edit(ports, layout.GROUP_NAMES, SetJson((wanted.room,), text)),)


def _edit(ports: Ports, path: str, operation: Operation) -> Edit:
    snapshot = ports.vault.read(path)
    return Edit(path, (operation,), snapshot.sha256 if snapshot else None)


def _apply(ports: Ports, name: str, verb: str, edits: tuple[Edit, ...]) -> GroupChanged:
    now = ports.clock.now()
    created = {edit.path for edit in edits if edit.sha256 is None and edit.path.endswith(".md")}
    changed: set[str] = set()
    if edits:
        plan_id = f"{verb}-{short_hash(f'{now.isoformat()} {name}')}"
        applied = ports.vault.apply(Plan(plan_id, verb, now, edits, groups=(name,)))
        changed = {change.path for change in applied.changes}
    now_row = row(find(ports, name), group_names(ports))
    return GroupChanged(now_row, tuple(sorted(created & changed)), tuple(sorted(changed)))
