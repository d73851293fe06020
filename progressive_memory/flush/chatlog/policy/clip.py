"""Text cut to a length at a place where it reads on its own."""

from __future__ import annotations

import re

_ENDS = re.compile(r"[。！？；!?]|[.](?=\s)|\n")
_BREAKS = re.compile(r"[\s，,、]")
_OPEN_MARK = re.compile(r"(?:（已隐去|\(redacted)[^）)]{0,40}\Z")
_SLACK = 0.5  # of the length that may go unused for the sake of a whole sentence


def clipped(text: str, most: int) -> str:
    """At most `most` characters of `text`, to the end of a sentence where there is one in the
    second half; `…` says that something is missing. A mark of redaction is never cut in two.
    """
    if len(text) <= most:
        return text
    head = text[: most - 1]
    for border in (_ENDS, _BREAKS):
        last = max((hit.end() for hit in border.finditer(head)), default=0)
        if last > most * _SLACK:
            head = head[:last]
            break
    return _OPEN_MARK.sub("", head).rstrip() + "…"


def one_line(text: str, most: int) -> str:
    """`text` on one line, at most `most` characters of it."""
    return clipped(" ".join(text.split()), most)
