"""Before, by, since, after, and for how long, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("before Friday", "before Friday", "2026-05-15 – 2026-05-16 day before"),
        ("no later than June 1", "no later than June 1", "2026-06-01 – 2026-06-02 day by"),
        ("since Monday", "since Monday", "2026-05-11 – 2026-05-12 day since"),
        ("by Friday at 5", "by Friday at 5", "2026-05-15 17:00 – 2026-05-15 18:00 hour by"),
        ("until 2pm", "until 2pm", "2026-05-12 14:00 – 2026-05-12 15:00 hour before"),
        (
            "after June 1 but before June 10",
            "after June 1 but before June 10",
            "2026-06-02 – 2026-06-10 day",
        ),
        ("June 18 for 10 days", "June 18 for 10 days", "2026-06-18 – 2026-06-28 day"),
        (
            "for 30 minutes from 4pm",
            "for 30 minutes from 4pm",
            "2026-05-12 16:00 – 2026-05-12 16:30 hour",
        ),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
