"""Diffs as people and `patch` read them."""

from __future__ import annotations

from progressive_memory.text.diff import unified


def test_a_diff_names_the_file_and_the_lines() -> None:
    expected = "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"

    assert expected == unified("x.md", "a\nb\n", "a\nc\n")
    assert "" == unified("x.md", "a", "a")


def test_a_file_that_comes_or_goes_is_told() -> None:
    assert "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n" == unified("x", None, "a\n")
    assert "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n" == unified("x", "a\n", None)


def test_a_missing_newline_at_the_end_is_told() -> None:
    assert unified("x", "a\n", "a").endswith("-a\n+a\n\\ No newline at end of file\n")
