from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.memory.search import MemorySearchIndex
from progressive_memory.api import Memory
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Query, Stamp
from progressive_memory.services.recall.search import search
from tests.chat_room import ChatRoom
from tests.room import edit, room_ports

GROUP = "清算"
FOLDER = "memory/groups/清算"
DAY = f"{FOLDER}/log/2026/2026-05-14.md"


class RecordingIndex(MemorySearchIndex):
    """The index in memory; it also tells which notes were indexed and which were touched."""

    def __init__(self) -> None:
        super().__init__()
        self.indexed_now: list[str] = []
        self.touched: list[str] = []

    def put(
        self,
        group: str,
        scope: Scope,
        snapshot: tuple[str, Stamp, str],
        sections: Sequence[Section],
    ) -> None:
        self.indexed_now.append(snapshot[0])
        super().put(group, scope, snapshot, sections)

    def touch(self, group: str, path: str, stamp: Stamp) -> None:
        self.touched.append(path)
        super().touch(group, path, stamp)


def watched(ports: MemoryPorts) -> RecordingIndex:
    ports.search = RecordingIndex()
    return ports.search


def found(ports: MemoryPorts, text: str, scope: Scope = "entries", group: str = GROUP) -> list[str]:
    return [hit.id for hit in search(ports, group, Query(text), scope, 10).hits]


def test_a_hand_edit_made_while_nothing_ran_is_seen_and_nothing_else_is_read_again() -> None:
    ports = room_ports()
    index = watched(ports)
    found(ports, "x")
    index.indexed_now.clear()
    edit(ports, f"{FOLDER}/people.md", "运维，发布审批", "运维，机房钥匙")
    assert found(ports, "机房钥匙") == ["r-20260301-hhhhhhhhhh"]
    assert index.indexed_now == [f"{FOLDER}/people.md"]


def test_a_note_that_was_only_touched_gets_a_new_stamp() -> None:
    ports = room_ports()
    index = watched(ports)
    found(ports, "x")
    index.indexed_now.clear()
    snapshot = ports.vault.read(f"{FOLDER}/people.md")
    assert snapshot is not None
    ports.vault.save(f"{FOLDER}/people.md", snapshot.data)
    found(ports, "x")
    found(ports, "x")
    assert (index.indexed_now, index.touched) == ([], [f"{FOLDER}/people.md"])


def test_a_search_of_the_notes_leaves_the_log_as_it_was_indexed() -> None:
    ports = room_ports()
    index = watched(ports)
    assert found(ports, "青花瓷", "log")[0] == "m-kkkkkkkkkk"
    index.indexed_now.clear()
    edit(ports, DAY, "青花瓷", "景泰蓝")
    found(ports, "x")
    assert index.indexed_now == []
    assert found(ports, "青花瓷", "log") == []
    assert index.indexed_now == [DAY]


def test_a_day_that_is_gone_is_forgotten_at_the_next_search_of_the_log() -> None:
    ports = room_ports()
    assert found(ports, "青花瓷", "log")[0] == "m-kkkkkkkkkk"
    ports.vault.save(DAY, None)
    assert found(ports, "青花瓷", "log") == []
    assert DAY not in ports.search.indexed(GROUP)


def test_after_log_and_flush_only_days_that_changed_are_indexed() -> None:
    room = ChatRoom()
    index = watched(room.ports)
    room.say("Ann", "the first day speaks of lighthouses")
    assert len(found(room.ports, "lighthouses", "log", room.name)) == 1
    before = room.ports.search.indexed(room.name)
    index.indexed_now.clear()
    at = room.ports.clock.now().replace(hour=12)
    room.say("Ben", "another day speaks of tugboats", at=at.replace(day=at.day % 27 + 1))
    room.flush()
    days = [path for path in index.indexed_now if "/log/" in path]
    assert days == []
    assert before.items() <= room.ports.search.indexed(room.name).items()
    assert len(found(room.ports, "tugboats", "log", room.name)) == 1
    days = [path for path in index.indexed_now if "/log/" in path]
    assert len(days) == 1
    assert days[0] not in before


