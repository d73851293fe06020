"""Words of a text: which are looked at, and which are parts of names."""

from __future__ import annotations

import pytest

from progressive_memory.text.dates.scan import words_of


def kinds(text: str) -> set[str]:
    return {node.kind for node in words_of(text)}


@pytest.mark.parametrize(
    "text",
    ["notes-today", "today.md", "v1.2.3", "@friday", "#may", "$5", "RFC2119x", "sha-3a4f", "5%"],
)
def test_a_part_of_a_name_is_no_word(text: str) -> None:
    assert kinds(text) <= {"'@'"}


def test_a_compound_of_words_about_time_is_taken_apart() -> None:
    assert {"weekday", "'-'"} <= kinds("Mon-Fri")
    assert {"tens", "small"} <= kinds("twenty-two")
    assert {"num", "ampm"} <= kinds("3pm")


def test_small_letters_make_a_name_doubtful() -> None:
    assert "month~" in kinds("may")
    assert "month" in kinds("May")
    assert "month" in kinds("april")


def test_chinese_words_are_the_longest() -> None:
    assert "zpart" in kinds("下午")
    assert "zstep" not in kinds("下午")
    assert "zstep" in kinds("下周")


def test_a_weekday_ends_before_the_number_of_an_hour() -> None:
    assert [2, 2] == [node.value for node in words_of("周二两点") if node.kind == "num"]
