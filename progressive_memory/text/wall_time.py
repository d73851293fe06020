"""Wall minutes and instants: what a clock on a zone's wall shows, through its changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

_MINUTE = timedelta(minutes=1)
_LONGEST_CHANGE = timedelta(hours=26)
"""No zone ever put its clocks on or back by more: Samoa left out a day."""


def instant(wall: datetime, zone: tzinfo) -> datetime:
    """When (UTC) the wall clock shows `wall` (naive) for the first time.

    A minute that is left out when clocks go on comes with the first one after it; one that comes
    twice when they go back counts once. A later wall minute is never earlier.
    """
    at = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if shown(at, zone) == wall:
        return at
    before = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    steps = (at - before) // _MINUTE
    first, last = 0, steps  # the change lies after `first` and not after `last`
    while last - first > 1:
        middle = (first + last) // 2
        if shown(before + middle * _MINUTE, zone) < wall:
            first = middle
        else:
            last = middle
    return before + last * _MINUTE


def shown(at: datetime, zone: tzinfo) -> datetime:
    """What the wall clock shows (naive) at an instant."""
    return at.astimezone(zone).replace(tzinfo=None, fold=0)


def latest_shown(at: datetime, zone: tzinfo) -> datetime:
    """A wall time that none shown until `at` is later than: after clocks went back, they had shown
    more than they show now.
    """
    lost = _offset(at - _LONGEST_CHANGE, zone) - _offset(at, zone)
    return shown(at, zone) + max(lost, timedelta())


def _offset(at: datetime, zone: tzinfo) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()
