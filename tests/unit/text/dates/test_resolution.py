"""resolve(): spans of the text as it stands, intervals, precision."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from progressive_memory.text.dates import DateSpan, Precision, annotate, resolve
from progressive_memory.text.dates.annotation import MAX_CHARACTERS

AT = datetime(2026, 5, 12, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "precision", "first", "last"),
    [
        ("tomorrow", "day", date(2026, 5, 13), date(2026, 5, 13)),
        ("next week", "days", date(2026, 5, 18), date(2026, 5, 24)),
        ("in March", "month", date(2026, 3, 1), date(2026, 3, 31)),
        ("next quarter", "months", date(2026, 7, 1), date(2026, 9, 30)),
        ("明年", "year", date(2027, 1, 1), date(2027, 12, 31)),
    ],
)
def test_a_phrase_has_an_interval_as_exact_as_its_words(
    text: str, precision: Precision, first: date, last: date
) -> None:
    assert (DateSpan(0, len(text), text, first, last, precision),) == resolve(text, AT)


def test_spans_point_into_the_stored_text() -> None:
    stored = annotate("done today, review tomorrow", AT, "en")
    assert stored == "done today (2026-05-12), review tomorrow (2026-05-13)"
    found = [(span.text, stored[span.start : span.end]) for span in resolve(stored, AT)]
    assert found == [("today", "today"), ("tomorrow", "tomorrow")]


def test_the_day_is_that_of_the_zone() -> None:
    late = datetime(2026, 5, 12, 23, 30, tzinfo=UTC)
    assert annotate("今天", late, "zh") == "今天（2026-05-12）"
    there = late.astimezone(ZoneInfo("Asia/Shanghai"))
    assert annotate("今天", there, "zh") == "今天（2026-05-13）"


def test_a_date_a_person_put_behind_the_phrase_is_kept() -> None:
    assert (
        annotate("tomorrow (2026-05-20) or today", AT, "en")
        == "tomorrow (2026-05-20) or today (2026-05-12)"
    )


def test_the_ends_of_the_calendar_raise_nothing() -> None:
    first = datetime(1, 1, 1, tzinfo=UTC)
    last = datetime(9999, 12, 31, tzinfo=UTC)
    text = "yesterday, 昨天, 3 years ago, tomorrow, next month, 明年, 12月31日, 1月1日"
    assert [resolve(text, at) for at in (first, last)]


def test_a_pasted_file_is_left_as_it_is() -> None:
    text = "today " * (MAX_CHARACTERS // 6 + 1)
    assert text == annotate(text, AT, "en")


@pytest.mark.parametrize(
    "unit",
    ["today ", "周三", "3月", "a.b.", "[[", "`x", "May 3 ", "1", "每周", "x@", "（2026-05-12）"],
)
def test_the_time_grows_with_the_length_only(unit: str) -> None:
    text = unit * (MAX_CHARACTERS // len(unit))
    annotate(text[:1000], AT, "en")
    start = time.process_time()
    annotate(text, AT, "en")
    assert time.process_time() - start < 4.0  # quadratic matching would take minutes
