"""Texts are cut where they read on their own."""

from __future__ import annotations

import pytest

from progressive_memory.flush.chatlog.policy.clip import clipped, one_line


@pytest.mark.parametrize(
    ("text", "most", "left"),
    [
        ("short", 10, "short"),
        ("All went well. The rest follows here", 20, "All went well.…"),
        ("一切正常。后面还有很多没说完的话", 9, "一切正常。…"),
        ("one two three four five", 15, "one two three…"),
        ("x" * 30, 10, "x" * 9 + "…"),
        ("密码已经更新为（已隐去:password）请查收", 16, "密码已经更新为…"),
    ],
)
def test_a_text_ends_at_a_border(text: str, most: int, left: str) -> None:
    assert left == clipped(text, most)


def test_lines_become_one() -> None:
    assert "a b c" == one_line("a\n  b\tc\n", 20)
