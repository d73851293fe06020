"""Where a line names the ticket it is about: "ok, hearing no objection, ABC-12: close it".

What may stand before the key is said in any order and number, and some of it runs on to the next
full stop. One regular expression for that takes twice the time for each such piece; here no place
is looked at twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = re.compile(
    r"ok(?:ay)?|so|alright|right|and|well|yep|yea|yes|great|cool|thanks|\d+ min(?:utes?)?:",
    re.IGNORECASE,
)
_PHRASE = re.compile(r"hearing|we'll|an", re.IGNORECASE)
"""What runs on to the next full stop at most."""
_BETWEEN = re.compile(r"[,.! -]*")
_KEYED = re.compile(
    r"(?P<key>(?:[A-Za-z]{2,10}-|(?:PR|DSPR|issue|ticket) ?#?|#)\d{1,6})\s*(?P<named>summary|recap|verdict|resolution|decision|outcome|小结|总结|结论|结果)?"
    r"(?:\s*(?:[:：]|--|–|—| - )\s*|\s*,\s*(?=[+-]\d)|\s+(?=\(?[+-]?\d{1,2}\)?[ ,]|(?:close|mark|assign|defer|won'?t fix)\b))(?P<said>\S.*)$",
    re.IGNORECASE,
)


def keyed(text: str) -> re.Match[str] | None:
    """The `key`, what kind of word is `named` after it, and what is `said` of it.

    Of several keys it is the one that the most and the longest pieces before it lead to.
    """
    seen = {0}
    swept: dict[int, int] = {}
    ways = [(0, _after_piece(text, 0, swept))]
    while ways:
        at, further = ways[-1]
        unseen = next((place for place in further if place not in seen), None)
        if unseen is not None:
            seen.add(unseen)
            ways.append((unseen, _after_piece(text, unseen, swept)))
        elif (hit := _KEYED.match(text, at)) is not None:
            return hit
        else:
            ways.pop()
    return None


def _after_piece(text: str, at: int, swept: dict[int, int]) -> Iterator[int]:
    """The places one piece further, longest first. `swept` tells for a full stop from where on
    all places before it have been given.
    """
    word = _WORD.match(text, at)
    if word is not None:
        yield from _past(text, word.end())
        if word[0].lower() == "okay":
            yield from _past(text, at + len("ok"))
    phrase = _PHRASE.match(text, at)
    if phrase is None:
        return
    stop = text.find(".", phrase.end())
    stop = len(text) if stop < 0 else stop
    if swept.get(stop, len(text) + 1) <= phrase.end():
        return
    swept[stop] = phrase.end()
    for end in range(stop, phrase.end() - 1, -1):
        yield from _past(text, end) if end == stop else (end,)


def _past(text: str, at: int) -> Iterator[int]:
    """From behind what stands between two pieces back to before it."""
    match = _BETWEEN.match(text, at)
    yield from range(match.end() if match else at, at - 1, -1)
