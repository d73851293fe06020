"""The plan of a flush: what each note and flush-state.json shall take (DESIGN §5, steps 4 to 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from progressive_memory.domain.candidate import Ruling, Verdict
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.plan import (
    AddRoute,
    CreateNote,
    Edit,
    Operation,
    Plan,
    ReplaceBlock,
    SetProperty,
)
from progressive_memory.flush.judge.compare import Decided
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.shelves import moves
from progressive_memory.flush.writeback import writeback
from progressive_memory.flush.writeback.render import Scribe
from progressive_memory.services.flush.extract import Extracted
from progressive_memory.services.flush.gather import Gathered
from progressive_memory.services.flush.seen import marks_of, standing_after
from progressive_memory.vault import flush_state, index_note, layout, templates
from progressive_memory.vault import standing as standing_file
from progressive_memory.vault.flush_state import Cursor, StoredVeto
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.standing import Standing


@dataclass(frozen=True)
class Advance:
    """A flush that moves on: when, over how many tokens and what share of the host's window that
    is, in which host session.
    """

    at: datetime
    tokens: int
    usage_percent: int
    session: str = ""


WRITING = frozenset({Ruling.NEW, Ruling.EXTENDS, Ruling.SUPERSEDES, Ruling.CONTRADICTS})
"""Rulings that write an entry."""


@dataclass(frozen=True)
class GroupPart:
    """One group's part of a flush: what it was decided on, what was decided, the edits of its
    notes. `problem` says why nothing of it is written ("" = it is). `extracted` tells how the talk
    was read, None where `rules` read all. Not with `tells`, the vault is not told what the
    entries mean: the file cannot be written.
    """

    gathered: Gathered
    decided: Decided
    edits: tuple[Edit, ...]
    problem: str = ""
    extracted: Extracted | None = None
    tells: bool = True

    @property
    def group(self) -> str:
        """The group's name."""
        return self.gathered.note.group_name

    @property
    def waiting_titles(self) -> tuple[str, ...]:
        """What waits in pending.md, by title."""
        after = self.decided.after.values()
        return tuple(one.title for one in after if one.place is Place.PENDING)

    @cached_property
    def standing(self) -> Standing | None:
        """What the group's entries mean once this is written; None where the vault tells so now."""
        gathered = self.gathered
        if not self.tells:
            return None
        return standing_after(
            self.group, gathered.state.standing, gathered.seen, gathered.room.known, self.decided
        )

    @property
    def written(self) -> dict[str, Verdict]:
        """The verdict each entry was written by, by entry id, in that order."""
        found: dict[str, Verdict] = {}
        for verdict in self.decided.verdicts:
            standing = self.decided.after.get(verdict.entry_id)
            if verdict.ruling not in WRITING or standing is None or standing.place is Place.PENDING:
                continue
            # What was new in this flush stays New, whatever was added to it since.
            if verdict.ruling is not Ruling.EXTENDS or verdict.entry_id not in found:
                found[verdict.entry_id] = verdict
        return found


def note_edits(
    gathered: Gathered,
    decided: Decided,
    taken: Sequence[str] = (),
    more: Mapping[str, Sequence[Operation]] | None = None,
) -> tuple[Edit, ...]:
    """The edits of a group's notes; () when nothing in them changes. `taken` are lines typed into
    pending.md that are entries from now on; `more` are operations by path that come after.
    """
    after = decided.after
    wanted = writeback.operations(gathered.room.known, after, scribe(gathered, after))
    if taken:
        path = gathered.room.homes.pending
        gone = tuple(ReplaceBlock("", line, "") for line in taken)
        wanted[path] = (*gone, *wanted.get(path, ()))
    for path, operations in (more or {}).items():
        wanted[path] = (*wanted.get(path, ()), *operations)
    if not wanted:
        return ()
    entrance = gathered.note.path
    stamp = SetProperty("last_updated", str(gathered.room.today))
    on_entrance = (*wanted.pop(entrance, ()), *_routes(gathered, wanted), stamp)
    paths = sorted(wanted, key=_turn(gathered, after))
    edits = [_edit(gathered, path, wanted[path]) for path in paths]
    return (*edits, _edit(gathered, entrance, on_entrance))


def _turn(gathered: Gathered, after: Mapping[str, Known]) -> Callable[[str], int]:
    """When a note is written: cut off in between, what moves stands twice and is missed nowhere.

    What leaves attention.md stands on its shelf first, and what leaves pending.md in its home;
    pending.md comes before notes that only lose something to it.
    """
    before, homes = gathered.room.known, gathered.room.homes
    both = (one for one in after.values() if one.id in before)
    moved = [one for one in both if before[one.id].place != one.place]
    homeward = {homes.of(one) for one in moved if one.place is Place.STANDING}
    stood = (before[one.id].entry for one in moved)
    left = {entry.path for entry in stood if entry is not None} - homeward

    def turn(path: str) -> int:
        if layout.shelf_year(path):
            return 0
        if path == homes.pending:
            return 2
        return 3 if path in left else 1

    return turn


