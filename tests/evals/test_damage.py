"""Some of `python -m evals.faults.damage`: every kind of damage, met by a few commands."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from evals.faults import damages
from evals.faults.damage import measured, wrong
from evals.faults.programs import Answer, Place

COMMANDS = ["recall", "flush"]


@pytest.fixture(scope="module", params=["sqlite", "whoosh"])
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    if request.param == "whoosh":
        pytest.importorskip("whoosh")
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield Place(tmp_path_factory.mktemp("damage"), request.param)
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Place(Path(folder), request.param)


@pytest.mark.parametrize("damage", list(damages.every()), ids=str)
def test_a_command_answers_as_with_nothing_damaged(place: Place, damage: damages.Damage) -> None:
    assert [] == measured(place, damage, COMMANDS, tries=1, seed=20261130).wrong


def named(name: str) -> damages.Damage:
    (damage,) = (each for each in damages.every() if str(each) == name)
    return damage


def test_an_undo_knows_its_entries_without_the_cache(place: Place) -> None:
    assert [] == measured(place, named("cache folder: deleted"), ["undo"], tries=1, seed=1).wrong


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("search index: all of them deleted", "recall"),
        ("search index: all of them deleted", "search --log"),
        ("search index: all of them deleted", "flush"),
        ("cache folder: read-only", "flush"),
        ("data folder: deleted", "group list"),
    ],
)
def test_what_is_made_anew_or_done_without_is_told(place: Place, name: str, command: str) -> None:
    row = measured(place, named(name), [command], tries=2, seed=1)  # as text, and as JSON
    assert (2, 2) == (row.tried, row.told)


def test_another_answer_is_found() -> None:
    damage = named("cache folder: deleted")
    sound = Answer(0, "berth 4", "", {"a.md": b"a"}, told=False)
    assert "it answers" in wrong(damage, "recall", Answer(0, "", "", sound.files, told=True), sound)
    assert "left otherwise" in wrong(damage, "log", Answer(0, "berth 4", "", {}, told=True), sound)
    assert "exit code 3" in wrong(damage, "log", Answer(3, "berth 4", "", sound.files, True), sound)
