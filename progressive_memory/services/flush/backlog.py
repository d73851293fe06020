"""Years of messages, flushed in portions of whole days: killed, it goes on where it was.

A portion is a flush of its own, with its own id, cursor, roll-up and undo. Where portions end
follows from the log and the cursor alone, so an interrupted run makes the same notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime

from progressive_memory.domain.flush_report import FlushReport, together
from progressive_memory.domain.group import IndexNote
from progressive_memory.errors import NoteUnreadable
from progressive_memory.ports import Ports
from progressive_memory.services.flush import model as flush_model
from progressive_memory.services.flush.flush import discover, flush_once
from progressive_memory.services.flush.rollup import is_due, rollup
from progressive_memory.services.flush.settle import Occasion
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import flush_state, layout
from progressive_memory.vault.flush_state import GroupState

PORTION = 5_000
"""Messages from which on a portion is full; it ends with the day that fills it."""

Told = Callable[[int, int, str], None]
"""Is told how many messages are flushed, of how many, and what came last (`group, day`)."""


def flush_backlog(
    ports: Ports,
    group: str | None = None,
    *,
    trigger: str = "manual",
    session: str = "",
    told: Told | None = None,
    portion: int = 0,
) -> FlushReport:
    """Flush one group, or every one that is not archived, oldest days first; then what is left as
    one flush. One report of all: entries written more than once are told as they were last.

    Raises:
        UnknownGroup: no such group.
        NoteUnwritable: flush-state.json cannot be written; what was flushed before stands.
    """
    reader = flush_model.reader(ports)
    ahead = [(note, list(_days(ports, note))) for note in discover(ports, group)]
    total = sum(count for _, days in ahead for _, count in days)
    done, reports = 0, list[FlushReport]()
    for note, days in ahead:
        _finish(ports, note)
        for until, count in _portions(days, portion or PORTION):
            occasion = Occasion(trigger, ports.clock.now(), session, until=until)
            report = flush_once(ports, (note.group_name,), occasion, reader)
            reports.append(report)
            if any(one.problems for one in report.groups):
                break  # a note that must be left alone: the last flush says so once more
            done += count
            if told:
                told(done, total, f"{note.group_name}, {until}")
    occasion = Occasion(trigger, ports.clock.now(), session)
    reports.append(flush_once(ports, (group,), occasion, reader))
    if told:
        told(total, total, "")
    return together(reports)


def flush_portion(
    ports: Ports, group: str, *, trigger: str, portion: int = 0
) -> tuple[FlushReport, int]:
    """Flush the oldest portion of a group (0 = of the usual size), or all that is left where that
    fits into one; tell how many messages are left then: none where a note must be left alone.

    Raises:
        UnknownGroup: no such group.
        NoteUnwritable: flush-state.json cannot be written; nothing is.
    """
    reader = flush_model.reader(ports)
    (note,) = discover(ports, group)
    _finish(ports, note)
    days = list(_days(ports, note))
    until, count = next(_portions(days, portion or PORTION), (None, 0))
    occasion = Occasion(trigger, ports.clock.now(), until=until)
    report = flush_once(ports, (note.group_name,), occasion, reader)
    if until is None or any(one.problems for one in report.groups):
        return report, 0
    return report, sum(each for _, each in days) - count


def unflushed(ports: Ports, group: str) -> int:
    """How many messages of a group no flush has read yet, as `log` has counted them."""
    return _state(ports, group).unflushed_messages


def _finish(ports: Ports, note: IndexNote) -> None:
    """Write the summaries that were due when a run was killed, of no more than it had flushed."""
    state = _state(ports, note.group_name)
    with suppress(NoteUnreadable, PermissionError):
        if state.cursor and is_due(ports, note.group_name):
            until = datetime.fromisoformat(state.cursor.ts).date()
            log = ChatLog(ports.vault, note.group_name, state.forgotten, until)
            rollup(ports, note.group_name, log=log)


def _portions(days: Sequence[tuple[date, int]], portion: int) -> Iterator[tuple[date, int]]:
    """The last day of each full portion and its messages; what is left fits into one flush."""
    left, filled = sum(count for _, count in days), 0
    for day, count in days:
        filled += count
        if filled >= portion and left > portion:
            yield day, filled
            left, filled = left - filled, 0


def _days(ports: Ports, note: IndexNote) -> Iterator[tuple[date, int]]:
    """How many messages each day holds that is not flushed yet, oldest first."""
    cursor = _state(ports, note.group_name).cursor
    at = datetime.fromisoformat(cursor.ts).date() if cursor else None
    with suppress(NoteUnreadable, PermissionError):  # the flush itself says so
        log = ChatLog(ports.vault, note.group_name)
        for path, day in log.days.items():
            if at is None or day > at:
                count = text_of(ports.vault.read(path)).count("\n- ")
            elif day == at:
                since = ChatLog(ports.vault, note.group_name, until=day).since(cursor)
                count = sum(1 for message in since if message.path == path)
            else:
                count = 0
            if count:
                yield day, count


def _state(ports: Ports, group: str) -> GroupState:
    return flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE))).group(group)
