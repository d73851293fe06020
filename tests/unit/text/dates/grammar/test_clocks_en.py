"""English times of day, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("15:30", "15:30", "2026-05-12 15:30 – 2026-05-12 15:31 minute"),
        ("3pm", "3pm", "2026-05-12 15:00 – 2026-05-12 16:00 hour"),
        ("3:15 p.m.", "3:15 p.m.", "2026-05-12 15:15 – 2026-05-12 15:16 minute"),
        ("at 9", "at 9", "2026-05-12 09:00 – 2026-05-12 10:00 hour"),
        ("half past two", "half past two", "2026-05-12 14:30 – 2026-05-12 14:31 minute"),
        ("a quarter to nine", "a quarter to nine", "2026-05-12 20:45 – 2026-05-12 20:46 minute"),
        ("ten to five", "ten to five", "2026-05-12 16:50 – 2026-05-12 16:51 minute"),
        ("20 past 3pm", "20 past 3pm", "2026-05-12 15:20 – 2026-05-12 15:21 minute"),
        ("15h30", "15h30", "2026-05-12 15:30 – 2026-05-12 15:31 minute"),
        ("noon", "noon", "2026-05-12 12:00 – 2026-05-12 13:00 hour"),
        ("midnight", "midnight", "2026-05-13 – 2026-05-13 01:00 hour"),
        ("seven o'clock", "seven o'clock", "2026-05-12 19:00 – 2026-05-12 20:00 hour"),
        ("8pm EST", "8pm EST", "2026-05-13 01:00 – 2026-05-13 02:00 hour"),
        ("10:30 UTC", "10:30 UTC", "2026-05-12 10:30 – 2026-05-12 10:31 minute"),
        ("3 in the afternoon", "3 in the afternoon", "2026-05-12 15:00 – 2026-05-12 16:00 hour"),
        (
            "four twenty-three am",
            "four twenty-three am",
            "2026-05-13 04:23 – 2026-05-13 04:24 minute",
        ),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
