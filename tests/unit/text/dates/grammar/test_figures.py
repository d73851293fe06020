"""Dates in figures, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("2015-03-03", "2015-03-03", "2015-03-03 – 2015-03-04 day"),
        ("3/13/15", "3/13/15", "2015-03-13 – 2015-03-14 day"),
        ("25.12.2013", "25.12.2013", "2013-12-25 – 2013-12-26 day"),
        ("12/25 is a holiday", "12/25", "2025-12-25 – 2025-12-26 day"),
        ("31/Oct/1974", "31/Oct/1974", "1974-10-31 – 1974-11-01 day"),
        ("Sep-23-2020", "Sep-23-2020", "2020-09-23 – 2020-09-24 day"),
        ("2019-Aug-1", "2019-Aug-1", "2019-08-01 – 2019-08-02 day"),
        ("12-2015", "12-2015", "2015-12-01 – 2016-01-01 month"),
        ("2014/10", "2014/10", "2014-10-01 – 2014-11-01 month"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
