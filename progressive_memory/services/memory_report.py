"""`pmem report`: a group's memory as somebody reads it who was not there."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from progressive_memory.domain.entry import Field, Kind
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
    """What the group's notes hold; of what was decided, that of the ISO day `since` ("" = all) and
    later, and what tells no day. What stands, contradicts or waits does so now, whatever its age.
    Nothing is changed.

    Raises:
        UnknownGroup: no such group.
    """
    note = groups.find(ports, group)
    gathered = gather(ports, note, ports.clock.now(), with_new=False)
    rows = sorted(
        ((_row(one, gathered), one) for one in gathered.room.known.values()),
        key=lambda pair: (pair[0].on, pair[0].id),
    )
    standing = [(row, known) for row, known in rows if known.place is Place.STANDING]
    named = {
        each for row, _ in rows for each in (*row.replaces, *row.replaced_by, *row.contradicts)
    }
    return MemoryReport(
        group=note.group_name,
        language=note.language,
        **_days(gathered),
        unflushed_messages=gathered.state.unflushed_messages,
        decided=tuple(
            row
            for row, known in standing
            if known.kind in _DECIDED and (row.on >= since or not row.on)
        ),
        stands=tuple(row for row, known in standing if _holds(known)),
        conflict=tuple(row for row, _ in standing if row.contradicts),
        pending=tuple(row for row, known in rows if known.place is Place.PENDING),
        called={row.id: row.title for row, _ in rows if row.id in named},
    )


def _days(gathered: Gathered) -> dict[str, str]:
    days = [day.isoformat() for day in gathered.log.days.values()] or [""]
    return {"first_day": days[0], "last_day": days[-1]}


def _holds(known: Known) -> bool:
    """Whether it is a state, role or fact that is open or holds now."""
    return known.kind in _STANDS and known.state not in ARCHIVED and not known.superseded_by


def _in_force(known: Known, entries: Mapping[str, Known]) -> Collection[str]:
    """What an entry can contradict: what stands and nothing has replaced, while that holds of
    itself too.
    """
    if known.superseded_by or not known.contradicts:
        return ()
    stand = (one for one in entries.values() if one.place is Place.STANDING)
    return {one.id for one in stand if not one.superseded_by}


def _remedy(known: Known) -> str:
    """What was done about what a fix tells of, or what was learned."""
    told = dict(known.fields) if known.kind is Kind.FIX else {}
    found = (told.get(each, "") for each in (Field.RIGHT_WAY, Field.ACTION, Field.LESSON))
    return next(filter(None, found), "")


def _row(known: Known, gathered: Gathered) -> ReportRow:
    dated = _DAY.match(known.id)
    pending = known.place is Place.PENDING
    both = gathered.room.known if pending else _in_force(known, gathered.room.known)
    return ReportRow(
        id=known.id,
        kind=known.kind.value,
        on="-".join(dated.groups()) if dated else known.latest[:10],
        title=line_of(known, gathered),
        file=known.entry.path if known.entry else "",
        decided_by=known.decided_by,
        confirmed_by=known.confirmed_by,
        replaces=known.supersedes,
        replaced_by=known.superseded_by,
        contradicts=tuple(each for each in known.contradicts if each in both),
        remedy=_remedy(known),
        reason=words.reason(known.reason, gathered.note.language) if pending else "",
        said_by=known.said_by if pending else "",
    )
