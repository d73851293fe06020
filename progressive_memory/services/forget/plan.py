"""The plan of a forget: day notes, notes, summaries, flush-state.json, and files left over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from progressive_memory.domain.plan import (
    FORGET,
    CreateNote,
    Edit,
    InsertUnder,
    Operation,
    Plan,
    Revert,
)
from progressive_memory.errors import NoteUnreadable, NoteUnwritable
from progressive_memory.flush.extract import is_task_change
from progressive_memory.flush.known.homes import PENDING
from progressive_memory.flush.known.known import Place
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.flush.writeback import render
from progressive_memory.flush.writeback.render import Scribe
from progressive_memory.ports import Ports
from progressive_memory.services.flush.seen import record_of
from progressive_memory.services.forget.case import Case
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import flush_state, layout, templates
from progressive_memory.vault import standing as standing_file
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.flush_state import Cursor
from progressive_memory.vault.ids import message_block_id, short_hash
from progressive_memory.vault.splice import apply_operations


def plan_of(edits: Sequence[Edit], cases: Sequence[Case], now: datetime) -> Plan:
    """The plan; its id is the same for the same edits."""
    content = short_hash(f"{now.isoformat()}\n{edits!r}")
    return Plan(
        id=f"{FORGET}-{now:%Y%m%d-%H%M%S}-{content[:4]}",
        verb=FORGET,
        at=now,
        edits=tuple(edits),
        groups=tuple(one.group for one in cases if one.changes),
        entry_ids=tuple(sorted({each for one in cases for each in one.gone})),
    )


def note_edits(made: Case, texts: Mapping[str, str]) -> Iterator[Edit]:
    """The edits of one group's files. `texts` are the notes as they stand on disk."""
    for path, forgets in made.by_day().items():
        yield Edit(path, (forgets,), None)
    pending = made.homes.pending
    for path, after in made.after.items():
        inserts = _inserts(made) if path == pending else ()
        yield Edit(path, (Revert(before=after, after=texts[path]), *inserts), None)
    if made.items and pending not in made.after:
        yield Edit(pending, (*_new_pending(made), *_inserts(made)), None)
    for path, text in made.condensed.items():
        yield Edit(path, (Revert(before=text, after=made.summaries[path]),), None)


def writable(ports: Ports, edits: Iterable[Edit]) -> tuple[list[Edit], dict[str, str]]:
    """The edits that can be carried out; and why the others cannot, by path."""
    found: list[Edit] = []
    problems: dict[str, str] = {}
    for edit in edits:
        try:
            ports.vault.check_writable(edit.path)
            snapshot = ports.vault.read(edit.path)
            apply_operations(edit.path, snapshot.data if snapshot else None, edit.operations)
        except (NoteUnwritable, NoteUnreadable) as error:
            problems[edit.path] = f"{error.message}. {error.next_step}".strip()
        else:
            found.append(edit)
    return found, problems


def state_edit(ports: Ports, cases: Sequence[Case], now: datetime) -> Edit:
    """What flush-state.json takes: hashes of what went, and nothing of it any more."""
    top = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
    operations: list[Operation] = []
    waiting = {name: one.pending_items for name, one in top.groups.items()}
    for made in cases:
        titles = _waiting_titles(made)
        waiting[made.group] = titles
        operations += _group_state(made, titles, now)
    everywhere = tuple(title for each in waiting.values() for title in each)
    if everywhere != top.pending_items:
        operations += flush_state.set_waiting(everywhere)
    return Edit(layout.FLUSH_STATE, tuple(operations), None)


def standing_edits(ports: Ports, cases: Iterable[Case]) -> Iterator[Edit]:
    """What tells what entries mean is told of those that go no more."""
    for made in cases:
        record = record_of(ports, made.group)
        if record is not None and record != record.without(made.gone):
            yield standing_file.edit(made.group, record.without(made.gone))


def _group_state(made: Case, titles: Sequence[str], now: datetime) -> Iterator[Operation]:
    state, group, gone = made.state, made.group, made.going.messages
    yield from flush_state.set_forgotten(group, {*state.forgotten, *made.going.hashes})
    late = [one for one in state.late if message_block_id(one) not in gone]
    if len(late) != len(state.late):
        yield from flush_state.set_late(group, late)
    yield from flush_state.set_places(
        group, _place(made, state.cursor), _place(made, state.summarised)
    )
    vetoes = [one for one in state.vetoes if not one.evidence or not gone.keys() >= {*one.evidence}]
    if len(vetoes) != len(state.vetoes):
        yield from flush_state.set_vetoes(group, vetoes)
    yield from _pending_state(made, titles, now)
    unflushed = _unflushed(made)
    if unflushed != (state.unflushed_messages, state.unflushed_task_changes):
        yield from flush_state.set_unflushed(group, *unflushed)


def _place(made: Case, at: Cursor | None) -> Cursor | None:
    """The place again, by block id where its message goes; None where it stays as it is."""
    if at is None or message_block_id(at.event_id) not in made.going.messages:
        return None
    return Cursor(message_block_id(at.event_id), at.ts)


def _pending_state(made: Case, titles: Sequence[str], now: datetime) -> Iterator[Operation]:
    state = made.state
    since = {one: on for one, on in state.pending_since.items() if one not in made.gone}
    today = now.astimezone(ZoneInfo(made.note.timezone)).date()
    since |= {one.entry.id: today.isoformat() for one in made.items}
    if since != dict(state.pending_since):
        yield from flush_state.set_pending(made.group, since, state.expired)
    if tuple(titles) != state.pending_items:
        yield from flush_state.set_waiting(titles, made.group)


def _waiting_titles(made: Case) -> tuple[str, ...]:
    """What waits in pending.md afterwards, also where nothing in it changes: flush-state.json may
    tell of what an undo has taken out since.
    """
    pending = made.homes.pending
    standing = entries(pending, made.after.get(pending, made.notes.get(pending, "")))
    known = known_entries(standing, {}, pending).values()
    titles = [one.title for one in known if one.place is Place.PENDING]
    return (*titles, *(one.item.title for one in made.items if one.item is not None))


def _unflushed(made: Case) -> tuple[int, int]:
    """The messages, and the task changes among them, that wait for a flush afterwards."""
    state = made.state
    waiting = {one.block_id for one in made.log.since(state.cursor)}
    waiting |= {message_block_id(one) for one in state.late}
    gone = [one for one in made.going.messages.values() if one.block_id in waiting]
    tasks = sum(
        1
        for one in gone
        if one.role == "user" and not one.forwarded and not one.deleted and is_task_change(one.text)
    )
    return (
        max(0, state.unflushed_messages - len(gone)),
        max(0, state.unflushed_task_changes - tasks),
    )


def _inserts(made: Case) -> tuple[InsertUnder, ...]:
    scribe = Scribe(made.homes, made.note.language)
    blocks = (
        ("\n".join([render.block(one.item, scribe), *("  " + x for x in one.own_lines)]), one)
        for one in made.items
        if one.item is not None
    )
    return tuple(InsertUnder("", block, one.entry.id) for block, one in blocks)


def _new_pending(made: Case) -> tuple[CreateNote, ...]:
    if made.homes.pending in made.notes:
        return ()
    notes = templates.group_notes(made.group, made.note.language)
    return (CreateNote(notes[PENDING]),)
