"""Which day note a message belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo


@dataclass(frozen=True)
class Day:
    """The home of a message: the note of the day `on`, and the message's time as it shows there.

    `new_zone` names the zone a note that does not stand yet is made with.
    """

    on: date
    at: datetime
    new_zone: tzinfo


def home(at: datetime, zones: Mapping[date, tzinfo], own: tzinfo) -> Day:
    """The day note for a message of that time.

    `zones` are those of the notes that stand, which keep theirs for ever; `own` is the group's,
    for new ones. After a group moved its zone two notes may leave a gap of some hours between
    them: a message in it stands at the nearest moment of its day.
    """
    day = at.astimezone(own).date()
    zone = zones.get(day, own)
    local = at.astimezone(zone)
    if local.date() == day:
        return Day(day, local, zone)
    other = zones.get(local.date(), zone)
    elsewhere = at.astimezone(other)
    if elsewhere.date() == local.date():
        return Day(elsewhere.date(), elsewhere, other)
    edge = time(0) if local.date() < day else time(23, 59, 59)
    return Day(day, datetime.combine(day, edge, zone), zone)


def near(at: datetime, own: tzinfo) -> tuple[date, date, date]:
    """The days on which a message of that time may stand, whatever the zone of their notes."""
    day = at.astimezone(own).date()
    return day - timedelta(days=1), day, day + timedelta(days=1)
