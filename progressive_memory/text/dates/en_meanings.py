"""What English date phrases mean: one reader a kind of phrase."""

from __future__ import annotations

import re
from datetime import date

from progressive_memory.text.dates import calendar
from progressive_memory.text.dates.en_words import (
    STEPS,
    WEEKDAYS,
    month_number,
    number,
    part_of_month,
)
from progressive_memory.text.dates.span import Clause, Interval

_NEAR = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "yesterday": -1,
    "last night": -1,
    "day after tomorrow": 2,
    "day before yesterday": -2,
}
_DAYS_OF_WEEK = {
    "early": (0, 1),
    "beginning": (0, 1),
    "start": (0, 1),
    "mid": (1, 3),
    "middle": (1, 3),
    "late": (3, 4),
    "end": (4, 6),
}
_END_OF = {"W": "week", "M": "month", "Q": "quarter", "Y": "year"}


def near(match: re.Match[str], clause: Clause) -> Interval:
    """`today`, `last night`, `day after tomorrow`."""
    return calendar.days_away(clause.day, _NEAR[match["near"].lower()])


def ago(match: re.Match[str], clause: Clause) -> Interval:
    """`3 days ago`."""
    return _away(clause.day, -number(match["count"]), match["unit"].lower())


def ahead(match: re.Match[str], clause: Clause) -> Interval | None:
    """`in two weeks`; but "we did it in three days" says how long it took."""
    count = number(match["count"])
    return None if clause.past else _away(clause.day, count, match["unit"].lower())


def _away(day: date, count: int, unit: str) -> Interval:
    if unit == "month":
        return calendar.month(calendar.month_start(day, count))
    if unit == "year":
        return calendar.year(day.year + count)
    return calendar.days_away(day, count * {"day": 1, "week": 7, "fortnight": 14}[unit])


def within(match: re.Match[str], clause: Clause) -> Interval:
    """`within 3 days`."""
    days = number(match["count"]) * (7 if match["unit"].lower() == "week" else 1)
    return calendar.days_from(clause.day, calendar.days_away(clause.day, days).last)


def step_unit(match: re.Match[str], clause: Clause) -> Interval:
    """`next week`, `last month`, `this quarter`."""
    return _unit(match["unit"].lower(), clause.day, STEPS[match["step"].lower()])


def _unit(unit: str, day: date, step: int) -> Interval:
    """The whole week, weekend, month, quarter or year, `step` of them away."""
    if unit == "month":
        return calendar.month(calendar.month_start(day, step))
    if unit == "year":
        return calendar.year(day.year + step)
    away = {"week": calendar.week, "weekend": calendar.weekend, "quarter": calendar.quarter}
    return away[unit](day, step)


def week_after_next(match: re.Match[str], clause: Clause) -> Interval:
    """`week after next`, `week before last`."""
    return calendar.week(clause.day, 2 if match["step"].lower() == "after next" else -2)


def the_weekend(_match: re.Match[str], clause: Clause) -> Interval:
    """`the weekend`: the coming one, or the last one in a clause about the past."""
    return calendar.weekend(clause.day, -1 if clause.past and clause.day.weekday() < 5 else 0)


def part_of_unit(match: re.Match[str], clause: Clause) -> Interval:
    """`end of the month`, `early next week`, `beginning of this year`."""
    unit, part = match["unit"].lower(), match["part"].lower()
    whole = _unit(unit, clause.day, STEPS[(match["step"] or "this").lower()])
    if unit == "month":
        return part_of_month(whole.first, part)
    if unit == "week":
        return _days_of_week(whole.first, part)
    if part == "end":
        return calendar.days_away(whole.last, 0)
    return calendar.month(whole.first) if part in {"beginning", "start"} else whole


def _days_of_week(monday: date, part: str) -> Interval:
    first, last = (calendar.days_away(monday, days).first for days in _DAYS_OF_WEEK[part])
    return calendar.days_from(first, last)


def end_of(match: re.Match[str], clause: Clause) -> Interval:
    """`EOD`, `EOW`, `EOM`, `EOQ`, `EOY`."""
    letter = match["unit"]
    if letter == "D":
        return calendar.days_away(clause.day, 0)
    whole = _unit(_END_OF[letter], clause.day, 0)
    if letter == "W":
        return _days_of_week(whole.first, "end")
    return calendar.days_away(whole.last, 0)


def end_of_day(_match: re.Match[str], clause: Clause) -> Interval:
    """`by end of day`."""
    return calendar.days_away(clause.day, 0)


def day_of_step_month(match: re.Match[str], clause: Clause) -> Interval:
    """`20th of next month`."""
    first = calendar.month_start(clause.day, STEPS[match["step"].lower()])
    return calendar.days_away(first.replace(day=int(match["day"])), 0)


def week_weekday(match: re.Match[str], clause: Clause) -> Interval:
    """`Tuesday next week`."""
    weekday = WEEKDAYS[match["weekday"].lower()]
    return calendar.weekday_in_week(clause.day, weekday, STEPS[match["step"].lower()])


def step_weekday(match: re.Match[str], clause: Clause) -> Interval:
    """`next Friday`, `last Friday`, `this coming Friday`."""
    step, weekday = match["step"].lower(), WEEKDAYS[match["weekday"].lower()]
    if step in {"next", "this"}:
        return calendar.weekday_in_week(clause.day, weekday, STEPS[step])
    return calendar.nearest_weekday(clause.day, weekday, past="coming" not in step)


def bare_weekday(match: re.Match[str], clause: Clause) -> Interval:
    """`on Friday`: the next one, or the latest one in a clause about the past."""
    weekday = WEEKDAYS[match["weekday"].lower()]
    return calendar.nearest_weekday(clause.day, weekday, past=clause.past)


def month_day(match: re.Match[str], clause: Clause) -> Interval:
    """`May 3rd`, `3-5 May`: the one nearest to the message."""
    month = month_number(match["month"], sure=bool(match["ordinal"]))
    first = calendar.nearest_date(clause.day, month, int(match["day"]))
    if not match["to"]:
        return calendar.days_away(first, 0)
    return calendar.days_from(first, first.replace(day=int(match["to"])))


def day_of_month(match: re.Match[str], clause: Clause) -> Interval:
    """`by the 20th`."""
    return calendar.nearest_day_of_month(clause.day, int(match["day"]), past=clause.past)


def whole_month(match: re.Match[str], clause: Clause) -> Interval:
    """`in March`, `end of April`, `mid-July`: the one nearest to the message."""
    month = month_number(match["month"], sure=bool(match["part"]))
    first = calendar.nearest_month(clause.day, month)
    return part_of_month(first, match["part"].lower()) if match["part"] else calendar.month(first)


def step_month(match: re.Match[str], clause: Clause) -> Interval:
    """`next March`, `last March`: the first after, or the latest before, the present month."""
    here = calendar.month_start(clause.day)
    months = (month_number(match["month"], sure=False) - here.month) % 12
    away = {"next": months or 12, "this": months, "last": months - 12}[match["step"].lower()]
    return calendar.month(calendar.month_start(here, away))
