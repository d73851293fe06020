"""What a plan changed is committed, and nothing of a person's."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.vault_files import VaultFiles, Writing
from progressive_memory.domain.plan import Applied, CreateNote, Edit, InsertUnder, Plan

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "note.md").write_text("# Note\n")
    (folder / "mine.md").write_text("mine\n")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")
    return folder


def store(vault: Path) -> VaultFiles:
    return VaultFiles(vault, vault.parent / "data", MemoryClock(AT), Writing(git=True))


def apply(vault: Path, path: str = "note.md") -> Applied:
    line = InsertUnder("", "- ours ^ours", "ours")
    edit = Edit(path, (CreateNote("# New\n"), line), None)
    return store(vault).apply(Plan("f-1", "flush", AT, (edit,), groups=("ops",)))


def commits(vault: Path) -> int:
    return int(git(vault, "rev-list", "--count", "HEAD"))


def test_a_plan_is_committed_under_our_name_with_its_id(vault: Path) -> None:
    apply(vault)

    said = git(vault, "log", "-1", "--format=%an|%cn|%s|%(trailers:unfold,separator=;)")
    expected = (
        "progressive-memory|progressive-memory|memory: flush of ops"
        "|Plan-Id: f-1;Source: progressive-memory\n"
    )
    assert expected == said
    assert "note.md\n" == git(vault, "show", "--name-only", "--format=")


def test_what_a_person_has_staged_or_not_staged_stays_so(vault: Path) -> None:
    (vault / "mine.md").write_text("mine, more\n")
    (vault / "staged.md").write_text("staged\n")
    (vault / "loose.md").write_text("loose\n")
    git(vault, "add", "staged.md")

    apply(vault)

    expected = [" M mine.md", "?? loose.md", "A  staged.md"]
    assert expected == sorted(git(vault, "status", "--porcelain").splitlines())


def test_a_new_note_is_committed_too(vault: Path) -> None:
    apply(vault, "memory/组/新.md")

    git(vault, "config", "core.quotepath", "false")
    assert "memory/组/新.md\n" == git(vault, "show", "--name-only", "--format=")


@pytest.mark.parametrize("busy", ["index.lock", "MERGE_HEAD", "rebase-merge", "BISECT_LOG"])
def test_nothing_is_committed_while_a_person_is_in_the_middle_of_something(
    vault: Path, busy: str
) -> None:
    (vault / ".git" / busy).write_text("")

    applied = apply(vault)

    assert ["note.md"] == [change.path for change in applied.changes]
    assert b"^ours" in (vault / "note.md").read_bytes()
    assert 1 == commits(vault)
    (problem,) = store(vault).disorder()
    assert ("git_not_used", True) == (problem.code, busy in problem.message)


def test_an_ignored_note_is_written_and_not_committed(vault: Path) -> None:
    (vault / ".gitignore").write_text("memory/\n")

    apply(vault, "memory/note.md")

    assert b"^ours" in (vault / "memory/note.md").read_bytes()
    assert 1 == commits(vault)


def test_a_vault_that_is_no_repository_is_written_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    folder.mkdir()

    apply(folder)

    assert b"^ours" in (folder / "note.md").read_bytes()
    message = "[write] git = true, but the vault is not in a git repository"
    assert [message] == [problem.message for problem in store(folder).disorder()]


def test_a_plan_that_changes_nothing_is_no_commit(vault: Path) -> None:
    apply(vault)
    apply(vault)

    assert 2 == commits(vault)
