"""Whether a message asks for leave to do something, and whether a rule answers it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from progressive_memory.disclosure.lexicon import cue_text, cues

_AGREED = re.compile(r"\b(?:ok|okay|fine|cool|alright)(?: with (?:you|everyone|all))?\s*[?？]\W*$")
_PROPOSED = re.compile(r"^\W*(?:要不|不如|干脆|how about|what if).*[?？]\W*$", re.IGNORECASE)
_MAY_IT = ("能…不 ", "行不 ", "可以不 ")
"""At the end of a clause, where the list of cues cannot hold a blank."""


def asks_leave(text: str) -> bool:
    """Whether a plain message asks anywhere whether something may or must be done."""
    return bool(cue_text.said((*cues.ALLOWED, *_MAY_IT), text))


def asks_only_leave(message: str, clauses: Sequence[str]) -> bool:
    """Whether one of its plain clauses asks for leave, and not who or when or how it is done."""
    if _AGREED.search(message.casefold()) or _PROPOSED.match(message):
        return True
    return any(asks_leave(each) and not cue_text.said(cues.ASKS_WHAT, each) for each in clauses)
