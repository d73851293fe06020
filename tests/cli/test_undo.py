"""`pmem history` and `pmem undo` as they are typed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.bootstrap import open_ports
from progressive_memory.cli import main
from progressive_memory.domain.plan import CreateNote, Edit, Plan

NOTE = "memory/groups/ops/people.md"


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault with one flush that wrote one note."""
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "progressive-memory.toml").write_text('vault_id = "v-1"\n', encoding="utf-8")
    text = "- Ann — product owner ^r-20260514-aaaaaaaaaa\n"
    edit = Edit(NOTE, (CreateNote(text),), None)
    ids = ("r-20260514-aaaaaaaaaa",)
    now = datetime.now(UTC)
    open_ports(root).vault.apply(Plan("f-1", "flush", now, (edit,), "cron", ("ops", "qa"), ids))
    return root


def pmem(*words: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(words))
    assert isinstance(caught.value.code, int)
    return caught.value.code


def test_history_is_a_table(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == pmem("history", "--vault", str(vault))
    head, row = capsys.readouterr().out.splitlines()
    assert ["flush", "at", "(UTC)", "trigger", "groups", "written"] == head.split()
    words = row.split()
    assert ["f-1", "cron", "ops,", "qa", "1"] == [words[0], *words[3:]]


def test_history_of_a_new_vault_says_so(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "progressive-memory.toml").touch()
    assert 0 == pmem("history", "--vault", str(other))
    assert "no flush yet\n" == capsys.readouterr().out


def test_undo_says_what_it_restored_and_history_shows_it(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == pmem("undo", "--vault", str(vault))
    assert (
        "undone: flush f-1\n"
        f"  restored {NOTE}\n"
        "  1 entry will not be written again\n"
        "next: pmem flush --redo f-1 lets it be written again\n"
    ) == capsys.readouterr().out
    assert 0 == pmem("history", "--vault", str(vault), "--json")
    (flush,) = json.loads(capsys.readouterr().out)["flushes"]
    at = flush.pop("at")
    assert datetime.fromisoformat(at).tzinfo is not None
    assert {
        "flush_id": "f-1",
        "trigger": "cron",
        "groups": ["ops", "qa"],
        "written": 1,
        "undone": True,
        "cut": False,
    } == flush


def test_what_had_been_deleted_by_hand_is_named_by_undo_and_redo(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / NOTE).rename(vault / NOTE.replace("people", "crew"))
    (vault / NOTE.replace("people", "crew")).write_text("# Crew\n")
    assert 0 == pmem("undo", "--vault", str(vault))
    assert (
        "  r-20260514-aaaaaaaaaa had been deleted in the notes: it stays away, also from --redo\n"
    ) in capsys.readouterr().out
    assert ("r-20260514-aaaaaaaaaa",) == Memory.open(vault).redo("f-1").away


def test_an_undo_over_a_hand_edit_shows_the_difference_and_ends_with_5(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = vault / NOTE
    note.write_text(note.read_text().replace("owner", "lead"))
    assert 5 == pmem("undo", "f-1", "--vault", str(vault))
    error = capsys.readouterr().err
    assert "+- Ann — product lead ^r-20260514-aaaaaaaaaa" in error
    assert "lead" in note.read_text()
    assert 5 == pmem("undo", "--vault", str(vault), "--json")
    assert "changed_on_disk" == json.loads(capsys.readouterr().out)["error"]["code"]


def test_an_unknown_flush_points_to_history(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 1 == pmem("undo", "f-7", "--vault", str(vault))
    assert "error: no flush f-7 in the last 30 days\nnext: pmem history\n" == (
        capsys.readouterr().err
    )


def test_the_front_door_has_the_same_verbs(vault: Path) -> None:
    memory = Memory.open(vault)
    assert ["f-1"] == [each.flush_id for each in memory.history().flushes]
    assert "f-1" == memory.undo().flush_id
    assert ("aaaaaaaaaa",) == memory.redo("f-1").lifted
