from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.text.cron_lines import last_wall, minutes, next_wall, refused

BAD = [
    ("61 * * * *", "the minute '61' is not from 0 to 59"),
    ("* 24 * * *", "the hour '24' is not from 0 to 23"),
    ("0 0 0 * *", "the day of month '0' is not from 1 to 31"),
    ("0 0 * 13 *", "the month '13' is not from 1 to 12"),
    ("0 0 * * 8", "the day of week '8' is not from 0 to 7"),
    ("6:17 * * * *", "the minute '6:17' is not a number, a name, a range or *"),
    ("*/0 * * * *", "the minute '*/0' has a step that is not from 1 to 59"),
    ("*/61 * * * *", "the minute '*/61' has a step that is not from 1 to 59"),
    ("*/x * * * *", "the minute '*/x' has a step that is no number"),
    ("1,,2 * * * *", "the minute '1,,2' is not a number, a name, a range or *"),
    ("R 4 * * *", "the minute 'R' is not a number, a name, a range or *"),
    ("H 4 * * *", "the minute 'H' is not a number, a name, a range or *"),
    ("0 0 * * ٣", "the day of week '٣' is not a number, a name, a range or *"),
    ("@daily", "has 1 fields, not five"),
    ("0 17 6,18 * * *", "has 6 fields, not five"),
    ("", "has 0 fields, not five"),
    ("0 0 30 2 *", "names a day that never comes"),
    ("0 0 31 4,6,9,11 *", "names a day that never comes"),
    ("? * * * *", "is no cron line"),
    ("jan * * * *", "is no cron line"),
    ("0 0 * * 1#9", "is no cron line"),
    ("0 0 1-5 * 1#1", "names days of the month and weekdays by #: write two lines"),
]
GOOD = [
    "17 6,18 * * *",
    "*/15 * * * *",
    "0 9-17/2 * * mon-fri",
    "0 0 29 2 *",
    "0 0 L * *",
    "0 9 * * MON#2",
    "0 0 15W * *",
    "0 0 30 2 1",
    "0 9 * * 7",
    "0 22-2 * * *",
    "  5   4 1 jan ? ",
]


@pytest.mark.parametrize(("line", "why"), BAD)
def test_a_bad_line_is_refused_by_its_field(line: str, why: str) -> None:
    said = refused(line)

    assert repr(line) in said
    assert why in said


@pytest.mark.parametrize("line", GOOD)
def test_a_good_line_is_taken(line: str) -> None:
    assert "" == refused(line)


def fields(low: int, high: int) -> st.SearchStrategy[str]:
    number = st.integers(low - 1, high + 2).map(str)
    span = st.tuples(number, number).map("-".join)
    step = st.integers(0, high + 1).map(lambda n: f"*/{n}")
    part = st.one_of(st.just("*"), number, span, step, st.tuples(span, number).map("/".join))
    return st.lists(part, min_size=1, max_size=3).map(",".join)


LINES = st.tuples(
    fields(0, 59), fields(0, 23), fields(1, 31), fields(1, 12), fields(0, 7)
).map(" ".join)  # fmt: skip


@given(LINES)
def test_what_is_taken_without_croniter_is_what_croniter_takes(line: str) -> None:
    """Lines of plain numbers are known to be good without loading it."""
    if refused(line):
        return
    after = datetime(2026, 11, 30, 9, 41)

    assert after < next_wall(line, after) < after + timedelta(days=366 * 50)


@given(LINES, st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)))
def test_forward_and_backward_name_the_same_minutes(line: str, at: datetime) -> None:
    if refused(line):
        return
    coming = next_wall(line, at)

    assert (0, 0) == (coming.second, coming.microsecond)
    assert coming == last_wall(line, coming)
    assert last_wall(line, coming - timedelta(minutes=1)) <= at


def test_the_minute_itself_is_past_and_not_to_come() -> None:
    at = datetime(2026, 11, 30, 6, 17)

    assert at == last_wall("17 6,18 * * *", at)
    assert datetime(2026, 11, 30, 18, 17) == next_wall("17 6,18 * * *", at)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("59-59 7 * * *", "59 7 * * *"),
        ("1,5-5/3,9 7-7 2-2 3-3 *", "1,5,9 7 2 3 *"),
        ("0 0 * Mar-mar mon-MON", "0 0 * mar mon"),
    ],
)
def test_a_range_of_one_is_one(line: str, same: str) -> None:
    at = datetime(2026, 11, 30)
    for _ in range(5):
        assert next_wall(same, at) == next_wall(line, at)
        at = next_wall(line, at)
    assert minutes(same) == minutes(line)


def test_days_are_joined_as_cron_joins_them() -> None:
    at = datetime(2026, 11, 30)

    assert datetime(2026, 12, 4) == next_wall("0 0 13 * fri", at)
    assert datetime(2026, 12, 20) == next_wall("0 0 20 * */7", at)


def test_the_minutes_of_a_line() -> None:
    assert {17} == minutes("17 6,18 * * *")
    assert {0, 20, 40} == minutes("*/20 * * * *")
    assert frozenset(range(60)) == minutes("* 6 * * *")
