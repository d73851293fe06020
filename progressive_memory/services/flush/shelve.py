"""The older lines of an archive leave attention.md, and every link to them follows.

Which lines is decided in `flush.known.shelves`; here is what that asks of the rest of the vault.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from progressive_memory.domain.plan import (
    Applied,
    Displaced,
    Edit,
    InsertUnder,
    Operation,
    Plan,
    ReplaceBlock,
)
from progressive_memory.errors import NoteUnreadable, NoteUnwritable
from progressive_memory.flush.known import shelves
from progressive_memory.flush.known.homes import ATTENTION
from progressive_memory.flush.known.known import Known
from progressive_memory.flush.known.shelves import Carried
from progressive_memory.ports import Ports
from progressive_memory.services.flush import plan as flush_plan
from progressive_memory.services.flush.block_links import LinksTo, links_to
from progressive_memory.services.flush.gather import Gathered
from progressive_memory.services.flush.plan import GroupPart
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout, wikilinks, words
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.splice import apply_operations

_ENTRY_ID = re.compile(r"\^([a-z]-\d{8}-[a-z2-7]{10})\b")
_TRIAL = "- [x] Trial ^trial"


def shelved(ports: Ports, part: GroupPart, taken: Sequence[str] = ()) -> GroupPart:
    """The part with the older lines of its archive in notes of their own (`taken` as in
    `flush_plan.note_edits`); the same part where the archive is short.

    A line stays while something links to it that must not be written, or may mean another note.
    What is spoken of again comes back whatever links to it.
    """
    before, after = part.gathered.room.known, part.decided.after
    homes = part.gathered.room.homes
    twins, kept = _twins(part.gathered)
    while True:
        leaving = shelves.leaving(before, after, homes, kept=kept, twins=twins)
        if not leaving and not shelves.coming_back(after):
            return part
        goal = shelves.placed(after, leaving)
        moving = list(shelves.carried(before, goal, homes))
        linked = links_to(ports, moving, part.gathered.snapshots)
        bound = (linked.bound | _refused(ports, leaving, part.gathered)) & leaving.keys()
        if bound <= kept:
            return _with(part, goal, linked, taken)
        kept |= bound


def put_back(ports: Ports, parts: Sequence[GroupPart], applied: Applied, at: datetime) -> Applied:
    """Take what could not leave attention.md, because somebody edited it just then, off its shelf
    again; what was displaced beside that.
    """
    ids = frozenset(_taken_out(applied.displaced))
    stayed: dict[str, Carried] = {}
    for part in parts:
        gathered = part.gathered
        moved = shelves.carried(gathered.room.known, part.decided.after, gathered.room.homes)
        stayed |= {one.id: one for one in moved if one.id in ids}
    if not stayed:
        return applied
    back = [Carried(one.id, one.new, one.old) for one in stayed.values()]
    removals: dict[str, list[Operation]] = defaultdict(list)
    for path in sorted({one.old for one in back}):
        for entry in entries(path, text_of(ports.vault.read(path))):
            if entry.id in stayed:
                removals[path].append(ReplaceBlock(entry.id, entry.text, ""))
    for path, relink in links_to(ports, back, {}).operations.items():
        removals[path].append(relink)
    edits = tuple(Edit(path, tuple(each), None) for path, each in removals.items())
    names = tuple(part.group for part in parts)
    ports.vault.apply(Plan(f"{applied.plan_id}-kept", "displaced", at, edits, groups=names))
    left = (each for each in applied.displaced if stayed.keys().isdisjoint(_taken_out([each])))
    return replace(applied, displaced=tuple(left))


def notices(part: GroupPart) -> Iterator[str]:
    """What was carried out of attention.md, in a sentence a note."""
    before, homes = part.gathered.room.known, part.gathered.room.homes
    found: dict[tuple[str, str], int] = defaultdict(int)
    for one in shelves.carried(before, part.decided.after, homes):
        found[one.old, one.new] += 1
    for (old, new), count in found.items():
        lines = "1 line" if count == 1 else f"{count} lines"
        yield f"{old}: {lines} of its archive moved to {new}, with every link to them"


def _taken_out(displaced: Sequence[Displaced]) -> Iterator[str]:
    """The ids of blocks that were to leave their note and did not."""
    for each in displaced:
        if isinstance(each.operation, ReplaceBlock) and not each.operation.block:
            yield each.operation.block_id


def _twins(gathered: Gathered) -> tuple[dict[str, str], set[str]]:
    """Entries that stand in another note and on a shelf too: the shelf of each that reads the same
    there, and the ids of the others, of which nobody can tell which of the two holds.
    """
    same: dict[str, str] = {}
    other: set[str] = set()
    for path, snapshot in gathered.snapshots.items():
        if not layout.shelf_year(path):
            continue
        text = text_of(snapshot)
        elsewhere = (one for one in _ENTRY_ID.findall(text) if one in gathered.room.known)
        if all(gathered.room.known[one].shelf for one in elsewhere):
            continue
        for entry in entries(path, text):
            known = gathered.room.known.get(entry.id)
            if known is None or known.entry is None or known.shelf:
                continue
            if known.entry.text.strip() == entry.text.strip():
                same[entry.id] = path
            else:
                other.add(entry.id)
    return same, other


def _refused(ports: Ports, leaving: Mapping[str, str], gathered: Gathered) -> set[str]:
    """The ids of what a shelf takes nothing of now: a person left it unreadable, or code in it
    open.
    """
    closed = {path for path in set(leaving.values()) if not _takes(ports, path, gathered)}
    return {one for one, path in leaving.items() if path in closed}


def _takes(ports: Ports, path: str, gathered: Gathered) -> bool:
    snapshot = gathered.snapshots.get(path)
    if snapshot is None:
        return True
    trial = InsertUnder(
        words.heading("archive", gathered.note.language), _TRIAL, "trial", first=True
    )
    try:
        ports.vault.check_writable(path)
        return not apply_operations(path, snapshot.data, (trial,)).displaced
    except (NoteUnwritable, NoteUnreadable):
        return False


def _with(
    part: GroupPart, after: Mapping[str, Known], linked: LinksTo, taken: Sequence[str]
) -> GroupPart:
    gathered = replace(part.gathered, snapshots={**linked.snapshots, **part.gathered.snapshots})
    decided = replace(part.decided, after=dict(after))
    operations: dict[str, list[Operation]] = defaultdict(list)
    for path, lines in _links_to_shelves(gathered, after).items():
        operations[path] += lines
    for path, relink in linked.operations.items():
        operations[path].append(relink)
    edits = flush_plan.note_edits(gathered, decided, taken, operations)
    return replace(part, gathered=gathered, decided=decided, edits=edits)


def _links_to_shelves(gathered: Gathered, after: Mapping[str, Known]) -> dict[str, list[Operation]]:
    """A line in the archive for each shelf that nothing in attention.md links to yet."""
    home, language = gathered.room.homes.note(ATTENTION), gathered.note.language
    linked = {link.target for link in wikilinks.links(text_of(gathered.snapshots.get(home)))}
    found: list[Operation] = []
    for path in sorted({one.shelf for one in after.values() if one.shelf}):
        target = layout.link_target(path)
        if target not in linked:
            line = f"- {words.OLDER[language]}[[{target}|{_year(path)}]]"
            found.append(InsertUnder(words.heading("archive", language), line))
    return {home: found} if found else {}


def _year(path: str) -> str:
    return path.removesuffix(".md").rpartition("-")[2]
