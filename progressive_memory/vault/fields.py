"""Dataview inline fields of an entry: `- 决定:: 王五` (DESIGN §4 "Entry shapes")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from progressive_memory.domain.entry import Field
from progressive_memory.vault.lines import is_blank, without_ending
from progressive_memory.vault.words import FIELD_BY_WORD

_FIELD = re.compile(
    r"[ \t>]*[-*+][ \t]+(?=[^ \t])([^:：\[\]|`]{1,40}?)[ \t]*(?:::|：：)[ \t]*(.*)", re.DOTALL
)
_NESTED = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_ID_LINE = re.compile(r"[ \t>]*\^[A-Za-z0-9-]+[ \t]*")
_SHOWN = re.compile(r"!?\[\[(?:[^\[\]|]*?\\?\|)?([^\[\]|]+)\]\]")
_KEY = re.compile(r"[^\w\s]+|[+-]1|:[\w+-]+:")
_DATE_AT_END = re.compile(r"(?:[,，]|(?<![ \t]))[ \t]*\d{4}-\d{2}-\d{2}$")


def read(lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The fields among an entry's lines, in order: our name for ours, the person's for theirs.

    A value may run on over indented lines; it is joined by a space.
    """
    found: list[tuple[str, str]] = []
    running = False
    for line in map(without_ending, lines):
        field = _FIELD.fullmatch(line)
        if field is not None:
            found.append((_name(field[1]), field[2].strip()))
        elif running and not (is_blank(line) or _NESTED.match(line) or _ID_LINE.fullmatch(line)):
            name, value = found[-1]
            found[-1] = (name, f"{value} {line.strip()}")
        running = field is not None or (running and not is_blank(line) and not _NESTED.match(line))
    return tuple(found)


def _name(written: str) -> str:
    plain = written.strip(" \t*_")
    known = FIELD_BY_WORD.get(plain.casefold())
    return known.value if known else plain


def value(fields: Sequence[tuple[str, str]], field: Field) -> str:
    """The first value of one of our fields, "" where it is absent."""
    for name, text in fields:
        if name == field:
            return text
    return ""


def people(text: str) -> tuple[str, ...]:
    """The names in a field: links as shown, reaction keys and dates dropped."""
    if not text:
        return ()
    names = (_person(part) for part in re.split(r"[、,，;；]", _SHOWN.sub(r"\1", text)))
    return tuple(dict.fromkeys(name for name in names if name))


def _person(part: str) -> str:
    name = _DATE_AT_END.sub("", part.strip())
    end = len(name)
    while (at := max(name.rfind(" ", 0, end), name.rfind("\t", 0, end))) >= 0:
        if not _KEY.fullmatch(name, at + 1, end):
            break
        end = at
        while end and name[end - 1] in " \t":
            end -= 1
    return name[:end].strip()


def confidence(text: str) -> float:
    """A 置信/Confidence value between 0 and 1; 1.0 where it cannot be read."""
    if not text:
        return 1.0
    number = re.match(r"(\d{1,3}(?:\.\d{1,6})?)[ \t]*(%?)", text)
    if number is None:
        return 1.0
    return min(1.0, float(number[1]) / (100 if number[2] else 1))
