"""`pmem flush`: what was said since becomes memory, in six steps (seed 004 §5, DESIGN §5).

1 context: messages and tokens since the cursor · 2 discover: the groups · 3 compare: pending.md
first, then the delta · 4 update: the notes · 5 stamp: when they were · 6 flush-state: the cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.flush_report import FlushReport, GroupFlush
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import Message
from progressive_memory.errors import NoteUnreadable
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.rules import extract_all, read_all
from progressive_memory.flush.extract.wording.slots import named_key
from progressive_memory.flush.extract.work.reports import reports_of
from progressive_memory.flush.judge import remembering
from progressive_memory.flush.judge.compare import compare
from progressive_memory.ports import Ports
from progressive_memory.services.flush import displaced as flush_displaced
from progressive_memory.services.flush import extract as flush_extract
from progressive_memory.services.flush import model as flush_model
from progressive_memory.services.flush import plan as flush_plan
from progressive_memory.services.flush import shelve as flush_shelve
from progressive_memory.services.flush.gather import Gathered, gather
from progressive_memory.services.flush.model import Reader
from progressive_memory.services.flush.plan import GroupPart
from progressive_memory.services.flush.quiet import wait_for_quiet
from progressive_memory.services.flush.rollup import is_due, rollup
from progressive_memory.services.flush.settle import Occasion, settle
from progressive_memory.services.flush.typed import TypedLine, take
from progressive_memory.services.flush.undo import redo as lift
from progressive_memory.services.group import groups
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.unread import Unread, sentence

_ROUNDS = 2
"""How often the model is asked: the second time about what was said while it read."""


def flush(
    ports: Ports,
    group: str | None = None,
    *,
    trigger: str = "manual",
    dry_run: bool = False,
    session: str = "",
    redo: str = "",
) -> FlushReport:
    """Flush one group (name or room id), or every group that is not archived.

    With `dry_run` nothing is written, and the report holds the diffs. `session` is the host
    session the flush was asked for in. A group with a note that must not be written or read is
    left out, and its part of the report says why. A bot's or a schedule's flush waits until nobody
    types in the notes (`services.flush.quiet`).

    `redo` names an undone flush: what it wrote may be written again, and its messages are read
    again (of `group`, or of its groups).

    Raises:
        UnknownGroup: no such group.
        UnknownFlush: no such flush to redo, or it has not been undone.
        NoteUnwritable: flush-state.json cannot be written; nothing is.
    """
    with ports.vault.exclusive():
        undone = lift(ports, redo).groups if redo else ()
    names = (group,) if group is not None or not redo else undone
    occasion = Occasion(trigger, ports.clock.now(), session, dry_run)
    return flush_once(ports, names, occasion, flush_model.reader(ports))


def flush_once(
    ports: Ports, names: Sequence[str | None], occasion: Occasion, reader: Reader | None
) -> FlushReport:
    """Flush the groups of those names (None = every one) up to the day the occasion names.

    Raises:
        UnknownGroup: no such group.
        NoteUnwritable: flush-state.json cannot be written; nothing is.
    """
    dry_run = occasion.dry_run
    if reader is not None:
        for _ in range(_ROUNDS):
            _ask_ahead(ports, names, reader, occasion.until)
    if not dry_run:
        notes = [each for name in names for each in discover(ports, name)]
        wait_for_quiet(ports, notes, occasion.trigger)
    occasion = replace(occasion, at=ports.clock.now())
    with ports.vault.exclusive():
        if not dry_run:
            flush_displaced.keep_left_over(ports, occasion.at)
        notes = [note for name in names for note in discover(ports, name)]
        parts: list[GroupPart] = []
        left = [_left_out(name, why) for name, why in _unreadable(ports, names).items()]
        for note in notes:
            try:
                parts.append(_part(ports, note, occasion, reader))
            except NoteUnreadable as error:
                left.append(_left_out(note.group_name, sentence(error)))
            except PermissionError as error:
                left.append(_left_out(note.group_name, f"You may not read {error.filename}."))
        report = settle(ports, parts, occasion)
        logs = {part.group: part.gathered.log for part in parts}
        del parts  # all that was read and thought; the log is what is condensed
        groups_done = tuple(
            _rolled_up(ports, one, logs[one.group], dry_run=dry_run) for one in report.groups
        )
        return replace(report, groups=(*groups_done, *left))


def _left_out(group: str, why: str) -> GroupFlush:
    return GroupFlush(group, 0, 0, 0, problems=(why,))


def _unreadable(ports: Ports, names: Sequence[str | None]) -> dict[str, str]:
    """The groups that cannot even be opened, where all are asked for, each with why."""
    return groups.unreadable(ports) if None in names else {}


def discover(ports: Ports, group: str | None) -> tuple[IndexNote, ...]:
    """The group asked for, else all that are not archived and can be read.

    Raises:
        UnknownGroup: no such group.
    """
    if group is not None:
        return (groups.find(ports, group),)
    notes = groups.every(ports, Unread(ports.vault))
    return tuple(note for note in notes if note.status != "archived")


def _ask_ahead(
    ports: Ports, names: Sequence[str | None], reader: Reader, until: date | None
) -> None:
    """Ask the model about what the flush will read, while others may still write."""
    for note in (note for name in names for note in discover(ports, name)):
        with suppress(NoteUnreadable, PermissionError):  # the flush itself says so
            reader.ask(gather(ports, note, ports.clock.now(), until=until))


def _part(ports: Ports, note: IndexNote, occasion: Occasion, reader: Reader | None) -> GroupPart:
    typed = take(ports, note, occasion.at, dry_run=occasion.dry_run)
    gathered = gather(ports, note, occasion.at, until=occasion.until)
    part = decide(gathered, typed, reader)
    return flush_shelve.shelved(ports, part, [one.block for one in typed])


def _rolled_up(ports: Ports, done: GroupFlush, log: ChatLog, *, dry_run: bool) -> GroupFlush:
    """The group's part of the report, with the summaries that were due and are written now."""
    if dry_run or done.problems or not is_due(ports, done.group):
        return done
    rolled = rollup(ports, done.group, log=log).groups[0]
    return replace(done, summaries=rolled.written)


