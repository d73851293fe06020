"""Groups, found by name or room id and listed. `memory/groups/<name>.md` is the registry.

A recall starts here, so nothing heavy is imported; `services.group.changes` adds and renames.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.group_report import GroupList, GroupRow, GroupShown
from progressive_memory.errors import UnknownGroup
from progressive_memory.ports import Ports, VaultReader
from progressive_memory.services.note_text import text_of
from progressive_memory.services.unread import Unread
from progressive_memory.text.shell import quoted
from progressive_memory.vault import index_note, layout, names
from progressive_memory.vault.group_names import GroupNames
from progressive_memory.vault.group_names import parse as parse_group_names


def group_names(ports: Ports, vault: VaultReader | None = None) -> GroupNames:
    """The room map; a broken one reads as empty (`pmem doctor` says what is wrong with it)."""
    return parse_group_names(text_of((vault or ports.vault).read(layout.GROUP_NAMES)))[0]


def every(ports: Ports, vault: VaultReader | None = None) -> tuple[IndexNote, ...]:
    """The index note of each group, by name; read through `vault` where one is given.

    A note of a person's beside them is none: it has no routes, and no folder of its name.
    """
    prefix = f"{layout.GROUPS}/"
    vault = vault or ports.vault
    paths = [path.removeprefix(prefix) for path in vault.stamps(layout.GROUPS)]
    folders = {path.partition("/")[0] for path in paths if "/" in path}
    index_notes = sorted(p.removesuffix(".md") for p in paths if p.endswith(".md") and "/" not in p)
    notes = (_read(vault, name) for name in index_notes)
    return tuple(
        note
        for note in notes
        if note
        and (note.group_name in folders or (note.routes and not _is_copy(note, index_notes)))
    )


def unreadable(ports: Ports) -> dict[str, str]:
    """The groups whose index note the system refuses to read, or that is not on this machine: name
    → why, in a sentence.
    """
    paths = [path.removeprefix(f"{layout.GROUPS}/") for path in ports.vault.stamps(layout.GROUPS)]
    folders = {path.partition("/")[0] for path in paths if "/" in path}
    found: dict[str, str] = {}
    for name in sorted(path.removesuffix(".md") for path in paths if path.endswith(".md")):
        if name in folders:
            unread = Unread(ports.vault)
            unread.read(layout.index_note(name))
            found.update((name, why) for why in unread.problems)
    return found


def find(ports: Ports, given: str, vault: VaultReader | None = None) -> IndexNote:
    """The index note of the group with that name or room id; read through `vault` where one is
    given.

    Raises:
        UnknownGroup: there is none; the message names those there are.
    """
    wanted = unicodedata.normalize("NFC", given)
    vault = vault or ports.vault
    # A name goes before a room: whatever a room is called, it cannot stand in for a group.
    note = _standing(ports, vault, wanted)
    if note is None and (name := group_names(ports, vault).name_of(given)):
        wanted = name
        note = _standing(ports, vault, name)
    if note is None:
        raise _unknown(given, wanted, [each.group_name for each in every(ports, Unread(vault))])
    return note


def _standing(ports: Ports, vault: VaultReader, name: str) -> IndexNote | None:
    # Not passed over where it cannot be read: that is another thing than no group.
    note = None if names.problems(name) else _read(ports.vault, name)
    return note if note and (note.routes or vault.stamps(layout.group_folder(name))) else None


def _unknown(given: str, name: str, known: list[str]) -> UnknownGroup:
    """That there is no such group, with the one that may be meant."""
    from difflib import get_close_matches

    near = next((each for each in known if names.same(each) == names.same(name)), "")
    if near:
        return UnknownGroup(
            f"no group is called {given}; there is one called {near}",
            next_step=f"use --group {quoted(near)}",
        )
    there = f"there are: {', '.join(known)}" if known else "there are no groups yet"
    add = f"pmem group add {quoted(names.slug(name, ()) if names.problems(name) else name)}"
    if given.startswith("!"):
        add = f"pmem group add NAME --room {quoted(given)}"
    meant = get_close_matches(name, known, 1)
    step = f"--group {quoted(meant[0])}, or for a new group {add}" if meant else add
    return UnknownGroup(f"no group is called {given}; {there}", next_step=step)


def list_groups(ports: Ports) -> GroupList:
    """Every group, by name."""
    unread = Unread(ports.vault)
    rooms = group_names(ports, unread)
    rows = tuple(row(note, rooms) for note in every(ports, unread))
    return GroupList(rows, unread.problems)


def show(ports: Ports, given: str) -> GroupShown:
    """One group with its rules, routes and notes (the log left out).

    Raises:
        UnknownGroup: there is none.
    """
    unread = Unread(ports.vault)
    note = find(ports, given, unread)
    folder = layout.group_folder(note.group_name)
    log = layout.log_folder(note.group_name) + "/"
    notes = sorted(path for path in unread.stamps(folder) if not path.startswith(log))
    routed = (layout.note(note.group_name, each.file) for each in note.routes)
    for path in sorted({*notes, *routed, layout.RULES}):
        unread.read(path)
    return GroupShown(
        group=row(note, group_names(ports, unread)),
        hard_rules=note.hard_rules,
        routes=note.routes,
        notes=tuple(notes),
        problems=unread.problems,
    )


def row(note: IndexNote, rooms: GroupNames) -> GroupRow:
    """What is reported of one group."""
    return GroupRow(
        name=note.group_name,
        display_name=note.display_name or note.group_name,
        status=note.status,
        language=note.language,
        timezone=note.timezone,
        memory_budget=note.memory_budget_tokens,
        last_updated=note.last_updated,
        rooms=tuple(rooms.rooms_of(note.group_name)),
        path=note.path,
    )


def _is_copy(note: IndexNote, index_notes: Collection[str]) -> bool:
    """Whether a sync program put the note beside the one of another group, which it still names."""
    base = index_note.copy_of(note.path, note.text) if " " in note.group_name else ""
    return bool(base) and base in index_notes


def _read(vault: VaultReader, name: str) -> IndexNote | None:
    path = layout.index_note(name)
    snapshot = vault.read(path)
    return index_note.parse(path, text_of(snapshot))[0] if snapshot else None
