"""How often a regular expression may try the same run of one character: told from its shape.

Without a clock. For a character c, what can match it again and again is counted along each way
through the expression, up to where a run of c must end: one such repeat reads a run once, two of
them side by side (or one, where a search begins anew at each c) try each pair of places in it, and
a repeat of a repeat all ways to cut it. What is pumped by more than one character is not seen
here; `benchmarks.patterns` tries that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_ALPHABET = " \n\ta1A_-.,:!?*#>[(|/`+@中，："
Tree = Any
"""What the parser of `re` gives: a sequence of (operation, what it operates on), or that."""
Code = Any
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT)
_CATEGORIES: dict[Code, Callable[[str], bool]] = {
    sre.CATEGORY_DIGIT: str.isdecimal,
    sre.CATEGORY_SPACE: str.isspace,
    sre.CATEGORY_WORD: lambda char: char.isalnum() or char == "_",
}
_NEGATED = {
    sre.CATEGORY_NOT_DIGIT: sre.CATEGORY_DIGIT,
    sre.CATEGORY_NOT_SPACE: sre.CATEGORY_SPACE,
    sre.CATEGORY_NOT_WORD: sre.CATEGORY_WORD,
}


@dataclass(frozen=True, slots=True)
class _Run:
    """What a part does with a run of c that `loops` repeats have read before it and in it; whether
    it `matches` nothing but c or nothing at all, whether it `may_be_empty`, and how many repeats
    read a run in it at most, that must end then.
    """

    matches: bool
    may_be_empty: bool
    loops: float
    broken: float = 0


def degree(pattern: re.Pattern[str], method: str) -> tuple[float, str]:
    """The power with which the tries grow with the length of a run (infinity: beyond any power),
    and the character of which the run is, for a pattern that is called by `method`.
    """
    tree = parser.parse(pattern.pattern, pattern.flags)
    bodies = list(_endless(tree))
    worst: tuple[float, str] = (0, "")
    for char in _ALPHABET if bodies else "":
        shape = _Shape(char, pattern.flags)
        if any(shape.sequence(body, 0).matches for body in bodies):
            worst = max(worst, (shape.tries(tree, method), char))
    return worst


def _endless(tree: Tree) -> Iterator[Any]:
    """The bodies of all repeats without an end."""
    for operation, value in tree:
        if operation in _REPEATS and value[1] == sre.MAXREPEAT:
            yield value[2]
        for inner in inside(operation, value):
            yield from _endless(inner)


def inside(operation: Code, value: Tree) -> list[Any]:
    """The sequences that a part is made of."""
    if operation in _REPEATS:
        return [value[2]]
    if operation is sre.SUBPATTERN:
        return [value[-1]]
    if operation is sre.BRANCH:
        return list(value[1])
    if operation in (sre.ASSERT, sre.ASSERT_NOT):
        return [value[1]]
    return []


def _ends_in_anything(tree: Tree) -> bool:
    if not len(tree):
        return False
    operation, value = tree[-1]
    if operation is sre.SUBPATTERN:
        return _ends_in_anything(value[-1])
    endless = operation in _REPEATS and value[1] == sre.MAXREPEAT
    return bool(endless and value[2][0][0] is sre.ANY)


class _Shape:
    def __init__(self, char: str, flags: int) -> None:
        self._char = char
        self._ignore_case = bool(flags & re.IGNORECASE)
        self._dot_all = bool(flags & re.DOTALL)
        self._known: dict[tuple[int, float], _Run] = {}

    def tries(self, tree: Tree, method: str) -> float:
        """The power for a whole expression."""
        run = self.sequence(tree, 1 if method == "search" else 0)
        must_end = method == "fullmatch" and not _ends_in_anything(tree)
        return max(run.broken, run.loops if must_end else 0)

    def sequence(self, items: Tree, before: float) -> _Run:
        """A sequence that is entered after `before` repeats have read the run."""
        key = id(items), before
        if key not in self._known:
            self._known[key] = self._sequence(items, before)
        return self._known[key]

    def _sequence(self, items: Tree, before: float) -> _Run:
        run = _Run(matches=True, may_be_empty=True, loops=before)
        for operation, value in items:
            if operation is sre.ASSERT_NOT and value[0] < 0 and run.may_be_empty:
                if self._is_behind(value[1]):
                    run = replace(run, loops=0)  # no try begins within a run
                continue
            part = self._part(operation, value, run.loops)
            run = _Run(
                run.matches and part.matches,
                run.may_be_empty and part.may_be_empty,
                part.loops if part.matches else 0,
                max(run.broken, part.broken, 0 if part.matches else run.loops),
            )
        return run

    def _part(self, operation: Code, value: Tree, before: float) -> _Run:
        if operation in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN, sre.CATEGORY):
            return _Run(self._is(operation, value), may_be_empty=False, loops=before)
        if operation in _REPEATS:
            return self._repeat((value[0], value[1], value[2]), before)
        if operation is sre.SUBPATTERN:
            return self.sequence(value[-1], before)
        if operation is sre.BRANCH:
            return self._branch(value[1], before)
        if operation in (sre.ASSERT, sre.ASSERT_NOT) and value[0] > 0:
            inner = self.sequence(value[1], before)
            seen = inner.matches or operation is sre.ASSERT_NOT
            return _Run(
                seen, may_be_empty=True, loops=before, broken=max(inner.broken, inner.loops)
            )
        if operation in (sre.ASSERT, sre.ASSERT_NOT):
            seen = self._is_behind(value[1]) == (operation is sre.ASSERT)
            return _Run(seen, may_be_empty=True, loops=before)
        return _Run(matches=False, may_be_empty=False, loops=0)  # a border, or a group again

    def _repeat(self, repeat: tuple[int, int, Tree], before: float) -> _Run:
        least, most, body = repeat
        own, run = self.sequence(body, 0), self.sequence(body, before)
        broken = run.broken if least else own.broken  # what may be left out need not be tried again
        if not own.matches:
            return _Run(least == 0, least == 0, before, broken)
        loops = run.loops
        if most == sre.MAXREPEAT and (own.loops or self._ways(body) > 1):
            loops = math.inf
        elif most == sre.MAXREPEAT:
            loops = before + 1
        return _Run(True, least == 0 or run.may_be_empty, loops, broken)

    def _ways(self, body: Tree) -> int:
        """In how many ways a run may be read by a choice that is all of the body."""
        if len(body) != 1:
            return 1
        operation, value = body[0]
        if operation is sre.SUBPATTERN:
            return self._ways(value[-1])
        if operation is not sre.BRANCH:
            return 1
        return sum(self.sequence(each, 0).matches for each in value[1])

    def _branch(self, choices: list[Any], before: float) -> _Run:
        runs = [self.sequence(one, before) for one in choices]
        fits = [run for run in runs if run.matches]
        if fits:  # what does not fit is tried once
            runs = fits + [self.sequence(one, 0) for one in choices]
        return _Run(
            bool(fits),
            any(run.may_be_empty for run in fits),
            max((run.loops for run in fits), default=0),
            max(run.broken for run in runs),
        )

    def _is_behind(self, body: Tree) -> bool:
        """Whether what is looked behind for is a c."""
        return len(body) == 1 and self._part(body[0][0], body[0][1], 0).matches

    def _is(self, operation: Code, value: Tree) -> bool:
        char = self._char
        if operation is sre.ANY:
            return char != "\n" or self._dot_all
        if operation is sre.LITERAL:
            return char == chr(value) or (self._ignore_case and char.lower() == chr(value).lower())
        if operation is sre.NOT_LITERAL:
            return bool(ord(char) != value)
        if operation is sre.CATEGORY:
            return self._in_category(value)
        if operation is sre.IN:
            return self._in_class(value)
        return False

    def _in_class(self, value: Tree) -> bool:
        negated = bool(value[0][0] is sre.NEGATE)
        found = False
        for operation, one in value[1:] if negated else value:
            if operation is sre.RANGE:
                found = found or one[0] <= ord(self._char) <= one[1]
            else:
                found = found or self._is(operation, one)
        return found != negated

    def _in_category(self, value: Tree) -> bool:
        if value in _NEGATED:
            return not self._in_category(_NEGATED[value])
        return bool(_CATEGORIES[value](self._char))
