"""Undo takes back what we wrote and nothing a person wrote."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import Revert
from progressive_memory.vault.splice import apply_operations

PATH = "memory/groups/g/attention.md"


def reverted(now: str | None, before: str | None, after: str | None) -> str | None:
    data = None if now is None else now.encode()
    result = apply_operations(PATH, data, [Revert(before, after)])
    assert () == result.displaced
    return None if result.data is None else result.data.decode()


def test_untouched_note_is_what_it_was_before() -> None:
    assert "a" == reverted("a\nb\n", "a", "a\nb\n")
    assert reverted("a\n", None, "a\n") is None
    assert "a\n" == reverted(None, "a\n", None)


def test_the_newline_that_an_addition_gave_goes_with_it() -> None:
    assert "X\na" == reverted("X\na\nNEW\n", "x\na", "x\na\nNEW\n")
    assert "x\na\nmine\n" == reverted("x\na\nNEW\nmine\n", "x\na", "x\na\nNEW\n")


def test_undo_done_twice_changes_nothing() -> None:
    assert "a\n" == reverted("a\n", "a\n", "a\nb\n")
    assert reverted(None, None, "b\n") is None


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("A\nb\nNEW\n", "A\nb\n"),
        ("a\nb\nNEW\nmine\n", "a\nb\nmine\n"),
        ("a\nb\nNEW\nmine", "a\nb\nmine"),
        ("a\r\nb\r\nNEW\r\nmine\r\n", "a\r\nb\r\nmine\r\n"),
        ("mine\na\nb\nNEW\n", "mine\na\nb\n"),
    ],
)
def test_edits_of_a_person_elsewhere_are_kept(now: str, expected: str) -> None:
    assert expected == reverted(now, "a\nb\n", "a\nb\nNEW\n")


def test_item_added_after_ours_at_a_missing_final_newline_is_kept() -> None:
    assert "a\n- mine\n" == reverted("a\n- new\n- mine\n", "a", "a\n- new\n")


@pytest.mark.parametrize(
    ("now", "before", "after"),
    [
        ("a\nNEW!\n", "a\n", "a\nNEW\n"),
        (None, "a\n", "a\nNEW\n"),
        ("mine\n", "a\n", None),
        ("NEW\nmine\n more", None, "NEW\nold\n"),
        # A task that we moved, and a person saved from an older copy, reworded.
        ("A\n- x! ^t\n\nZ\n", "A\n- x ^t\n\nZ\n", "A\n\nZ\n- X ^t\n"),
    ],
)
def test_edits_of_the_same_lines_displace_the_undo(
    now: str | None, before: str | None, after: str | None
) -> None:
    data = None if now is None else now.encode()

    result = apply_operations(PATH, data, [Revert(before, after)])

    assert (data, 1) == (result.data, len(result.displaced))
