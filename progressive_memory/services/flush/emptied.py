"""Notes that held entries and are empty now: a sync program or an editor cut a save short, or a
person cleared them. Nobody can tell, so nothing in them counts as deleted (DESIGN §4).
"""

from __future__ import annotations

from collections.abc import Mapping

from progressive_memory.domain.entry import Kind
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.vetoes import shelf_in
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import Gathered, group_homes
from progressive_memory.services.group.groups import every
from progressive_memory.services.unread import Unread
from progressive_memory.vault import layout
from progressive_memory.vault.ids import OUR_ID


def emptied(
    seen: Mapping[str, tuple[str, ...]],
    standing: Mapping[str, object],
    blank: frozenset[str],
    homes: Homes,
) -> dict[str, int]:
    """How many entries each note held before it was empty, by path. `seen` are the entries last
    seen in the group, `standing` those that stand or wait now, `blank` the paths of notes that are
    there without text.
    """
    found: dict[str, int] = {}
    for entry_id, marks in seen.items():
        ours = OUR_ID.match(entry_id)
        if ours is None or entry_id in standing:
            continue
        shelf = shelf_in(marks)
        home = layout.note(homes.group, shelf) if shelf else homes.standing(Kind(ours["kind"]))
        if home in blank:
            found[home] = found.get(home, 0) + 1
    return found


def problem_of(gathered: Gathered) -> str:
    """Why a flush must not write the group now, in sentences; "" when no note of it was emptied."""
    room = gathered.room
    blank = frozenset(path for path, one in gathered.snapshots.items() if is_blank(one.data))
    if not blank:
        return ""
    standing = {**room.known, **dict.fromkeys(room.hidden)}
    lost = emptied(room.seen, standing, blank, room.homes)
    return " ".join(f"{said(path, count)} {NEXT_STEP}" for path, count in lost.items())


def in_vault(ports: Ports) -> dict[str, int]:
    """The same for every group, each note with a path of its own (`pmem doctor`)."""
    found: dict[str, int] = {}
    reader = Unread(ports.vault)
    for note in every(ports, reader):
        homes = group_homes(reader, note)
        paths = {homes.standing(kind) for kind in Kind}
        snapshots = {path: reader.read(path) for path in paths}
        blank = frozenset(path for path, one in snapshots.items() if one and is_blank(one.data))
        if blank:
            found |= emptied(ports.state.seen(note.group_name), {}, blank, homes)
    return found


def is_blank(data: bytes) -> bool:
    """Whether a file has no text at all."""
    return not data.removeprefix(b"\xef\xbb\xbf").strip()


def said(path: str, count: int) -> str:
    """What happened, for a person."""
    entries = "1 entry" if count == 1 else f"{count} entries"
    return f"{path} is empty and held {entries} at the last flush."


NEXT_STEP = (
    "Bring it back (file recovery, your sync program's history, a copy); "
    "if it shall be empty, write a title into it."
)
