"""Three-way merge by lines."""

from __future__ import annotations

import time

import pytest

from progressive_memory.text.merge import Merged, merge_lines


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected", "overlaps"),
    [
        ("abc", "abc", "abc", "abc", 0),
        ("abc", "aXbc", "abc", "aXbc", 0),
        ("abc", "abc", "ac", "ac", 0),
        ("abc", "Xbc", "abY", "XbY", 0),
        ("abcd", "ad", "abcXd", "aXd", 0),  # a line added right after what we take out
        ("abcd", "ad", "aXbcd", "aXd", 0),  # … and right before it
        ("abc", "aXbc", "aYbc", "aYXbc", 0),  # both insert at one point
        ("abc", "aXbc", "aYXbc", "aYXbc", 0),  # … and theirs has ours already
        ("abc", "aXc", "aXc", "aXc", 0),
        ("abc", "aXc", "aYc", "aYc", 1),
        ("abcd", "ad", "abXcd", "abXcd", 1),  # inside what we take out
        ("abcde", "ae", "aXcYe", "aXcYe", 1),
        ("", "X", "Y", "YX", 0),
        ("abc", "", "abc", "", 0),
        ("T.A.", "T.", "T.B.A.", "T.B.", 0),  # "." stands around every entry, as blank lines do
        ("T.A.", "T.", "T.A.B.", "T.B.", 0),
        ("T.A", "T", "T.B.A", "T.B", 0),
        ("T.A.B", "T.B", "T.A.C.B", "T.C.B", 0),
        ("T.A.B", "T.B", "T.X.A.B", "T.X.B", 0),
        ("T.AA.B", "T.B", "T.AXA.B", "T.AXA.B", 1),
        ("abcdef", "aXcdef", "aYcdeZ", "aYcdeZ", 1),
        ("aA b", "ab", "a b", "a b", 0),  # both take it out, one with the blank line
        ("aA b", "a b", "ab", "ab", 0),
        ("aA b", "ab", "aB b", "aB b", 1),
    ],
)
def test_both_sides_are_kept_and_theirs_stands_where_they_clash(
    base: str, ours: str, theirs: str, expected: str, overlaps: int
) -> None:
    assert Merged(tuple(expected), overlaps) == merge_lines(base, ours, theirs)


def test_long_notes_of_like_lines_merge_at_once() -> None:
    def entry(number: int) -> list[str]:
        return [f"## {number}", "", "- Decided by:: Ana", f"- Decision:: {number}", ""]

    old = [line for number in range(2000) for line in entry(number)]
    base = entry(-1) + old
    theirs = [line.replace("Decision:: 500", "Decision:: mine") for line in base]
    start = time.process_time()

    merged = merge_lines(base, old, theirs)

    assert time.process_time() - start < 2
    expected = [line.replace("Decision:: 500", "Decision:: mine") for line in old]
    assert (tuple(expected), 0) == (merged.lines, merged.overlaps)
