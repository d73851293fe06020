"""The eval of renames sees a link that leads elsewhere."""

from __future__ import annotations

from pathlib import Path

from evals.renames import Vault, goal_of, wrong_links

FILES = {
    "a/one.md": b"[[two]] and ![[b/two#H]]\n",
    "b/two.md": b"# H\n",
    "b/three.md": b"[[one]]\n",
}


def vault(folder: Path) -> Vault:
    source = folder / "source"
    for path, data in FILES.items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_bytes(data)
    return Vault(source, folder / "copy")


def test_no_link_is_lost_by_a_rename_and_the_vault_stands_as_before(tmp_path: Path) -> None:
    made = vault(tmp_path)
    before = made.graph({})

    assert (0, 1) == wrong_links(made, "b/two.md", "c/other", before)
    assert before == made.graph({})


def test_a_link_that_leads_elsewhere_is_counted(tmp_path: Path) -> None:
    made = vault(tmp_path)
    before = made.graph({})
    made.files = {**made.files, "b/three.md": b"no link any more\n"}

    assert 1 == wrong_links(made, "a/one.md", "uno", before)[0]


def test_a_note_goes_to_another_name_another_folder_and_both() -> None:
    goals = [goal_of("a/one.md", FILES, number) for number in range(3)]

    assert ["a/Moved (no 0) ünd 新.md", "b/one.md", "a/Moved (no 2) ünd 新.md"] == goals
