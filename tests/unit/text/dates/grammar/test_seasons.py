"""Seasons, numbered weeks and letters for ends, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("last summer", "last summer", "2025-06-21 – 2025-09-21 day"),
        ("next winter", "next winter", "2026-12-21 – 2027-03-21 day"),
        ("summer 2015", "summer 2015", "2015-06-21 – 2015-09-21 day"),
        ("week 23", "week 23", "2026-06-01 – 2026-06-08 week"),
        ("the week of October 6th", "the week of October 6th", "2026-10-05 – 2026-10-12 week"),
        ("by EOM", "by EOM", "2026-05-31 – 2026-06-01 day by"),
        ("EOY", "EOY", "2026-12-31 – 2027-01-01 day"),
        ("by end of day", "by end of day", "2026-05-12 – 2026-05-13 day"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
