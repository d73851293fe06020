"""A file's text for reading; edits go through `vault.splice`, which refuses bad bytes."""

from __future__ import annotations

from codecs import BOM_UTF16_BE as UTF16_BE
from codecs import BOM_UTF16_LE as UTF16_LE

from progressive_memory.ports import Snapshot


def text_of(snapshot: Snapshot | None) -> str:
    """The text of a file, bytes that are no text shown as `\ufffd`; "" where there is none.

    UTF-8, or UTF-16 where the file begins with its mark: some editors on Windows save that.
    """
    if snapshot is None:
        return ""
    wide = snapshot.data[:2] in (UTF16_LE, UTF16_BE)
    return snapshot.data.decode("utf-16" if wide else "utf-8", "replace")
