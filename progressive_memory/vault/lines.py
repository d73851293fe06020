"""Lines of a note as Markdown and Obsidian count them, and the newline a note uses."""

from __future__ import annotations

import re

LINE_START = r"(?<![^\r\n])"
LINE_END = r"(?![^\r\n])"
"""Where a line of a note begins and ends: `^` and `$` of `re.MULTILINE` miss a bare carriage return
and stop behind the one of `\r\n`.
"""

# Never str.splitlines(): form feed, NEL and U+2028 end a line there and nowhere else.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")


def split_lines(text: str) -> list[str]:
    """The lines of `text`, each with its own ending; joined they are `text` again."""
    if "\r" in text:
        return _LINE.findall(text)
    *lines, last = text.split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def bare_lines(text: str) -> list[str]:
    """The lines of `text` without their endings."""
    return [without_ending(line) for line in split_lines(text)]


def lines_ended(text: str, start: int, end: int) -> int:
    r"""How many lines end between two places, neither of them inside a `\r\n`."""
    signs = text.count("\n", start, end) + text.count("\r", start, end)
    return signs - text.count("\r\n", start, end)


def without_ending(line: str) -> str:
    """The line less its newline; blanks at its end stay."""
    return line.rstrip("\r\n")


def is_blank(line: str) -> bool:
    """Whether Markdown sees nothing on the line."""
    return not line.strip(" \t\r\n")


def newline_of(text: str) -> str:
    """The newline most lines of `text` end with; a line feed where there is none."""
    windows = text.count("\r\n")
    unix = text.count("\n") - windows
    mac = text.count("\r") - windows
    if windows > unix and windows >= mac:
        return "\r\n"
    return "\r" if mac > unix else "\n"
