"""What may not be touched is refused; what says nothing new writes nothing."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import (
    AddFields,
    AddRoute,
    CreateNote,
    InsertUnder,
    Operation,
    SetProperty,
)
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.splice import Spliced, apply_operations
from tests.golden import GROUPS, Golden

PATH = "memory/groups/g/project.md"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"caf\xe9\n", "not UTF-8"),
        ("text".encode("utf-16"), "not UTF-8"),
        (b"<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n", "conflict markers"),
        (b"---\na: [1\n---\n", "not valid YAML"),
        (b"---\n- a\n---\n", "not `key: value`"),
        (b"---\na: 1\na: 2\n---\n", "stands twice"),
        (b"---\na: @b\n---\n", "line 2"),
    ],
)
def test_note_we_must_not_touch_is_refused_by_name(data: bytes, words: str) -> None:
    with pytest.raises(NoteUnwritable, match=words):
        apply_operations(PATH, data, [InsertUnder("A", "- b")])


def test_signs_that_only_look_like_a_merge_are_text() -> None:
    data = b"<<<<<<< one side only\n"

    assert Spliced(data + b"\n- b\n") == apply_operations(PATH, data, [InsertUnder("", "- b")])


def test_note_is_created_once_and_never_over_a_persons() -> None:
    new = CreateNote("# A\n")

    assert Spliced(b"# A\n") == apply_operations(PATH, None, [new])
    assert Spliced(b"# A\n") == apply_operations(PATH, b"# A\n", [new])
    mine = apply_operations(PATH, b"mine", [new])
    assert (b"mine", 1) == (mine.data, len(mine.displaced))


def test_creating_before_more_operations_only_makes_sure_of_the_note() -> None:
    operations: list[Operation] = [CreateNote("# A\n"), InsertUnder("A", "- b")]

    assert Spliced(b"# A\n\n- b\n") == apply_operations(PATH, None, operations)
    assert Spliced(b"# A\n\n- mine\n- b\n") == apply_operations(
        PATH, b"# A\n\n- mine\n", operations
    )


@GROUPS
def test_golden_note_comes_back_byte_for_byte_when_all_is_said_already(golden: Golden) -> None:
    for path, text in golden.notes().items():
        operations: list[Operation] = [SetProperty("aliases", _aliases(text))]
        for entry in entries(path, text):
            operations.append(InsertUnder("nowhere", entry.text, entry.id))
            operations.append(AddFields(entry.id, tuple(entry.text.split("\n")[-1:])))
        if path == f"memory/groups/{golden.name}.md":
            operations.append(AddRoute("x", "people.md", "P3"))

        assert Spliced(text.encode()) == apply_operations(path, text.encode(), operations)


def _aliases(text: str) -> str:
    return next(line.partition(": ")[2] for line in text.split("\n") if line.startswith("aliases"))
