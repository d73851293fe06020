"""The stored text: clean, redacted, dated."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from progressive_memory.flush.chatlog.stored import stored_text

AT = datetime(2026, 5, 15, 6, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("今天发，密码是 abc123", "今天（2026-05-15）发，密码是 （已隐去:password）"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("\n\na\n\n", "a"),
        ("a\x00b\x1b[0m\x07", "ab[0m"),
        ("a\ud800b", "a\ufffdb"),
        ("  indented\n\ttab", "  indented\n\ttab"),
        ("", ""),
    ],
)
def test_text_is_stored_without_secrets_and_with_dates(typed: str, stored: str) -> None:
    assert stored == stored_text(typed, AT, "zh")[0]
    assert stored == stored_text(stored, AT, "zh")[0]


def test_secrets_are_counted() -> None:
    assert 2 == stored_text("password=a1b2c3 token=zh_8f7s6d5f4g3h", AT, "en")[1]