def decide(
    gathered: Gathered, typed: Sequence[TypedLine] = (), reader: Reader | None = None
) -> GroupPart:
    """Compare what was said and done with what is known, and say what each note shall take.

    `typed` are lines people typed into pending.md to be remembered. `reader` has asked a model.
    """
    turns = read_all(gathered.window, gathered.people)
    by_rules = _extract(gathered, turns)
    extracted = (
        flush_extract.extracted(reader, gathered, turns, by_rules) if reader is not None else None
    )
    candidates = extracted.candidates if extracted is not None else by_rules
    noted = [_noted(one.message, gathered) for one in typed]
    fresh = gathered.room.fresh | {one.message.block_id for one in typed}
    # A report of something new may lean on what an earlier flush read ("well done", once accepted).
    told = tuple(one for one in reports_of(turns) if one.message.block_id in fresh)
    days = _days(gathered) if any(one.scope for one in told) else {}
    room = replace(gathered.room, fresh=fresh, reports=told, days=days)
    decided = compare(room, [*candidates, *noted], reread=by_rules if extracted else ())
    blocks = [one.block for one in typed]
    edits = flush_plan.note_edits(gathered, decided, blocks)
    return GroupPart(gathered, decided, edits, extracted=extracted)


def review(gathered: Gathered) -> GroupPart:
    """Do what people did to the notes, and judge nothing that was said."""
    decided = compare(gathered.room, (), reread=_extract(gathered))
    return GroupPart(gathered, decided, flush_plan.note_edits(gathered, decided))


def _extract(gathered: Gathered, turns: Sequence[Turn] | None = None) -> tuple[Candidate, ...]:
    return extract_all(
        gathered.window,
        language=gathered.note.language,
        deciders=gathered.room.deciders,
        people=gathered.people,
        names=_names(gathered),
        turns=turns,
    )


def _days(gathered: Gathered) -> dict[str, tuple[Message, ...]]:
    """The messages of the days that open tasks rest on, standing or taken just now."""
    cited = (one.path for known in gathered.room.known.values() for one in known.evidence[:1])
    paths = {*cited, *(message.path for message in gathered.new)}
    return {path: gathered.log.on(path) for path in sorted(paths)}


def _names(gathered: Gathered) -> dict[str, str]:
    """What standing tasks call the things with a number."""
    tasks = (one for one in gathered.room.known.values() if one.kind is Kind.TASK)
    return dict(pair for one in tasks if (pair := named_key(one.title)))


def _noted(message: Message, gathered: Gathered) -> Candidate:
    language = gathered.note.language
    words = replace(message, text=remembering.words(message.text))
    extracted = extract_all((words,), language=language, people=gathered.people)
    return remembering.candidate(message, None, extracted, language)
