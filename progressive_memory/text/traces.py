"""Traces: runs of words of some texts, by which a copy of them is known wherever it stands.

A run is as long as it takes to be told from chance: four words, or eight Chinese characters.
Figures and words like "the" do not count, since they stand everywhere. A text that is shorter is
one run, unless it says too little ("ok", `好的`) to be known by.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from progressive_memory.text.cjk import is_stop_word

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_IS_CJK = re.compile(rf"[{_CJK}]")
_WORD, _FULL, _LEAST = 2, 8, 4
"""What a word weighs (a Chinese character: 1), a run, and a short text that is one."""
_ODD = re.compile(r"(?=.*\d)(?=.*[^\W\d]).{6,}")
"""A single word that is known by itself: letters and digits, like a key or a name of a machine."""


class Traces:
    """The runs of some texts, as hashes."""

    def __init__(self, texts: Iterable[str], standing: Iterable[str] = ()) -> None:
        """What `texts` hold and no text of `standing` holds too."""
        found = {run for text in texts for run in _runs(_tokens(text))}
        self._sizes = sorted({size for size, _ in found})
        self._hashes = {digest for _, digest in found}
        for text in standing if found else ():
            self._hashes.difference_update(self._hashes_in(text))

    def __bool__(self) -> bool:
        return bool(self._hashes)

    def found_in(self, text: str) -> bool:
        """Whether a run of the texts stands in `text`, whatever its case, width and punctuation."""
        return bool(self._hashes) and any(one in self._hashes for one in self._hashes_in(text))

    def _hashes_in(self, text: str) -> Iterator[int]:
        tokens = _tokens(text)
        for size in self._sizes:
            yield from (hash(tokens[at : at + size]) for at in range(len(tokens) - size + 1))


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(unicodedata.normalize("NFKC", text).casefold()))


def _weight(token: str) -> int:
    if token.isdecimal() or is_stop_word(token):
        return 0
    return 1 if _IS_CJK.match(token) else _WORD


def _runs(tokens: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """The size in words and the hash of each run."""
    weights = [_weight(token) for token in tokens]
    yield from ((1, hash((token,))) for token in tokens if _ODD.fullmatch(token))
    end, weight = 0, 0
    for at in range(len(tokens)):
        while weight < _FULL and end < len(tokens):
            weight += weights[end]
            end += 1
        if weight < _FULL:
            if not at and weight >= _LEAST:
                yield len(tokens), hash(tokens)
            return
        yield end - at, hash(tokens[at:end])
        weight -= weights[at]
