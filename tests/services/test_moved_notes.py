"""A group is renamed while a person saves one of its notes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evals.faults import os_calls
from evals.faults.calls import Call, Calls
from evals.faults.world import EN, World, set_up
from progressive_memory.domain.group_report import GroupChanged

NOTE = "memory/groups/harbour/attention.md"
MOVED = "memory/groups/quayside/attention.md"
LINK = "[[memory/groups/harbour/people|who]]"


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = World(tmp_path / "world")
    set_up(made)
    return made


def renamed(world: World, at: int, save: Callable[[Path], object]) -> GroupChanged:
    """Rename the group; at its `at`-th write to the old note a person saves it."""
    file = world.vault / NOTE
    seen = 0

    def before(call: Call) -> None:
        nonlocal seen
        seen += call.path.startswith("vault/memory/groups/quayside/") and call.name == "link"
        if seen == at and file.exists():
            seen += 1
            save(file)

    with os_calls.watched(Calls(str(world.folder), before=before)), world.memory(5) as memory:
        return memory.group_rename(EN, "quayside")


@pytest.mark.parametrize("at", [1, 3, 5])
def test_what_a_person_saves_meanwhile_goes_along(world: World, at: int) -> None:
    text = (world.vault / NOTE).read_text("utf-8")

    report = renamed(world, at, lambda file: file.write_text(f"{text}\nMine, see {LINK}.\n"))

    assert () == report.kept
    left = (world.vault / "memory/groups/harbour").rglob("*")
    assert [] == [file for file in left if file.is_file()]
    new = (world.vault / MOVED).read_text("utf-8")
    assert f"\nMine, see {LINK.replace('harbour', 'quayside')}.\n" in new
    assert "aliases: [quayside attention]" in new


def test_what_a_person_saves_while_a_single_note_moves_goes_along(world: World) -> None:
    file = world.vault / "Reading list.md"
    data = file.read_bytes()
    saved: list[int] = []

    def before(call: Call) -> None:
        if call.name == "link" and not saved:
            saved.append(file.write_bytes(data.replace(b"* crlf", b"* crlf, mine")))

    with os_calls.watched(Calls(str(world.folder), before=before)), world.memory(5) as memory:
        report = memory.note_rename("Reading list.md", "List")

    assert () == report.kept
    assert not file.exists()
    assert data.replace(b"* crlf", b"* crlf, mine") == (world.vault / "List.md").read_bytes()


def test_what_does_not_fit_stays_where_it_was_saved(world: World) -> None:
    def save(file: Path) -> None:
        file.write_text("Anew.\n", "utf-8")
        new = world.vault / MOVED
        if new.exists():
            new.write_text("Anew, too.\n", "utf-8")

    report = renamed(world, 4, save)

    assert (NOTE, MOVED) == report.kept
    assert "Anew.\n" == (world.vault / NOTE).read_text("utf-8")
    assert "Anew, too.\n" == (world.vault / MOVED).read_text("utf-8")
