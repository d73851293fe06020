"""Obsidian's `%%…%%` comments, which Markdown parsers do not know."""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.vault.lines import LINE_END, LINE_START

_SIGN = re.compile(
    rf"%%|(?P<fence>{LINE_START}[ \t>]*(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]+)*(`{{3,}}|~{{3,}}))|`+"
)
_BLANK_LINE = re.compile(r"(?:\n|\r(?!\n))[ \t]*[\r\n]")
_NEW_BLOCK = re.compile(
    r"(?:\n|\r(?!\n))(?:[ \t]*[\r\n<]|[ \t>]*(?:#{1,6}[ \t\r\n]|(?:[-*+]|\d{1,9}[.)])[ \t]"
    r"|`{3}|~{3}|([-=_*])(?:[ \t]*\1)*[ \t]*[\r\n]))"
)
"""What ends a paragraph: a blank line, HTML, a heading, a list item, a fence, a rule."""
_QUOTE = re.compile(r"(?:\n|\r(?!\n))[ \t]*>")
_MARKS = re.compile(r"(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*")
"""The signs of quotes and items before a line's words."""
_NEWLINE = re.compile(r"[\r\n]")
_NOT_NEWLINE = re.compile(r"[^\r\n]")
_NOTHING = "\u200b"
_LINE_OF_NOTHING = re.compile(rf"{LINE_START}[ \t]*{_NOTHING}[ \t{_NOTHING}]*{LINE_END}")


def mask(body: str) -> str:
    """`body` with every comment blanked, its length and lines unchanged.

    A line that is all comment becomes blank; beside other words a comment becomes zero-width
    signs, as blanks would indent what follows (`without_signs` takes them out).

    `%%` in a code span or fence opens none; one that opens after words ends in their paragraph; one
    that never ends is text. So a stray sign hides no memory.
    """
    pieces: list[str] = []
    kept = 0
    for start, end in _comments(body):
        pieces += [body[kept:start], _NOT_NEWLINE.sub(_NOTHING, body[start:end])]
        kept = end
    masked = "".join(pieces) + body[kept:]
    return _LINE_OF_NOTHING.sub(lambda line: " " * len(line[0]), masked) if pieces else body


def end_around(body: str, at: int) -> int:
    """Where the comment ends that stands on both sides of `at`; `at` itself where none does.

    What is put inside a comment is hidden, or parts its signs, which then hide something else.
    """
    return next((end for start, end in _comments(body) if start < at < end), at)


def without_signs(text: str) -> str:
    """Masked text as people read it."""
    return text.replace(_NOTHING, "")


def _comments(body: str) -> Iterator[tuple[int, int]]:
    """Start and end of each comment, in order."""
    if "%%" not in body:
        return
    position = 0
    while sign := _SIGN.search(body, position):
        if sign[0] != "%%":
            position = _end_of_code(body, sign)
            continue
        end = _end_of_comment(body, sign.start())
        position = max(end, sign.end())
        if end:
            yield sign.start(), end


def _end_of_comment(body: str, start: int) -> int:
    """Where the comment that opens at `start` ends; 0 when it is none."""
    end = body.find("%%", start + 2)
    if end < 0:
        return 0
    line = _line_start(body, start)
    marks = _MARKS.match(body, line, start)
    if marks is None or marks.end() < start:
        return 0 if _is_parted(body, start, end) else end + 2
    in_mid_line = bool(body[line:start].strip())
    if in_mid_line and _BLANK_LINE.search(body, start, end):
        return 0
    return end + 2


def _is_parted(body: str, start: int, end: int) -> bool:
    """Whether the paragraph or heading that holds `start` ends before `end`."""
    line = body[_line_start(body, start) : start].lstrip(" \t")
    if line.startswith("#"):
        return _NEWLINE.search(body, start, end) is not None
    if _NEW_BLOCK.search(body, start, end):
        return True
    return not line.startswith(">") and _QUOTE.search(body, start, end) is not None


def _line_start(body: str, at: int) -> int:
    return max(body.rfind("\n", 0, at), body.rfind("\r", 0, at)) + 1


def _end_of_code(body: str, sign: re.Match[str]) -> int:
    """Where the fence or code span that opens at `sign` ends; past its signs when it is none."""
    if sign["fence"]:
        fence = sign[2]
        closing = re.compile(
            rf"{LINE_START}[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*{LINE_END}"
        )
        closed = closing.search(body, sign.end())
        return closed.end() if closed else len(body)
    ticks = sign[0]
    closed = re.compile(rf"(?<!`){ticks}(?!`)").search(body, sign.end())
    if closed is None or _is_parted(body, sign.start(), closed.start()):
        return sign.end()
    return closed.end()
