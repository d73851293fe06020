"""Words of a command line, for the "next:" line of an error."""

from __future__ import annotations


def quoted(word: str) -> str:
    """A word as it has to be typed in a shell."""
    if word and all(char.isalnum() or char in "-_./:" for char in word):
        return word
    return "'" + word.replace("'", "'\\''") + "'"
