"""What no longer fitted its note when it was written waits in pending.md: people come first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import count

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.plan import (
    AddFields,
    Applied,
    Displaced,
    Edit,
    InsertDated,
    InsertUnder,
    LeftOver,
    Operation,
    Plan,
    ReplaceBlock,
)
from progressive_memory.errors import NoteUnreadable, NoteUnwritable
from progressive_memory.flush.known import read_back
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.writeback import render
from progressive_memory.ports import Ports
from progressive_memory.services.flush import outcome as flush_outcome
from progressive_memory.services.flush import plan as flush_plan
from progressive_memory.services.flush.gather import Gathered, gather, group_notes
from progressive_memory.services.flush.plan import GroupPart
from progressive_memory.services.group import groups
from progressive_memory.services.history import put_aside_id
from progressive_memory.services.note_text import text_of
from progressive_memory.services.unread import Unread
from progressive_memory.vault import fields, layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.ids import entry_id, entry_key

DISPLACED = "displaced"
"""The reason code of what waits because its place was edited."""
_OF_AN_ENTRY = AddFields | InsertDated | InsertUnder | ReplaceBlock


@dataclass(frozen=True)
class _Homeless:
    """Entries of one group that found no place, as they were to be; `after` is every entry of the
    group as the flush wanted it, `standing` are the ids that stand in its notes now.
    """

    gathered: Gathered
    wanted: Sequence[Known]
    after: Mapping[str, Known]
    standing: Collection[str]


def keep(ports: Ports, parts: Sequence[GroupPart], applied: Applied, now: datetime) -> None:
    """Put every displaced entry into its group's pending.md, in a plan of its own."""
    if not applied.displaced:
        return
    ids = _ids(applied.displaced)
    homeless = [
        _Homeless(
            part.gathered,
            [part.decided.after[each] for each in ids if each in part.decided.after],
            part.decided.after,
            _standing(ports, part),
        )
        for part in parts
    ]
    _put_aside(ports, applied.plan_id, homeless, now)


def keep_left_over(ports: Ports, now: datetime) -> None:
    """The same for flushes that a crash cut off: the store has finished them since, and a person
    may have edited a note in between. What cannot be put aside yet stays for the next flush; what a
    flush left over that has been undone is over.
    """
    for left in ports.vault.left_over():
        past = ports.vault.past_plans()
        undone = any(one.undone for one in past if one.plan.id == left.plan.id)
        done = undone or any(one.plan.id == put_aside_id(left.plan.id) for one in past)
        try:
            homeless = [] if done else list(_homeless(ports, left, now))
            _put_aside(ports, left.plan.id, homeless, now)
        except (NoteUnwritable, NoteUnreadable):
            continue


def _standing(ports: Ports, part: GroupPart) -> frozenset[str]:
    """What stands now: of an item that left pending.md and found no place, nothing does."""
    notes = group_notes(ports.vault, part.gathered.note).items()
    return frozenset(one.id for path, each in notes for one in entries(path, text_of(each)))


def _put_aside(ports: Ports, plan_id: str, homeless: Sequence[_Homeless], now: datetime) -> None:
    edits = tuple(_edit(one) for one in homeless if one.wanted)
    if edits:
        names = tuple(one.gathered.note.group_name for one in homeless)
        plan = Plan(put_aside_id(plan_id), "displaced", now, edits, groups=names)
        if ports.vault.apply(plan).displaced:
            return  # pending.md itself takes nothing now
    ports.vault.settled(plan_id)


def _edit(homeless: _Homeless) -> Edit:
    scribe = flush_plan.scribe(homeless.gathered, homeless.after)
    operations: list[Operation] = [
        InsertUnder("", render.block(one, scribe), one.id) for one in _waiting(homeless)
    ]
    return Edit(homeless.gathered.room.homes.pending, tuple(operations), None)


def _ids(displaced: Iterable[Displaced]) -> tuple[str, ...]:
    """The entries that did not find their place, each once."""
    operations = (each.operation for each in displaced)
    return tuple(dict.fromkeys(one.block_id for one in operations if isinstance(one, _OF_AN_ENTRY)))


def _waiting(homeless: _Homeless) -> Iterator[Known]:
    """The entries as pending items; where one stands already, the item gets an id of its own."""
    taken = {one.key for one in homeless.after.values()}
    for known in homeless.wanted:
        item = replace(known, place=Place.PENDING, reason=DISPLACED, entry=None)
        if known.id in homeless.standing:
            item = replace(item, id=_next_id(known, homeless.gathered, taken))
        taken.add(item.key)
        yield item


def _next_id(known: Known, gathered: Gathered, taken: Collection[str]) -> str:
    first = known.evidence[0]
    event_id = next(iter(flush_outcome.event_ids([first], gathered)), first.block_id)
    keys = (entry_key(gathered.note.key_name, known.kind, event_id, ordinal) for ordinal in count())
    key = next(key for key in keys if key not in taken)
    return entry_id(known.kind, date.fromisoformat(known.id.split("-")[1]), key)


def _homeless(ports: Ports, left: LeftOver, now: datetime) -> Iterator[_Homeless]:
    """What a finished flush left over, group by group. The rules of all go to the first."""
    shared = layout.RULES
    for note in groups.every(ports, Unread(ports.vault)):
        if note.group_name not in left.plan.groups:
            continue
        gathered = gather(ports, note, now, with_new=False)
        folder = layout.group_folder(note.group_name) + "/"
        mine = [
            each
            for each in left.displaced
            if each.path in {note.path, shared} or each.path.startswith(folder)
        ]
        shared = note.path
        found = (_as_wanted(left.plan, each, mine, gathered) for each in _ids(mine))
        wanted = [one for one in found if one is not None]
        yield _Homeless(gathered, wanted, gathered.room.known, gathered.room.known)


def _as_wanted(
    plan: Plan, block_id: str, displaced: Sequence[Displaced], gathered: Gathered
) -> Known | None:
    """The entry as the plan wanted it; None where it stands so, or a person has deleted it."""
    standing = gathered.room.known.get(block_id)
    entry = _new_block(plan, block_id)
    if entry is None:
        entry = _with_fields(standing.entry, displaced) if standing and standing.entry else None
    if entry is None:
        return None
    known = read_back.known_entries([entry], {}, gathered.room.homes.pending).get(block_id)
    if known is None or not known.evidence or known.shelf:
        return None
    return None if standing and _told(standing) == _told(known) else known


def _new_block(plan: Plan, block_id: str) -> Entry | None:
    """The entry in the last block that the plan wanted under its id."""
    wanted = [(edit.path, one) for edit in plan.edits for one in edit.operations]
    found = (
        entry
        for path, one in reversed(wanted)
        if isinstance(one, InsertDated | InsertUnder | ReplaceBlock) and one.block_id == block_id
        for entry in entries(path, one.block)
        if entry.id == block_id
    )
    return next(found, None)


def _with_fields(entry: Entry, displaced: Sequence[Displaced]) -> Entry:
    """The entry with the fields that did not find their place in it."""
    operations = (each.operation for each in displaced)
    added = (one for one in operations if isinstance(one, AddFields) and one.block_id == entry.id)
    new = [pair for one in added for pair in fields.read(one.lines)]
    return entry._replace(fields=(*entry.fields, *new))


def _told(known: Known) -> tuple[object, ...]:
    course = known.title, known.tail, known.state, known.ended_on
    people = known.decided_by, known.confirmed_by
    relations = known.supersedes, known.superseded_by, known.contradicts, known.confidence
    return course, people, relations, known.fields, known.evidence_ids
