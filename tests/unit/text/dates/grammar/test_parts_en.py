"""Parts of months, quarters and years, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("the last Monday of March", "the last Monday of March", "2026-03-30 – 2026-03-31 day"),
        (
            "second Wednesday of October 2027",
            "second Wednesday of October 2027",
            "2027-10-13 – 2027-10-14 day",
        ),
        ("the first week of June", "the first week of June", "2026-06-01 – 2026-06-08 week"),
        ("the last day of October", "the last day of October", "2026-10-31 – 2026-11-01 day"),
        ("the third quarter", "the third quarter", "2026-07-01 – 2026-10-01 quarter"),
        ("Q3 2027", "Q3 2027", "2027-07-01 – 2027-10-01 quarter"),
        ("2026 H2", "2026 H2", "2026-07-01 – 2027-01-01 half"),
        ("18Q4", "18Q4", "2018-10-01 – 2019-01-01 quarter"),
        ("Q1 next year", "Q1 next year", "2027-01-01 – 2027-04-01 quarter"),
        ("the first half of 2027", "the first half of 2027", "2027-01-01 – 2027-07-01 half"),
        ("end of the month", "end of the month", "2026-05-31 – 2026-06-01 day"),
        ("early next week", "early next week", "2026-05-18 – 2026-05-20 day"),
        ("mid-July", "mid-July", "2026-07-11 – 2026-07-21 day"),
        ("beginning of 2027", "beginning of 2027", "2027-01-01 – 2027-02-01 month"),
        ("end of 2027", "end of 2027", "2027-12-31 – 2028-01-01 day"),
        ("later this week", "later this week", "2026-05-11 – 2026-05-18 week"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
