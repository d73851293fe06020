"""Both engines on one vault: what is found, and in what order, does not depend on the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.domain.match import Scope
from progressive_memory.ports import Query
from tests.room import room_ports

CHAT = """# 2026-05-15

- 09:00:01 Sam: the importer broke again after the upgrade ^m-oooooooooo
  - event:: $w1 · from:: @sam:example.org
- 09:02:10 Ines: which importer, the nightly one or the streaming one? ^m-pppppppppp
  - event:: $w2 · from:: @ines:example.org
- 09:03:44 Sam: 夜里那个，upgrade 之后编码不对 ^m-qqqqqqqqqq
  - event:: $w3 · from:: @sam:example.org
- 09:10:00 Ines: I pinned the decoder; upgrading again next week ^m-rrrrrrrrrr
  - event:: $w4 · from:: @ines:example.org
"""


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    root = tmp_path / "vault"
    ports = room_ports()
    ports.vault.save("memory/groups/web/log/2026/2026-05-15.md", CHAT.encode())
    for path in ports.vault.stamps(""):
        snapshot = ports.vault.read(path)
        assert snapshot is not None
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(snapshot.data)
    return root


def opened(vault: Path, engine: str) -> Memory:
    settings = f'vault_id = "test"\n[search]\nengine = "{engine}"\n'
    (vault / "progressive-memory.toml").write_text(settings)
    return Memory.open(vault)


@pytest.mark.parametrize(
    ("group", "query", "scope", "found"),
    [
        ("清算", Query("对账多久跑一次？"), "entries", True),
        ("清算", Query("缓存穿透"), "entries", True),
        ("清算", Query("谁负责后端"), "entries", True),
        ("清算", Query('"改为每天一次"'), "entries", True),
        ("清算", Query("对账", who="周敏", kinds=("d", "t")), "entries", True),
        ("清算", Query("MySQL 对账 缓存"), "entries", True),
        ("清算", Query("账"), "entries", True),
        ("清算", Query("今天的暗号是什么"), "log", True),
        ("web", Query("who is the owner of the product?"), "entries", True),
        ("web", Query("import cluster"), "entries", True),
        ("web", Query("the importer after upgrading"), "log", True),
        ("web", Query("upgrade 编码"), "log", True),
        ("web", Query('"streaming one"', since="2026-05-01"), "log", True),
        ("web", Query("", who="ines"), "log", True),
        ("web", Query("does anybody know it?"), "log", False),
    ],
)
def test_both_engines_find_the_same_in_the_same_order(
    vault: Path, group: str, query: Query, scope: Scope, found: bool
) -> None:
    sqlite, whoosh = (
        opened(vault, engine).search(group, query, scope=scope).hits
        for engine in ("sqlite", "whoosh")
    )
    assert sqlite == whoosh
    assert found == bool(sqlite)


def test_both_engines_hand_over_the_same_memory(vault: Path) -> None:
    questions = ["对账频率当时是怎么决定的", "现在有哪些阻断项", "缓存穿透怎么解决的？", "谢谢！"]
    sqlite, whoosh = (
        [
            (bundle.outcome, [part.entries for part in bundle.loaded])
            for question in questions
            for bundle in [opened(vault, engine).recall("清算", question)]
        ]
        for engine in ("sqlite", "whoosh")
    )
    assert sqlite == whoosh
    assert any(entries for _, entries in sqlite)


def test_an_engine_can_be_changed_to_and_fro(vault: Path) -> None:
    found = []
    for engine in ("sqlite", "whoosh", "sqlite", "whoosh"):
        memory = opened(vault, engine)
        found.append(
            [hit.id for hit in memory.search("web", Query('"importer"'), scope="log").hits]
        )
        note = vault / "memory/groups/web/log/2026/2026-05-15.md"
        note.write_text(note.read_text() + f"- 11:00:00 Sam: importer ^m-{engine * 2:.10}\n")
    assert [2, 3, 4, 5] == [len(ids) for ids in found]
    opened(vault, "sqlite").reindex()
    kept = {path.suffix for path in (vault.parent / "cache/test/search").iterdir()}
    assert ".sqlite3" in kept
    assert kept <= {".sqlite3", ".sqlite3-wal", ".sqlite3-shm", ".sign"}
