"""Standard streams that never end a command: odd letters and closed streams included."""

from __future__ import annotations

import io
import os
import sys


def settle() -> None:
    """Make the standard streams fit for any text.

    A letter the terminal's encoding lacks, or a byte of the command line that is no text, is
    shown as an escape; a standard input that was closed reads as empty.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 — for the whole run


def takes_any_letter() -> bool:
    """Whether standard output is in an encoding of Unicode."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return encoding.casefold().startswith("utf")
