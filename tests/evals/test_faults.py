"""Some of the faults of `python -m evals.faults`, others at no run: nothing is lost or doubled."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from evals.faults.__main__ import failures, stops
from evals.faults.bench import Bench
from evals.faults.calls import WRITING, Fault
from evals.faults.commands import COMMANDS

SEED = 20261130
EACH = 8


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where the system has one: thousands of small files come and go."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


TRIED = (
    "log",
    "flush",
    "flush with a long archive",
    "undo",
    "remember",
    "forget",
    "group rename",
)


@pytest.mark.parametrize("name", TRIED)
def test_a_command_stopped_or_failing_at_any_call_is_made_up_for(name: str, folder: Path) -> None:
    command = COMMANDS[name]
    if name != "undo":  # what comes after the others is tried by `python -m evals.faults`
        command = replace(command, then=())
    bench = Bench(folder / "bench", command)
    calls = bench.expected.calls
    chance = random.Random(SEED)
    writing = [each for each in stops(calls) if calls[each.number - 1].name in WRITING]
    faults = chance.sample(writing, EACH) + chance.sample(list(failures(calls)), EACH)
    problems = {f"{each} {calls[each.number - 1]}": bench.tried(each) for each in faults}
    begun = Fault(chance.choice(writing).number), Fault(chance.randrange(1, len(calls)))
    problems[f"{begun[0]}, then {begun[1]}"] = bench.tried(*begun)
    assert {} == {fault: problem for fault, problem in problems.items() if problem}
