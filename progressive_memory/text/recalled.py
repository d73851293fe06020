"""The frame around recalled memory: how it is opened, closed, recognised, and kept shut.

What a note says is data to whoever reads it. The frame says so; its nonce cannot be known to the
one who wrote the note; and a note cannot fake a closing tag, a chat role or a control token.
"""

from __future__ import annotations

import re

TAG = "recalled-memory"

_INVISIBLE: dict[int, str | None] = {
    code: None
    for first, last in (
        *((0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F)),  # control characters; tab and newline stay
        *((0x200B, 0x200B), (0x2060, 0x2064), (0xFEFF, 0xFEFF)),  # zero width, joiners stay
        *((0x202A, 0x202E), (0x2066, 0x2069)),  # direction overrides
        (0xE0000, 0xE007F),  # tag characters: text that only a model sees
    )
    for code in range(first, last + 1)
}
_INVISIBLE |= {0x2028: " ", 0x2029: " "}  # some readers break a line here
_ROLE_TAG = re.compile(
    r"[<＜](?=[\s/|<＜]{0,8}(?:recalled|system|user|assistant|human|developer|tool|function"
    r"|instruction|prompt|im_|end|start|begin|s>|sys))",
    re.IGNORECASE,
)
_BRACKET_TAG = re.compile(r"\[(?=\s{0,4}/?\s{0,4}(?:INST|SYS)\b)", re.IGNORECASE)
_ROLE_LINE = re.compile(
    r"^([ \t>*#_-]*(?:system|user|assistant|human|developer|tool|instructions?|系统|用户|助手)"
    r"[ \t*_]*)([:：])",
    re.IGNORECASE | re.MULTILINE,
)


def opening(group: str, nonce: str) -> str:
    """The line a frame begins with; `nonce` is unknown to any writer of the notes."""
    return f'<{TAG} group="{_attribute(group)}" nonce="{nonce}">'


def closing(nonce: str) -> str:
    """The line a frame ends with."""
    return f'</{TAG} nonce="{nonce}">'


def is_recalled(text: str) -> bool:
    """Whether `text` holds recalled memory: then nothing in it is new, and none is extracted."""
    return f"<{TAG} " in text


def inert(text: str) -> str:
    """`text` as it may stand inside a frame: no tag, role or control token in it acts.

    Invisible characters are dropped; `<` of a look-alike tag becomes `‹`, a role's colon at the
    start of a line gets a backslash. Other text stays as it is.
    """
    plain = text.translate(_INVISIBLE)
    plain = _ROLE_TAG.sub("‹", plain)
    plain = _BRACKET_TAG.sub("⟦", plain)
    return _ROLE_LINE.sub(r"\1\\\2", plain)


def _attribute(value: str) -> str:
    return inert(value).replace('"', "'").replace(">", "›").replace("\n", " ")
