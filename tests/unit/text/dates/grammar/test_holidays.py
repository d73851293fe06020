"""Holidays, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("Christmas", "Christmas", "2025-12-25 – 2025-12-26 day"),
        ("Thanksgiving 2026", "Thanksgiving 2026", "2026-11-26 – 2026-11-27 day"),
        ("Black Friday 2026", "Black Friday 2026", "2026-11-27 – 2026-11-28 day"),
        ("Easter 2027", "Easter 2027", "2027-03-28 – 2027-03-29 day"),
        ("next Halloween", "next Halloween", "2026-10-31 – 2026-11-01 day"),
        ("last Easter", "last Easter", "2026-04-05 – 2026-04-06 day"),
        ("new year's eve", "new year's eve", "2025-12-31 – 2026-01-01 day"),
        ("MLK day", "MLK day", "2026-01-19 – 2026-01-20 day"),
        ("mother's day", "mother's day", "2026-05-10 – 2026-05-11 day"),
        ("thanksgiving of next year", "thanksgiving of next year", "2027-11-25 – 2027-11-26 day"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
