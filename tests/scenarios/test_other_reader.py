"""A reader of Obsidian vaults that we did not write sees in a flushed vault what we see."""

from __future__ import annotations

from pathlib import Path

import pytest

from progressive_memory.ports import VaultReader
from progressive_memory.vault import layout
from tests.chat_room import ChatRoom
from tests.golden import GROUPS, Golden, flushed
from tests.other_reader import (
    OtherReader,
    SeenTask,
    assert_read_alike,
    notes_of,
    our_broken_links,
    our_links,
    our_tasks,
)
from tests.work_done import SHELF, finished, ids


@pytest.fixture
def vault(golden: Golden, tmp_path: Path) -> Path:
    """The golden group's vault on disk, flushed by us."""
    golden.notes()  # skips where the cases are not there
    return on_disk(flushed(golden).vault, tmp_path / "vault")


def on_disk(vault: VaultReader, folder: Path) -> Path:
    """A vault in memory as files below a folder."""
    for path in vault.stamps(""):
        snapshot = vault.read(path)
        assert snapshot is not None, path
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(snapshot.data)
    return folder


@GROUPS
def test_a_flushed_vault_reads_alike(golden: Golden, vault: Path, tmp_path: Path) -> None:
    notes = notes_of(vault)

    assert_read_alike(vault, tmp_path / "index")
    assert [] == our_broken_links(notes)  # blocks too, which the other does not look up
    assert [] != our_links(notes)
    assert [] != our_tasks(notes)


@GROUPS
def test_what_a_person_changes_reads_alike(golden: Golden, vault: Path, tmp_path: Path) -> None:
    pending = vault / layout.note(golden.name, "pending.md")
    text = pending.read_text(encoding="utf-8").replace("- [ ] ", "- [x] ")
    added = "- [ ] 我自己加的 mine ^mine-1\n- [x] done ^mine-2\n- [-] dropped ^mine-3\n"
    pending.write_text(text + added, encoding="utf-8")

    ours = our_tasks(notes_of(vault))
    other = OtherReader(vault, tmp_path / "index")
    done = [SeenTask.of(row) for row in other.rows("tasks", "--done")]

    assert ours == other.tasks()
    assert [" ", "x", "-"] == [task.mark for task in ours if task.path.endswith("pending.md")][-3:]
    assert [task for task in ours if task.mark == "x"] == sorted(done)


@GROUPS
def test_both_readers_find_the_link_that_leads_nowhere(
    golden: Golden, vault: Path, tmp_path: Path
) -> None:
    group = f"memory/groups/{golden.name}"
    text = f"# Mine\n\n#plans/北区 [[{group}/project]]\n\n- see [[{group}/nowhere|it]]\n"
    (vault / layout.note(golden.name, "mine.md")).write_text(text, encoding="utf-8")

    notes = notes_of(vault)
    other = OtherReader(vault, tmp_path / "index")
    broken = other.rows("links", "--broken")

    assert [(f"{group}/mine.md", 5)] == [(row["source"], row["line"]) for row in broken]
    assert [(f"{group}/mine.md", 5)] == our_broken_links(notes)
    assert (f"{group}/mine.md", 3) in other.backlinks(f"{group}/project.md")
    assert "plans/北区" in str(other.rows("tags"))


def test_what_has_left_a_long_archive_reads_alike(tmp_path: Path) -> None:
    room = ChatRoom("harbour")
    finished(room, 14)
    linked = "".join(f"- [[attention#^{one}]]\n" for one in ids(room, "attention.md"))
    room.ports.vault.save("desk.md", f"# Desk\n\n{linked}".encode())
    finished(room, 12, first=14)
    vault = on_disk(room.ports.vault, tmp_path / "vault")

    assert_read_alike(vault, tmp_path / "index")
    assert [] == our_broken_links(notes_of(vault))
    left = [task for task in our_tasks(notes_of(vault)) if task.path.endswith(SHELF)]
    assert 15 == len(left)
