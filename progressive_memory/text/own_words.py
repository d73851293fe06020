"""What the sender of a message said themself: no quoted lines, nothing forwarded (DESIGN §5).

Chats that cannot mark a forward or an answer put the other's words into the text: `> …`, a mail's
"Forwarded message", WeChat's `「name：…」` above a dashed line. None of it is evidence.
"""

from __future__ import annotations

import re

_QUOTED = re.compile(r"^[ \t]*(?:>|&gt;|＞).*$", re.MULTILINE)
_SAID_ABOVE = re.compile(
    r"^[^\n]{0,120}(?:\bwrote|\bsaid|写道|说)\s?[:：]\s*\n(?=[ \t]*(?:>|&gt;|＞))", re.MULTILINE
)
_ANSWERED = re.compile(r"\A\s*「[^」]{1,2000}」[^\S\n]*\n\s*(?:[-–—]\s?){3,40}\n")
_FORWARDED = re.compile(
    r"^[ \t]*(?:[-=_*]{2,40}[ \t]*)?[\[【(（]?(?:"
    r"(?:begin )?forwarded (?:message|from)\b|original message(?=[ \t]*[-=_*:\]])"
    r"|forwarded(?=[\]:])|fwd?:|以下(?:为|是)?转发|转发(?=[】\]）)：:])|转发(?:自|消息|的消息|的?聊天记录)|原始邮件)",
    re.IGNORECASE | re.MULTILINE,
)


_SIGNS = (
    ">",
    "＞",
    "&gt;",
    "「",
    "orward",
    "ORWARD",
    "iginal ",
    "fw",
    "Fw",
    "FW",
    "转发",
    "原始邮件",
)
"""A text that holds none of these is all its sender's."""


def own_words(text: str) -> str:
    """`text` without quoted lines, and without what follows the head of a forwarded message."""
    if not any(sign in text for sign in _SIGNS):
        return text
    forward = _FORWARDED.search(text)
    said = text[: forward.start()] if forward else text
    return _QUOTED.sub("", _SAID_ABOVE.sub("", _ANSWERED.sub("", said)))
