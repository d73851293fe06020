"""From one time of day to another, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("9 to 11am tomorrow", "9 to 11am tomorrow", "2026-05-13 09:00 – 2026-05-13 11:00 hour"),
        ("between 3 and 5pm", "between 3 and 5pm", "2026-05-12 15:00 – 2026-05-12 17:00 hour"),
        (
            "Thursday from 9:30 to 11:00",
            "Thursday from 9:30 to 11:00",
            "2026-05-14 09:30 – 2026-05-14 11:00 minute",
        ),
        (
            "3 to 5 in the afternoon",
            "3 to 5 in the afternoon",
            "2026-05-12 15:00 – 2026-05-12 17:00 hour",
        ),
        (
            "tomorrow afternoon from 2 to 4",
            "tomorrow afternoon from 2 to 4",
            "2026-05-13 14:00 – 2026-05-13 16:00 hour",
        ),
        ("11:30-1:30", "11:30-1:30", "2026-05-12 11:30 – 2026-05-12 13:30 minute"),
        ("8am - 1pm", "8am - 1pm", "2026-05-13 08:00 – 2026-05-13 13:00 hour"),
        ("5 to 6pm", "5 to 6pm", "2026-05-12 17:00 – 2026-05-12 18:00 hour"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
