"""Block ids of entries and messages (DESIGN §4)."""

from __future__ import annotations

import hashlib
import re
from datetime import date

OUR_ID = re.compile(r"^(?P<kind>[dftbeocrgs])-(?P<on>\d{8})-[a-z2-7]{10}$")

_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_SHIFTS = range(51, 5, -5)
"""Ten times five bits of the first seven bytes."""


def short_hash(text: str) -> str:
    """First 10 characters of the lower-case base32 of sha256 over the UTF-8 of `text`."""
    # By hand: every message is hashed twice, and `base64` takes ten times as long.
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])
    return "".join([_LETTERS[bits >> shift & 31] for shift in _SHIFTS])


def message_block_id(event_id: str) -> str:
    """`m-…` for an event id."""
    return "m-" + short_hash(event_id)


def entry_key(key_name: str, kind: str, event_id: str, ordinal: int) -> str:
    """The entry key: the hash part of an entry id, the same however often a flush runs."""
    return short_hash(f"{key_name}\n{kind}\n{event_id}\n{ordinal}")


def entry_id(kind: str, on: date, key: str) -> str:
    """`<kind>-<yyyymmdd>-<key>`; `on` is the earliest evidence's day in the group's zone."""
    return f"{kind}-{on:%Y%m%d}-{key}"
