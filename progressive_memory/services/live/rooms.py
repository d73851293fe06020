"""Rooms of a live chat: which group each belongs to, and who may decide there (DESIGN §4, §5)."""

from __future__ import annotations

import json
from collections.abc import Collection

from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.group_report import GroupRow
from progressive_memory.domain.live_report import Entrance
from progressive_memory.domain.plan import Edit, Plan, SetJson
from progressive_memory.errors import UnknownGroup
from progressive_memory.ports import Ports
from progressive_memory.services.group import groups
from progressive_memory.services.group.changes import add
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import flush_state, layout, names
from progressive_memory.vault.ids import short_hash


def room_group(ports: Ports, room_id: str, display_name: str) -> GroupRow:
    """The group of a room; an unknown room gets a new one, called by its display name.

    A group that stands is never given to a room because the room is called like it: whoever names
    a room would read what others said. People map it (`pmem group add NAME --room ID`).

    Raises:
        UnknownGroup: the room is mapped to a group that is not there any more.
    """
    standing = groups.group_names(ports).name_of(room_id)
    if standing:
        return groups.row(groups.find(ports, standing), groups.group_names(ports))
    with ports.vault.exclusive():
        if groups.group_names(ports).name_of(room_id):
            return room_group(ports, room_id, display_name)
        name = names.slug(display_name, _taken(ports))
        return add(ports, NewGroup(name, room_id, display_name.strip() or name)).group


def entrance(ports: Ports, room_id: str) -> Entrance:
    """How fresh the memory of the group of a room is. A name is not taken for a room's id.

    Raises:
        UnknownGroup: the room has no group.
    """
    name = groups.group_names(ports).name_of(room_id)
    if not name:
        raise UnknownGroup(
            f"the room {room_id} has no group", next_step=f"pmem group add NAME --room {room_id}"
        )
    note = groups.find(ports, name)
    state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE))).group(name)
    files = (note.path, layout.RULES, layout.FLUSH_STATE, layout.GROUP_NAMES, layout.SETTINGS)
    return Entrance(name, note.language, state.last_flush_time, state.unflushed_messages, files)


def follow_room(ports: Ports, old: str, new: str) -> None:
    """Map the room `new`, which replaces `old`, to the same group. A room that has a group keeps
    it, whatever is said to be replaced by it.
    """
    with ports.vault.exclusive():
        rooms = groups.group_names(ports)
        name = rooms.name_of(old)
        if name and not rooms.name_of(new):
            add(ports, NewGroup(name, new))


def set_deciders(ports: Ports, room_id: str, deciders: Collection[str]) -> bool:
    """Note who may decide in a room (user ids), in its row of `group_names.json`; whether that is
    new. A room without a row has no group yet, and nothing is noted.
    """
    wanted = tuple(sorted(deciders))
    if not _is_news(ports, room_id, wanted):
        return False
    with ports.vault.exclusive():
        if not _is_news(ports, room_id, wanted):
            return False
        snapshot = ports.vault.read(layout.GROUP_NAMES)
        row = SetJson((room_id, "deciders"), json.dumps(list(wanted), ensure_ascii=False))
        edit = Edit(layout.GROUP_NAMES, (row,), snapshot.sha256 if snapshot else None)
        now = ports.clock.now()
        mark = short_hash(f"{now.isoformat()} {room_id} {wanted}")
        name = groups.group_names(ports).name_of(room_id)
        ports.vault.apply(Plan(f"deciders-{mark}", "deciders", now, (edit,), groups=(name,)))
    return True


def _is_news(ports: Ports, room_id: str, deciders: tuple[str, ...]) -> bool:
    rooms = groups.group_names(ports)
    return bool(rooms.name_of(room_id)) and rooms.deciders.get(room_id, ()) != deciders


def _taken(ports: Ports) -> set[str]:
    """Every name that a group has, or that a room is still mapped to."""
    rooms = groups.group_names(ports)
    return {note.group_name for note in groups.every(ports)} | set(rooms.rooms.values())
