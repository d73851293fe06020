"""An estimate of what a text costs a language model, without its vocabulary.

Characters divided by four is wrong by half on Chinese. This counts classes of characters with
weights fitted to what the dearest of several vocabularies makes of them (o200k, voyage3, Claude's,
Qwen's), so that a budget counted with it holds when a real tokenizer counts again: `python -m
evals.budget` does. cl100k, of 2022, may count a Chinese sentence of everyday words somewhat higher.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from itertools import chain

RESERVE = 1.15
"""The estimate errs on the high side: the weights are averages of a class."""

_PIECE = re.compile(
    r"((?=[a-z]*\d)[a-z\d]*[a-z][a-z\d]{5,})"  # 1 an id or a hash: letters and digits mixed
    r"|([A-Z]?[a-z]+|[A-Z]+)"  # 2 a word; camelCase is several
    r"|(\d+)"  # 3 digits, of any script
    r"|([\u0700-\u08ff\u0e80-\u109f\u1100-\u1cff\u1d00-\u1dff\u1f00-\u1fff"
    r"\u2c00-\u2fff\u3130-\u33ff\uf900-\ufaff])"  # 4 scripts that vocabularies spell in bytes
    r"|([\u3040-\u312f\u4e00-\u9fff]+)"  # 5 Chinese characters and kana
    r"|(\n+)"  # 6
    r"|([^\S\n]{2,})"  # 7 indentation
    r"|([!-/:-@\[-`{-~]+)"  # 8 ASCII punctuation
    r"|([\u0080-\u02ff\u0370-\u058f])"  # 9 Latin with accents, Greek, Cyrillic
    r"|([\u0590-\u0fff])"  # 10 Hebrew to Thai
    r"|([\u0300-\u036f\u1000-\u1fff])"  # 11 accents of their own; Georgian
    r"|([\uac00-\ud7af])"  # 12 Hangul
    r"|([\u2000-\u2e7f\u3000-\u303f\uff00-\uffef])"  # 13 full-width punctuation, symbols
    r"|(\S)"  # 14 emoji, rare characters
)
_FLAT = (0.0, 0.0, 0.0, 0.0, 2.7, 0.0, 0.7, 0.9, 0.0, 0.9, 1.3, 2.3, 1.3, 2.2, 3.5)
"""Tokens of one piece of each group that is not weighed by its length."""

_COMMON, _SELDOM = 0.9, 2.2
"""Tokens of a Chinese character or a kana: of the 3,755 most used simplified ones, which have rows
of their own in GB 2312, and of all others, the traditional ones among them.
"""
_COMMON_ROWS = bytes([0xA4, 0xA5, *range(0xB0, 0xD8)])
"""The rows of kana and of the most used characters."""


def estimate(text: str) -> int:
    """Tokens of `text`, reserve included; 0 only for the empty text."""
    if not text:
        return 0
    if text.isascii() and text.isprintable() and "  " not in text:
        # No piece reaches across a single blank, and words come back.
        total = sum(chain.from_iterable(map(_word_weights, text.split(" "))))
    else:
        total = sum(_weights(text))
    return max(1, math.ceil(total * RESERVE))


@lru_cache(maxsize=8192)
def _word_weights(word: str) -> tuple[float, ...]:
    """The weights of a word's pieces; a sum of sums would round otherwise."""
    return _weights(word)


def _weights(text: str) -> tuple[float, ...]:
    """Tokens of each piece of a text, in order."""
    return tuple([_weight(match) for match in _PIECE.finditer(text)])


def _weight(match: re.Match[str]) -> float:
    """Tokens of one piece."""
    length = match.end() - match.start()
    match match.lastindex:
        case 1:
            return 0.8 * length
        case 2 if match.group().isupper():
            return 0.99 + 0.4 * max(0, length - 3)
        case 2:
            return 0.99 + 0.12 * max(0, length - 7) + 0.4 * max(0, length - 14)
        case 3:  # Qwen's and voyage3 take each digit for itself, others three together
            return 0.3 + 0.9 * length
        case 5:
            return _cjk(match.group())
        case 8:
            return 0.9 * (1 + (length - 1) // 3)
        case other:
            return _FLAT[other or 0]


def _cjk(run: str) -> float:
    rows = run.encode("gb2312", "ignore")[::2]
    common = len(rows) - len(rows.translate(None, _COMMON_ROWS))
    return _COMMON * common + _SELDOM * (len(run) - common)
