r"""Links between notes: found, and pointed elsewhere when what they name moves.

Obsidian's rules: `[[note]]`, `[[folder/note.md|shown]]`, `[[note#heading]]`, `[[note#^id]]`, embeds
with `!`; in a table the pipe is `\|`. Markdown links `[shown](folder/note.md#^id)` are the same,
percent-encoded. A link inside a comment counts, one in code does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from progressive_memory.vault.lines import LINE_END, LINE_START, lines_ended

_SIGN = re.compile(
    r"\\."
    rf"|(?P<fence>{LINE_START}[ \t>]*(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]+)*"
    r"(?P<fence_sign>`{3,}|~{3,}))"
    r"|(?P<ticks>`+)"
    r"|\[\[(?P<target>[^\[\]|#\\\r\n]*)(?P<fragment>#[^\[\]|\\\r\n]*)?"
    r"(?:\\?\|(?P<shown>[^\[\]\r\n]*))?\]\]"
    r"|\]\(<?(?![A-Za-z][\w+.-]*:)(?P<path>[^()<>#\r\n]+)(?P<anchor>#[^()<>\s]*)?>?\)"
)
_ENCODED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_TO_ENCODE = re.compile(r"[ ()<>#%]")
_BLANK_LINE = re.compile(r"(?:\n|\r(?!\n))[ \t]*[\r\n]")


@dataclass(frozen=True)
class Link:
    """A link as written: `target` without `.md` ("" = this note), `fragment` without `#` (a
    heading, or `^id`). `line` counts from 1; `start`/`end` span the target as written in the
    note's text. `markdown` marks `[shown](target)`, which may be relative to the note's folder.
    """

    target: str
    fragment: str
    line: int
    start: int
    end: int
    markdown: bool = False


def links(text: str) -> tuple[Link, ...]:
    """Every link to a note in order, those in the frontmatter included."""
    return tuple(_links(text))


def retarget(text: str, moved: Callable[[Link], str]) -> str:
    """`text` with each link's target replaced by `moved(link)`; equal text where none moved.

    Targets come and go without `.md`; a link that was written with it keeps it.
    """
    pieces: list[str] = []
    kept = 0
    for link in _links(text):
        new = moved(link)
        if new == link.target:
            continue
        suffix = ".md" if text[link.start : link.end].strip().endswith(".md") else ""
        written = _TO_ENCODE.sub(_encode, new) if link.markdown else new
        pieces += [text[kept : link.start], written + suffix]
        kept = link.end
    return "".join(pieces) + text[kept:]


def _links(text: str) -> Iterator[Link]:
    if "[[" not in text and "](" not in text:
        return
    position = line = counted = 0
    while sign := _SIGN.search(text, position):
        position = sign.end()
        if sign["fence"]:
            position = _past_fence(text, sign)
        elif sign["ticks"]:
            position = _past_span(text, sign)
        elif sign["target"] is not None or sign["path"]:
            line += lines_ended(text, counted, sign.start())
            counted = sign.start()
            yield _link(sign, line + 1)


def _link(sign: re.Match[str], line: int) -> Link:
    if sign["path"]:
        target = _ENCODED.sub(_decode, sign["path"]).strip().removesuffix(".md")
        fragment = _ENCODED.sub(_decode, sign["anchor"] or "")[1:]
        return Link(target, fragment, line, *sign.span("path"), markdown=True)
    target = sign["target"].strip().removesuffix(".md")
    return Link(target, (sign["fragment"] or "")[1:].strip(), line, *sign.span("target"))


def _decode(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("%", "")).decode(errors="replace")


def _encode(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"


def _past_fence(text: str, sign: re.Match[str]) -> int:
    fence = sign["fence_sign"]
    closing = re.compile(
        rf"{LINE_START}[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*{LINE_END}"
    )
    closed = closing.search(text, sign.end())
    return closed.end() if closed else len(text)


def _past_span(text: str, sign: re.Match[str]) -> int:
    """Past the code span that opens here; past its ticks when none closes in the paragraph."""
    ticks = sign["ticks"]
    closed = re.compile(rf"(?<!`){ticks}(?!`)").search(text, sign.end())
    if closed is None or _BLANK_LINE.search(text, sign.end(), closed.start()):
        return sign.end()
    return closed.end()
