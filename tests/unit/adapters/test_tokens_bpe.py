from __future__ import annotations

from progressive_memory.adapters.tokens_bpe import BpeTokens


def test_the_real_vocabulary_counts_exactly_and_obeys_no_special_token() -> None:
    counter = BpeTokens()
    assert counter.count("hello world") == 2
    assert counter.count("") == 0
    assert counter.count("<|endoftext|>") > 1
