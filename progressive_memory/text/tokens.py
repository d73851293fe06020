"""An estimate of what a text costs a language model, without its vocabulary.

Characters divided by four is wrong by half on Chinese. This counts classes of characters with
weights fitted to three vocabularies (o200k, Claude's, Qwen's), plus a reserve, so that a budget
counted with it holds when a real tokenizer counts again.
"""

from __future__ import annotations

import math
import re

RESERVE = 1.15
"""The estimate errs on the high side: the fit is within 15 % for 95 of 100 texts."""

_PIECE = re.compile(
    r"((?=[a-z]*\d)[a-z\d]*[a-z][a-z\d]{5,})"  # 1 an id or a hash: letters and digits mixed
    r"|([A-Z]?[a-z]+|[A-Z]+)"  # 2 a word; camelCase is several
    r"|(\d+)"  # 3 digits, of any script
    r"|([\u0700-\u08ff\u0e80-\u109f\u1100-\u1cff\u1d00-\u1dff\u1f00-\u1fff"
    r"\u2c00-\u2fff\u3130-\u33ff\uf900-\ufaff])"  # 4 scripts that vocabularies spell in bytes
    r"|([\u3040-\u312f\u4e00-\u9fff\uac00-\ud7af])"  # 5 common CJK
    r"|(\n+)"  # 6
    r"|([^\S\n]{2,})"  # 7 indentation
    r"|([!-/:-@\[-`{-~]+)"  # 8 ASCII punctuation
    r"|([\u0080-\u1fff])"  # 9 a letter of another alphabet
    r"|([\u2000-\u2e7f\u3000-\u303f\uff00-\uffef])"  # 10 full-width punctuation, symbols
    r"|(\S)"  # 11 emoji, rare characters
)


def estimate(text: str) -> int:
    """Tokens of `text`, reserve included; 0 only for the empty text."""
    if not text:
        return 0
    total = sum(_weight(match) for match in _PIECE.finditer(text))
    return max(1, math.ceil(total * RESERVE))


def _weight(match: re.Match[str]) -> float:
    """Tokens of one piece."""
    length = match.end() - match.start()
    match match.lastindex:
        case 1:
            return 0.65 * length
        case 2 if match.group().isupper():
            return 0.99 + 0.4 * max(0, length - 3)
        case 2:
            return 0.99 + 0.12 * max(0, length - 7) + 0.4 * max(0, length - 14)
        case 3:
            return 1.6 * math.ceil(length / 3)
        case 8:
            return 0.9 * (1 + (length - 1) // 3)
        case other:
            return _FLAT[other or 0]


_FLAT = (0.0, 0.0, 0.0, 0.0, 2.7, 0.8, 0.7, 0.5, 0.0, 0.8, 2.2, 3.5)
"""Tokens of one piece of each other group. A Chinese character fits .54 (Qwen) to .89 (Claude)."""
