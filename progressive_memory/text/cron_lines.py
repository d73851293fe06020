"""Cron lines: whether one can be obeyed, and which wall minutes it names.

A line has five fields (minute, hour, day of month, month, day of week) as crontab(5) has them: day
of month and day of week are joined by "or", unless one of them begins with `*`. `L` (last), `#`
(nth weekday) and `W` (nearest working day) are taken too. Wall minutes are naive: zones are
`text.wall_time`'s.
"""

from __future__ import annotations

import re
from copy import copy
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croniter import croniter

_FIELDS = ("minute", "hour", "day of month", "month", "day of week")
_BOUNDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_SURE_DAYS = 28
"""Every month has this many days."""
_PLAIN = re.compile(r"\*|\d{1,2}(?:-\d{1,2})?")
_NAME = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)"
_VALUE = rf"(?:\d{{1,2}}|{_NAME})"
_PART = re.compile(rf"[*?]|l[0-7]?|\d{{1,2}}w|w\d{{1,2}}|{_VALUE}(?:[-#](?:{_VALUE}|l))?", re.ASCII)
_ONE = re.compile(rf"(?<![\w/-])({_VALUE})-\1(?:/\d+)?(?![\w/-])", re.IGNORECASE | re.ASCII)
"""A range of one: croniter would take it for the whole field."""
_STEP = re.compile(r"[0-9]{1,2}", re.ASCII)
_SOME_DAY = datetime(2024, 1, 1)
"""Where a search for a date begins."""
_MINUTE = timedelta(minutes=1)


def refused(line: str) -> str:
    """Why the line cannot be obeyed, in words that name the field; "" when it can.

    A line of plain numbers is known to be good without croniter: settings are read by every hook.
    """
    fields = line.split()
    if len(fields) != len(_FIELDS):
        return f"{line!r} has {len(fields)} fields, not five (minute hour day month weekday)"
    if _is_surely_good(fields):
        return ""
    for name, bounds, field in zip(_FIELDS, _BOUNDS, fields, strict=True):
        wrong = _wrong_in(field.lower(), bounds)
        if wrong:
            return f"{line!r}: the {name} {field!r} {wrong}"
    if fields[2] not in {"*", "?"} and "#" in fields[4]:
        return f"{line!r} names days of the month and weekdays by #: write two lines"
    from croniter import CroniterBadDateError, CroniterError

    try:
        next_wall(line, _SOME_DAY)
    except CroniterBadDateError:
        return f"{line!r} names a day that never comes"
    except (CroniterError, ValueError, TypeError, LookupError) as error:
        return f"{line!r} is no cron line: {error}"
    return ""


def next_wall(line: str, after: datetime) -> datetime:
    """The first wall minute of the line after `after` (naive)."""
    found: datetime = _croniter(line, after).get_next(datetime)
    return found


def last_wall(line: str, until: datetime) -> datetime:
    """The last wall minute of the line that is not after `until` (naive)."""
    found: datetime = _croniter(line, until.replace(second=0, microsecond=0) + _MINUTE).get_prev(
        datetime
    )
    return found


def minutes(line: str) -> frozenset[int]:
    """The minutes of the hour (0–59) that the line names."""
    from croniter import croniter

    named = croniter.expand(_spelled(line))[0][0]
    return frozenset(range(60)) if "*" in named else frozenset(int(each) for each in named)


def _croniter(line: str, start: datetime) -> croniter:
    """The line's own counter, set to `start`."""
    counter = copy(_parsed(_spelled(line)))
    counter.set_current(start, force=True)
    return counter


@lru_cache(maxsize=64)
def _parsed(spelled: str) -> croniter:
    """Never moved on itself: several threads copy it."""
    from croniter import croniter  # a hook never needs it

    return croniter(spelled, _SOME_DAY, implement_cron_bug=True)


def _spelled(line: str) -> str:
    """The line with one space between its fields, and no range of one."""
    return _ONE.sub(r"\1", " ".join(line.split()))


def _is_surely_good(fields: list[str]) -> bool:
    """Whether all is plain numbers within bounds, on days that every month has."""
    for (low, high), field in zip(_BOUNDS, fields, strict=True):
        most = _SURE_DAYS if high == 31 else high
        for part in field.split(","):
            span, slash, step = part.partition("/")
            if not span.isascii() or not _PLAIN.fullmatch(span):
                return False
            if slash and not (span == "*" and _STEP.fullmatch(step) and 1 <= int(step) <= most):
                return False
            ends = [] if span == "*" else [int(each) for each in span.split("-")]
            if ends != sorted(ends) or any(not low <= each <= most for each in ends):
                return False
    return True


def _wrong_in(field: str, bounds: tuple[int, int]) -> str:
    """What is wrong with a field in small letters, as far as it shows without a calendar."""
    low, high = bounds
    for part in field.split(","):
        span, slash, step = part.partition("/")
        if not _PART.fullmatch(span):
            return "is not a number, a name, a range or *"
        if slash and not _STEP.fullmatch(step):
            return "has a step that is no number"
        if slash and not 1 <= int(step) <= high:
            return f"has a step that is not from 1 to {high}"
        beyond = [n for n in re.findall(r"(?<![#\d])\d+", span) if not low <= int(n) <= high]
        if beyond:
            return f"is not from {low} to {high}"
    return ""
