"""Quoted and forwarded words are not the sender's."""

from __future__ import annotations

import pytest

from progressive_memory.text.own_words import own_words


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("> we drop it\nno", "\nno"),
        ("&gt; we drop it\nno", "\nno"),
        ("Ann wrote:\n> we drop it\nno", "\nno"),
        ("小林写道：\n> 先不上\n不行", "\n不行"),
        ("「小林：先不上」\n- - - - - - -\n不行", "不行"),
        ("see below\n---------- Forwarded message ---------\nwe drop it", "see below\n"),
        ("Begin forwarded message:\nwe drop it", ""),
        ("[Forwarded] we drop it", ""),
        ("Fwd: we drop it", ""),
        ("【转发】决定：停机", ""),
        ("以下为转发\n决定：停机", ""),
        ("转发自 运维群：决定停机", ""),
    ],
)
def test_what_others_said_is_left_out(text: str, own: str) -> None:
    assert own == own_words(text)


@pytest.mark.parametrize(
    "text",
    [
        "we saw more than > 5 errors",
        "the forwarded port is 8080",
        "I forwarded the mail to Bob",
        "请把邮件转发给小林",
        "转发服务今天下线",
        "「网关」先不上",
        "Ann said: we drop it",
    ],
)
def test_plain_talk_stays(text: str) -> None:
    assert text == own_words(text)
