"""Times and parts of a day that is said, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("tomorrow at 3pm", "tomorrow at 3pm", "2026-05-13 15:00 – 2026-05-13 16:00 hour"),
        ("9 tomorrow", "9 tomorrow", "2026-05-13 09:00 – 2026-05-13 10:00 hour"),
        ("noon on Friday", "noon on Friday", "2026-05-15 12:00 – 2026-05-15 13:00 hour"),
        ("tonight at 8", "tonight at 8", "2026-05-12 20:00 – 2026-05-12 21:00 hour"),
        ("8 tonight", "8 tonight", "2026-05-12 20:00 – 2026-05-12 21:00 hour"),
        ("tomorrow morning", "tomorrow morning", "2026-05-13 – 2026-05-13 12:00 part"),
        ("Monday morning at 9", "Monday morning at 9", "2026-05-18 09:00 – 2026-05-18 10:00 hour"),
        ("last night", "last night", "2026-05-11 18:00 – 2026-05-12 part"),
        ("the morning of June 3", "the morning of June 3", "2026-06-03 – 2026-06-03 12:00 part"),
        (
            "Tuesday morning next week",
            "Tuesday morning next week",
            "2026-05-19 – 2026-05-19 12:00 part",
        ),
        (
            "5pm on the 3rd of June",
            "5pm on the 3rd of June",
            "2026-06-03 17:00 – 2026-06-03 18:00 hour",
        ),
        (
            "2026-05-20T10:00:00+02:00",
            "2026-05-20T10:00:00+02:00",
            "2026-05-20 08:00 – 2026-05-20 08:00 second",
        ),
        ("Friday 15:00", "Friday 15:00", "2026-05-15 15:00 – 2026-05-15 15:01 minute"),
        ("tomorrow at 2", "tomorrow at 2", "2026-05-13 14:00 – 2026-05-13 15:00 hour"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
