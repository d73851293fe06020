"""What no longer fitted its note when it was written waits in pending.md: people come first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import count

from progressive_memory.domain.plan import (
    AddFields,
    Applied,
    Edit,
    InsertDated,
    InsertUnder,
    Operation,
    Plan,
    ReplaceBlock,
)
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.writeback import render
from progressive_memory.ports import Ports
from progressive_memory.services import flush_outcome, flush_plan
from progressive_memory.services.flush_plan import GroupPart
from progressive_memory.vault.ids import entry_id, entry_key

DISPLACED = "displaced"
"""The reason code of what waits because its place was edited."""


def keep(ports: Ports, parts: Sequence[GroupPart], applied: Applied, now: datetime) -> None:
    """Put every displaced entry into its group's pending.md, in a plan of its own."""
    edits = tuple(edit for part in parts for edit in _edits(part, applied))
    if edits:
        groups = tuple(part.group for part in parts)
        ports.vault.apply(
            Plan(f"{applied.plan_id}-displaced", "displaced", now, edits, groups=groups)
        )


def _edits(part: GroupPart, applied: Applied) -> Iterator[Edit]:
    ids = [
        operation.block_id
        for each in applied.displaced
        if isinstance(
            operation := each.operation, AddFields | InsertDated | InsertUnder | ReplaceBlock
        )
    ]
    waiting = [
        _waiting(part.decided.after[each], part)
        for each in dict.fromkeys(ids)
        if each in part.decided.after
    ]
    operations: list[Operation] = [
        InsertUnder("", render.block(one, flush_plan.scribe(part.gathered, part.decided)), one.id)
        for one in waiting
    ]
    if operations:
        yield Edit(part.gathered.room.homes.pending, tuple(operations), None)


def _waiting(known: Known, part: GroupPart) -> Known:
    """The entry as a pending item; where it stands already, the item gets an id of its own."""
    item = replace(known, place=Place.PENDING, reason=DISPLACED, entry=None)
    before = part.gathered.room.known.get(known.id)
    if before is None:
        return item
    return replace(item, id=_next_id(known, part))


def _next_id(known: Known, part: GroupPart) -> str:
    first = known.evidence[0]
    event_id = next(iter(flush_outcome.event_ids([first], part.gathered)), first.block_id)
    taken = {one.key for one in part.decided.after.values()}
    keys = (
        entry_key(part.gathered.note.key_name, known.kind, event_id, ordinal) for ordinal in count()
    )
    key = next(key for key in keys if key not in taken)
    return entry_id(known.kind, date.fromisoformat(known.id.split("-")[1]), key)
