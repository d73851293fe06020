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
        *((0x200B, 0x200B), (0x2060, 0x2065), (0xFEFF, 0xFEFF)),  # zero width
        *((0x200E, 0x200F), (0x202A, 0x202E), (0x2066, 0x206F), (0x061C, 0x061C)),  # direction
        *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x180B, 0x180F)),  # hyphens and selectors unseen
        *((0x115F, 0x1160), (0x3164, 0x3164), (0xFFA0, 0xFFA0)),  # letters that have no shape
        *((0xFE00, 0xFE0E), (0xE0100, 0xE01EF)),  # variants that carry data; emoji style stays
        *((0xFFF9, 0xFFFB), (0x1D173, 0x1D17A)),  # annotation and music marks
        (0xE0000, 0xE007F),  # tag characters: text that only a model sees
    )
    for code in range(first, last + 1)
}
_INVISIBLE |= {0x2028: " ", 0x2029: " "}  # some readers break a line here
_TERMINAL = re.compile(r"(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]|\x1b\][^\x07\x1b\n]{0,400}\x07?")
"""A terminal's sequences: colours, cursor, title."""
_JOINER = re.compile(
    r"(?<=[\x00-\x7f\u3000-\u9fff\uff00-\uffef])[\u200c\u200d]+"
    r"|[\u200c\u200d]+(?=[\x00-\x7f\u3000-\u9fff\uff00-\uffef])"
)
"""Joiners beside letters that do not join: in emoji and in joining scripts they stay."""
_FULL_WIDTH = {0xFF01 + at: 0x21 + at for at in range(94)} | {0xFE64: "<", 0xFE55: ":"}
_ENTITY = re.compile(r"&(?:lt|#0{0,6}60|#x0{0,6}3c);?(?=[\s/|]{0,8}[a-z|])", re.IGNORECASE)
_ROLE_TAG = re.compile(
    r"<(?=[\s/|<]{0,8}(?:recalled|system|user|assistant|human|developer|tool|function"
    r"|instruction|prompt|im_|end|start|begin|s>|sys))",
    re.IGNORECASE,
)
_BRACKET_TAG = re.compile(r"\[(?=\s{0,4}/?\s{0,4}(?:INST|SYS)\b)", re.IGNORECASE)
_ROLE_LINE = re.compile(
    r"^(?:[ \t>*#_+|~-]|\[[ x-]?\]|\d{1,3}[.)])*"
    r"(?:system|user|assistant|human|developer|tool|instructions?|系统|用户|助手)"
    r"[ \t*_]*(:)",
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

    Invisible characters and terminal sequences are dropped; `<` of a look-alike tag becomes `‹`,
    a role's colon at the start of a line gets a backslash. Other text stays as it is.
    """
    plain = _JOINER.sub("", _TERMINAL.sub("", text).translate(_INVISIBLE))
    plain = _ENTITY.sub("‹", plain)
    folded = plain.translate(_FULL_WIDTH)  # the same length: full-width letters act as well
    put = {found.start(): "‹" for found in _ROLE_TAG.finditer(folded)}
    put |= {found.start(): "⟦" for found in _BRACKET_TAG.finditer(folded)}
    put |= {at: f"\\{plain[at]}" for at in (f.start(1) for f in _ROLE_LINE.finditer(folded))}
    if not put:
        return plain
    return "".join(put.get(at, char) for at, char in enumerate(plain))


def _attribute(value: str) -> str:
    return inert(value).replace('"', "'").replace(">", "›").replace("\n", " ")
