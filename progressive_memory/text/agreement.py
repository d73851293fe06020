"""Whether a chat message does no more than agree, in Chinese or English."""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 40
"""Whoever writes more than this many characters says more than yes."""

_AGREES = re.compile(
    r"""[\W_]*(?:
      \+\s?(?:1|0?\.\d+|0|!)(?!\.?\d|%)
    | (?:i\ |we\ |all\ |totally\ |fully\ )?agree[ds]?\b | concur\b | seconded\b
    | (?:yes|yep|yup|yeah|aye|ok|okay|sure(?!\ enough)|absolutely|definitely)\b
    | (?:sounds|looks|works)\ (?:good|great|fine|right|ok|for\ me)\b
    | lgtm\b | sgtm\b | (?:fine|good|ok)\ (?:with|by|for)\ me\b | makes\ sense\b | go\ for\ it\b
    | (?:同意|赞成|贊成|赞同|附议|附議|没问题|沒問題|没意见|沒意見|就这么|就這麼)(?!书|書|的?话)
    | (?:支持|好|可以|行)(?=$|[\W_]|[的啊呀嘞呢吧啦哒滴哦噢嘛这這])(?!的?话)
    | \U0001f44d|\u2705|\U0001f44c|\U0001f197
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_QUESTION = re.compile(r"[?？]\s*$")


def agrees(text: str) -> bool:
    """Whether a message is short and begins by agreeing: `+1`, `sounds good`, `同意`, 👍.

    A question is none, nor is one that goes on with "but".
    """
    if not text or len(text) > _LONGEST or _QUESTION.search(text):
        return False
    found = _AGREES.match(unicodedata.normalize("NFKC", text))
    return found is not None and not _objects(text)


def _objects(text: str) -> bool:
    return (
        re.search(r"\b(?:but|except|not|don'?t|unless)\b|但|不过|不過|除非|不同意", text, re.I)
        is not None
    )
