"""`pmem log`: a chat into day notes, batch by batch (DESIGN §5 "Log first, always")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.log_report import LogReport, Skipped
from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.domain.plan import Edit, Operation, Plan
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import NoteChangedOnDisk
from progressive_memory.flush import chatlog
from progressive_memory.flush.extract import is_task_change
from progressive_memory.ports import ChatFeed, Ports, Snapshot
from progressive_memory.services.group.groups import find
from progressive_memory.services.log.log_book import LogBook
from progressive_memory.services.note_text import text_of
from progressive_memory.text.redact import redact
from progressive_memory.vault import flush_state
from progressive_memory.vault.flush_state import GroupState
from progressive_memory.vault.ids import message_block_id, short_hash
from progressive_memory.vault.layout import FLUSH_STATE

BATCH = 2_000
"""Events read, decided and written at once: what bounds the memory of a long import."""

_LISTED = 1_000


IsCommand = Callable[[str], bool]
"""Whether a text asks something of a bot, and tells the others nothing."""


def log(
    ports: Ports,
    group: str,
    feed: ChatFeed,
    *,
    batch: int = BATCH,
    exported: bool = False,
    is_command: IsCommand | None = None,
) -> LogReport:
    """Log every event of the feed; one that stands in the log already changes nothing.

    Of an `exported` chat neither does a message that another platform told (decision 0031).

    `group` is a name or a room id. What is a command is logged, but waits for no flush. The
    vault's lock is held for one batch at a time, so that other writers get their turn during a
    long import. A line that cannot be read is reported and the rest is logged.

    Raises:
        UnknownGroup: no group of that name or room.
        ChatSourceError: the source cannot be read at all; what came before is logged.
        NoteUnwritable: a day note that must not be edited; that batch is not logged.
        NoteChangedOnDisk: a day note that another program saved over and over; the same logged
            again is logged once.
    """
    run = _Run(ports, find(ports, group), exported=exported, is_command=is_command)
    events = run.events_of(feed)
    while some := list(islice(events, batch)):
        run.log(some)
    run.settle()
    return run.report()


class _Run:
    """One call of `log`. `_waiting` are events whose message has not come yet, by the event id
    they wait for; `_unlinked` messages (block id → note) whose link awaits a block id;
    `_missing` block ids that stand nowhere.
    """

    def __init__(
        self,
        ports: Ports,
        note: IndexNote,
        *,
        exported: bool = False,
        is_command: IsCommand | None = None,
    ) -> None:
        self._ports = ports
        self._is_command = is_command
        self._group = note.group_name
        self._language = note.language
        self._zone = ZoneInfo(note.timezone)
        self._doubles = chatlog.Doubles(note.language) if exported else None
        self._waiting: dict[str, list[ChatEvent]] = {}
        self._unlinked: dict[str, dict[str, str]] = {}
        self._missing: set[str] = set()
        self._totals: Counter[str] = Counter()
        self._skipped: list[Skipped] = []
        self._people: set[str] = set()
        self._days: tuple[str, ...] = ()

    def events_of(self, feed: ChatFeed) -> Iterator[ChatEvent]:
        """The feed's events; its problems are kept for the report."""
        for item in feed.events():
            if isinstance(item, Problem):
                self._totals["skipped_total"] += 1
                if len(self._skipped) < _LISTED:
                    message = redact(item.message, self._language).text
                    self._skipped.append(Skipped(item.line, message))
            else:
                yield item

    def log(self, events: Sequence[ChatEvent]) -> None:
        """Log a batch, and what waited for its messages."""
        together = list(events)
        for event in together:  # grows: what waited may be waited for in its turn
            together += self._waiting.pop(event.event_id, [])
        self._write(together, last=False)

    def settle(self) -> None:
        """Decide what becomes of the events whose message never came."""
        waiting = [event for events in self._waiting.values() for event in events]
        if waiting:
            self._write(chatlog.on_their_own(waiting), last=True)

    def report(self) -> LogReport:
        """What all batches came to."""
        counts: dict[str, Any] = dict(self._totals)
        if self._days:
            counts |= {"first_day": self._days[0], "last_day": self._days[-1]}
        if self._doubles:
            counts["doubles"] = self._doubles.count
        people = len(self._people)
        return LogReport(self._group, skipped=tuple(self._skipped), people=people, **counts)

    def _write(self, events: Sequence[ChatEvent], *, last: bool) -> None:
        first = events[0]
        with self._ports.vault.exclusive():
            snapshot = self._ports.vault.read(FLUSH_STATE)
            state = _state(snapshot, self._group)
            ledger = chatlog.Ledger(state.edits, state.deleted)
            book = LogBook(self._ports.vault, self._group)
            events = self._without_doubles(events, book, ledger)
            standing = self._standing(book, chatlog.wanted(events, ledger, self._zone))
            folded = chatlog.fold(events, self._chat(state), standing, ledger)
            if last:
                self._totals["unplaced"] += chatlog.let_go(folded.waiting, ledger)
            else:
                self._wait(folded.waiting)
            edits = self._note_edits(book, folded, standing)
            changes = _changes(state, folded, ledger, self._group, self._is_command)
            edits += _state_edits(snapshot, changes)
            if edits:
                self._apply(edits, first)
        self._totals.update(asdict(folded.counts))
        self._people |= {message.sender for message in folded.new}
        days = sorted({*self._days, *(message.at.date().isoformat() for message in folded.new)})
        self._days = (days[0], days[-1]) if days else ()

    def _without_doubles(
        self, events: Sequence[ChatEvent], book: LogBook, ledger: chatlog.Ledger
    ) -> Sequence[ChatEvent]:
        if self._doubles is None:
            return events
        needed = chatlog.wanted(events, ledger, self._zone)
        known = book.near(needed.days, needed.own)
        new = [one for one in events if message_block_id(one.event_id) not in known]
        days = chatlog.wanted(new, ledger, self._zone).days
        return self._doubles.left_out(events, new, book.said(days))

    def _chat(self, state: GroupState) -> chatlog.Chat:
        hidden = frozenset(state.optouts), frozenset(state.forgotten)
        return chatlog.Chat(self._group, self._language, self._zone, *hidden)

    def _standing(self, book: LogBook, wanted: chatlog.Wanted) -> chatlog.Standing:
        paths = book.near(wanted.days, wanted.own | wanted.targets)
        far = (wanted.anywhere | wanted.targets - wanted.own) - paths.keys() - self._missing
        found, holders = book.anywhere(far, wanted.reactions)
        self._missing |= far - found.keys()
        paths |= found
        messages = book.messages(paths, wanted.targets | holders)
        said = book.said(wanted.answered)
        return chatlog.Standing(paths, messages, book.zones(wanted.days), said)

    def _wait(self, events: Sequence[ChatEvent]) -> None:
        for event in events:
            awaited = event.replaces or event.deletes or event.reacts_to
            self._waiting.setdefault(awaited, []).append(event)

    def _note_edits(
        self, book: LogBook, folded: chatlog.Folded, standing: chatlog.Standing
    ) -> tuple[Edit, ...]:
        """The day notes' edits; a message that waited for its link to stand is written again."""
        new = {message.block_id: message.path for message in folded.new}
        self._missing -= new.keys()
        awaiting = {k: v for one in new for k, v in self._unlinked.pop(one, {}).items()}
        touched = {message.block_id: message for message in (*folded.new, *folded.changed)}
        messages = {**book.messages(awaiting, awaiting), **touched}
        known = {**standing.paths, **new}
        links = chatlog.links(messages.values())
        known |= book.anywhere(links - known.keys() - self._missing)[0]
        for message in messages.values():
            for link in (message.reply_to, message.thread):
                if link and link not in known:
                    self._missing.add(link)
                    self._unlinked.setdefault(link, {})[message.block_id] = message.path
        notes = {message.path for message in messages.values()}
        return chatlog.written(messages.values(), self._group, known, book.hashes(notes))

    def _apply(self, edits: tuple[Edit, ...], first: ChatEvent) -> None:
        now = self._ports.clock.now()
        mark = short_hash(f"{self._group}\n{now.isoformat()}\n{first.event_id}")
        plan = Plan(f"log-{mark}", "log", now, edits, groups=(self._group,))
        displaced = self._ports.vault.apply(plan).displaced
        if displaced:
            raise NoteChangedOnDisk(
                f"not all was logged: {displaced[0].path}: {displaced[0].reason}",
                next_step="log the same again: what stands in the log is not put there twice",
            )


