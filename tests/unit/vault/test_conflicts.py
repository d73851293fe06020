"""What a merge left open is cut out of a text, and nothing else."""

from __future__ import annotations

import pytest

from progressive_memory.vault.conflicts import has_conflict, without_conflicts


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_both_sides_go_with_their_marks(newline: str) -> None:
    text = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> theirs\nd\n".replace("\n", newline)

    assert has_conflict(text)
    assert f"a{newline}d{newline}" == without_conflicts(text)


@pytest.mark.parametrize(
    "text", ["Title\n=======\n", "<<<<<<< a\nno end\n", "x <<<<<<< a\n>>>>>>> b\n", ""]
)
def test_a_text_without_both_marks_is_left_alone(text: str) -> None:
    assert not has_conflict(text)
    assert text == without_conflicts(text)
