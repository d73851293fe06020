"""Lengths of time."""

from __future__ import annotations

import pytest

from progressive_memory.text.dates import mentions
from tests.dated import AT


@pytest.mark.parametrize(
    "text",
    [
        *("two weeks", "half an hour", "two and a half hours", "3.5 years", "an hour and a half"),
        *(
            "twenty two minutes",
            "2 h 30 min",
            "a couple of days",
            "three quarters of an hour",
            "two nights",
        ),
        *("1 hour, 5 minutes", "one year and a quarter", "a fortnight", "more than 4 days"),
        *("三天半", "两个半小时", "半个月", "5 小时", "一刻钟", "两个月", "十五周"),
    ],
)
def test_a_length_is_found_whole(text: str) -> None:
    (found,) = mentions(f"it took {text}.", AT)
    assert (text, "length") == (found.text, found.kind)
