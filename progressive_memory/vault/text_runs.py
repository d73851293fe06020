"""The stretches of a note in which links may stand: what is left when code is taken out.

A run is one paragraph, heading, row of a table, property or line, so that nothing which begins in
one (a code span) ends in another. Raw HTML is text here, but for `<pre>`, `<script>`, `<style>` and
`<textarea>`, and so is what stands in a comment (Obsidian counts its links).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from progressive_memory.vault import comments, frontmatter, quoting
from progressive_memory.vault.lines import is_blank, split_lines
from progressive_memory.vault.outline import parsed, plain

if TYPE_CHECKING:
    from markdown_it.token import Token

_LITERAL_HTML = re.compile(r" {0,3}<(?:pre|script|style|textarea)(?:[\s>]|$)", re.IGNORECASE)


class Run(NamedTuple):
    """A stretch of text as it reads, and the place in the note of each of its characters (one more
    for the end). `quote` is what it stands between, `in_table` a row of a table, `alone` a line
    that is part of no paragraph.
    """

    text: str
    places: Sequence[int]
    quote: str = ""
    in_table: bool = False
    alone: bool = False


def runs(text: str) -> Iterator[Run]:
    """Every run of a note in order, the values of its properties first."""
    block = frontmatter.find(text)
    if block is not None:
        yield from _property_runs(text, block.start, block.end)
    start = frontmatter.body_start(text)
    yield from body_runs(text[start:], start)


def body_runs(body: str, start: int = 0) -> Iterator[Run]:
    """Every run of Markdown without properties; `start` is where it stands."""
    if "`" not in body and "%%" not in body and plain(body) is not None:
        yield Run(body, range(start, start + len(body) + 1))  # no code anywhere
        return
    lines = split_lines(body)
    shown = comments.mask(body)
    cover = _covered(shown, lines if shown is body else split_lines(shown))
    starts = list(accumulate(map(len, lines), initial=start))
    for first, end, kind in _with_rest(cover, lines):
        if kind == "rest":
            yield from _rest_runs(lines[first:end], starts[first])
        elif kind != "code":
            places = range(starts[first], starts[end] + 1)
            yield Run("".join(lines[first:end]), places, in_table=kind == "row")


_Span = tuple[int, int, str]
"""Lines from, to (exclusive), and what they are: `text`, `row`, `code`, or `rest`."""


def _property_runs(text: str, start: int, end: int) -> Iterator[Run]:
    source = text[start:end]
    if "[[" not in source and "](" not in source and "\\" not in source:
        return
    from progressive_memory.vault import yaml_block

    try:
        spans = list(yaml_block.scalars(source))
    except yaml_block.BadYaml:
        spans = [(0, len(source), "")]
    for first, last, quote in spans:
        value, places = quoting.read(source[first:last], quote)
        yield Run(value, [start + first + place for place in places], quote)


def _with_rest(cover: Sequence[_Span], lines: Sequence[str]) -> Iterator[_Span]:
    """The spans in order, and between them the lines that belong to none."""
    at = 0
    for first, end, kind in [*sorted(cover), (len(lines), len(lines), "code")]:
        if any(not is_blank(line) for line in lines[at:first]):
            yield at, first, "rest"
        if end > at:
            yield max(first, at), end, kind
        at = max(at, end)


def _rest_runs(lines: Sequence[str], start: int) -> Iterator[Run]:
    """Lines that are no block: a comment, whose inside is Markdown again, or definitions, rules."""
    starts = list(accumulate(map(len, lines), initial=start))
    source = "".join(lines)
    cover = _blocks(source) if "%%" in source else []
    for first, end, kind in _with_rest(cover, lines):
        if kind == "code":
            continue
        for number in range(first, end) if kind == "rest" else (first,):
            last = number + 1 if kind == "rest" else end
            text = "".join(lines[number:last])
            places = range(starts[number], starts[last] + 1)
            yield Run(text, places, in_table=kind == "row", alone=kind == "rest")


def _covered(shown: str, lines: Sequence[str]) -> list[_Span]:
    """The blocks of a body whose comments are blanked, innermost, with their lines."""
    parts = plain(shown)
    if parts is None:
        return _blocks(shown)
    headings, items, _ = parts
    borders = {heading.first for heading in headings} | {item.first for item in items}
    spans: list[_Span] = []
    for number, line in enumerate(lines):
        if is_blank(line):
            continue
        follows = bool(spans) and spans[-1][1] == number
        if follows and number not in borders and spans[-1][2] == "text":
            spans[-1] = (spans[-1][0], number + 1, "text")
        else:
            spans.append((number, number + 1, "heading" if line.startswith("#") else "text"))
    return spans


@dataclass
class _Reader:
    """What the parser's tokens cover so far."""

    spans: list[_Span] = field(default_factory=list)
    in_table: bool = False

    def read(self, token: Token) -> None:
        """Take one token."""
        if token.type in {"table_open", "table_close"}:
            self.in_table = token.type == "table_open"
        if token.map is None or token.type not in {"inline", "fence", "code_block", "html_block"}:
            return
        first, end = token.map
        literal = token.type == "html_block" and _LITERAL_HTML.match(token.content)
        if token.type in {"fence", "code_block"} or literal:
            self.spans.append((first, end, "code"))
        else:
            self.spans.append((first, end, "row" if self.in_table else "text"))


def _blocks(source: str) -> list[_Span]:
    reader = _Reader()
    for token in parsed(source):
        reader.read(token)
    return list(dict.fromkeys(reader.spans))  # each cell of a row has the lines of its row
