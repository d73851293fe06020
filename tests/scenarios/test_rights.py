"""Vaults that may not be read or written: what reads answers, what writes says why and loses nothing.

Root may read and write everything, so the commands are run without that right (`setpriv`).
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup
from tests.house.test_tree import ROOT

_RIGHTS = "-dac_override,-dac_read_search,-fowner"
_FOLDER = "memory/groups/harbour"
_CHAT = (
    ("$e1", "ana", "I propose we move the order store to PostgreSQL 16", ""),
    ("$e2", "bo", "+1", "$e1"),
    ("$e3", "ana", "Bo will write the restore script by Friday.", ""),
    ("$e4", "bo", "ok, I take the restore script", "$e3"),
    ("$e5", "ana", "I propose we keep the spare key in the office", ""),
)
_MORE = (
    ("$e6", "bo", "I propose we paint the boat green", ""),
    ("$e7", "ana", "+1", "$e6"),
)
_QUESTION = "what did we decide about the order store?"


def _without_rights() -> list[str]:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root without setpriv: nothing can be forbidden here")
    return [setpriv, f"--bounding-set={_RIGHTS}", f"--inh-caps={_RIGHTS}"]


class Vault:
    """Two groups with the same chat: flushed, and two messages more in `yard`."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "vault"
        self._weak = _without_rights()
        self._env = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PROGRESSIVE_MEMORY_DATA": str(folder / "data"),
            "PROGRESSIVE_MEMORY_CACHE": str(folder / "cache"),
            "PROGRESSIVE_MEMORY_VAULT": str(self.root),
        }
        self.more = folder / "more.jsonl"
        self.more.write_text(_lines(_MORE), "utf-8")
        Memory.init(self.root, "en")
        memory = Memory.open(self.root)
        for group in ("harbour", "yard"):
            memory.group_add(NewGroup(group, language="en"))
            memory.log_file(group, io.BytesIO(_lines(_CHAT).encode()))
        memory.flush()
        memory.log_file("yard", io.BytesIO(_lines(_MORE).encode()))

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [*self._weak, sys.executable, "-m", "progressive_memory", *words],
            env=self._env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr, (words, done.stderr)
        return done

    def note(self, name: str) -> Path:
        return self.root / _FOLDER / name

    def files(self) -> dict[str, str]:
        return {
            str(file.relative_to(self.root)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in self.root.rglob("*")
            if file.is_file()
        }

    def protect(self, *, protected: bool) -> None:
        folder, file = (0o555, 0o444) if protected else (0o755, 0o644)
        for path in (self.root, *self.root.rglob("*")):
            path.chmod(folder if path.is_dir() else file)


def _lines(chat: tuple[tuple[str, str, str, str], ...]) -> str:
    return "\n".join(
        json.dumps(
            {
                "event_id": event,
                "ts": f"2026-05-15T09:0{event[2:]}:00Z",
                "sender": f"@{sender}:x",
                "text": text,
                **({"reply_to": to} if to else {}),
            }
        )
        for event, sender, text, to in chat
    )


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    return Vault(tmp_path)


def test_in_a_read_only_vault_what_reads_answers_and_what_writes_says_why(vault: Vault) -> None:
    decision = re.search(r"\^(d-\S+)", vault.note("experience.md").read_text("utf-8"))
    task = re.search(r"\^(t-\S+)", vault.note("attention.md").read_text("utf-8"))
    pending = json.loads(vault.run("pending", "list", "--json").stdout)["pending"][0]["id"]
    flushed = json.loads(vault.run("history", "--json").stdout)["flushes"][0]["flush_id"]
    assert decision
    assert task
    vault.protect(protected=True)
    before = vault.files()

    for words in (
        ("recall", "--group", "harbour", _QUESTION),
        ("gate", "--group", "harbour", _QUESTION),
        ("search", "--group", "harbour", "order store"),
        ("search", "--log", "--group", "harbour", "order"),
        ("why", decision[1]),
        ("pending", "list"),
        ("status",),
        ("group", "list"),
        ("reindex",),
    ):
        assert vault.run(*words).returncode == 0, words
    assert vault.run("doctor").returncode == 1  # it names what may not be written

    people = f"{_FOLDER}/people.md"
    refused: dict[str, tuple[int, bool, bool]] = {}
    writing: tuple[tuple[str, ...], ...] = (
        ("log", str(vault.more), "--group", "harbour"),
        ("flush", "--all"),
        ("remember", "--group", "harbour", "we use a blue rope"),
        ("undo", flushed),
        ("pending", "accept", pending),
        ("forget", decision[1], "--yes"),
        ("group", "add", "new"),
        ("group", "archive", "yard"),
        ("group", "rename", "yard", "gate"),
        ("note", "set", people, "a=b"),
        ("note", "append", people, "- x"),
        ("note", "tick", f"{_FOLDER}/attention.md", task[1]),
        ("note", "deprecate", f"{_FOLDER}/experience.md", decision[1]),
        ("note", "rename", people, "folk"),
    )
    for command in writing:
        done = vault.run(*command)
        refused[" ".join(command)] = (
            done.returncode,
            "read-only" in done.stderr,
            "next: " in done.stderr,
        )
        assert before == vault.files(), command
    assert {(1, True, True)} == set(refused.values()), refused

    vault.protect(protected=False)
    assert vault.run("flush", "--all").returncode == 0
    assert "green" in (vault.root / "memory/groups/yard/experience.md").read_text("utf-8")


def test_one_index_note_that_may_not_be_read_stops_no_other_group(vault: Vault) -> None:
    index = vault.root / "memory/groups/harbour.md"
    index.chmod(0)

    status = vault.run("status")
    assert status.returncode == 0
    assert "harbour (unreadable)" in status.stdout
    assert re.search("^yard ", status.stdout, re.MULTILINE)
    done = vault.run("flush", "--all")
    assert done.returncode == 1
    assert "You may not read memory/groups/harbour.md." in done.stderr
    assert "green" in (vault.root / "memory/groups/yard/experience.md").read_text("utf-8")
    for words in (("pending", "list"), ("rollup",), ("group", "list")):
        assert "memory/groups/harbour.md" in vault.run(*words).stderr
    assert "Permission denied" in vault.run("group", "show", "harbour").stderr
    assert "there is a group harbour already" in vault.run("group", "add", "harbour").stderr
    assert vault.run("group", "add", "new").returncode == 0
    assert (vault.root / "memory/groups/new.md").stat().st_mode & 0o600 == 0o600


def test_one_note_that_may_not_be_read_leaves_out_its_group_alone(vault: Vault) -> None:
    vault.note("experience.md").chmod(0)

    done = vault.run("flush", "--all")
    assert done.returncode == 1
    assert "experience.md" in done.stderr
    assert "green" in (vault.root / "memory/groups/yard/experience.md").read_text("utf-8")
    waits = vault.run("pending", "list")
    assert waits.returncode == 0
    assert "spare key" in waits.stdout
    assert "experience.md" in waits.stderr


def test_words_that_are_no_utf8_are_named_and_nothing_is_written(vault: Vault) -> None:
    before = vault.files()
    for words in (
        ("remember", "--group", "yard", "--by", "a\udcffb", "we use a blue rope"),
        ("open", "--group", "yard", "--session", "a\udcffb"),
        ("forget", "a\udcffb", "--yes"),
    ):
        done = vault.run(*words)
        assert (2, True) == (done.returncode, "is not UTF-8 text" in done.stderr), done.stderr
    assert before == vault.files()
