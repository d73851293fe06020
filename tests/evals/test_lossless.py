"""The eval of lossless edits sees a byte that moved, and properties that cannot be edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.lossless import is_valid, only_adds, try_all


@pytest.mark.parametrize(
    ("before", "after", "adds"),
    [
        (b"a\nb\n", b"a\nx\nb\n", True),
        (b"a\nb\n", b"a\nb\nx\n", True),
        (b"a\nb\n", b"a\nb\n", False),
        (b"a\nb\n", b"x\na\nb\ny\n", False),
        (b"a  \nb\n", b"a\nx\nb\n", False),
    ],
)
def test_adding_is_putting_in_at_one_place(before: bytes, after: bytes, adds: bool) -> None:
    assert adds is only_adds(before, after)


@pytest.mark.parametrize(
    ("note", "valid"),
    [
        (b"no properties\n", True),
        (b"---\na: 1\n---\n", True),
        (b"---\na: 1\na: 2\n---\n", False),
        (b"---\n- a\n---\n", False),
        (b"---\na: [\n---\n", False),
    ],
)
def test_properties_are_a_mapping_of_keys_that_stand_once(note: bytes, valid: bool) -> None:
    assert valid is is_valid(note)


def test_notes_are_counted_by_source(tmp_path: Path) -> None:
    vault = tmp_path / "obsidian_help"
    vault.mkdir()
    (vault / "good.md").write_bytes(b"---\r\na: 1\r\n---\r\nbody")
    (vault / "bad.md").write_bytes(b"---\na: 1\na: 2\n---\n")

    found = try_all(tmp_path)["Obsidian vaults"]

    assert (2, 2, 2, 2) == (found.notes, found.same, found.edited, found.refused)
    assert [] == [*found.damaged, *found.wrongly_accepted, *found.wrongly_refused]
