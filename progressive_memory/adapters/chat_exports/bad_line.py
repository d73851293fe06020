"""What a reader of one line raises when the line is no message."""

from __future__ import annotations


class BadLineError(Exception):
    """A line that is no message; `code` names what is wrong, the text says it to a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
