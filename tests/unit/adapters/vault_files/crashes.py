"""Run by `test_recovery.py`: kills writers at every step, with and without a person saving.

A writer is a forked process, and a step each call by which it changes files. At step `save_at` a
person saves the note; at step `die_at` the process is gone without a word. Then another one opens
the vault. Prints one line for each case that came out wrong, then the count of cases.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from evals.faults import os_calls
from evals.faults.calls import WRITING, Call, Calls
from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.vault_files import VaultFiles, Writing
from progressive_memory.domain.plan import CreateNote, Edit, InsertUnder, Plan

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)
ONE = b"## People\n- a\n\n## Tasks\n- t\n"
ENTRY = InsertUnder("Tasks", "- [ ] ours ^ours", "ours")
NEW = "sub/new.md"
PLAN = Plan(
    "f-1",
    "flush",
    AT,
    (
        Edit("one.md", (ENTRY,), None),
        Edit("two.md", (ENTRY,), None),
        Edit(NEW, (CreateNote("n\n"),), None),
    ),
)


def store(folder: Path, exchange: bool) -> VaultFiles:
    way = "exchange" if exchange else "replace"
    return VaultFiles(folder / "vault", folder / "data", MemoryClock(AT), Writing(way))


def save(file: Path, data: bytes, in_place: bool) -> None:
    if in_place:
        file.write_bytes(data)
    else:
        other = file.with_name(".editor-temp")
        other.write_bytes(data)
        other.replace(file)


@dataclass(frozen=True)
class Case:
    """When a person saves and when the writer dies, in steps; 0 = never."""

    exchange: bool
    in_place: bool
    save_at: int
    die_at: int


def writer(folder: Path, case: Case) -> None:
    """The body of the forked process; notes how many steps it came to."""
    vault = store(folder, case.exchange)
    count = 0

    def step(call: Call) -> None:
        nonlocal count
        if call.name not in WRITING:
            return
        count += 1
        if count == case.save_at:
            note = folder / "vault" / "one.md"
            save(note, note.read_bytes().replace(b"- a\n", b"- a\n- saved\n"), case.in_place)
            (folder / "saved").touch()
        if count == case.die_at:
            os._exit(9)

    with os_calls.watched(Calls(str(folder), before=step)):
        vault.apply(PLAN)
    (folder / "steps").write_text(str(count))
    os._exit(0)


def run(folder: Path, case: Case) -> str:
    """What is wrong after the writer died and another one came ("" = nothing)."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "vault").mkdir(parents=True)
    for name in ("one.md", "two.md"):
        (folder / "vault" / name).write_bytes(ONE)
    child = os.fork()
    if child == 0:
        try:
            writer(folder, case)
        finally:
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, 9):
        return f"exit code {code}"
    vault = store(folder, case.exchange)
    with vault.exclusive():
        pass
    return wrong(folder, vault)


def wrong(folder: Path, vault: VaultFiles) -> str:
    """What a person would miss or find too much."""
    one, two, new = (text(vault, path) for path in ("one.md", "two.md", NEW))
    done = [b"^ours" in one, b"^ours" in two, new == b"n\n"]
    names = [file.name for file in folder.rglob("*")]
    images = [change.before or b"" for change in vault.past_changes("f-1")]
    checks = {
        "leftovers": any(name.endswith((".memtmp", ".old", ".open", ".writing")) for name in names),
        "half done": len(set(done)) != 1,
        "a lost save": (folder / "saved").exists() and b"saved" not in one,
        "something twice": one.count(b"^ours") > 1 or one.count(b"saved") > 1,
        "no record, or one too many": len(vault.past_plans()) != int(done[0]),
        "an image with our entry": any(b"^ours" in image for image in images),
    }
    return ", ".join(name for name, bad in checks.items() if bad)


def text(vault: VaultFiles, path: str) -> bytes:
    snapshot = vault.read(path)
    return b"" if snapshot is None else snapshot.data


def cases(folder: Path, every: int) -> Iterator[Case]:
    """Every step to die at; of the many with a save before it, or alone, one in `every`."""
    # Without exchange a save by rename in the last 0.1 ms before ours is lost: not tried.
    for exchange, in_place in ((True, True), (True, False), (False, True)):
        run(folder, Case(exchange, in_place, 0, 0))
        steps = range(1, int((folder / "steps").read_text()) + 1)
        if in_place:
            yield from (Case(exchange, in_place, 0, die_at) for die_at in steps)
        both = ((save, die) for save in steps for die in (0, *steps) if not 0 < die < save)
        yield from (Case(exchange, in_place, *each) for each in islice(both, 0, None, every))


def main(folder: Path, every: int) -> None:
    warm = folder.with_name("warm")
    for exchange in (True, False):  # what is imported now is no step of the writers
        (warm / "vault").mkdir(parents=True)
        (warm / "vault" / "one.md").write_bytes(ONE)
        store(warm, exchange).apply(PLAN)
        shutil.rmtree(warm)
    count = 0
    for case in cases(folder, every):
        problem = run(folder, case)
        count += 1
        if problem:
            print(case, problem)  # noqa: T201
    print(count, "cases")  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]) / "world", int(sys.argv[2]))
