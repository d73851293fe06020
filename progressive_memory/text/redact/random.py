"""Does a string look drawn at random? Used where no name and no vendor's prefix says it."""

from __future__ import annotations

import re
from itertools import pairwise

_HEX = re.compile(r"(?:0x)?[0-9a-fA-F-]+")
_HASH_PREFIX = re.compile(r"Qm[1-9A-HJ-NP-Za-km-z]{44}$|baf[a-z2-7]{50,}$|sha\d{1,3}-")
_CLASS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "a" * 26 + "A" * 26 + "0" * 10
)


def is_random(value: str) -> bool:
    """Whether a token of 30 or more characters looks like a key rather than a name or a hash.

    Identifiers run in words and hashes are hexadecimal; a random string changes between small
    letters, capitals and digits at two characters in five (at two in seven without one of the
    cases), and has digits all over.
    """
    if len(value) < 30 or _HEX.fullmatch(value) or _HASH_PREFIX.match(value):
        return False
    classes = value.translate(_CLASS)
    small, capital, digit = (classes.count(sign) for sign in "aA0")
    if min(small, capital, digit) >= 3 and len(value) >= 32:
        return _changes(classes) >= 0.4 * len(value)
    one_case = small + digit == len(value) or capital + digit == len(value)
    return one_case and digit >= 5 and _changes(classes) >= 0.28 * len(value)


def is_mixed(value: str) -> bool:
    """Whether a vendor's token has what no word has: a digit, or cases changing inside."""
    return any(map(str.isdigit, value)) or _changes(value.translate(_CLASS)) >= 0.3 * len(value)


def looks_secret(value: str, *, least: int) -> bool:
    """Whether a value that stands where a secret is named could be one, not a word of prose.

    It has at least `least` characters and mixes letters with digits or symbols, or cases inside
    the word.
    """
    if len(value) < least:
        return False
    letters = any(character.isalpha() for character in value)
    others = any(not character.isalpha() and character not in "-_./" for character in value)
    inner_capital = value[1:] != value[1:].lower() and value != value.upper()
    return letters and (others or inner_capital)


def _changes(classes: str) -> int:
    return sum(left != right for left, right in pairwise(classes))
