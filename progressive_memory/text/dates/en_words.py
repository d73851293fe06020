"""The pieces English date phrases are made of, as patterns and tables."""

from __future__ import annotations

from datetime import date

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.span import Interval

START = r"(?<![\w/@#.\-&=])"
END = r"(?![\w\-/]|\.\w)"
"""A word starts or ends here; `-`, `/`, `.` and `@` make it part of a name, path or address."""

NUMBERS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
NUMBER = r"(?:\d{1,3}|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + ")"
UNIT = r"(?:day|week|fortnight|month|year)"

_WEEKDAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_WEEKDAYS = {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}
WEEKDAYS = {**{name: number for number, name in enumerate(_WEEKDAY_NAMES)}, **_SHORT_WEEKDAYS}
WEEKDAY = rf"(?:{'|'.join(_WEEKDAY_NAMES)})"
ANY_WEEKDAY = rf"(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})"

_MONTH_NAMES = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
MONTHS = {
    **{name: number for number, name in enumerate(_MONTH_NAMES, 1)},
    **{name[:3]: number for number, name in enumerate(_MONTH_NAMES, 1)},
    "sept": 9,
}
ANY_MONTH = rf"(?i:{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
_VERBS = {"may", "march", "mar"}

STEPS = {"last": -1, "this past": -1, "this": 0, "this coming": 1, "next": 1}
_THIRDS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2}


def month_number(name: str, *, sure: bool) -> int:
    """The number of a month. Raises ValueError where `may` or `march` is as likely a verb: in
    small letters, unless an ordinal beside it makes the date `sure`.
    """
    if name in _VERBS and not sure:
        raise ValueError(f"{name} may be a verb")
    return MONTHS[name.lower()]


def number(text: str) -> int:
    """The number that digits or a word up to twelve write."""
    return int(text) if text.isdecimal() else NUMBERS[text.lower()]


def part_of_month(first: date, part: str) -> Interval:
    """The part of the month that starts on `first`: its last day for `end`, else ten days."""
    if part == "end":
        return calendar.end_of_month(first)
    return calendar.third_of_month(first, _THIRDS[part])
