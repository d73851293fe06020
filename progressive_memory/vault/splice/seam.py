"""Where a new block meets the text around it: one blank line, or none inside a list."""

from __future__ import annotations

import re

from progressive_memory.vault import frontmatter
from progressive_memory.vault.lines import newline_of

_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_ID = re.compile(r"(?:\A|[ \t\r\n])\^([A-Za-z0-9-]+)(?=[ \t]*(?:[\r\n]|\Z))")
_BLANK_LINE_FIRST = re.compile(r"[ \t]*(?:[\r\n]|\Z)")
_BLANK_LINE_LAST = re.compile(r"(?:\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)\Z")


def is_list_item(block: str) -> bool:
    """Whether the block is a list item, with or without what is nested in it."""
    return _LIST_ITEM.match(block) is not None


def ids_in(text: str) -> set[str]:
    """Every block id that ends a line, in a person's comment or code as well: there somebody put
    the block aside, and it must not come back.
    """
    return set(_ID.findall(text))


def with_newline(block: str, newline: str) -> str:
    """The block with the newlines of the note it goes into."""
    return newline.join(block.split("\n")) if newline != "\n" else block


def placed(text: str, at: int, block: str, *, tight_before: bool, tight_after: bool) -> str:
    """`text` with `block` as lines of its own at `at`, the start of a line or the end.

    A blank line parts it from its neighbours unless that side is tight; none is added where one
    stands, at the top of the body or at the end.
    """
    newline = newline_of(text)
    before, after = text[:at], text[at:]
    at_top = at <= frontmatter.body_start(text)
    lead = "" if at_top or before.endswith(("\n", "\r")) else newline
    if not (at_top or tight_before or _BLANK_LINE_LAST.search(before + lead)):
        lead += newline
    trail = newline
    if after and not (tight_after or _BLANK_LINE_FIRST.match(after)):
        trail += newline
    return before + lead + with_newline(block, newline) + trail + after
