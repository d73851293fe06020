"""`pmem rollup`: the log condensed into summaries that link down to it (seeds 000, 001).

Level 1 is due when what no summary condenses reaches 90 % of the context window, a higher level
when sixteen of the one below are there. A flush does it when it is due.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import Message
from progressive_memory.domain.plan import CreateNote, Edit, Plan, SetJson
from progressive_memory.domain.rollup_report import GroupRollup, RolledUp, RollupReport
from progressive_memory.errors import NoteUnreadable
from progressive_memory.flush.chatlog import REMEMBERED
from progressive_memory.flush.rollup import drafts, levels
from progressive_memory.flush.rollup.digest import Standing
from progressive_memory.flush.rollup.standing import standings
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import group_notes
from progressive_memory.services.group import groups
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.note_text import text_of
from progressive_memory.services.unread import Unread
from progressive_memory.vault import flush_state, layout, summary_note
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.flush_state import Cursor, GroupState
from progressive_memory.vault.ids import entry_id, entry_key, short_hash
from progressive_memory.vault.summary_note import Draft, Summary

_FULL = 0.9
"""The share of the context window at which a level 1 summary is due (seed 000)."""
_MOST_LEVELS = 9


def rollup(
    ports: Ports, group: str | None = None, *, dry_run: bool = False, log: ChatLog | None = None
) -> RollupReport:
    """Write the summaries that are due, of one group (name or room id) or of every one that is
    not archived. Doing it twice changes nothing. `log` is that of the group, where it was read.

    A summary that was undone is not made again, and neither is one that a person deleted.

    Raises:
        UnknownGroup: no such group.
    """
    with ports.vault.exclusive():
        notes = [groups.find(ports, group)] if group is not None else _living(ports)
        left = groups.unreadable(ports) if group is None else {}
        left_out = [GroupRollup(name, 0, 0, problems=(why,)) for name, why in left.items()]
        works = [_Work.of(ports, note, log) for note in notes]
        for work in works:
            work.do()
        plan = _plan(ports, works)
        writes = any(work.written for work in works)
        if plan is not None and not dry_run:
            ports.vault.apply(plan)
    return RollupReport(
        rollup_id=plan.id if plan is not None and writes and not dry_run else "",
        dry_run=dry_run,
        groups=(*(work.report for work in works), *left_out),
    )


def is_due(ports: Ports, group: str) -> bool:
    """Whether what was flushed of the group since its last summary asks for another."""
    state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE))).group(group)
    return state.unsummarised_tokens >= due_tokens(ports)


def due_tokens(ports: Ports) -> int:
    """At how many tokens of log a level 1 summary is due."""
    return max(1, round(_FULL * ports.settings.context_window_tokens))


def _living(ports: Ports) -> list[IndexNote]:
    notes = groups.every(ports, Unread(ports.vault))
    return [note for note in notes if note.status != "archived"]


@dataclass
class _Work:
    """One group's roll-up while it is decided: what stands, and what comes to it."""

    ports: Ports
    note: IndexNote
    state: GroupState
    log: ChatLog
    standing: dict[str, Summary]
    edits: list[Edit] = field(default_factory=list)
    written: list[RolledUp] = field(default_factory=list)
    cursor: Cursor | None = None
    left_tokens: int = 0

    @classmethod
    def of(cls, ports: Ports, note: IndexNote, log: ChatLog | None) -> _Work:
        group = note.group_name
        state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE))).group(group)
        standing = {one.path: one for one in _summaries(ports, group)}
        read = log or ChatLog(ports.vault, group, state.forgotten)
        return cls(ports, note, state, read, standing)

    @property
    def report(self) -> GroupRollup:
        return GroupRollup(
            group=self.note.group_name,
            unsummarised_tokens=self.left_tokens,
            due_at_tokens=due_tokens(self.ports),
            written=tuple(self.written),
        )

    @property
    def operations(self) -> tuple[SetJson, ...]:
        """What flush-state.json takes; () where nothing is new."""
        at = self.cursor or self.state.summarised
        if (at, self.left_tokens) == (self.state.summarised, self.state.unsummarised_tokens):
            return ()
        return flush_state.set_summarised(self.note.group_name, at, self.left_tokens)

    def do(self) -> None:
        """Level 1 first, then each level that the one below has filled."""
        said = _to_condense(self.log, self.state.summarised)
        count = self.ports.tokens.count
        due, self.left_tokens = levels.batches(
            said, lambda message: self.log.tokens(message, count), due_tokens(self.ports)
        )
        kept = list(_kept(self.ports, self.note)) if due else []
        for batch in due:
            self._write(self._level_one(batch, kept))
            last = batch.messages[-1]
            self.cursor = Cursor(last.event_id, last.at.isoformat())
        for level in range(1, _MOST_LEVELS):
            free = levels.unlinked(self.standing.values(), level)
            for first in range(0, len(free) - levels.BATCH + 1, levels.BATCH):
                self._write(self._above(free[first : first + levels.BATCH]))

    def _level_one(self, batch: levels.Batch, kept: Sequence[Standing]) -> Draft:
        first = batch.messages[0]
        summary_id = self._id(1, first.event_id, first.at.date())
        count, language = self.ports.tokens.count, self.note.language
        return drafts.of_batch(summary_id, batch, kept, count, language)

    def _above(self, below: Sequence[Summary]) -> Draft:
        since = date.fromisoformat(min(one.since for one in below))
        summary_id = self._id(below[0].level + 1, below[0].id, since)
        return drafts.of_summaries(summary_id, below, self.ports.tokens.count)

    def _id(self, level: int, source: str, on: date) -> str:
        return entry_id("s", on, entry_key(self.note.key_name, "s", source, level - 1))

    def _write(self, draft: Draft) -> None:
        """Take a summary into the plan, unless it stands already or must not come back."""
        gone = {veto.key for veto in self.state.vetoes}
        stands = any(one.id == draft.id for one in self.standing.values())
        if stands or draft.id.rpartition("-")[2] in gone:
            return
        group = self.note.group_name
        path = summary_note.path_of(group, draft, tuple(self.standing))
        text = summary_note.render(group, draft, self.note.language)
        summary = summary_note.parse(path, text)
        if summary is None:
            raise AssertionError(f"a summary of ours does not read as one: {path}")
        self.standing[path] = summary
        self.edits.append(Edit(path, (CreateNote(text),), None))
        self.written.append(
            RolledUp(
                id=draft.id,
                level=draft.level,
                file=path,
                title=summary.topics,
                since=draft.since,
                until=draft.until,
                sources=draft.sources,
            )
        )


