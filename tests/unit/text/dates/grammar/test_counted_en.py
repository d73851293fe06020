"""English phrases counted from now, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("in two weeks", "in two weeks", "2026-05-26 – 2026-05-27 day"),
        ("3 days ago", "3 days ago", "2026-05-09 09:00 – 2026-05-09 10:00 hour"),
        ("two years ago", "two years ago", "2024-05-01 – 2024-06-01 month"),
        ("three months ago", "three months ago", "2026-02-12 – 2026-02-13 day"),
        (
            "two and a half hours ago",
            "two and a half hours ago",
            "2026-05-12 06:30 – 2026-05-12 06:31 minute",
        ),
        ("in 45 minutes", "in 45 minutes", "2026-05-12 09:45 – 2026-05-12 09:45 second"),
        ("a fortnight ago", "a fortnight ago", "2026-04-28 09:00 – 2026-04-28 10:00 hour"),
        ("within 3 days", "within 3 days", "2026-05-12 – 2026-05-16 day"),
        ("within 2 hours", "within 2 hours", "2026-05-12 09:00 – 2026-05-12 11:00 hour"),
        ("the next three weeks", "the next three weeks", "2026-05-18 – 2026-06-08 week"),
        ("last 2 days", "last 2 days", "2026-05-10 – 2026-05-12 day"),
        ("two weeks after Monday", "two weeks after Monday", "2026-05-18 – 2026-05-19 day"),
        ("2 days before Easter", "2 days before Easter", "2026-04-03 – 2026-04-04 day"),
        ("week from tomorrow", "week from tomorrow", "2026-05-20 – 2026-05-21 day"),
        (
            "the second Tuesday after Christmas",
            "the second Tuesday after Christmas",
            "2026-01-06 – 2026-01-07 day",
        ),
        ("today in one hour", "today in one hour", "2026-05-12 10:00 – 2026-05-12 10:01 minute"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
