"""What it costs to index one edited note again, among 10,000 notes of a group.

    python -m benchmarks.edit [--notes N] [--rounds N]

CPU in ms, the smallest of all rounds. A warm process searches after each edit: it looks at
every file of the group (`scan`, measured by itself as well), compares what it sees with the index,
and reads the one note that changed. `unchanged` is the same search when nothing was edited.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.corpus import ENTRIES_A_NOTE, GROUP, Words, as_markdown, notes
from benchmarks.team_vault import make_vault

NOTES = 10_000
GOAL_MS = 20.0
"""What the edited note may cost, beyond the scan."""


def main() -> int:
    """Print the table; exit code 1 when the goal is missed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--notes", type=int, default=NOTES)
    options.add_argument("--rounds", type=int, default=7)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder) / "vault"
        os.environ["PROGRESSIVE_MEMORY_CACHE"] = f"{folder}/cache"
        os.environ["PROGRESSIVE_MEMORY_DATA"] = f"{folder}/data"
        paths = _written(vault, given.notes)
        return measure(vault, paths, given.rounds)


def measure(vault: Path, paths: list[str], rounds: int) -> int:
    """Edit a note a few times; 1 when the goal is missed."""
    from progressive_memory.adapters.vault_files.paths import VaultPaths
    from progressive_memory.api import Memory
    from progressive_memory.ports import Query
    from progressive_memory.vault.layout import group_folder

    memory = Memory.open(vault)
    scan: Callable[[], object] = lambda: VaultPaths(str(vault)).stamps(group_folder(GROUP))  # noqa: E731
    ask: Callable[[], object] = lambda: memory.search(GROUP, Query("edited"), limit=1)  # noqa: E731
    ask()
    scans, still, edited = [], [], []
    for number in range(rounds):
        scans.append(_spent(scan))
        still.append(_spent(ask))
        with (vault / paths[number * 7 % len(paths)]).open("a", encoding="utf-8") as file:
            file.write(f"\n- edited {number}\n")
        edited.append(_spent(ask))
    beyond = min(edited) - min(scans)
    print(f"one edited note among {len(paths):,}, CPU ms")
    for name, spent in (("scan", min(scans)), ("unchanged", min(still)), ("edited", min(edited))):
        print(f"{name:34}{spent:12.2f}")
    print(f"{f'edited, beyond the scan, goal ≤ {GOAL_MS:g}':34}{beyond:12.2f}")
    return 1 if beyond > GOAL_MS else 0


def _written(vault: Path, count: int) -> list[str]:
    """A vault with so many more notes in the group; their paths."""
    make_vault(vault)
    paths = []
    for path, sections in notes(Words(), "entries", count * ENTRIES_A_NOTE):
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(as_markdown(sections), encoding="utf-8")
        paths.append(path)
    return paths


def _spent(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1e3


if __name__ == "__main__":
    sys.exit(main())
