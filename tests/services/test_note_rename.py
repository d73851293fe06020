"""A note renamed, and every link in the vault with it."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.bootstrap import open_ports
from progressive_memory.domain.group import NewGroup
from progressive_memory.errors import (
    NoteNameInvalid,
    NoteUnwritable,
    PathEscapesVault,
    ProgressiveMemoryError,
    UnknownNote,
    UserError,
)
from progressive_memory.ports import Ports
from progressive_memory.services.doctor.doctor import doctor
from progressive_memory.services.flush import undo
from progressive_memory.services.group import changes as group_changes
from progressive_memory.services.group import groups
from progressive_memory.services.note.rename import rename

OLD = b"\xef\xbb\xbf# Old\r\n\r\nsee [[Old#Old]] and ![p](pic.png)\r\n- x ^b-1"
BEFORE = {
    "plans/Old.md": OLD,
    "plans/pic.png": b"\x89PNG\xff",
    "plans/beside.md": b"[[Old]]\n\n| a | b |\n|---|---|\n| [[old]] | [[Old\\|so]] |\n",
    "root.md": b'---\nup: "[[Old]]"\n---\n[[plans/Old.md#^b-1]] ![[Old#Old]] [o](plans/Old.md) `[[Old]]`\n',
    "b/mine.md": b"[[Older]] [[../plans/Old|x]] [o](../plans/Old.md#^b-1) <b>[[Old]]</b>\n",
    "c.canvas": b'{"nodes":[{"type":"file","file":"plans/Old.md"},{"type":"text","text":"[[Old]]"}]}',
    "bytes.md": b"[[Old]] caf\xe9\n",
}
AFTER = {
    "plans/New plan.md": b"\xef\xbb\xbf# Old\r\n\r\nsee [[New plan#Old|Old > Old]] and ![p](pic.png)\r\n- x ^b-1",
    "plans/pic.png": b"\x89PNG\xff",
    "plans/beside.md": b"[[New plan|Old]]\n\n| a | b |\n|---|---|\n| [[New plan\\|old]] | [[New plan\\|so]] |\n",
    "root.md": b'---\nup: "[[New plan|Old]]"\n---\n[[plans/New plan.md#^b-1|plans/Old.md > ^b-1]] ![[New plan#Old]] [o](plans/New%20plan.md) `[[Old]]`\n',
    "b/mine.md": b"[[Older]] [[../plans/New plan|x]] [o](../plans/New%20plan.md#^b-1) <b>[[New plan|Old]]</b>\n",
    "c.canvas": b'{"nodes":[{"type":"file","file":"plans/New plan.md"},{"type":"text","text":"[[New plan|Old]]"}]}',
    "bytes.md": b"[[Old]] caf\xe9\n",
}

Save = Callable[[str, bytes | None], None]


@pytest.fixture(params=["disk", "memory"])
def world(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Ports, Save]:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    if request.param == "memory":
        ports = MemoryPorts()
        for path, data in BEFORE.items():
            ports.vault.save(path, data)
        return ports, ports.vault.save
    root = tmp_path / "vault"

    def save(path: str, data: bytes | None) -> None:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data or b"")

    save("progressive-memory.toml", b'vault_id = "v"\nlanguage = "en"\n')
    for path, data in BEFORE.items():
        save(path, data)
    return open_ports(root), save


def standing(ports: Ports) -> dict[str, bytes]:
    found = {}
    for path in ports.vault.stamps(""):
        snapshot = ports.vault.read(path)
        assert snapshot is not None
        if path != "progressive-memory.toml":
            found[path] = snapshot.data
    return found


def test_every_link_follows_and_no_other_byte_moves(world: tuple[Ports, Save]) -> None:
    ports, _ = world

    report = rename(ports, "Old", "New plan")

    assert AFTER == standing(ports)
    assert "plans/New plan.md" == report.path
    expected = ["b/mine.md", "c.canvas", "plans/New plan.md", "plans/Old.md", "plans/beside.md", "root.md"]  # fmt: skip
    assert expected == list(report.changed)


def test_a_rename_is_taken_back_whole(world: tuple[Ports, Save]) -> None:
    ports, _ = world

    undo.undo(ports, rename(ports, "Old", "New plan").undo_id)

    assert BEFORE == standing(ports)


def test_a_dry_run_shows_both_ends_and_the_links(world: tuple[Ports, Save]) -> None:
    ports, _ = world

    report = rename(ports, "Old", "New plan", dry_run=True)

    assert BEFORE == standing(ports)
    for piece in (
        "+++ b/plans/New plan.md",
        "--- a/plans/Old.md\n+++ /dev/null",
        "+[[New plan|Old]]",
    ):
        assert piece in report.diff


@pytest.mark.parametrize(
    ("new", "path"),
    [
        ("later.md", "plans/later.md"),
        ("archive/2026/Old", "archive/2026/Old.md"),
        ("./Old", "Old.md"),
        ("v1.2", "plans/v1.2.md"),
    ],
)
def test_where_a_note_goes(world: tuple[Ports, Save], new: str, path: str) -> None:
    ports, _ = world

    assert path == rename(ports, "plans/Old", new).path


def test_the_same_name_is_nothing_to_do(world: tuple[Ports, Save]) -> None:
    ports, _ = world

    assert () == rename(ports, "Old", "Old.md").changed
    assert BEFORE == standing(ports)


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("Old", "beside", NoteNameInvalid, "plans/beside.md stands there already"),
        ("Old", "Beside", NoteNameInvalid, "plans/beside.md stands there already"),
        ("Old", "old", NoteNameInvalid, "for the same name"),
        ("Old", "a|b", NoteNameInvalid, r"must not hold \|"),
        ("Old", "a#b", NoteNameInvalid, "must not hold #"),
        ("Old", "con", NoteNameInvalid, "for a device"),
        ("Old", ".hidden", NoteNameInvalid, "begin or end with a dot"),
        ("Old", "x" * 300, NoteNameInvalid, "at most 255 bytes"),
        ("Old", "../Old2", NoteNameInvalid, "need names"),
        ("Old", "/Old2", NoteNameInvalid, "need names"),
        ("Old", "Plans/Old2", NoteNameInvalid, "take the folder Plans for plans"),
        ("Old", "root.md/x", NoteNameInvalid, "root.md is a file"),
        ("gone", "x", UnknownNote, "no note gone"),
        ("../x", "y", PathEscapesVault, "inside the vault"),
        ("c.canvas", "y", NoteUnwritable, "no note"),
        ("bytes", "y", NoteUnwritable, "not UTF-8"),
    ],
)
def test_a_rename_that_cannot_be_changes_nothing(
    world: tuple[Ports, Save],
    old: str,
    new: str,
    error: type[ProgressiveMemoryError],
    message: str,
) -> None:
    ports, _ = world

    with pytest.raises(error, match=message) as raised:
        rename(ports, old, new)

    assert raised.value.next_step
    assert BEFORE == standing(ports)


def test_a_linking_note_that_must_not_be_edited_stops_all_of_it(world: tuple[Ports, Save]) -> None:
    ports, save = world
    save("bad.md", b"---\na: 1\na: 2\n---\n[[Old]]\n")
    before = standing(ports)

    with pytest.raises(NoteUnwritable, match=r"bad\.md: the property a stands twice"):
        rename(ports, "Old", "New")

    assert before == standing(ports)
    save("bad.md", b"---\na: 1\na: 2\n---\n[[Other]]\n")
    assert "plans/New.md" == rename(ports, "Old", "New").path


def test_a_link_that_may_mean_another_note_stays_and_is_told(world: tuple[Ports, Save]) -> None:
    ports, save = world
    save("other/Old.md", b"# Another\n")
    save("stuff/x.md", b"\n[[Old]] [[plans/Old|o]]\n")

    report = rename(ports, "plans/Old", "New")

    assert "stuff/x.md, line 2: Old" in report.unsure
    assert b"\n[[Old]] [[plans/New|o]]\n" == standing(ports)["stuff/x.md"]


def test_a_note_of_a_group_keeps_its_row_and_its_time(world: tuple[Ports, Save]) -> None:
    ports, save = world
    group_changes.add(ports, NewGroup("ops", language="en"))
    save(
        "memory/flush-state.json",
        b'{"groups": {"ops": {"files": {"attention.md": "2026-05-01T00:00:00Z"}}}}',
    )

    rename(ports, "memory/groups/ops/attention", "focus")

    routes = {route.priority: route.file for route in groups.find(ports, "ops").routes}
    state = json.loads(standing(ports)["memory/flush-state.json"])
    assert "focus.md" == routes["P0"]
    assert {"focus.md": "2026-05-01T00:00:00Z"} == state["groups"]["ops"]["files"]
    assert () == doctor(ports).problems


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("memory/groups/ops", "dev"),
        ("memory/rules", "laws"),
        ("memory/groups/ops/log/2026/2026-05-14", "x"),
        ("memory/groups/ops/people", "memory/groups/dev/people"),
        ("memory/groups/ops/people", "plans/people"),
        ("plans/Old", "memory/groups/ops/old"),
        ("plans/Old", "memory/groups/dev"),
    ],
)
def test_what_is_known_by_its_place_keeps_it(world: tuple[Ports, Save], old: str, new: str) -> None:
    ports, save = world
    group_changes.add(ports, NewGroup("ops", language="en"))
    save("memory/groups/ops/log/2026/2026-05-14.md", b"---\ntimezone: UTC\n---\n")
    save("memory/rules.md", b"# Rules\n")
    before = standing(ports)

    with pytest.raises(UserError) as raised:
        rename(ports, old, new)

    assert raised.value.next_step
    assert before == standing(ports)


def test_a_note_keeps_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    root = tmp_path / "vault"
    (root / "far").mkdir(parents=True)
    (root / "progressive-memory.toml").write_text('vault_id = "v"\n')
    (root / "secret.md").write_text("x\n")
    (root / "secret.md").chmod(0o600)
    (root / "far" / "open.md").write_text("x\n")

    rename(open_ports(root), "secret", "far/hidden")

    assert 0o600 == stat.S_IMODE((root / "far" / "hidden.md").stat().st_mode)
