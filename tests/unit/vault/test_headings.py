"""Headings are read for a date and for the mark of what is given up."""

from __future__ import annotations

import time

import pytest

from progressive_memory.vault.headings import DATED, DEPRECATED, unclosed


@pytest.mark.parametrize(
    "heading",
    ["2026-03-01 A", "**2026-03-01** A", "[DEPRECATED] 2026-03-01", "~~2026-03-01 A~~"],
)
def test_date_in_front_is_found_behind_marks(heading: str) -> None:
    dated = DATED.match(heading)

    assert dated is not None
    assert "2026-03-01" == dated[1]


@pytest.mark.parametrize("heading", ["A 2026-03-01", "2026-03-011", "March", "12026-03-01"])
def test_other_numbers_are_no_date(heading: str) -> None:
    assert DATED.match(heading) is None


def test_heading_made_to_be_slow_is_read_at_once() -> None:
    start = time.process_time()
    DATED.match("[][]" * 5000 + "x")

    assert time.process_time() - start < 0.5


def test_deprecated_is_read_in_any_dress() -> None:
    assert DEPRECATED.match("[DEPRECATED] A")
    assert DEPRECATED.match("**deprecated**: A")
    assert DEPRECATED.match("A deprecated thing") is None


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("a", "a"),
        ("a ## ", "a"),
        ("a\t#", "a"),
        ("a#", "a#"),
        ("a ## ##", "a ##"),
        ("##", "##"),
        ("", ""),
        ("C #x", "C #x"),
    ],
)
def test_signs_that_close_a_heading_are_none_of_its_words(words: str, shown: str) -> None:
    assert shown == unclosed(words)
