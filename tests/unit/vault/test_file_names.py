"""Which file a link means, by Obsidian's rules."""

from __future__ import annotations

import unicodedata

import pytest

from progressive_memory.vault.file_names import FileNames

FILES = FileNames(
    [
        "note.md",
        "a/note.md",
        "a/b/note.md",
        "long folder/only here.md",
        "z/v1.2.md",
        "z/plan.png",
        "z/plan.png.md",
        "x1/tie.md",
        "x2/tie.md",
        "Case/Twin.md",
        "Case/twin.md",
        "c/Ärger.md",
        "c/.hidden name",
    ]
)


@pytest.mark.parametrize(
    ("written", "source", "expected"),
    [
        ("note", "a/b/x.md", ["note.md"]),  # the exact path wins over the own folder
        ("a/note", "x.md", ["a/note.md"]),
        ("b/note", "x.md", ["a/b/note.md"]),
        ("NOTE.md", "x.md", ["note.md"]),
        ("only here", "x.md", ["long folder/only here.md"]),
        ("folder/only here", "x.md", []),
        ("v1.2", "x.md", ["z/v1.2.md"]),
        ("plan.png", "x.md", ["z/plan.png"]),
        ("plan", "x.md", []),
        ("tie", "x.md", ["x1/tie.md", "x2/tie.md"]),
        ("tie", "x2/y.md", ["x2/tie.md"]),
        ("tie", "x2/deeper/y.md", ["x1/tie.md", "x2/tie.md"]),
        ("./note", "a/x.md", ["a/note.md"]),
        ("../note", "a/x.md", ["note.md"]),
        ("./only here", "a/x.md", []),
        ("../../note", "a/x.md", []),
        ("/a/note", "b/x.md", ["a/note.md"]),
        ("/b/note", "x.md", []),
        ("twin", "x.md", ["Case/twin.md"]),
        ("TWIN", "x.md", ["Case/Twin.md", "Case/twin.md"]),
        (unicodedata.normalize("NFD", "ärger"), "x.md", ["c/Ärger.md"]),
        ("", "a/x.md", ["a/x.md"]),
        ("gone", "x.md", []),
    ],
)
def test_a_link_means_a_file(written: str, source: str, expected: list[str]) -> None:
    assert expected == list(FILES.meant(written, source))


def test_of_two_paths_the_shorter_is_meant_however_deep_it_is() -> None:
    files = FileNames(["a/b/n.md", "longer/n.md"])

    assert ("a/b/n.md",) == files.meant("n", "x.md")
    assert not files.is_sure("n", "x.md")
    assert files.is_sure("b/n", "x.md")
    assert files.is_sure("n", "longer/x.md")


def test_twins_are_names_that_many_disks_take_for_one() -> None:
    assert ("Case/Twin.md", "Case/twin.md") == FILES.twins("case/TWIN.md")
    assert () == FILES.twins("note.md")
