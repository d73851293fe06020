"""Where the values of a JSON text stand, so that one can be changed and no other byte moves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class TwiceError(Exception):
    """A key stands twice in one object."""


@dataclass(frozen=True)
class Member:
    """A key and its value: spans in the text, end exclusive."""

    key: str
    start: int
    value_start: int
    value_end: int


@dataclass(frozen=True)
class Object:
    """An object: from its brace (`start`) to behind its closing brace, with its members."""

    start: int
    end: int
    members: tuple[Member, ...]

    def member(self, key: str) -> Member | None:
        """The member of that key, if there is one."""
        return next((member for member in self.members if member.key == key), None)


def whole(source: str) -> Object:
    """The one object that a text consists of; a byte order mark may stand before it.

    Raises:
        ValueError: it is no JSON, or no object. RecursionError: it is nested too deeply.
        TwiceError: it has a key twice.
    """
    start = _skip(source, 1 if source.startswith("\ufeff") else 0)
    if source[start : start + 1] != "{":
        raise ValueError("it does not begin with {")
    _, end = _DECODER.raw_decode(source, start)
    if _skip(source, end) != len(source):
        raise ValueError(f"more text follows at character {end}")
    return object_at(source, start)


def object_at(source: str, start: int) -> Object:
    """The object whose brace stands at `start`, in a text that is known to be JSON.

    Raises:
        TwiceError: it has a key twice.
    """
    members: list[Member] = []
    keys: set[str] = set()
    position = _skip(source, start + 1)
    while source[position] != "}":
        if source[position] == ",":
            position = _skip(source, position + 1)
        key, key_end = _DECODER.raw_decode(source, position)
        if key in keys:
            raise TwiceError(key)
        keys.add(key)
        value_start = _skip(source, _skip(source, key_end) + 1)
        _, value_end = _DECODER.raw_decode(source, value_start)
        members.append(Member(key, position, value_start, value_end))
        position = _skip(source, value_end)
    return Object(start, position + 1, tuple(members))


def items(source: str, start: int) -> Iterator[int]:
    """Where each item of the array begins whose bracket stands at `start`, in known JSON."""
    position = _skip(source, start + 1)
    while source[position] != "]":
        if source[position] == ",":
            position = _skip(source, position + 1)
        yield position
        _, end = _DECODER.raw_decode(source, position)
        position = _skip(source, end)


def value(source: str, start: int) -> object:
    """The value that begins at `start`."""
    return _DECODER.raw_decode(source, start)[0]


def _skip(source: str, position: int) -> int:
    blank = _BLANK.match(source, position)
    return blank.end() if blank else position
