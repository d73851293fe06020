"""The outline of a plain note, line by line: ten times as fast as a Markdown parser.

Plain is what most memory notes are: headings, paragraphs and lists of `-` items, nested by two
blanks. Anything else (code, quotes, tables, HTML, numbered lists, a rule, a tab, lines that only
lazily continue an item, …) is for the parser: `plain_parts` then says None. What it does read it
reads as CommonMark does; a property test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from progressive_memory.vault.outline_parts import Block, Heading, ListItem

_NOT_PLAIN = ("\t", "\r", "\0", "]:")
"""Tabs, other newlines, what may define a link."""
_FIRST_SIGNS = frozenset("`~<>*+-=_|:#0123456789")
_NOT_PLAIN_LINE = re.compile(
    r" *(?:- +)?(?:```|~~~|[<>]|(?:[*+]|\d{1,9}[.)])(?: |$))|"
    r"(?: +| *- +)#{1,6}(?: |$)|"
    r" *[-=_*|:+][-=_*|:+ ]*$|"
    r" *- +- | *-  |#.*# *$",
)
"""By the lines above: fences, HTML, quotes and other lists, also inside an item · headings that do
not begin their line · rules, underlines of headings and of table heads, empty items · items in an
item's first line, text far from its sign, headings closed by signs.
"""
_HEADING = re.compile(r"(#{1,6})(?: |$)")
_OFFSET = 2
"""An item's text begins that far from its sign."""


PlainParts = tuple[list[Heading], list[ListItem], list[Block]]


def plain_parts(body: str, lines: Sequence[str]) -> PlainParts | None:
    """The headings, list items and top-level blocks of a body without comments, given its lines
    too; None where it takes a parser to tell.
    """
    if any(sign in body for sign in _NOT_PLAIN):
        return None
    reader = _Reader()
    for number, line in enumerate(lines):
        text = line.strip(" \n")
        if not text:
            reader.after_blank = True
            continue
        indent = 0 if line[0] != " " else len(line) - len(line.lstrip(" "))
        odd = text[0] in _FIRST_SIGNS and _NOT_PLAIN_LINE.match(line)
        if odd or not reader.read(number, indent, text):
            return None
        reader.after_blank = False
    reader.close(0)
    reader.end_block()
    return reader.headings, reader.in_order(), reader.blocks


@dataclass
class _OpenItem:
    """An item whose end is not known yet; its text begins at column `offset`."""

    first: int
    offset: int
    depth: int
    end: int
    own_end: int
    only_own: bool = True


@dataclass
class _Reader:
    """What was read so far. `block` is the top-level paragraph or list that is still open."""

    headings: list[Heading] = field(default_factory=list)
    items: list[ListItem] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    open_items: list[_OpenItem] = field(default_factory=list)
    block: tuple[str, int, int] | None = None
    after_blank: bool = True

    def read(self, number: int, indent: int, text: str) -> bool:
        """Take one line that is not blank; False when it is not plain where it stands."""
        sign = text[0]
        heading = _HEADING.match(text) if indent == 0 and sign == "#" else None
        if heading:
            self.close(0)
            self.end_block()
            level = len(heading[1])
            self.headings.append(Heading(number, number + 1, level, text[level:].strip()))
            self.blocks.append(Block("heading", number, number + 1))
            return True
        if sign == "-" and text[1:2] == " ":
            return self._item(number, indent)
        if self.open_items:
            return self._text_after_item(number, indent)
        return self._text(number, indent)

    def close(self, depth: int) -> None:
        """Close the open items from `depth` on."""
        while len(self.open_items) > depth:
            item = self.open_items.pop()
            self.items.append(ListItem(item.first, item.end, item.own_end, item.depth))

    def end_block(self) -> None:
        """Close the top-level block."""
        if self.block:
            self.blocks.append(Block(*self.block))
            self.block = None

    def in_order(self) -> list[ListItem]:
        """The items by their first lines."""
        return sorted(self.items, key=lambda item: item.first)

    def _item(self, number: int, indent: int) -> bool:
        depth = self._depth_at(indent)
        if depth is None:
            return False
        self.close(depth)
        if depth == 0 and (self.block is None or self.block[0] != "bullet_list"):
            self.end_block()
            self.block = ("bullet_list", number, number)
        if self.open_items:
            self.open_items[-1].only_own = False
        new = _OpenItem(number, indent + _OFFSET, depth, number + 1, number + 1)
        self.open_items.append(new)
        self._extend(number)
        return True

    def _text_after_item(self, number: int, indent: int) -> bool:
        innermost = self.open_items[-1]
        if not self.after_blank:
            if indent < innermost.offset:
                return False
            if innermost.only_own:
                innermost.own_end = number + 1
        elif indent == 0:
            self.close(0)
            self.end_block()
            return self._text(number, indent)
        else:
            depth = self._depth_at(indent)
            if not depth:
                return False
            self.close(depth)
            self.open_items[-1].only_own = False
        self._extend(number)
        return True

    def _text(self, number: int, indent: int) -> bool:
        if self.block and not self.after_blank:
            self.block = (self.block[0], self.block[1], number + 1)
            return True
        if indent:
            return False
        self.end_block()
        self.block = ("paragraph", number, number + 1)
        return True

    def _depth_at(self, indent: int) -> int | None:
        """How many open items a line of that indent stands in; None when it fits no border."""
        if indent == 0:
            return 0
        offsets = [item.offset for item in self.open_items]
        return offsets.index(indent) + 1 if indent in offsets else None

    def _extend(self, number: int) -> None:
        for item in self.open_items:
            item.end = number + 1
        if self.block:
            self.block = (self.block[0], self.block[1], number + 1)
