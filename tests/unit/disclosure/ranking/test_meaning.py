from __future__ import annotations

import pytest

from progressive_memory.disclosure.ranking.meaning import blended, embeddable, share_held
from progressive_memory.domain.section import Section

ENTRY = Section(
    "d-1",
    "n.md",
    "## 2026-05-01 Rate limit",
    "- 决策:: 限流改为 600\n- 依据:: [[log#^m-1|14:02 李四]]\n\n^d-1",
    "d",
    "Rate limit",
    who=("李四",),
)


def test_a_message_stands_with_its_sender_and_an_entry_with_its_title_and_people() -> None:
    said = Section("m-1", "log.md", "", "- 10:00 Li: …", "m", "the lift is broken", who=("Li",))
    assert embeddable(said) == "Li: the lift is broken"
    text = embeddable(ENTRY)
    assert all(word in text for word in ("Rate limit", "限流改为 600", "李四"))
    assert "^d-1" not in text


def test_the_share_held_counts_the_words_that_say_something() -> None:
    assert share_held("what is the rate limit?", ENTRY) == 1.0
    assert share_held("the rate of the tax", ENTRY) == 0.5
    assert share_held("lunch", ENTRY) == 0.0
    assert share_held("?!", ENTRY) == 0.0


def test_words_that_hold_the_whole_question_outweigh_a_near_meaning() -> None:
    order = blended("entries", {"exact": 8.0, "half": 4.0}, {"near": 0.6, "exact": 0.3}, 1.0)
    assert ["exact", "near", "half"] == [key for _, key in order]


def test_a_stray_word_does_not_outweigh_a_near_meaning() -> None:
    order = blended("entries", {"stray": 2.0}, {"near": 0.4, "stray": 0.0}, 1 / 5)
    assert ["near", "stray"] == [key for _, key in order]


def test_meaning_counts_less_among_messages() -> None:
    found, near = {"words": 1.0}, {"near": 0.5}
    assert [key for _, key in blended("log", found, near, 0.5)] == ["words", "near"]
    assert [key for _, key in blended("entries", found, near, 0.5)] == ["near", "words"]


def test_an_opposite_meaning_takes_nothing_from_words() -> None:
    assert blended("entries", {"a": 1.0}, {"a": -0.5}, 1.0) == [(1.0, "a")]


def test_nothing_found_and_nothing_near_is_nothing() -> None:
    assert blended("log", {}, {}, 0.0) == []
    ((relevance, key),) = blended("log", {}, {"near": 0.5}, 0.0)
    assert key == "near"
    assert relevance == pytest.approx(0.2)
