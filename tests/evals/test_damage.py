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


def test_an_undo_knows_its_entries_without_the_cache(place: Place) -> None:
    (damage,) = (each for each in damages.every() if str(each) == "cache folder: deleted")
    assert [] == measured(place, damage, ["undo"], tries=1, seed=1).wrong


@pytest.mark.parametrize("name", ["recall", "search --log", "flush"])
def test_an_index_that_is_gone_is_built_anew_and_that_is_told(place: Place, name: str) -> None:
    (damage,) = (each for each in damages.every() if each.what == "all of them deleted")
    row = measured(place, damage, [name], tries=2, seed=1)  # as text, and as JSON
    assert (2, 2) == (row.tried, row.told)


def test_another_answer_is_found() -> None:
    (damage,) = (each for each in damages.every() if str(each) == "cache folder: deleted")
    sound = Answer(0, "berth 4", "", {"a.md": b"a"}, told=False)
    assert "it answers" in wrong(damage, "recall", Answer(0, "", "", sound.files, told=True), sound)
    assert "left otherwise" in wrong(damage, "log", Answer(0, "berth 4", "", {}, told=True), sound)
    assert "exit code 3" in wrong(damage, "log", Answer(3, "berth 4", "", sound.files, True), sound)
