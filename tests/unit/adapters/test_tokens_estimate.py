from __future__ import annotations

from progressive_memory.adapters.tokens_estimate import EstimatedTokens
from progressive_memory.text.tokens import estimate


def test_the_default_counter_estimates() -> None:
    assert EstimatedTokens().count("先跑迁移，再发布") == estimate("先跑迁移，再发布")
