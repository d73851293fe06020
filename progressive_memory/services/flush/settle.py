"""Carry out what was decided of some groups: notes, then flush-state.json, then the caches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime

from progressive_memory.domain.flush_report import FlushReport, GroupFlush
from progressive_memory.domain.plan import Edit, Operation
from progressive_memory.errors import (
    NoteUnreadable,
    NoteUnwritable,
    SearchIndexError,
)
from progressive_memory.ports import Ports
from progressive_memory.services.flush import displaced as flush_displaced
from progressive_memory.services.flush import outcome as flush_outcome
from progressive_memory.services.flush import plan as flush_plan
from progressive_memory.services.flush import shelve as flush_shelve
from progressive_memory.services.flush.emptied import problem_of
from progressive_memory.services.flush.note_sizes import long_notes
from progressive_memory.services.flush.outcome import Context
from progressive_memory.services.flush.plan import Advance, GroupPart
from progressive_memory.services.flush.seen import note_seen, unkept
from progressive_memory.services.note_text import text_of
from progressive_memory.services.recall.index import refresh
from progressive_memory.services.unread import sentence
from progressive_memory.vault import flush_state, layout
from progressive_memory.vault import standing as standing_file
from progressive_memory.vault.splice import apply_operations


@dataclass(frozen=True)
class Occasion:
    """Why and when entries are written: the trigger, the instant, the host session ("" = none).

    `dry_run` writes nothing. `advances` says that the messages gathered count as flushed now;
    with `until` they are those up to that day.
    """

    trigger: str
    at: datetime
    session: str = ""
    dry_run: bool = False
    advances: bool = True
    until: date | None = None


def settle(ports: Ports, parts: Sequence[GroupPart], occasion: Occasion) -> FlushReport:
    """Write the parts in one plan and report them. A part with a note that must not be written is
    left out, and its report says why.

    Raises:
        NoteUnwritable: flush-state.json cannot be written; nothing is.
    """
    checked = [_writable(ports, part) for part in parts]
    going = [_telling(ports, part) for part in checked if not part.problem]
    usage = {part.group: flush_outcome.context(ports, part.gathered) for part in checked}
    state = _state_edit(ports, going, usage, occasion)
    plan = flush_plan.plan_of(going, state, occasion.at, occasion.trigger)
    dry_run = occasion.dry_run
    if not dry_run:
        applied = ports.vault.apply(plan)
        applied = flush_shelve.put_back(ports, going, applied, occasion.at)
        flush_displaced.keep(ports, going, applied, occasion.at)
        for part in going:
            # One that is gone at the next flush was deleted by a person.
            note_seen(ports, part.group, flush_plan.seen_marks(part))
            with suppress(SearchIndexError, OSError):  # the index is brought up when it is read
                flushed_before = bool(part.gathered.state.last_flush_time)
                refresh(ports, part.gathered.note, expected=flushed_before)
    return FlushReport(
        flush_id=plan.id,
        trigger=occasion.trigger,
        dry_run=occasion.dry_run,
        groups=tuple(
            _with_notices(
                ports, part, flush_outcome.report(part, usage[part.group], with_diffs=dry_run)
            )
            for part in checked
        ),
    )


def _with_notices(ports: Ports, part: GroupPart, report: GroupFlush) -> GroupFlush:
    """The report, with what to know beside: what a person has to answer, what was carried
    elsewhere, and which notes that were written to have grown too long.
    """
    if part.problem:
        return report
    found = [*flush_outcome.reminders(part)]
    written = {edit.path for edit in part.edits}
    if written:
        found += flush_shelve.notices(part)
        long = long_notes(ports, part.gathered.note)
        found += (f"{path}: {said}" for path, said in long if path in written)
    return replace(report, notices=tuple(found))


def _writable(ports: Ports, part: GroupPart) -> GroupPart:
    """The part, or with its problem where one of its notes must not be written, or was emptied."""
    lost = problem_of(part.gathered)
    if lost:
        return replace(part, problem=lost)
    for edit in part.edits:
        snapshot = part.gathered.snapshots.get(edit.path)
        try:
            ports.vault.check_writable(edit.path)
            apply_operations(edit.path, snapshot.data if snapshot else None, edit.operations)
        except (NoteUnwritable, NoteUnreadable) as error:
            return replace(part, problem=sentence(error))
    return part


def _telling(ports: Ports, part: GroupPart) -> GroupPart:
    """The part, or without what tells the vault of its entries where that cannot be written: the
    notes are all the same, and the command says so.
    """
    if part.standing is None:
        return part
    edit = standing_file.edit(part.group, part.standing)
    try:
        snapshot = ports.vault.read(edit.path)
        ports.vault.check_writable(edit.path)
    except (NoteUnwritable, NoteUnreadable) as error:
        unkept(ports, part.group, sentence(error))
        return replace(part, tells=False)
    try:
        apply_operations(edit.path, snapshot.data if snapshot else None, edit.operations)
    except NoteUnwritable as error:  # hashes: nobody can put them right
        unkept(ports, part.group, f"{error.message}; delete it: the next flush writes it anew")
        return replace(part, tells=False)
    return part


def _state_edit(
    ports: Ports, parts: Sequence[GroupPart], usage: Mapping[str, Context], occasion: Occasion
) -> Edit:
    """Everything flush-state.json takes: each group's part, then the seed's keys for the vault."""
    snapshot = ports.vault.read(layout.FLUSH_STATE)
    top = flush_state.parse(text_of(snapshot))
    operations: list[Operation] = []
    pending = {name: state.pending_items for name, state in top.groups.items()}
    for part in parts:
        advance = None
        if occasion.advances:
            advance = Advance(
                occasion.at, usage[part.group].tokens, usage[part.group].percent, occasion.session
            )
        operations += flush_plan.state_operations(part, advance)
        pending[part.group] = part.waiting_titles
    if occasion.advances:
        operations += flush_state.set_flushed(
            flush_plan.local(occasion.at, ports.settings.timezone),
            min(100, sum(usage[part.group].percent for part in parts)),
            [title for titles in pending.values() for title in titles],
            session_id=occasion.session or top.session_id,
        )
    return Edit(layout.FLUSH_STATE, tuple(operations), snapshot.sha256 if snapshot else None)
