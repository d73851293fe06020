"""What an outline is made of: headings, list items and blocks, each with its lines."""

from __future__ import annotations

from typing import NamedTuple


class Heading(NamedTuple):
    """A heading: lines `first` to `end` (exclusive; two where it is underlined)."""

    first: int
    end: int
    level: int
    text: str


class ListItem(NamedTuple):
    """A list item: lines `first` to `end` (exclusive, without trailing blank lines), of which its
    own paragraph ends before `own_end`. `depth` counts the items around it.
    """

    first: int
    end: int
    own_end: int
    depth: int


class Block(NamedTuple):
    """A top-level block by markdown-it's name (`paragraph`, `bullet_list`, `fence`, …)."""

    name: str
    first: int
    end: int
