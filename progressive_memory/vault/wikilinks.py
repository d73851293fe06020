r"""Wikilinks of a note: found, and pointed elsewhere when what they name moves.

Obsidian's rules: `[[note]]`, `[[folder/note.md|shown]]`, `[[note#heading]]`, `[[note#^id]]`, embeds
with `!`; in a table the pipe is `\|`. A link inside a comment counts, one in code does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_SIGN = re.compile(
    r"\\."
    r"|(?P<fence>^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence_sign>`{3,}|~{3,}))"
    r"|(?P<ticks>`+)"
    r"|\[\[(?P<target>[^\[\]|#\\\r\n]*)(?P<fragment>#[^\[\]|\\\r\n]*)?"
    r"(?:\\?\|(?P<shown>[^\[\]\r\n]*))?\]\]",
    re.MULTILINE,
)
_BLANK_LINE = re.compile(r"[\r\n][ \t]*(?:\r\n|\n|\r)")


@dataclass(frozen=True)
class Wikilink:
    """A link as written: `target` without `.md` ("" = this note), `fragment` without `#` (a
    heading, or `^id`), `shown` as given. `line` counts from 1; `start`/`end` span the target as
    written in the note's text.
    """

    target: str
    fragment: str
    shown: str
    line: int
    start: int
    end: int


def links(text: str) -> tuple[Wikilink, ...]:
    """Every wikilink of a note in order, those in its frontmatter included."""
    return tuple(_links(text))


def retarget(text: str, moved: Callable[[str], str]) -> str:
    """`text` with each link target replaced by `moved(target)`; equal text where none moved.

    `moved` gets and gives targets without `.md`; a link that was written with it keeps it.
    """
    pieces: list[str] = []
    kept = 0
    for link in _links(text):
        new = moved(link.target)
        if new == link.target:
            continue
        suffix = ".md" if text[link.start : link.end].strip().endswith(".md") else ""
        pieces += [text[kept : link.start], new + suffix]
        kept = link.end
    return "".join(pieces) + text[kept:]


def _links(text: str) -> Iterator[Wikilink]:
    if "[[" not in text:
        return
    position = line = 0
    counted = 0
    while sign := _SIGN.search(text, position):
        position = sign.end()
        if sign["fence"]:
            position = _past_fence(text, sign)
        elif sign["ticks"]:
            position = _past_span(text, sign)
        elif sign["target"] is not None:
            line += text.count("\n", counted, sign.start())
            counted = sign.start()
            yield Wikilink(
                target=sign["target"].strip().removesuffix(".md"),
                fragment=(sign["fragment"] or "").removeprefix("#").strip(),
                shown=sign["shown"] or "",
                line=line + 1,
                start=sign.start("target"),
                end=sign.end("target"),
            )


def _past_fence(text: str, sign: re.Match[str]) -> int:
    fence = sign["fence_sign"]
    closing = re.compile(rf"^[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*\r?$", re.MULTILINE)
    closed = closing.search(text, sign.end())
    return closed.end() if closed else len(text)


def _past_span(text: str, sign: re.Match[str]) -> int:
    """Past the code span that opens here; past its ticks when none closes in the paragraph."""
    ticks = sign["ticks"]
    closed = re.compile(rf"(?<!`){ticks}(?!`)").search(text, sign.end())
    if closed is None or _BLANK_LINE.search(text, sign.end(), closed.start()):
        return sign.end()
    return closed.end()
