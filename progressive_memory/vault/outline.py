"""The blocks of a note's body with their lines, as CommonMark sees them.

Most notes are read without markdown-it (`plain_outline`); it is imported for the first that is not.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from progressive_memory.vault import comments, frontmatter
from progressive_memory.vault.lines import is_blank, split_lines
from progressive_memory.vault.outline_parts import Block, Heading, ListItem
from progressive_memory.vault.plain_outline import PlainParts, plain_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_OPEN_HTML = re.compile(r" {0,3}<(!--|script|pre|style|textarea|\?|!\[CDATA\[|!)", re.IGNORECASE)
_CLOSED_BY = {
    "!--": "-->",
    "script": "</script>",
    "pre": "</pre>",
    "style": "</style>",
    "textarea": "</textarea>",
    "?": "?>",
    "![cdata[": "]]>",
    "!": ">",
}
"""HTML that blank lines do not end, and what does (CommonMark §4.6)."""


@dataclass(frozen=True)
class Outline:
    """A note's body in lines; line numbers count from the body's first, 0.

    `shown` are the lines with comments blanked, `starts` the lines' offsets in the note's text
    (one more than lines), `paths` the heading path before the first and after each heading.
    """

    text: str
    lines: tuple[str, ...]
    shown: tuple[str, ...]
    starts: tuple[int, ...]
    headings: tuple[Heading, ...]
    paths: tuple[tuple[Heading, ...], ...]
    items: tuple[ListItem, ...]
    blocks: tuple[Block, ...]
    code: frozenset[int]

    def span(self, first: int, end: int) -> tuple[int, int]:
        """Character span of lines `first` to `end` (exclusive), without the last newline."""
        stop = self.starts[end]
        line = self.lines[end - 1]
        return self.starts[first], stop - (len(line) - len(line.rstrip("\r\n")))

    def heading_path(self, line: int) -> tuple[Heading, ...]:
        """The headings `line` stands under, outermost first."""
        above = bisect_left(self.headings, (line,))
        return self.paths[above]

    def ends_open(self) -> bool:
        """Whether the note ends in code or HTML nobody closed: what is put there is swallowed."""
        last = self.blocks[-1] if self.blocks else None
        if last is None or last.name not in {"fence", "html_block"}:
            return False
        lines = self.shown[last.first : last.end]
        if last.name == "html_block":
            opened = _OPEN_HTML.match(lines[0])
            closing = _CLOSED_BY.get(opened[1].casefold(), "") if opened else ""
            return closing not in "".join(lines).casefold()
        opening = lines[0].strip()
        fence = opening[: len(opening) - len(opening.lstrip(opening[0]))]
        closed = re.compile(rf" {{0,3}}{fence}{fence[0]}*[ \t]*[\r\n]*")
        return len(lines) == 1 or closed.fullmatch(lines[-1]) is None


def outline(text: str) -> Outline:
    """The outline of a note; its frontmatter is no part of it."""
    start = frontmatter.body_start(text)
    body = text[start:]
    lines = split_lines(body)
    shown = comments.mask(body)
    shown_lines = lines if shown is body else split_lines(shown)
    found = plain(shown)
    if found is not None:
        headings, items, blocks = found
        code: set[int] = set()
    else:
        tokens = parsed(shown)
        headings, items = _headings(tokens), _items(tokens, shown_lines)
        blocks, code = _blocks(tokens, shown_lines), _code(tokens)
    return Outline(
        text=text,
        lines=tuple(lines),
        shown=tuple(shown_lines),
        starts=tuple(accumulate((len(line) for line in lines), initial=start)),
        headings=tuple(headings),
        paths=tuple(_paths(headings)),
        items=tuple(items),
        blocks=tuple(blocks),
        code=frozenset(code),
    )


@lru_cache(maxsize=1)
def plain(shown: str) -> PlainParts | None:
    """The parts of a body that is read without a parser; None where it takes one. Those of the last
    body are kept for who asks again.
    """
    return plain_parts(shown, split_lines(shown))


@lru_cache(maxsize=1)
def parsed(shown: str) -> Sequence[Token]:
    """The blocks of a body as tokens; those of the last body are kept for who asks again."""
    return _parser().parse(shown)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


def _headings(tokens: Sequence[Token]) -> list[Heading]:
    return [
        Heading(
            *_lines_of(token),
            int(token.tag[1]),
            comments.without_signs(tokens[number + 1].content).strip(),
        )
        for number, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]


def _paths(headings: Sequence[Heading]) -> Iterator[tuple[Heading, ...]]:
    """The path before the first heading (empty), then after each heading."""
    path: tuple[Heading, ...] = ()
    yield path
    for heading in headings:
        path = (*(outer for outer in path if outer.level < heading.level), heading)
        yield path


def _items(tokens: Sequence[Token], lines: Sequence[str]) -> list[ListItem]:
    found: list[ListItem] = []
    depth = 0
    for number, token in enumerate(tokens):
        if token.type == "list_item_open":
            first, end = _lines_of(token)
            inner = tokens[number + 1]
            own_end = _lines_of(inner)[1] if inner.type == "paragraph_open" else first + 1
            found.append(ListItem(first, _trimmed(lines, first, end), own_end, depth))
            depth += 1
        elif token.type == "list_item_close":
            depth -= 1
    return found


def _blocks(tokens: Sequence[Token], lines: Sequence[str]) -> list[Block]:
    found = []
    for token in tokens:
        if token.level == 0 and token.nesting >= 0 and token.map:
            first, end = _lines_of(token)
            found.append(
                Block(token.type.removesuffix("_open"), first, _trimmed(lines, first, end))
            )
    return found


def _code(tokens: Sequence[Token]) -> set[int]:
    return {
        line
        for token in tokens
        if token.type in {"fence", "code_block", "html_block"}
        for line in range(*_lines_of(token))
    }


def _lines_of(token: Token) -> tuple[int, int]:
    if token.map is None:
        return 0, 0
    return token.map[0], token.map[1]


def _trimmed(lines: Sequence[str], first: int, end: int) -> int:
    while end > first + 1 and is_blank(lines[end - 1]):
        end -= 1
    return end
