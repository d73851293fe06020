"""Lines are counted as Markdown counts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.vault.lines import (
    bare_lines,
    lines_ended,
    newline_of,
    split_lines,
    without_ending,
)


def test_only_line_feeds_and_carriage_returns_end_a_line() -> None:
    odd = "d\x0ce\x85f\u2028g\x0b"

    assert ["a\r\n", "b\n", "c\r", "\r\n", odd] == split_lines(f"a\r\nb\nc\r\r\n{odd}")


@given(st.text(alphabet="ab\r\n\u2028\x0c"))
def test_lines_joined_are_the_text(text: str) -> None:
    lines = split_lines(text)

    assert text == "".join(lines)
    assert not any(sign in without_ending(line) for line in lines for sign in "\r\n")
    assert list(map(without_ending, lines)) == bare_lines(text)
    assert sum(line[-1] in "\r\n" for line in lines) == lines_ended(text, 0, len(text))


@pytest.mark.parametrize(
    ("text", "newline"),
    [("", "\n"), ("a", "\n"), ("a\nb", "\n"), ("a\r\nb", "\r\n"), ("a\rb", "\r"),
     ("a\r\nb\r\nc\n", "\r\n"), ("a\nb\nc\r\n", "\n"), ("a\nb\r\n", "\n")],
)  # fmt: skip
def test_newline_is_the_one_most_lines_end_with(text: str, newline: str) -> None:
    assert newline == newline_of(text)
