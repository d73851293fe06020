"""The links of a whole vault to blocks that go from one note to another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from progressive_memory.domain.plan import Relink
from progressive_memory.errors import NoteUnreadable, NoteUnwritable
from progressive_memory.flush.known.shelves import Carried
from progressive_memory.ports import Ports, Snapshot
from progressive_memory.services.note_text import text_of
from progressive_memory.vault.block_links import BlockMoves
from progressive_memory.vault.moves import LINKING
from progressive_memory.vault.splice import apply_operations


@dataclass
class LinksTo:
    """What links to some blocks: an operation for each file whose links have to follow, that file
    as it was read, and the ids of blocks that have to stay, because a link cannot follow.
    """

    operations: dict[str, Relink] = field(default_factory=dict)
    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)


def links_to(ports: Ports, moving: Sequence[Carried], checked: Collection[str]) -> LinksTo:
    """Everything in the vault that links to what moves. Of the files that are `checked` (paths) it
    is known that they may be written.
    """
    found = LinksTo()
    if not moving:
        return found
    files = ports.vault.stamps("")
    moves = BlockMoves(files, {one.id: (one.old, one.new) for one in moving})
    for path in sorted(files):
        snapshot = _read(ports, path) if path.endswith(LINKING) else None
        if snapshot is None or not moves.concerns(snapshot.data):
            continue
        followed = moves.followed(path, text_of(snapshot))
        found.bound |= followed.unsure
        if followed.operation is None:
            continue
        if path in checked or _is_writable(ports, snapshot, followed.operation):
            found.operations[path] = followed.operation
            found.snapshots[path] = snapshot
        else:
            found.bound |= {one.block_id for one in followed.operation.blocks}
    return found


def _read(ports: Ports, path: str) -> Snapshot | None:
    """The file; None where it cannot be read, whose links nobody can follow now either."""
    try:
        return ports.vault.read(path)
    except (NoteUnreadable, PermissionError):
        return None


def _is_writable(ports: Ports, snapshot: Snapshot, operation: Relink) -> bool:
    try:
        ports.vault.check_writable(snapshot.path)
        apply_operations(snapshot.path, snapshot.data, (operation,))
    except (NoteUnwritable, NoteUnreadable):
        return False
    return True
