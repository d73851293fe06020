"""English months, their days, and years, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("the 3rd of May", "the 3rd of May", "2026-05-03 – 2026-05-04 day"),
        ("September 2nd, 2025", "September 2nd, 2025", "2025-09-02 – 2025-09-03 day"),
        ("in March", "March", "2026-03-01 – 2026-04-01 month"),
        ("March 2025", "March 2025", "2025-03-01 – 2025-04-01 month"),
        ("in 2024", "2024", "2024-01-01 – 2025-01-01 year"),
        (
            "since nineteen ninety six",
            "since nineteen ninety six",
            "1996-01-01 – 1997-01-01 year since",
        ),
        ("in two thousand and fifteen", "two thousand and fifteen", "2015-01-01 – 2016-01-01 year"),
        ("next March", "next March", "2027-03-01 – 2027-04-01 month"),
        ("last March", "last March", "2026-03-01 – 2026-04-01 month"),
        ("by the 20th", "by the 20th", "2026-05-20 – 2026-05-21 day by"),
        ("20th of next month", "20th of next month", "2026-06-20 – 2026-06-21 day"),
        ("26 june", "26 june", "2026-06-26 – 2026-06-27 day"),
        ("june the 3rd", "june the 3rd", "2026-06-03 – 2026-06-04 day"),
        ("the 14th of april 15", "the 14th of april 15", "2015-04-14 – 2015-04-15 day"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
