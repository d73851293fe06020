from __future__ import annotations

import pytest

from progressive_memory.text.agreement import agrees


@pytest.mark.parametrize(
    "text",
    [
        "+1",
        "+ 1",
        "+0.5, with tests",
        "+1.",
        "＋１",
        "Agreed",
        "I agree with that",
        "yes, let's",
        "ok!",
        "Sounds good to me",
        "LGTM",
        "works for me",
        "makes sense",
        "👍",
        "👍🏽 👍🏽",
        "✅",
        "同意",
        "赞成，就这么办",
        "好的",
        "可以",
        "没问题",
        "行",
        "支持这个方案",
        "可以的",
    ],
)
def test_a_short_message_that_begins_by_agreeing_agrees(text: str) -> None:
    assert agrees(text)


@pytest.mark.parametrize(
    "text",
    [
        "好人一个",
        "支持者来了",
        "行李到了",
        "可以的话我来改",
        "sure enough it failed",
        "",
        "-1",
        "+10% on last month",
        "+1.5 °C since Monday",
        "okra is in season",
        "yesterday it worked",
        "agree?",
        "ok, but not before Friday",
        "可以吗？",
        "可以，不过要等测试",
        "行程改了",
        "好吃",
        "好不好",
        "不同意",
        "I agree that we should first look at the numbers of the last two quarters",
        "what do you think",
    ],
)
def test_what_objects_asks_or_says_more_does_not_agree(text: str) -> None:
    assert not agrees(text)