def _plan(ports: Ports, works: Sequence[_Work]) -> Plan | None:
    """The plan of the roll-up: the summaries, then flush-state.json; None when nothing is new."""
    operations = tuple(one for work in works for one in work.operations)
    edits = tuple(edit for work in works for edit in work.edits)
    if not operations and not edits:
        return None
    snapshot = ports.vault.read(layout.FLUSH_STATE)
    state = Edit(layout.FLUSH_STATE, operations, snapshot.sha256 if snapshot else None)
    now = ports.clock.now()
    content = short_hash(f"{now.isoformat()}\n{edits!r}")
    return Plan(
        id=f"s-{now:%Y%m%d-%H%M%S}-{content[:4]}",
        verb="rollup",
        at=now,
        edits=(*edits, state) if operations else edits,
        trigger="rollup",
        groups=tuple(work.note.group_name for work in works if work.written),
        entry_ids=tuple(one.id for work in works for one in work.written),
    )


def _summaries(ports: Ports, group: str) -> Iterator[Summary]:
    for path in sorted(ports.vault.stamps(summary_note.folder(group))):
        try:
            summary = summary_note.parse(path, text_of(ports.vault.read(path)))
        except NoteUnreadable:  # a symlink is no summary of ours
            continue
        if summary is not None:
            yield summary


def _to_condense(log: ChatLog, cursor: Cursor | None) -> list[Message]:
    """What was said since the last summary; what was only asked to be remembered is a note's."""
    since = log.since(cursor)
    return [one for one in since if not one.deleted and not one.event_id.startswith(REMEMBERED)]


def _kept(ports: Ports, note: IndexNote) -> Iterator[Standing]:
    """What the group's notes keep that a summary tells."""
    notes = group_notes(ports.vault, note).items()
    yield from standings(
        entry
        for path, snapshot in notes
        if not path.endswith("/pending.md")
        for entry in entries(path, text_of(snapshot))
    )
