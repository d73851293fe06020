"""Text between quotes: as it reads, where each character stands, and how more is written into it.

The quotes of YAML (`'` and `"`) and of JSON (`"`), whose escapes YAML shares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

_ESCAPE = re.compile(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    r"|\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2}))"
    r"|\\(.)",
    re.DOTALL,
)
_DOUBLED = re.compile("''")
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "_": "\u00a0"}
_LARGEST = 0x10FFFF


def read(source: str, quote: str) -> tuple[str, Sequence[int]]:
    """What stands between two quotes, and the place in `source` of each of its characters, with
    one more for the end. `quote` is `'`, `"` or "", text that reads as it stands.
    """
    signs = {"'": _DOUBLED, '"': _ESCAPE}.get(quote)
    if signs is None or signs.search(source) is None:
        return source, range(len(source) + 1)
    pieces: list[str] = []
    places: list[int] = []
    kept = 0
    for sign in signs.finditer(source):
        pieces += [source[kept : sign.start()], _meant(sign)]
        places += range(kept, sign.start())
        places.append(sign.start())
        kept = sign.end()
    places += range(kept, len(source) + 1)
    return "".join(pieces) + source[kept:], places


def written(text: str, quote: str) -> str:
    """`text` as it is written between such quotes."""
    if quote == "'":
        return text.replace("'", "''")
    return json.dumps(text, ensure_ascii=False)[1:-1] if quote else text


def _meant(sign: re.Match[str]) -> str:
    """The one character that an escape stands for."""
    if sign[0] == "''":
        return "'"
    high, low, *numbers, named = sign.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    number = next((int(digits, 16) for digits in numbers if digits), None)
    if number is not None:
        return chr(min(number, _LARGEST))
    return _NAMED.get(named, named)
