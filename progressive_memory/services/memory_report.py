"""`pmem report`: a group's memory as somebody reads it who was not there."""

from __future__ import annotations

import re

from progressive_memory.domain.entry import Kind
from progressive_memory.domain.memory_report import MemoryReport, ReportRow
from progressive_memory.flush.known.known import ARCHIVED, Known, Place
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import Gathered, gather
from progressive_memory.services.flush.outcome import line_of
from progressive_memory.services.group import groups
from progressive_memory.vault import words

_DECIDED = frozenset((Kind.DECISION, Kind.FIX, Kind.CONVENTION, Kind.RULE))
_STANDS = frozenset((Kind.TASK, Kind.BLOCKER, Kind.OPEN_LOOP, Kind.ENVIRONMENT, Kind.ROLE))
_DAY = re.compile(r"[a-z]-(\d{4})(\d\d)(\d\d)-")


def memory_report(ports: Ports, group: str, *, since: str = "") -> MemoryReport:
    """What the group's notes hold, told from the ISO day `since` on ("" = all). Nothing is changed.

    Raises:
        UnknownGroup: no such group.
    """
    note = groups.find(ports, group)
    gathered = gather(ports, note, ports.clock.now(), with_new=False)
    rows = sorted(
        ((_row(one, gathered), one) for one in gathered.room.known.values()),
        key=lambda pair: (pair[0].on, pair[0].id),
    )
    told = [(row, known) for row, known in rows if row.on >= since or not row.on]
    standing = [(row, known) for row, known in told if known.place is Place.STANDING]
    in_conflict = {row.id for row, _ in standing if row.contradicts}
    in_conflict |= {other for row, _ in standing for other in row.contradicts}
    return MemoryReport(
        group=note.group_name,
        language=note.language,
        **_days(gathered),
        unflushed_messages=gathered.state.unflushed_messages,
        decided=tuple(row for row, known in standing if known.kind in _DECIDED),
        stands=tuple(row for row, known in standing if _holds(known)),
        conflict=tuple(row for row, _ in standing if row.id in in_conflict),
        pending=tuple(row for row, known in told if known.place is Place.PENDING),
    )


def _days(gathered: Gathered) -> dict[str, str]:
    days = [day.isoformat() for day in gathered.log.days.values()] or [""]
    return {"first_day": days[0], "last_day": days[-1]}


def _holds(known: Known) -> bool:
    """Whether it is a state, role or fact that is open or holds now."""
    return known.kind in _STANDS and known.state not in ARCHIVED and not known.superseded_by


def _row(known: Known, gathered: Gathered) -> ReportRow:
    dated = _DAY.match(known.id)
    pending = known.place is Place.PENDING
    return ReportRow(
        id=known.id,
        kind=known.kind.value,
        on="-".join(dated.groups()) if dated else known.latest[:10],
        title=line_of(known, gathered),
        file=known.entry.path if known.entry else "",
        decided_by=known.decided_by,
        confirmed_by=known.confirmed_by,
        replaced_by=known.superseded_by,
        contradicts=known.contradicts,
        reason=words.reason(known.reason, gathered.note.language) if pending else "",
    )
