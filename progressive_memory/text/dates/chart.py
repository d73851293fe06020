"""A small chart parser: words of a text combine by rules into longer phrases.

A rule's pattern is a line of items, each the kind of a node; `a|b` is either, a `?` behind makes
an item optional, and `'of'` is that very word. All phrases of at most MAX_WIDTH characters are
built, from right to left, one a kind and place: time grows with the length of the text only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeVar

from progressive_memory.text.dates.times import Context

MAX_WIDTH = 90
"""No phrase about time is longer, in characters."""
_MOST_AT_A_PLACE = 60

Production = Callable[..., object]
_Made = TypeVar("_Made", bound=Production)


@dataclass(frozen=True)
class Node:
    """A phrase of some kind at characters `start` to `end`, made of `parts`."""

    kind: str
    start: int
    end: int
    value: Any
    parts: tuple[Node, ...] = ()


@dataclass(frozen=True)
class _Rule:
    kind: str
    items: tuple[frozenset[str], ...]
    given: tuple[int | None, ...]
    make: Production


class Grammar:
    """Rules by the kinds of their first two items, and the words that rules name themselves."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self._alone: dict[str, list[_Rule]] = defaultdict(list)
        self._pairs: dict[str, dict[str, list[_Rule]]] = defaultdict(lambda: defaultdict(list))

    def rule(self, kind: str, *patterns: str) -> Callable[[_Made], _Made]:
        """Add a function that makes a `kind` of what matches one of the patterns.

        It is called with the context and the value of each item that is no quoted word (None for
        an optional one that is not there); None or a ValueError refuses.
        """

        def add(make: _Made) -> _Made:
            for pattern in patterns:
                for rule in self._expanded(kind, pattern, make):
                    self._add(rule)
            return make

        return add

    def _add(self, rule: _Rule) -> None:
        for first in rule.items[0]:
            if len(rule.items) == 1:
                self._alone[first].append(rule)
            else:
                for second in rule.items[1]:
                    self._pairs[first][second].append(rule)

    def _expanded(self, kind: str, pattern: str, make: Production) -> Iterator[_Rule]:
        """The rule once for each choice of optional items."""
        items = []
        place = 0
        for item in pattern.split():
            bare = item.removesuffix("?")
            kinds = frozenset(bare.split("|"))
            quoted = bare.startswith("'")
            self.words |= {word.strip("'") for word in kinds if quoted}
            items.append((kinds, None if quoted else place, item.endswith("?")))
            place += not quoted
        for chosen in product(*((True, False) if optional else (True,) for *_, optional in items)):
            there = [item for item, taken in zip(items, chosen, strict=True) if taken]
            given: list[int | None] = [None] * place
            for number, (_, argument, _) in enumerate(there):
                if argument is not None:
                    given[argument] = number
            yield _Rule(kind, tuple(kinds for kinds, *_ in there), tuple(given), make)

    def parse(self, text: str, words: Sequence[Node], context: Context) -> dict[int, list[Node]]:
        """Every phrase of the text by the place it starts at; `words` are those of no parts."""
        starting: dict[int, list[Node]] = defaultdict(list)
        for word in words:
            starting[word.start].append(word)
        for start in sorted(starting, reverse=True):
            self._grow(text, start, starting, context)
        return starting

    def _grow(
        self, text: str, start: int, starting: dict[int, list[Node]], context: Context
    ) -> None:
        here = starting[start]
        known = {(node.kind, node.end) for node in here}
        for node in here:  # it grows while it is read
            for rule, parts in self._fitting(text, node, starting):
                end = parts[-1].end
                if (rule.kind, end) in known or len(here) > _MOST_AT_A_PLACE:
                    continue
                value = _made(rule, parts, context)
                if value is not None:
                    known.add((rule.kind, end))
                    here.append(Node(rule.kind, start, end, value, parts))

    def _fitting(
        self, text: str, node: Node, starting: dict[int, list[Node]]
    ) -> Iterator[tuple[_Rule, tuple[Node, ...]]]:
        """The rules that begin with a node, each with the nodes it matches."""
        for rule in self._alone.get(node.kind, ()):
            yield rule, (node,)
        seconds = self._pairs.get(node.kind)
        if seconds:
            for second in starting.get(_next_place(text, node.end), ()):
                if second.end - node.start <= MAX_WIDTH:
                    for rule in seconds.get(second.kind, ()):
                        for parts in _matches(text, (node, second), rule.items, starting):
                            yield rule, parts


def _matches(
    text: str,
    parts: tuple[Node, ...],
    items: tuple[frozenset[str], ...],
    starting: dict[int, list[Node]],
) -> Iterator[tuple[Node, ...]]:
    if len(parts) == len(items):
        yield parts
        return
    place = _next_place(text, parts[-1].end)
    wanted = items[len(parts)]
    for node in starting.get(place, ()):
        if node.kind in wanted and node.end - parts[0].start <= MAX_WIDTH:
            yield from _matches(text, (*parts, node), items, starting)


def _next_place(text: str, end: int) -> int:
    """Where the next word may start: behind up to three blanks, none of them a line's end."""
    place = end
    while place < end + 3 and text[place : place + 1] in {" ", "\u3000", "\t", "\u00a0"}:
        place += 1
    return place


def _made(rule: _Rule, parts: tuple[Node, ...], context: Context) -> object:
    values = (None if number is None else parts[number].value for number in rule.given)
    try:
        return rule.make(context, *values)
    except (ValueError, OverflowError):
        return None
