"""The eval of lossless edits sees a byte that moved, and properties that cannot be edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.lossless import has_key, has_line, is_valid, only_adds, only_that_key, try_all


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

    assert (2, 2, 4, 4) == (found.notes, found.same, found.edited, found.refused)
    assert [] == [*found.damaged, *found.wrongly_accepted, *found.wrongly_refused]


@pytest.mark.parametrize(
    ("after", "right"),
    [
        (b"---\na: 1\nb: x\n---\nbody", True),
        (b"---\na: 1\nb: x\n---\nbody\n", False),
        (b"---\na: '1'\nb: x\n---\nbody", False),
        (b"---\na: 1\nb: y\n---\nbody", False),
        (b"---\na: 1\n---b: x\nbody", False),
    ],
)
def test_a_key_that_is_set_leaves_the_others_and_the_body(after: bytes, right: bool) -> None:
    assert right is has_key(b"---\na: 1\n---\nbody", after, "b", "x")


def test_a_value_that_is_set_leaves_what_stands_around_it() -> None:
    note = b"---\n# c\na: 1 # why\nb: 2\n---\n"

    assert only_that_key(note, note.replace(b"a: 1", b"a: x"))
    assert not only_that_key(note, note.replace(b"# c", b"#"))
    assert not only_that_key(note, note.replace(b"b: 2", b"b:  2"))


@pytest.mark.parametrize(
    ("before", "after", "right"),
    [
        (b"# A\n", b"# A\n\n- a line of ours\n", True),
        (b"- a\n", b"- a\n- a line of ours\n", True),
        (b"---\na: 1\n---", b"---\na: 1\n---- a line of ours\n", False),
        (b"```\na\n", b"```\na\n\n- a line of ours\n", False),
        (b"p\n\n  ## h\n", b"p\n\n- a line of ours\n\n  ## h\n", False),
    ],
)
def test_a_line_is_an_item_and_all_else_reads_as_before(
    before: bytes, after: bytes, right: bool
) -> None:
    assert right is has_line(before, after)
