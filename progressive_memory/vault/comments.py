"""Obsidian's `%%…%%` comments, which Markdown parsers do not know."""

from __future__ import annotations

import re

_SIGN = re.compile(
    r"%%|(?P<fence>^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,}))|`+", re.MULTILINE
)
_BLANK_LINE = re.compile(r"[\r\n][ \t]*(?:\r\n|\n|\r)")
_NOT_NEWLINE = re.compile(r"[^\r\n]")


def mask(body: str) -> str:
    """`body` with every comment blanked, its length and lines unchanged.

    `%%` in a code span or fence opens none; one that opens in mid-line ends in its paragraph; one
    that never ends is text. So a stray sign hides no memory.
    """
    if "%%" not in body:
        return body
    pieces: list[str] = []
    kept = position = 0
    while sign := _SIGN.search(body, position):
        if sign[0] != "%%":
            position = _end_of_code(body, sign)
            continue
        end = _end_of_comment(body, sign.start())
        position = max(end, sign.end())
        if end:
            pieces += [body[kept : sign.start()], _NOT_NEWLINE.sub(" ", body[sign.start() : end])]
            kept = end
    return "".join(pieces) + body[kept:]


def _end_of_comment(body: str, start: int) -> int:
    """Where the comment that opens at `start` ends; 0 when it is none."""
    end = body.find("%%", start + 2)
    if end < 0:
        return 0
    line = max(body.rfind("\n", 0, start), body.rfind("\r", 0, start)) + 1
    in_mid_line = bool(body[line:start].strip())
    if in_mid_line and _BLANK_LINE.search(body, start, end):
        return 0
    return end + 2


def _end_of_code(body: str, sign: re.Match[str]) -> int:
    """Where the fence or code span that opens at `sign` ends; past its signs when it is none."""
    if sign["fence"]:
        fence = sign[2]
        closing = re.compile(
            rf"^[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*\r?$", re.MULTILINE
        )
        closed = closing.search(body, sign.end())
        return closed.end() if closed else len(body)
    ticks = sign[0]
    closed = re.compile(rf"(?<!`){ticks}(?!`)").search(body, sign.end())
    if closed is None or _BLANK_LINE.search(body, sign.end(), closed.start()):
        return sign.end()
    return closed.end()
