"""What a person asked for decides what is kept of the answer."""

from __future__ import annotations

import pytest

from progressive_memory.flush.chatlog.policy.asked import asked_for


@pytest.mark.parametrize(
    ("request_", "with_tools", "asked"),
    [
        ("Write a report on last month's incidents", False, "report"),
        ("summarize the retro for Ann", False, "report"),
        ("分析一下部署失败的原因", False, "report"),
        ("出一份本周的统计", True, "report"),
        ("Deploy to staging, then give me a report", True, "operation"),
        ("部署完给我一份报告", True, "operation"),
        ("fix the login test please", False, "operation"),
        ("can you restart the runner?", False, "operation"),
        ("帮我重启一下网关", False, "operation"),
        ("How do I install the runner?", False, "discussion"),
        ("为什么部署这么慢？", False, "discussion"),
        ("Why does the deploy fail?", True, "operation"),
        ("thoughts on Redis?", False, "discussion"),
        ("", False, "discussion"),
        ("", True, "operation"),
    ],
)
def test_the_first_thing_asked_for_decides(request_: str, with_tools: bool, asked: str) -> None:
    assert asked == asked_for(request_, with_tools=with_tools)
