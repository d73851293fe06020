"""`pmem history`: the flushes that can be undone."""

from __future__ import annotations

from progressive_memory.domain.undo_report import HistoryReport, PastFlush
from progressive_memory.ports import Ports

TAKEN_BACK = frozenset({"flush", "rollup", "note"})
"""Verbs of plans that `pmem undo` takes back."""


def put_aside_id(flush_id: str) -> str:
    """The id of the plan that puts aside what a flush could not put where it belongs."""
    return f"{flush_id}-displaced"


def history(ports: Ports) -> HistoryReport:
    """What `undo` can take back, newest first (DESIGN §4 "Undo"); what the log wrote is not."""
    return HistoryReport(
        tuple(
            PastFlush(
                flush_id=past.plan.id,
                at=past.plan.at.isoformat(),
                trigger=past.plan.trigger,
                groups=past.plan.groups,
                written=len(past.plan.entry_ids),
                undone=past.undone,
                cut=past.cut,
            )
            for past in ports.vault.past_plans()
            if past.plan.verb in TAKEN_BACK
        )
    )
