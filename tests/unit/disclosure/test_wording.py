from __future__ import annotations

from progressive_memory.disclosure.wording import freshness, left_out


def test_freshness_names_the_flush_and_what_is_not_flushed() -> None:
    assert freshness("attention.md", "2026-05-14", 9, 2, "en") == (
        "attention.md flushed 2026-05-14; 2 task changes in this chat are not flushed yet"
    )
    assert freshness("attention.md", "2026-05-14", 1, 1, "en") == (
        "attention.md flushed 2026-05-14; 1 task change in this chat is not flushed yet"
    )
    assert freshness("people.md", "", 3, 0, "en") == (
        "people.md not flushed yet; 3 messages in this chat are not flushed yet"
    )
    assert freshness("people.md", "2026-05-14", 0, 0, "en") == "people.md flushed 2026-05-14"
    assert freshness("attention.md", "2026-05-14", 9, 2, "zh") == (
        "attention.md 上次冲刷：2026-05-14；本群还有 2 项任务变更未冲刷"
    )
    assert freshness("attention.md", "", 0, 0, "zh") == "attention.md 尚未冲刷"


def test_what_was_left_out_is_counted() -> None:
    assert left_out("people.md", 1, "en") == "(1 more entry of people.md left out: over the budget)"
    assert left_out("people.md", 3, "zh") == "（people.md 另有 3 条未放入：超出预算）"
