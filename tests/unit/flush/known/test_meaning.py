"""Slots decide what means the same; similarity never does."""

from __future__ import annotations

import pytest

from progressive_memory.domain.candidate import Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.known.meaning import fingerprint, misspelt, rivals, same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            Slot("Order Store", "engine", "PostgreSQL 16"),
            Slot("order  store", "engine", "postgresql 16."),
        ),
        (Slot("订单库", "", "postgresql"), Slot("订单库", "", "PostgreSQL 16")),
        (Slot("订单库", "", ""), Slot("订单库", "", "postgresql 16")),
        (Slot("限流", "", "５００/s"), Slot("限流", "", "500/s")),
        (Slot("", "", "Keep Redux"), Slot("", "", "keep redux.")),
    ],
    ids=[
        "spelling",
        "more detail",
        "value left open",
        "full width digits",
        "no subject, same words",
    ],
)
def test_slots_that_mean_the_same(one: Slot, other: Slot) -> None:
    assert same(one, other)
    assert not rivals(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Slot("rate limit", "", "500/s"), Slot("rate limit", "", "600/s")),
        (Slot("缓存", "", "使用 redis"), Slot("缓存", "", "不使用 redis")),
        (Slot("缓存", "", "redis"), Slot("缓存", "", "redis", negated=True)),
        (Slot("build", "", "run on main"), Slot("build", "", "never run on main")),
        (Slot("timeout", "", "30"), Slot("timeout", "", "300")),
    ],
    ids=["number", "negation in words", "polarity", "negation in English", "digit more"],
)
def test_slots_that_cannot_both_hold(one: Slot, other: Slot) -> None:
    assert rivals(one, other)
    assert not same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Slot("", "", "keep redux"), Slot("", "", "keep redux toolkit")),
        (Slot("order store"), Slot("user store")),
        (Slot("order store", "engine", "a"), Slot("order store", "owner", "b")),
    ],
    ids=["no subject, other words", "other subject", "other attribute"],
)
def test_slots_that_have_nothing_to_do_with_each_other(one: Slot, other: Slot) -> None:
    assert not same(one, other)
    assert not rivals(one, other)


def test_a_fingerprint_tells_meaning_and_kind_and_holds_no_words() -> None:
    slot = Slot("order store", "engine", "postgresql")
    prints = {
        fingerprint(Kind.DECISION, slot),
        fingerprint(Kind.CONVENTION, slot),
        fingerprint(Kind.DECISION, Slot("order store", "engine", "postgresql", negated=True)),
    }

    assert len(prints) == 3
    assert fingerprint(Kind.DECISION, Slot("Order store", "engine", "PostgreSQL")) in prints
    assert all(one.startswith("w-") and len(one) == 12 for one in prints)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("postgress", "postgres", True),
        ("use redis", "use rediss", True),
        ("500/s", "600/s", False),
        ("postgresql 16", "postgresql 17", False),
        ("mysql", "postgres", False),
        ("每天", "每小时", False),
    ],
)
def test_a_slip_of_the_pen_is_no_other_value(one: str, other: str, expected: bool) -> None:
    assert expected == misspelt(Slot("x", "", one), Slot("x", "", other))


def test_a_word_of_denial_is_no_slip_of_the_pen() -> None:
    assert not misspelt(Slot("x", "", "redis"), Slot("x", "", "redis", negated=True))
