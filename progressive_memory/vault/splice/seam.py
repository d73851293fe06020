"""Where a new block meets the text around it: one blank line, or none inside a list."""

from __future__ import annotations

import re
from collections import Counter

from progressive_memory.vault import comments, frontmatter
from progressive_memory.vault.lines import bare_lines, is_blank, newline_of

_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_ID = re.compile(r"(?:\A|[ \t\r\n])\^([A-Za-z0-9-]+)(?=[ \t]*(?:[\r\n]|\Z))")
_BLANK_LINE_FIRST = re.compile(r"[ \t]*(?:[\r\n]|\Z)")
_ENDING = re.compile(r"\r\n|\n|\r")
_REST_OF_LINE = re.compile(r"[ \t]*(?:\r\n|\n|\r|\Z)")
_BLANK_LINE_LAST = re.compile(r"(?:\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)\Z")


def is_list_item(block: str) -> bool:
    """Whether the block is a list item, with or without what is nested in it."""
    return _LIST_ITEM.match(block) is not None


def ids_in(text: str) -> set[str]:
    """Every block id that ends a line, in a person's comment or code as well: there somebody put
    the block aside, and it must not come back.
    """
    return set(_ID.findall(text))


def ids_twice(text: str) -> set[str]:
    """The block ids that end more than one line: a note that a merge by lines must not come to."""
    return {each for each, count in Counter(_ID.findall(text)).items() if count > 1}


def with_newline(block: str, newline: str) -> str:
    """The block with the newlines of the note it goes into."""
    return _ENDING.sub(newline, block)


def past_comment(text: str, at: int) -> int | None:
    """The next start of a line from `at` on, itself one, that stands in no comment; None where
    words follow the comment on its last line: what is put behind them is parted from what stands
    at `at`.
    """
    start = frontmatter.body_start(text)
    end = start + comments.end_around(text[start:], at - start)
    if end == at:
        return at
    rest = _REST_OF_LINE.match(text, end)
    return rest.end() if rest else None


def shown_beside(text: str, start: int, end: int) -> list[str]:
    """The lines a reader sees outside `start` to `end`, two places where lines start or end."""
    body = frontmatter.body_start(text)
    shown = comments.mask(text[body:])
    beside = bare_lines(shown[: start - body]) + bare_lines(shown[end - body :])
    return [line for line in beside if not is_blank(line)]


def ends_line(before: str) -> bool:
    """Whether what follows begins a line: a closing fence may be the last of its note, without a
    newline, and would be none with more behind it.
    """
    return before in {"", "\ufeff"} or before.endswith(("\n", "\r"))


def placed(text: str, at: int, block: str, *, tight_before: bool, tight_after: bool) -> str:
    """`text` with `block` as lines of its own at `at`, the start of a line or the end.

    A blank line parts it from its neighbours unless that side is tight; none is added where one
    stands, at the top of the body or at the end.
    """
    newline = newline_of(text)
    before, after = text[:at], text[at:]
    at_top = at <= frontmatter.body_start(text)
    lead = "" if ends_line(before) else newline
    if not (at_top or tight_before or _BLANK_LINE_LAST.search(before + lead)):
        lead += newline
    trail = newline
    if after and not (tight_after or _BLANK_LINE_FIRST.match(after)):
        trail += newline
    return before + lead + with_newline(block, newline) + trail + after
