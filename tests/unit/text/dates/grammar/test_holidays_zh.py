"""Chinese holidays and days of the Chinese calendar, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("国庆节前", "国庆节前", "2026-10-01 – 2026-10-02 day before"),
        ("春节", "春节", "2026-02-17 – 2026-02-18 day"),
        ("中秋", "中秋", "2026-09-25 – 2026-09-26 day"),
        ("清明", "清明", "2026-04-05 – 2026-04-06 day"),
        ("除夕", "除夕", "2026-02-16 – 2026-02-17 day"),
        ("2025年春节", "2025年春节", "2025-01-29 – 2025-01-30 day"),
        ("明年中秋", "明年中秋", "2027-09-15 – 2027-09-16 day"),
        ("去年国庆", "去年国庆", "2025-10-01 – 2025-10-02 day"),
        ("农历八月十五", "农历八月十五", "2026-09-25 – 2026-09-26 day"),
        ("大年初十", "大年初十", "2026-02-26 – 2026-02-27 day"),
        ("2012年农历正月十五", "2012年农历正月十五", "2012-02-06 – 2012-02-07 day"),
        ("下个春节", "下个春节", "2027-02-06 – 2027-02-07 day"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
