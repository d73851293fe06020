"""Tasks that are taken and done, so many that the archive of attention.md is long."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from progressive_memory.domain.flush_report import GroupFlush
from progressive_memory.vault.blocks import entries
from tests.chat_room import ChatRoom

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SHELF = "archive/attention-2026.md"
_THINGS = (
    "quay survey, tide table, crane manual, dock drawing, buoy memo, ferry leaflet, pilot guide, "
    "anchor chart, rope order, winch report, cargo form, customs sheet, fuel budget, radar log, "
    "beacon memo, gangway sketch, hull survey, ballast memo, rudder drawing, sail contract, "
    "mast drawing, keel study, galley menu, cabin leaflet, deck drawing, engine guide, pump manual, "
    "valve leaflet, hose memo, filter report"
).split(", ")


def finished(
    room: ChatRoom, count: int, *, first: int = 0, each: bool = False, start: datetime = START
) -> GroupFlush:
    """So many tasks are taken and done, a day each, and flushed at the end, or after `each`; returns
    the last flush's part of the report.
    """
    report = None
    for number in range(first, first + count):
        thing, at = _THINGS[number], start + timedelta(days=number)
        told = room.say("Lin", f"I'll write the {thing}", f"$t{number}", at=at)
        done = f"done: the {thing} is written"
        room.say("Lin", done, f"$d{number}", to=told, at=at + timedelta(hours=1))
        if each or number == first + count - 1:
            report = room.flush()
    assert report is not None
    return report


def ids(room: ChatRoom, name: str) -> list[str]:
    """The ids of the tasks of a note, in order."""
    return [one.id for one in entries(name, room.note(name)) if one.id.startswith("t-")]
