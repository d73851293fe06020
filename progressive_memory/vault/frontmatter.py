"""The YAML block on top of a note: cut, read and edited without touching its other bytes.

Rules: DESIGN §4 "Editing". Nothing here ever dumps YAML. PyYAML is imported when first needed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

_OPEN = re.compile(r"\ufeff?---[ \t]*(?:\r\n|\n|\r)")
_CLOSE = re.compile(r"(?:^|(?<=[\r\n]))---[ \t]*(?:\r\n|\n|\r|\Z)")
_PLAIN = re.compile(r"[^\W\d_][\w \-./()]*(?<! )")
_NOT_TEXT = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


@dataclass(frozen=True)
class Block:
    """Where the block stands in the text: `start`/`end` span its YAML, `body` starts the body."""

    start: int
    end: int
    body: int


def find(text: str) -> Block | None:
    """The block on top of `text`, or None; a byte order mark may stand before it."""
    opened = _OPEN.match(text)
    if opened is None:
        return None
    closed = _CLOSE.search(text, opened.end())
    if closed is None:
        return None
    return Block(opened.end(), closed.start(), closed.end())


def body_start(text: str) -> int:
    """Index of the first character after the block (and after a byte order mark)."""
    block = find(text)
    if block is not None:
        return block.body
    return 1 if text.startswith("\ufeff") else 0


def scalar(text: str) -> str:
    """`text` as one YAML scalar that also fits inside `[…]`: bare where safe, else quoted."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _NOT_TEXT:
        return text
    return json.dumps(text, ensure_ascii=False)
