"""What has been folded already, as hashes: so that an event told again is not folded again.

A day note shows how often a message was edited, not by which events; that stands here, in
`groups.<name>.edits` and `.deleted` of flush-state.json.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from progressive_memory.vault.ids import short_hash

Key = tuple[int, str]
"""Time of an edit in epoch milliseconds, then its hash: the greatest key is the edit that shows."""


def edit_key(at: datetime, event_id: str) -> Key:
    """The place of an edit among all edits of its message."""
    return int(at.timestamp() * 1000), short_hash(event_id)


class Ledger:
    """The edits folded into each message, and the events that a Deletion took away.

    `edits` are lines `<block id of the message> <hash of the edit> <epoch ms>`; `deleted` hashes
    of events that left no other trace (reactions, edits, messages never seen).
    """

    def __init__(self, edits: Iterable[str] = (), deleted: Iterable[str] = ()) -> None:
        self._edits: dict[str, set[Key]] = {}
        self._messages: dict[str, str] = {}
        self._deleted = dict.fromkeys(deleted)
        for line in edits:
            block_id, _, rest = line.partition(" ")
            digest, _, at = rest.partition(" ")
            if at.lstrip("-").isdecimal():
                self.add_edit(block_id, (int(at), digest))

    def add_edit(self, block_id: str, key: Key) -> None:
        """Note that an edit has been folded into the message."""
        self._edits.setdefault(block_id, set()).add(key)
        self._messages[key[1]] = block_id

    def has_edit(self, event_id: str) -> bool:
        """Whether that edit has been folded, or taken away before it came."""
        return short_hash(event_id) in self._messages or self.is_deleted(event_id)

    def edited_message(self, event_id: str) -> str:
        """The block id of the message an edit was folded into; "" for no edit of ours."""
        return self._messages.get(short_hash(event_id), "")

    def shown(self, block_id: str) -> Key | None:
        """The key of the edit whose text the message shows; None where it shows its own."""
        standing = [key for key in self._edits.get(block_id, ()) if key[1] not in self._deleted]
        return max(standing, default=None)

    def delete(self, event_id: str) -> None:
        """Note that the event was taken away."""
        self._deleted[short_hash(event_id)] = None

    def is_deleted(self, event_id: str) -> bool:
        """Whether the event was taken away."""
        return bool(self._deleted) and short_hash(event_id) in self._deleted

    def edits(self) -> tuple[str, ...]:
        """The lines to keep, in an order that does not hang on the order of the events."""
        return tuple(
            f"{block_id} {digest} {at}"
            for block_id in sorted(self._edits)
            for at, digest in sorted(self._edits[block_id])
        )

    def deleted(self) -> tuple[str, ...]:
        """The hashes to keep."""
        return tuple(sorted(self._deleted))
