"""HashedEmbedder: an Embedder without a model; texts are as near as the words they share."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from zlib import crc32

from progressive_memory.text.cjk import query_terms

_DIMENSIONS = 256


class HashedEmbedder:
    """Embedder that hashes the words of a text that say something (`text.cjk.query_terms`).
    `same_as` maps such a word to the one that it means the same as.
    """

    model = "hashed words 1"

    def __init__(self, same_as: Mapping[str, str] | None = None) -> None:
        self._same_as = same_as or {}

    def embed(self, texts: Sequence[str]) -> list[array[float]]:
        """A unit vector for each text, in order."""
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> array[float]:
        vector = array("f", bytes(4 * _DIMENSIONS))
        for term in query_terms(text):
            word = self._same_as.get(term.text, term.text)
            vector[crc32(word.encode("utf-8", "surrogatepass")) % _DIMENSIONS] += 1.0
        length = math.sqrt(sum(value * value for value in vector))
        if not length:
            vector[0] = length = 1.0
        return array("f", (value / length for value in vector))
