"""EstimatedTokens: the default TokenCounter, without a vocabulary."""

from __future__ import annotations

from progressive_memory.text.tokens import estimate


class EstimatedTokens:
    """TokenCounter by character classes, with a reserve (`text.tokens`)."""

    def count(self, text: str) -> int:
        """Tokens of `text`; errs on the high side."""
        return estimate(text)
