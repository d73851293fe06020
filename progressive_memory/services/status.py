"""`pmem status`: every group at a glance."""

from __future__ import annotations

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.status_report import GroupStatus, StatusReport
from progressive_memory.errors import NoteUnreadable
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import group_homes
from progressive_memory.services.flush.note_sizes import is_long, watched
from progressive_memory.services.group import groups
from progressive_memory.services.note_text import text_of
from progressive_memory.services.recall.index import entry_notes
from progressive_memory.services.unread import Unread
from progressive_memory.vault import blocks, flush_state, layout

UNREADABLE = "unreadable"
"""The status of a group with a path that is never read; `pmem doctor` names it."""
OPEN_MARK = " "
"""The checkbox of a pending item that nobody has judged."""


def status(ports: Ports) -> StatusReport:
    """How every group stands, by name. Nothing is changed; the search index is not brought up."""
    state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
    notes = groups.every(ports, Unread(ports.vault))
    rows = [_standing(ports, note, state.group(note.group_name)) for note in notes]
    rows += [_unread(name, "", state.group(name), 0) for name in groups.unreadable(ports)]
    return StatusReport(tuple(sorted(rows, key=lambda one: one.group)))


def _standing(ports: Ports, note: IndexNote, state: flush_state.GroupState) -> GroupStatus:
    try:
        return _group(ports, note, state)
    except (NoteUnreadable, PermissionError):  # one group that is not to be read hides no other
        budget = note.memory_budget_tokens
        return _unread(note.group_name, note.display_name, state, budget)


def _unread(name: str, shown: str, state: flush_state.GroupState, budget: int) -> GroupStatus:
    """What is known of a group that cannot be read."""
    flushed = (state.unflushed_messages, state.unflushed_task_changes, state.last_flush_time)
    return GroupStatus(name, shown, UNREADABLE, *flushed, 0, 0, budget, 0, 0, 0)


def _group(ports: Ports, note: IndexNote, state: flush_state.GroupState) -> GroupStatus:
    tokens = _memory_tokens(ports, note)
    homes = group_homes(ports.vault, note)
    long = (path for path in watched(homes) if is_long(tokens.get(path, 0), note))
    below = ports.vault.stamps(layout.group_folder(note.group_name))
    notes = {path: below[path] for path in entry_notes(note, below)}
    indexed = ports.search.indexed(note.group_name)
    total = sum(tokens.values())
    return GroupStatus(
        group=note.group_name,
        display_name=note.display_name,
        status=note.status,
        unflushed_messages=state.unflushed_messages,
        unflushed_task_changes=state.unflushed_task_changes,
        last_flush=state.last_flush_time,
        pending=_pending(ports, homes.pending),
        memory_tokens=total,
        memory_budget=note.memory_budget_tokens,
        budget_percent=round(100 * total / max(1, note.memory_budget_tokens)),
        notes=len(notes),
        indexed_notes=sum(indexed.get(path) == stamp for path, stamp in notes.items()),
        long_notes=tuple(long),
    )


def _memory_tokens(ports: Ports, note: IndexNote) -> dict[str, int]:
    """The tokens of all that the index routes to, with the index note and the rules, by path."""
    files = {route.file for route in note.routes if not route.deprecated}
    paths = (layout.note(note.group_name, file) for file in sorted(files))
    rules = Unread(ports.vault).read(layout.RULES)  # of all groups: doctor names what is wrong
    texts = {path: text_of(ports.vault.read(path)) for path in paths}
    texts |= {note.path: note.text, layout.RULES: text_of(rules)}
    return {path: ports.tokens.count(text) for path, text in texts.items()}


def _pending(ports: Ports, path: str) -> int:
    return sum(
        entry.mark == OPEN_MARK for entry in blocks.entries(path, text_of(ports.vault.read(path)))
    )