def state_operations(part: GroupPart, advance: Advance | None) -> tuple[Operation, ...]:
    """What flush-state.json takes for one group (seed 004 §5.4): what people decided always, the
    cursor and the times only with `advance`.
    """
    decided, group = part.decided, part.group
    stored = [
        StoredVeto(veto.key, veto.kind.value, tuple(sorted(veto.evidence)), veto.meaning)
        for veto in decided.vetoes
    ]
    state = part.gathered.state
    counts = (state.unflushed_messages, state.unflushed_task_changes)
    if advance:
        later = part.gathered.log.until is not None
        counts = (max(0, counts[0] - len(part.gathered.new)), counts[1]) if later else (0, 0)
    operations: list[Operation] = [*flush_state.set_unflushed(group, *counts)]
    if advance is not None:
        operations += _advanced(part, advance)
    if part.standing is not None:
        operations += flush_state.set_standing(group, part.standing.token)
    operations += flush_state.set_vetoes(group, stored)
    operations += flush_state.set_pending(group, decided.pending_since, sorted(decided.expired))
    return tuple(operations)


def _advanced(part: GroupPart, advance: Advance) -> Iterator[Operation]:
    gathered, group = part.gathered, part.group
    at = local(advance.at, gathered.note.timezone)
    newest = gathered.log.newest()
    if newest is not None:
        cursor = Cursor(newest.event_id, newest.at.isoformat())
        yield from flush_state.set_cursor(group, cursor)
    yield from flush_state.set_late(group, ())
    if advance.tokens:
        left = gathered.state.unsummarised_tokens + advance.tokens
        yield from flush_state.set_summarised(group, None, left)
    yield from flush_state.set_flushed(
        at,
        advance.usage_percent,
        part.waiting_titles,
        session_id=advance.session or gathered.state.session_id,
        group=group,
    )
    folder = layout.group_folder(group) + "/"
    for edit in part.edits:
        if edit.path.startswith(folder):
            yield from flush_state.set_file_flushed(group, edit.path.removeprefix(folder), at)


def local(at: datetime, timezone: str) -> str:
    """An instant in a zone, RFC 3339 to the second."""
    return at.astimezone(ZoneInfo(timezone)).isoformat(timespec="seconds")


def plan_of(parts: Sequence[GroupPart], state: Edit, now: datetime, trigger: str) -> Plan:
    """The plan of a whole flush: what the entries mean first, then the notes, flush-state.json
    last. Its id sorts by time, and is the same for the same plan.
    """
    records = [standing_file.edit(one.group, one.standing) for one in parts if one.standing]
    edits = (*records, *(edit for part in parts for edit in part.edits), state)
    content = short_hash(f"{now.isoformat()}\n{edits!r}")
    return Plan(
        id=f"f-{now:%Y%m%d-%H%M%S}-{content[:4]}",
        verb="flush",
        at=now,
        edits=edits,
        trigger=trigger,
        groups=tuple(part.group for part in parts),
        entry_ids=tuple(entry_id for part in parts for entry_id in part.written),
    )


def scribe(gathered: Gathered, after: Mapping[str, Known]) -> Scribe:
    """The wording of the group's entries: its language, and what links can point to."""
    homes = gathered.room.homes
    before = gathered.room.known
    every = {**before, **after}
    return Scribe(
        homes=homes,
        language=gathered.note.language,
        roles=dict(_roles(before)),
        paths={one.id: _path(one, before.get(one.id), homes) for one in every.values()},
        titles={one.id: one.title for one in every.values()},
    )


def seen_marks(part: GroupPart) -> dict[str, tuple[str, ...]]:
    """What the next flush shall know of the entries that stand and wait now, those hidden too."""
    room = part.gathered.room
    hidden = {entry_id: room.seen[entry_id] for entry_id in room.hidden}
    return hidden | marks_of(part.decided.after, part.group)


def _edit(gathered: Gathered, path: str, operations: Sequence[Operation]) -> Edit:
    snapshot = gathered.snapshots.get(path)
    if snapshot is not None:
        return Edit(path, tuple(operations), snapshot.sha256)
    name, year = gathered.room.homes.called(path), layout.shelf_year(path)
    about = gathered.note.group_name, gathered.note.language
    text = templates.shelf(*about, year) if year else templates.group_notes(*about).get(name)
    created = (CreateNote(text),) if text else ()
    return Edit(path, (*created, *operations), None)


def _routes(gathered: Gathered, paths: Iterable[str]) -> Iterator[AddRoute]:
    """A row for each home among `paths` that no row of the index note names."""
    routed = {one.file for one in gathered.note.routes}
    names = {gathered.room.homes.called(path) for path in paths}
    for trigger, file, priority in index_note.ROUTES[gathered.note.language]:
        if file in names and gathered.room.homes.renamed.get(file, file) not in routed:
            yield AddRoute(trigger, file, priority)


def _path(known: Known, before: Known | None, homes: Homes) -> str:
    if before is not None and before.entry is not None and before.place is known.place:
        if moves(before, known):
            return homes.of(known)
        return before.entry.path
    return homes.of(known)


def _roles(known: Mapping[str, Known]) -> Iterator[tuple[str, str]]:
    """Name → the id of the role that stood before."""
    for one in known.values():
        if one.kind is Kind.ROLE and one.place is Place.STANDING and not one.superseded_by:
            yield one.title, one.id