def _state(snapshot: Snapshot | None, group: str) -> GroupState:
    return flush_state.parse(text_of(snapshot)).group(group)


def _changes(
    state: GroupState,
    folded: chatlog.Folded,
    ledger: chatlog.Ledger,
    group: str,
    is_command: IsCommand | None,
) -> tuple[Operation, ...]:
    """What the batch changes in the group's state."""
    operations: tuple[Operation, ...] = ()
    late = tuple(dict.fromkeys((*state.late, *_late(folded, state))))
    # What is logged to be remembered waits for no flush: it is made an entry at once.
    new = [one for one in folded.new if not one.event_id.startswith(chatlog.REMEMBERED)]
    new = [one for one in new if not (is_command and is_command(one.text))]
    # What was flushed and reads otherwise now waits for the next flush too.
    count = len({*late, *(one.event_id for one in new)}.difference(state.late))
    if count:
        tasks = sum(1 for message in new if _is_task_change(message))
        operations += flush_state.set_unflushed(
            group, state.unflushed_messages + count, state.unflushed_task_changes + tasks
        )
    if late != state.late:
        operations += flush_state.set_late(group, late)
    if (ledger.edits(), ledger.deleted()) != (state.edits, state.deleted):
        operations += flush_state.set_folded(group, ledger.edits(), ledger.deleted())
    return operations


def _is_task_change(message: Message) -> bool:
    said = message.role == "user" and not message.forwarded and not message.deleted
    return said and is_task_change(message.text)


def _late(folded: chatlog.Folded, state: GroupState) -> Iterator[str]:
    """What the next flush would not see behind its cursor: older messages, and older messages
    that changed. The log shows whole seconds.
    """
    if state.cursor is None:
        return
    cursor = int(datetime.fromisoformat(state.cursor.ts).timestamp())
    yield from (one.event_id for one in folded.new if int(one.at.timestamp()) < cursor)
    yield from (one.event_id for one in folded.changed if int(one.at.timestamp()) <= cursor)


def _state_edits(snapshot: Snapshot | None, operations: tuple[Operation, ...]) -> tuple[Edit, ...]:
    if not operations:
        return ()
    return (Edit(FLUSH_STATE, operations, snapshot.sha256 if snapshot else None),)
