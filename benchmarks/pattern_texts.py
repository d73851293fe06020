"""Texts that make a regular expression try again and again, made out of the expression itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from benchmarks.pattern_shape import inside

_PUMPS = (
    " ",
    "\n",
    "a",
    "a ",
    "1",
    "1.",
    "中",
    "中，",
    "*",
    "[[",
    "`",
    "- ",
    "> ",
    "(",
    "@a ",
    "a-",
)
_SORTS = {
    sre.CATEGORY_DIGIT: "1",
    sre.CATEGORY_NOT_DIGIT: "a",
    sre.CATEGORY_SPACE: " ",
    sre.CATEGORY_NOT_SPACE: "a",
    sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_WORD: "-",
}


def hostile(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """What stands before and what is repeated, for texts that make the pattern try again."""
    try:
        tree = parser.parse(pattern.pattern, pattern.flags)
    except re.error:
        return []
    pairs: dict[tuple[str, str], None] = {("", pump): None for pump in _PUMPS}
    for before, pump in _pumps(list(tree), ""):
        if pump:
            pairs[(before[-60:], pump)] = None
            pairs[("", pump)] = None
            pairs[("", before[-60:] + pump)] = None
    return list(pairs)


def _pumps(items: list[Any], before: str) -> Iterator[tuple[str, str]]:
    """Each repeated part as (a text that leads up to it, a text that it matches)."""
    for operation, value in items:
        if operation in (sre.MAX_REPEAT, sre.MIN_REPEAT, getattr(sre, "POSSESSIVE_REPEAT", None)):
            least, most, body = value
            if most > 8:
                for one in _samples(list(body)):
                    yield before, one
            yield from _pumps(list(body), before)
            before += _sample(list(body)) * max(least, 1 if most > 1 else 0)
            continue
        for inner in inside(operation, value):
            yield from _pumps(inner, before)
        before += _sample([(operation, value)])


def _samples(items: list[Any]) -> list[str]:
    """A few texts that the items match: each way of a choice at their top."""
    if len(items) == 1:
        operation, value = items[0]
        if operation is sre.SUBPATTERN:
            return _samples(list(value[-1]))
        if operation is sre.BRANCH:
            return [_sample(list(each)) for each in value[1]][:6]
        if operation is sre.IN:
            return list(dict.fromkeys(_of_class(value, skip) for skip in range(3)))
    return [_sample(items)]


_TEXT_OF: dict[Any, Callable[[Any], str]] = {
    sre.LITERAL: chr,
    sre.NOT_LITERAL: lambda value: "a" if value != ord("a") else "b",
    sre.ANY: lambda _: "a",
    sre.IN: lambda value: _of_class(value, 0),
    sre.SUBPATTERN: lambda value: _sample(list(value[-1])),
    sre.BRANCH: lambda value: _sample(list(value[1][0])),
}


def _sample(items: list[Any]) -> str:
    """One text that the items match, but for what looks around."""
    text = ""
    for operation, value in items:
        if operation in _TEXT_OF:
            text += _TEXT_OF[operation](value)
        elif operation in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            text += _sample(list(value[2])) * value[0]
    return text


def _of_class(value: list[Any], skip: int) -> str:
    """A character of a class, another one with each `skip`."""
    if value[0][0] is sre.NEGATE:
        inside = re.compile("[" + "".join(_shown(one) for one in value[1:]) + "]")
        fits = [one for one in "a 1-中.(" if not inside.match(one)]
        return fits[skip % len(fits)] if fits else "a"
    operation, found = value[skip % len(value)]
    if operation is sre.LITERAL:
        return chr(found)
    if operation is sre.RANGE:
        return chr(found[0])
    return _SORTS.get(found, "a")


def _shown(one: tuple[Any, Any]) -> str:
    operation, found = one
    if operation is sre.LITERAL:
        return re.escape(chr(found))
    if operation is sre.RANGE:
        return f"{re.escape(chr(found[0]))}-{re.escape(chr(found[1]))}"
    sorts = {sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_SPACE: r"\s", sre.CATEGORY_WORD: r"\w"}
    return sorts.get(found, "")
