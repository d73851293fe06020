"""Ballots: what counts as a vote. A plain yes to the thing itself, not an aside, not a part of it."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.lexicon.lexicon import Act

_ON_A_PART = re.compile(
    r"^\W*(?:\+\s?1|:?thumbsup:?|👍)\W* ?(?:on|to|for) (?!this\b|that\b|it\b|all\b|#?\d|me\b|-1|the (?:rfc|pr|idea|proposal|initiative)\b|[A-Z]{2,}-\d)",
    re.IGNORECASE,
)
_OUTRIGHT = re.compile(r"^\W*(?:\+\s?1|:\+1:|👍|:?thumbsup|aye\b|agreed?\b|lgtm\b)", re.IGNORECASE)


def votes(turn: Turn) -> bool:
    """True for a plain vote on what is on the floor."""
    if not turn.has(Act.AGREE) or _ON_A_PART.match(turn.message.text):
        return False
    return turn.listens or bool(_OUTRIGHT.match(turn.message.text))
