from __future__ import annotations

from progressive_memory.text.similarity import negated, overlap, quantities, terms


def test_terms_are_bigrams_and_stems_without_stop_words() -> None:
    assert terms("迁移数据库 the caches") == frozenset({"迁移", "移数", "数据", "据库", "cach"})


def test_quantities_keep_their_units() -> None:
    assert quantities("P95 ≤ 1.5s, 50 %") == frozenset({"95", "1.5s", "50%"})


def test_two_denials_affirm() -> None:
    assert (negated("不使用缓存"), negated("不能没有缓存"), negated("不过可以")) == (
        True,
        False,
        False,
    )


def test_overlap_is_the_share_of_the_smaller_set() -> None:
    assert overlap(frozenset("ab"), frozenset("abcd")) == 1.0
    assert overlap(frozenset(), frozenset("a")) == 0.0
