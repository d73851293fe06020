from __future__ import annotations

import pytest

from progressive_memory.disclosure.lexicon import cue_text
from progressive_memory.disclosure.routing.leave import asks_leave, asks_only_leave

LEAVE = [
    *("ok if I bring the keys home", "may i lend the ladder out", "going to paint it green, ok?"),
    *("我先把门锁了行不行", "能今天发不", "要不换个颜色？", "这张图可以吧"),
]
MORE = ["who can i ask for the keys", "钥匙可以找谁拿", "where can i park", "the door is green"]


@pytest.mark.parametrize("message", LEAVE)
def test_a_message_that_asks_for_leave_only(message: str) -> None:
    assert asks_only_leave(message, [cue_text.plain(message)])


@pytest.mark.parametrize("message", MORE)
def test_a_message_that_asks_who_or_where_asks_for_more(message: str) -> None:
    assert not asks_only_leave(message, [cue_text.plain(message)])


def test_leave_is_asked_anywhere_in_a_message() -> None:
    assert asks_leave(cue_text.plain("who signs, and can i post it"))
    assert not asks_leave(cue_text.plain("who signs it"))
