from __future__ import annotations

import pytest

from progressive_memory.text.similarity import negated, overlap, quantities, says_the_same, terms


def test_terms_are_bigrams_and_stems_without_stop_words() -> None:
    assert terms("迁移数据库 the caches") == frozenset({"迁移", "移数", "数据", "据库", "cach"})


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("limit the API to 500/s", "limit the API to 600/s"),
        ("支付服务使用 Redis 缓存", "支付服务不使用 Redis 缓存"),
        ("we ship on Thursday nights", "we do not ship on Thursday nights"),
        ("topK 设为 8", "topK 设为 6"),
    ],
)
def test_alike_is_not_the_same(a: str, b: str) -> None:
    assert not says_the_same(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("limit the API to 500/s", "API limited to 500/s"),
        ("订单库改用 PostgreSQL 16", "订单库改用PostgreSQL 16。"),
    ],
)
def test_other_words_for_one_thing_are_the_same(a: str, b: str) -> None:
    assert says_the_same(a, b)


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
