"""What is wrong with a vault as files."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.spool_sqlite import SqliteSpool
from progressive_memory.adapters.vault_files import VaultFiles
from progressive_memory.domain.plan import CreateNote, Edit, Plan
from progressive_memory.errors import SpoolUnavailable

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)
NOTE = "memory/groups/ops/people.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / "memory" / "groups" / "ops").mkdir(parents=True)
    (folder / "progressive-memory.toml").write_text('vault_id = "v"\n', encoding="utf-8")
    return folder


def store(root: Path) -> VaultFiles:
    return VaultFiles(root, root.parent / "data", MemoryClock(AT))


def write(root: Path) -> None:
    plan = Plan("flush-1", "flush", AT, (Edit(NOTE, (CreateNote("# P\n"),), None),))
    store(root).apply(plan)


def codes(root: Path) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in store(root).disorder()]


def test_a_tidy_vault_has_none(root: Path) -> None:
    write(root)

    assert [] == codes(root)


def test_a_vault_without_a_memory_folder_has_none(tmp_path: Path) -> None:
    assert [] == codes(tmp_path)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("people.sync-conflict-20260515-101500-ABCDEFG.md", "conflict_copy"),
        ("people (conflicted copy 2026-05-15).md", "conflict_copy"),
        (".people.md.icloud", "not_downloaded"),
        (".0123456789ab-1.memtmp", "temp_left"),
    ],
)
def test_what_a_sync_program_or_a_crash_left_is_found(root: Path, name: str, code: str) -> None:
    (root / "memory" / "groups" / "ops" / name).touch()

    assert [(f"memory/groups/ops/{name}", code)] == codes(root)


def test_a_link_to_elsewhere_is_found_and_not_followed(root: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / ".x.memtmp").touch()
    (root / "memory" / "linked").symlink_to(elsewhere)

    assert [("memory/linked", "symlink")] == codes(root)


def test_folders_of_other_programs_are_not_ours_to_judge(root: Path) -> None:
    (root / "memory" / ".obsidian").mkdir()
    (root / "memory" / ".obsidian" / "x.sync-conflict-20260515-101500-ABC.json").touch()

    assert [] == codes(root)


def test_a_plan_cut_short_is_found(root: Path) -> None:
    write(root)
    record = next((root.parent / "data" / "journal").glob("*.json"))
    record.rename(record.with_suffix(".open"))

    assert ["unfinished_plan"] == [code for _, code in codes(root)]


def test_a_record_that_cannot_be_read_is_found(root: Path) -> None:
    write(root)
    record = next((root.parent / "data" / "journal").glob("*.json"))
    record.write_bytes(b"\x00\n")

    assert [(str(record), "journal_record")] == codes(root)


def test_a_damaged_spool_that_was_put_aside_is_found(root: Path) -> None:
    write(root)
    aside = root.parent / "data" / "spool.sqlite3"
    aside.write_bytes(b"no database" * 100)
    aside.with_name("spool.sqlite3-wal").write_bytes(b"nor this")
    with pytest.raises(SpoolUnavailable):
        SqliteSpool(aside).waiting(10)

    assert [(f"{aside}.damaged-1", "spool_damaged")] == codes(root)


def test_a_copy_with_the_same_vault_id_is_found_while_it_stands(root: Path) -> None:
    write(root)
    copy = root.parent / "copy"
    shutil.copytree(root, copy)
    (copy / NOTE).unlink()
    write(copy)

    assert [("progressive-memory.toml", "two_places")] == codes(root)
    assert [("progressive-memory.toml", "two_places")] == codes(copy)
    shutil.rmtree(copy)
    assert [] == codes(root)
