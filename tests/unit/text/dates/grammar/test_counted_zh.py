"""Chinese phrases counted from now, and bounds, said on Tuesday the 12th of May 2026 at nine (UTC)."""

from __future__ import annotations

import pytest

from tests.dated import meanings


@pytest.mark.parametrize(
    ("text", "phrase", "meaning"),
    [
        ("三天后", "三天后", "2026-05-15 09:00 – 2026-05-15 10:00 hour"),
        ("半年前", "半年前", "2025-11-12 – 2025-11-13 day"),
        ("两个半小时后", "两个半小时后", "2026-05-12 11:30 – 2026-05-12 11:30 second"),
        ("三年前", "三年前", "2023-05-01 – 2023-06-01 month"),
        ("未来7天", "未来7天", "2026-05-12 09:00 – 2026-05-19 09:00 day"),
        ("过去两周", "过去两周", "2026-04-28 09:00 – 2026-05-12 09:00 week"),
        ("前两周", "前两周", "2026-04-27 – 2026-05-11 week"),
        ("3天内", "3天内", "2026-05-12 – 2026-05-16 day"),
        ("2小时内", "2小时内", "2026-05-12 09:00 – 2026-05-12 11:00 hour"),
        ("再过半小时", "再过半小时", "2026-05-12 09:30 – 2026-05-12 09:30 second"),
        ("周五之前", "周五之前", "2026-05-15 – 2026-05-16 day before"),
        ("从5月20日起", "从5月20日起", "2026-05-20 – 2026-05-21 day since"),
        ("截至周五", "截至周五", "2026-05-15 – 2026-05-16 day by"),
        ("2027年前两个季度", "2027年前两个季度", "2027-01-01 – 2027-07-01 quarter"),
    ],
)
def test_a_phrase_means_an_interval(text: str, phrase: str, meaning: str) -> None:
    assert [(phrase, meaning)] == meanings(text)
