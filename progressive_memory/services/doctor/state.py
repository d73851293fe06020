"""What `pmem doctor` finds out from what is known beside the notes: entries seen before, the clock,
and the budget of each group.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from progressive_memory.domain.problem import Problem
from progressive_memory.ports import Ports
from progressive_memory.services.flush import emptied
from progressive_memory.services.flush.note_sizes import long_notes
from progressive_memory.services.group import groups
from progressive_memory.services.unread import Unread
from progressive_memory.vault import layout
from progressive_memory.vault.flush_state import FlushState

_FUTURE = timedelta(hours=1)
"""So far may two machines' clocks be apart."""


def emptied_notes(ports: Ports) -> Iterator[Problem]:
    """Notes that held entries at the last flush and have no text now."""
    for path, count in emptied.in_vault(ports).items():
        yield Problem(path, 0, "emptied", f"the note is empty, and held {count} entries")


def too_long(ports: Ports) -> Iterator[Problem]:
    """Notes that crowd the others out of a recall."""
    for note in groups.every(ports, Unread(ports.vault)):
        for path, message in long_notes(ports, note):
            yield Problem(path, 0, "long_note", message)


def schedule_failed(ports: Ports) -> Iterator[Problem]:
    """Groups whose last scheduled run on this machine did not come right."""
    for group, run in sorted(ports.ledger.last_runs().items()):
        if run.failure:
            wall = run.slot.wall.isoformat(" ", "minutes")
            message = f"the scheduled flush of {wall} {run.slot.zone} failed: {run.failure}"
            yield Problem(layout.index_note(group), 0, "schedule_failed", message)


def clock_went_back(state: FlushState, now: datetime) -> Iterator[Problem]:
    """A flush of a time that has not come yet: the clock was wrong then, or is now."""
    late = (each for each in state.groups.values() if _is_after(each.last_flush_time, now))
    newest = max((each.last_flush_time for each in late), default="")
    if newest:
        message = f"the last flush was at {newest}, which has not come yet"
        yield Problem(layout.FLUSH_STATE, 0, "clock", message)


def _is_after(written: str, now: datetime) -> bool:
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        return False
    return at.tzinfo is not None and at > now + _FUTURE
