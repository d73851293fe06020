"""Obsidian's `%%…%%` comments, which Markdown parsers do not know."""

from __future__ import annotations

import re

_SIGN = re.compile(
    r"%%|(?P<fence>(?<![^\r\n])[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,}))|`+"
)
_BLANK_LINE = re.compile(r"(?:\n|\r(?!\n))[ \t]*[\r\n]")
_NOT_NEWLINE = re.compile(r"[^\r\n]")
_NOTHING = "\u200b"
_LINE_OF_NOTHING = re.compile(rf"(?<![^\r\n])[ \t{_NOTHING}]*{_NOTHING}[ \t{_NOTHING}]*(?![^\r\n])")


def mask(body: str) -> str:
    """`body` with every comment blanked, its length and lines unchanged.

    A line that is all comment becomes blank; beside other words a comment becomes zero-width
    signs, as blanks would indent what follows (`without_signs` takes them out).

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
            pieces += [
                body[kept : sign.start()],
                _NOT_NEWLINE.sub(_NOTHING, body[sign.start() : end]),
            ]
            kept = end
    masked = "".join(pieces) + body[kept:]
    return _LINE_OF_NOTHING.sub(lambda line: " " * len(line[0]), masked) if pieces else body


def without_signs(text: str) -> str:
    """Masked text as people read it."""
    return text.replace(_NOTHING, "")


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
            rf"(?<![^\r\n])[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*(?![^\r\n])"
        )
        closed = closing.search(body, sign.end())
        return closed.end() if closed else len(body)
    ticks = sign[0]
    closed = re.compile(rf"(?<!`){ticks}(?!`)").search(body, sign.end())
    if closed is None or _BLANK_LINE.search(body, sign.end(), closed.start()):
        return sign.end()
    return closed.end()
