"""Taken back: a verdict on a ticket that its speaker puts in doubt, or never meant, right after.

"ABC-12: close it" - "ack, I mean ABC-13"; "needs a volunteer" - "it is assigned already" - "oh, true".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from progressive_memory.domain.candidate import Person
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.wording.issue_names import keys_in
from progressive_memory.flush.extract.wording.takers import moves_on
from progressive_memory.flush.extract.wording.ticket_lines import later_word

_SLIP = re.compile(
    r"\b(?:typo|mis-?typed|slip of|wrong (?:ticket|issue|number|one|key|item|link)|mixed up|my mistake)\b|说错|打错|写错|搞错|弄错|口误|笔误",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"\b(?:(?:i|that) (?:mean|meant|should (?:be|have been|say))|(?:make|read) that)[,: ]+(?:[A-Za-z]{2,10}-|#)?\d{1,6}\b|"
    r"我(?:是)?(?:说|指)的?是|应该是\s*(?:[A-Za-z]{2,10}-|#)\d",
    re.IGNORECASE,
)
_THINKS_AGAIN = re.compile(
    r"^\W*(?:(?:oh|ah|hmm+|actually|no|but|whoops|oops|er+|um+),?\W*)*(?:wait\b(?! (?:for|till|until|on)\b)|hold on\b|scratch that|strike that|never ?mind|on second thought|"
    r"i take (?:that|it) back)|^\W*(?:等等|等一下|慢着|不对|算了|收回)",
    re.IGNORECASE,
)
_ALREADY = re.compile(
    r"\b(?:is|was|are|were|has been|'s|been|looks?|already) (?:already )?(?:assigned|closed|fixed|done|merged|committed|resolved|taken|claimed|scheduled|there)\b(?!\?)|"
    r"已经?(?:分配|关闭|关了|修好|修了|合并|合了|解决|有人|排期|排了)",
    re.IGNORECASE,
)
_GIVES_IN = re.compile(
    r"^\W*(?:oh\b|ah\b|aha|true\b|right\b|you(?:'re| are) right|good (?:point|catch)|indeed|my bad|sorry|whoops|oops|哦|噢|对哦|也是|确实|没错)",
    re.IGNORECASE,
)
_NOT_IT = r"\b(?:no|not)\b[:,]? {key}\b|不是\s*{key}(?![\w-])"
_SOON = 8  # turns
_AT_ONCE = 3
_LATER = 60


def misspoken(talk: Talk, at: int, key: str) -> bool:
    """True when the speaker of turn `at` soon says that another ticket than `key` was meant."""
    denied = re.compile(_NOT_IT.format(key=re.escape(key)), re.IGNORECASE)
    for place, turn in _own(talk, at):
        text = turn.message.text
        keys = keys_in((text,))
        near = place - at <= _AT_ONCE and not keys
        slip = _SLIP.search(text) and (near or key in keys)
        meant = _MEANT.search(text) and place - at <= _AT_ONCE
        if slip or meant or (denied.search(text) and "?" not in text):
            return True
    return False


def shaken(talk: Talk, at: int, key: str) -> bool:
    """True when the speaker thinks again before the next ticket is called up: "wait, …", or gives in
    to who says that the ticket is long done or assigned.
    """
    speaker = talk.turns[at].person
    told = False
    for place in range(at + 1, min(at + 1 + _SOON, len(talk.turns))):
        turn = talk.turns[place]
        text = turn.message.text
        if (turn.moves or turn.links) and moves_on(text, key):
            return False
        if turn.person != speaker:
            told = told or bool(_ALREADY.search(text) and "?" not in text)
        elif (told and _GIVES_IN.match(text)) or (
            place - at <= _AT_ONCE and _THINKS_AGAIN.match(text)
        ):
            return True
    return False


def reopened(later: Sequence[Turn], by: Person, key: str, said: str) -> bool:
    """True when `by`, who gave the verdict `said`, comes back to the ticket in the `later` turns of
    that day, and says something else of it.
    """
    return any(turn.person == by and later_word(turn, key, said) for turn in later[:_LATER])


def _own(talk: Talk, at: int) -> Iterator[tuple[int, Turn]]:
    """The next turns of the speaker of turn `at`, with their places."""
    for place in range(at + 1, min(at + 1 + _SOON, len(talk.turns))):
        if talk.turns[place].person == talk.turns[at].person:
            yield place, talk.turns[place]
