"""A group renamed, on the real vault and on its twin."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.bootstrap import open_ports
from progressive_memory.domain.group import NewGroup
from progressive_memory.errors import GroupNameInvalid, UserError
from progressive_memory.ports import Ports
from progressive_memory.services.doctor.doctor import doctor
from progressive_memory.services.group import changes as group_changes
from progressive_memory.services.group import groups
from progressive_memory.services.group.rename import rename

ROOM = "!pay:x"
DAY = """---
aliases: [pay 2026-05-14]
timezone: UTC
---

# 2026-05-14

- 09:00:00 Maya: I take \\[\\[memory/groups/pay\\]\\] ^m-aaaaaaaaaa
  - event:: $1 · from:: @maya:x
"""
ROLE = "\n- Maya — payments ^r-20260514-aaaaaaaaaa\n  - Evidence:: [[memory/groups/pay/log/2026/2026-05-14#^m-aaaaaaaaaa|09:00 Maya]]\n"
DIARY = b"\xef\xbb\xbf---\nup: '[[pay]]'\n---\r\n[[memory/groups/pay/people#^r-20260514-aaaaaaaaaa|M]] [p](memory/groups/pay.md)\r\n[[payments]]"
CANVAS = b'{"nodes":[{"file":"memory/groups/pay/people.md"},{"text":"pay"}]}'


@dataclass
class World:
    ports: Ports
    save: Callable[[str, bytes | None], None]

    def read(self, path: str) -> bytes | None:
        snapshot = self.ports.vault.read(path)
        return snapshot.data if snapshot else None

    def text(self, path: str) -> str:
        return (self.read(path) or b"").decode()


def on_disk(folder: Path) -> World:
    root = folder / "vault"
    root.mkdir()
    (root / "progressive-memory.toml").write_text('vault_id = "v"\nlanguage = "en"\n')

    def save(path: str, data: bytes | None) -> None:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if data is None:
            file.unlink()
        else:
            file.write_bytes(data)

    return World(open_ports(root), save)


def in_memory(_: Path) -> World:
    ports = MemoryPorts()
    return World(ports, ports.vault.save)


@pytest.fixture(params=[on_disk, in_memory], ids=lambda make: make.__name__)
def world(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    made: World = request.param(tmp_path)
    group_changes.add(made.ports, NewGroup("pay", ROOM, language="en"))
    people = made.read("memory/groups/pay/people.md") or b""
    made.save("memory/groups/pay/people.md", people + ROLE.encode())
    made.save("memory/groups/pay/log/2026/2026-05-14.md", DAY.encode())
    made.save("diary.md", DIARY)
    made.save("board.canvas", CANVAS)
    made.save(
        "memory/flush-state.json",
        b'{"theirs": 1, "groups": {"pay": {"late": ["$1"]}, "other": {}}}',
    )
    return made


def test_notes_move_links_follow_and_nothing_is_broken(world: World) -> None:
    before = world.ports.vault.stamps("memory/groups/pay")
    report = rename(world.ports, "pay", "收银台")

    people = world.text("memory/groups/收银台/people.md")
    moved = {path.replace("/pay/", "/收银台/") for path in before}
    assert moved | {"memory/groups/收银台.md"} == set(report.created)
    assert {} == world.ports.vault.stamps("memory/groups/pay")
    assert before.keys() | {"memory/groups/pay.md"} == set(report.removed)
    assert "[[memory/groups/收银台/log/2026/2026-05-14#^m-aaaaaaaaaa|09:00 Maya]]" in people
    assert "aliases: [收银台 people]" in people
    assert () == report.kept
    assert () == doctor(world.ports).problems


def test_what_people_said_and_wrote_stays(world: World) -> None:
    rename(world.ports, "pay", "till")

    expected = DIARY.replace(b"'[[pay]]'", b"'[[till]]'").replace(b"groups/pay", b"groups/till")
    assert expected == world.read("diary.md")
    assert CANVAS.replace(b"groups/pay/", b"groups/till/") == world.read("board.canvas")
    assert DAY.replace("[pay 2026", "[till 2026") == world.text(
        "memory/groups/till/log/2026/2026-05-14.md"
    )


def test_the_group_keeps_its_room_its_state_and_its_key_name(world: World) -> None:
    world.ports.state.set_seen("pay", {"r-1": ("m-1",)})
    rename(world.ports, "pay", "till")

    note = groups.find(world.ports, ROOM)
    state = json.loads(world.text("memory/flush-state.json"))
    assert ("till", "pay", "till") == (note.group_name, note.key_name, note.display_name)
    assert {"other": {}, "till": {"late": ["$1"]}} == state["groups"]
    assert {"r-1": ("m-1",)} == world.ports.state.seen("till")
    assert {} == world.ports.state.seen("pay")


def test_renamed_twice_the_key_name_is_still_the_first(world: World) -> None:
    rename(world.ports, "pay", "till")
    rename(world.ports, "till", "pay")

    assert ("pay", "pay") == (
        groups.find(world.ports, ROOM).group_name,
        groups.find(world.ports, ROOM).key_name,
    )
    assert DIARY == world.read("diary.md")


def test_a_bare_link_stays_when_another_note_has_that_name(world: World) -> None:
    world.save("work/Pay.md", b"# Pay\n")
    rename(world.ports, "pay", "till")

    assert b"up: '[[pay]]'" in (world.read("diary.md") or b"")


@pytest.mark.parametrize(
    ("new", "error", "message"),
    [
        ("a/b", GroupNameInvalid, "must not hold /"),
        ("Pay", GroupNameInvalid, "for the same name"),
        ("shop", GroupNameInvalid, "there are notes of a group shop already"),
    ],
)
def test_a_name_that_cannot_be_changes_nothing(
    world: World, new: str, error: type[UserError], message: str
) -> None:
    world.save("memory/groups/shop/people.md", b"# People\n")
    before = {path: world.read(path) for path in world.ports.vault.stamps("")}

    with pytest.raises(error, match=message) as raised:
        rename(world.ports, "pay", new)

    assert raised.value.next_step
    assert before == {path: world.read(path) for path in world.ports.vault.stamps("")}


def test_a_picture_in_the_folder_refuses_the_move(world: World) -> None:
    world.save("memory/groups/pay/plan.png", b"\x89PNG\xff")

    with pytest.raises(UserError, match=r"plan\.png is not text"):
        rename(world.ports, "pay", "till")

    assert "pay" == groups.find(world.ports, ROOM).group_name


def test_the_same_name_is_nothing_to_do(world: World) -> None:
    assert () == rename(world.ports, "pay", "pay").changed
