"""English days and weeks, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("I'm off the day after tomorrow", "the day after tomorrow", "2026-05-14 – 2026-05-15 day"),
        (
            "the day before yesterday was calm",
            "the day before yesterday",
            "2026-05-10 – 2026-05-11 day",
        ),
        ("ship it on Friday", "Friday", "2026-05-15 – 2026-05-16 day"),
        ("the coming Thursday works", "coming Thursday", "2026-05-14 – 2026-05-15 day"),
        ("this past Sunday", "this past Sunday", "2026-05-10 – 2026-05-11 day"),
        ("Tuesday of next week", "Tuesday of next week", "2026-05-19 – 2026-05-20 day"),
        ("next week on Tuesday", "next week on Tuesday", "2026-05-19 – 2026-05-20 day"),
        ("the week after next", "the week after next", "2026-05-25 – 2026-06-01 week"),
        ("the month before last", "the month before last", "2026-03-01 – 2026-04-01 month"),
        ("two Sundays from now", "two Sundays from now", "2026-05-24 – 2026-05-25 day"),
        ("Wednesday the 13th", "Wednesday the 13th", "2026-05-13 – 2026-05-14 day"),
        ("Monday, May 18", "Monday, May 18", "2026-05-18 – 2026-05-19 day"),
        ("May 18 (Monday)", "May 18 (Monday)", "2026-05-18 – 2026-05-19 day"),
        (
            "the closest Monday to July 4",
            "the closest Monday to July 4",
            "2026-07-06 – 2026-07-07 day",
        ),
        ("the day after Christmas", "the day after Christmas", "2025-12-26 – 2025-12-27 day"),
        ("Friday after next", "Friday after next", "2026-05-22 – 2026-05-23 day"),
        ("this quarter", "this quarter", "2026-04-01 – 2026-07-01 quarter"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
