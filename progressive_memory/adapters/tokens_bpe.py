"""BpeTokens: a TokenCounter with a real vocabulary, of the `[tokens]` extra."""

from __future__ import annotations

import warnings

from progressive_memory.errors import ConfigInvalid


class BpeTokens:
    """TokenCounter by a vocabulary of bpe-openai: `o200k_base`, `cl100k_base`, `voyage3_base`.

    Raises:
        ConfigInvalid: the `[tokens]` extra is not installed.
    """

    def __init__(self, vocabulary: str = "o200k_base") -> None:
        try:
            with warnings.catch_warnings():  # it reads its vocabulary in a deprecated way
                warnings.simplefilter("ignore", DeprecationWarning)
                import bpe_openai
        except ImportError as error:
            raise ConfigInvalid(
                'the token counter "bpe" needs the package bpe-openai',
                next_step="pip install 'progressive-memory[tokens]', or set counter = \"estimate\" "
                "under [tokens] in progressive-memory.toml",
            ) from error
        self._encoding = bpe_openai.get_encoding(vocabulary)

    def count(self, text: str) -> int:
        """Tokens of `text`, exactly; what looks like a special token counts as plain text."""
        return len(self._encoding.encode_ordinary(text))
