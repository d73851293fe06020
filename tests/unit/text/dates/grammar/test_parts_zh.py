"""Parts of Chinese months and years, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("五月的最后一个星期五", "五月的最后一个星期五", "2026-05-29 – 2026-05-30 day"),
        ("十月第一个星期一", "十月第一个星期一", "2026-10-05 – 2026-10-06 day"),
        ("十月最后一天", "十月最后一天", "2026-10-31 – 2026-11-01 day"),
        ("月底收尾", "月底", "2026-05-31 – 2026-06-01 day"),
        ("6月中旬", "6月中旬", "2026-06-11 – 2026-06-21 day"),
        ("今年年底", "今年年底", "2026-12-31 – 2027-01-01 day"),
        ("年底前", "年底前", "2026-12-31 – 2027-01-01 day before"),
        ("上半年", "上半年", "2026-01-01 – 2026-07-01 half"),
        ("明年下半年", "明年下半年", "2027-07-01 – 2028-01-01 half"),
        ("明年三季度", "明年三季度", "2027-07-01 – 2027-10-01 quarter"),
        ("第三季度", "第三季度", "2026-07-01 – 2026-10-01 quarter"),
        ("90年代", "90年代", "1990-01-01 – 2000-01-01 decade"),
        ("二十世纪", "二十世纪", "1900-01-01 – 2000-01-01 century"),
        ("本月第2周", "本月第2周", "2026-05-11 – 2026-05-18 week"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
