"""A file's text for reading; edits go through `vault.splice`, which refuses bad bytes."""

from __future__ import annotations

from progressive_memory.ports import Snapshot


def text_of(snapshot: Snapshot | None) -> str:
    """The text of a file, bytes that are no UTF-8 shown as `\ufffd`; "" where there is none."""
    return snapshot.data.decode("utf-8", "replace") if snapshot else ""
