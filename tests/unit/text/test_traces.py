"""A copy of some words is known by runs of them, and common words are not taken for one."""

from __future__ import annotations

import pytest

from progressive_memory.text.traces import Traces

SAID = "Let us buy the walnut veneer press before the fair"
SAID_ZH = "我们月底之前把胡桃木压机买下来吧"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- LET US BUY the **walnut** veneer press (Bo)", True),
        ("they want to buy: the walnut veneer, press and all", True),
        ("let us buy the oak veneer press", False),
        ("a walnut press", False),
        ("", False),
    ],
)
def test_four_words_in_a_row_are_a_trace(text: str, found: bool) -> None:
    assert found == Traces([SAID]).found_in(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- 决策:: 月底之前把胡桃木压机买下来", True),
        ("把胡桃木压机买了", False),
        ("月底之前把橡木压机买下来", False),
    ],
)
def test_eight_characters_in_a_row_are_a_trace(text: str, found: bool) -> None:
    assert found == Traces([SAID_ZH]).found_in(text)


def test_a_short_text_is_a_trace_as_a_whole() -> None:
    assert Traces(["walnut press"]).found_in("the Walnut  Press!")
    assert Traces(["胡桃木压机"]).found_in("买胡桃木压机")


@pytest.mark.parametrize("text", ["+1", "ok", "好的", "2026-05-14", "👍", ""])
def test_what_says_too_little_is_none(text: str) -> None:
    assert not Traces([text])


def test_an_odd_word_is_one_alone() -> None:
    assert Traces(["it is hunter2024 now"]).found_in("hunter2024")
    assert not Traces(["we meet in 20260514"]).found_in("20260514")


def test_dates_are_no_words() -> None:
    assert not Traces(["by 2026-05-14 10:30"]).found_in("- [ ] Paint — by 2026-05-14 10:30")


def test_what_stands_elsewhere_too_is_no_trace() -> None:
    traces = Traces([SAID], standing=["we said: let us buy the walnut veneer"])

    assert not traces.found_in("let us buy the walnut veneer")
    assert traces.found_in("walnut veneer press before the fair")
