"""mentions(): lengths and habits too; what is none of them."""

from __future__ import annotations

import pytest

from progressive_memory.text.dates import mentions
from tests.dated import AT, meanings


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("it took two hours and five minutes", [("two hours and five minutes", "length")]),
        ("an hour and a half", [("an hour and a half", "length")]),
        ("every Monday at 9", [("every Monday at 9", "habit")]),
        ("twice a week", [("twice a week", "habit")]),
        ("每周三下午三点站会", [("每周三下午三点", "habit")]),
        ("跑了两个半小时", [("两个半小时", "length")]),
        ("this week's plan", [("this week", "date")]),
    ],
)
def test_lengths_and_habits_are_mentions(text: str, found: list[tuple[str, str]]) -> None:
    assert found == [(mention.text, mention.kind) for mention in mentions(text, AT)]


@pytest.mark.parametrize(
    "text",
    [
        *("you may not!", "the result may be wrong", "march on", "the sun came out", "we sat down"),
        *("fall back to the default", "spring boot", "one second", "a ratio of 3 to 4"),
        *("bump to 2.3.1", "python 3.11", "RFC 2119", "section 5.12", "we won 3-2", "$5 a seat"),
        *("99% of it", "port 8080", "3 people", "half of them", "it may take a while"),
        *("before 12.4.0 is out", "stuck since 12.1.1", "from 3 to 5 users", "morning", "3..."),
        *("Good Morning Paul", "these days", "the other day", "USA Today", "Friday the 13th"),
        *(
            "马上就好",
            "一下子",
            "版本更新",
            "3号楼",
            "周到的服务",
            "两三天",
            "第3号",
            "点赞",
            "分支",
        ),
        *("最近很忙", "刚才说过", "这两天再说", "一起去", "基本没问题"),
    ],
)
def test_what_only_looks_like_a_date_is_left(text: str) -> None:
    assert [] == meanings(text)
