"""What comes again, and names that only look like a day."""

from __future__ import annotations

import pytest

from progressive_memory.text.dates import mentions
from tests.dated import AT


@pytest.mark.parametrize(
    "text",
    [
        *("every Monday", "each week", "twice a week", "every other Friday", "Tuesday afternoons"),
        *("every evening at 7", "once a month", "daily", "every two weeks", "Thursdays"),
        *("每周三", "每天", "每个月", "每周三下午三点"),
    ],
)
def test_a_habit_is_no_date(text: str) -> None:
    (found,) = mentions(f"we meet {text}", AT)
    assert (text, "habit") == (found.text, found.kind)


@pytest.mark.parametrize("text", ["one Friday", "Patch Tuesday", "USA Today", "the other day"])
def test_a_day_that_nobody_can_tell_is_no_mention(text: str) -> None:
    assert () == mentions(text, AT)