def test_any_markdown_below_the_log_folder_is_searched_with_the_log() -> None:
    ports = room_ports()
    ports.vault.save(
        f"{FOLDER}/log/retro/spring.md", "# 春季回顾\n\n## 亮点\n\n压测翻倍\n".encode()
    )
    ports.vault.save(f"{FOLDER}/log/minutes.md", b"Free minutes about lanterns\n")
    ports.vault.save(f"{FOLDER}/log/photo.png", b"lanterns")
    assert found(ports, "压测翻倍", "log") == ["h-春季回顾-亮点"]
    assert found(ports, "lanterns", "log") == ["h-top"]
    assert found(ports, "lanterns") == []


def test_what_a_person_writes_between_messages_is_searched_too() -> None:
    ports = room_ports()
    edit(ports, DAY, "# 2026-05-14\n", "# 2026-05-14\n\n开会前的备忘：投影仪坏了\n")
    assert found(ports, "投影仪", "log") == ["h-2026-05-14-1"]


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    root = tmp_path / "vault"
    ports = room_ports()
    for path in ports.vault.stamps(""):
        snapshot = ports.vault.read(path)
        assert snapshot is not None
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(snapshot.data)
    (root / "progressive-memory.toml").write_text('vault_id = "test"\n')
    return root


def hits(vault: Path, text: str, scope: Scope = "entries", group: str = GROUP) -> list[str]:
    report = Memory.open(vault).search(group, Query(text), scope=scope)
    return [hit.id for hit in report.hits]


def test_a_group_whose_folder_is_a_link_elsewhere_is_not_read_and_doctor_says_so(
    vault: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    (vault / FOLDER).rename(elsewhere)
    (vault / FOLDER).symlink_to(elsewhere)
    with pytest.raises(Exception, match="symbolic link"):
        hits(vault, "布隆过滤器")
    assert ("symlink", FOLDER) in {(p.code, p.path) for p in Memory.open(vault).doctor().problems}
    assert hits(vault, "product owner", group="web") == ["r-20260301-nnnnnnnnnn"]


def test_a_linked_note_or_folder_in_a_group_is_passed_over(vault: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("- lanternfish ^r-20260301-zzzzzzzzzz\n")
    (vault / FOLDER / "people.md").unlink()
    (vault / FOLDER / "people.md").symlink_to(secret)
    (vault / FOLDER / "log" / "web").symlink_to(vault / "memory/groups/web")
    assert hits(vault, "lanternfish") == []
    assert hits(vault, "product owner", "log") == []
    assert hits(vault, "布隆过滤器") == ["f-20260420-eeeeeeeeee"]


def test_notes_in_utf_16_or_with_nul_are_searched_and_named_by_doctor(vault: Path) -> None:
    people = vault / FOLDER / "people.md"
    people.write_text("- 灯笼鱼 — 值班 ^r-20260301-zzzzzzzzzz\n", encoding="utf-16")
    project = vault / FOLDER / "project.md"
    project.write_bytes(b"- nul \0 in lantern ^c-20260301-yyyyyyyyyy\n")
    assert hits(vault, "灯笼鱼") == ["r-20260301-zzzzzzzzzz"]
    assert hits(vault, "lantern") == ["c-20260301-yyyyyyyyyy"]
    named = {(p.code, p.path) for p in Memory.open(vault).doctor().problems}
    assert ("not_text", f"{FOLDER}/people.md") in named
    assert ("nul_character", f"{FOLDER}/project.md") in named


def test_a_note_saved_twice_in_one_tick_with_another_length_is_seen(vault: Path) -> None:
    people = vault / FOLDER / "people.md"
    assert hits(vault, "灯塔") == []
    stamp = people.stat()
    people.write_text(people.read_text() + "- 灯塔 ^r-20260301-zzzzzzzzzz\n")
    os.utime(people, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert hits(vault, "灯塔") == ["r-20260301-zzzzzzzzzz"]


def test_a_note_of_the_same_size_and_time_is_seen_to_have_changed(vault: Path) -> None:
    people = vault / FOLDER / "people.md"
    people.write_text("- 灯笼鱼 ^r-20260301-zzzzzzzzzz\n")
    assert hits(vault, "灯笼鱼") == ["r-20260301-zzzzzzzzzz"]
    stamp = people.stat()
    people.write_text("- 灯塔水 ^r-20260301-zzzzzzzzzz\n")
    os.utime(people, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert (hits(vault, "灯笼鱼"), hits(vault, "灯塔水")) == ([], ["r-20260301-zzzzzzzzzz"])
