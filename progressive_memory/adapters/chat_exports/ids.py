"""Event ids for formats that have none (DESIGN §9, `log`)."""

from __future__ import annotations

import base64
import hashlib
from collections import OrderedDict
from datetime import UTC, datetime

_REMEMBERED = 100_000


class OrdinalIds:
    """Makes ids: the prefix and 26 base32 characters of sha256 over UTC time, sender and ordinal.

    The ordinal counts that sender's messages of that time, from 0; the text is not in it, so a
    longer export of the same chat gives the same ids again. The counts of the latest 100,000
    pairs of time and sender are remembered.
    """

    def __init__(self, prefix: str = "x-") -> None:
        self._prefix = prefix
        self._counts: OrderedDict[tuple[datetime, str], int] = OrderedDict()

    def next_id(self, at: datetime, sender: str) -> str:
        """The id of the sender's next message of that time; `at` is aware."""
        utc = at.astimezone(UTC)
        ordinal = self._counts.get((utc, sender), 0)
        self._counts[utc, sender] = ordinal + 1
        self._counts.move_to_end((utc, sender))
        if len(self._counts) > _REMEMBERED:
            self._counts.popitem(last=False)
        time = utc.isoformat().replace("+00:00", "Z")
        digest = hashlib.sha256(f"{time}\n{sender}\n{ordinal}".encode("utf-8", "replace")).digest()
        return self._prefix + base64.b32encode(digest).decode().lower()[:26]
