"""What a cold `pmem gate`, `pmem recall` and `pmem search` cost, as multiples of `python -c pass`.

A chat hook is a new process at every message, so this is what every message costs. CPU (user and
system) of the child; the commands take turns, and the smallest of all rounds counts, so that a
busy machine bends the ratios little.

    python -m benchmarks.cold_start [--vault DIR --group NAME --message TEXT] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.team_vault import GROUP, make_vault

NO_MEMORY_NEEDED = "thanks, 辛苦了！"
QUESTION = "对账脚本现在进度怎么样？"
GOALS = {"gate": 7.0, "gate --json": 7.0, "recall": 12.0, "search": 12.0}


def main() -> int:
    """Print the ratios; exit code 1 when one misses its goal."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--vault", type=Path)
    options.add_argument("--group", default=GROUP)
    options.add_argument("--message", default=QUESTION)
    options.add_argument("--rounds", type=int, default=15)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vault = given.vault or make_vault(Path(folder) / "vault")
        pmem = [sys.executable, "-m", "progressive_memory"]
        place = ["--vault", str(vault), "--group", given.group]
        commands = {
            "python": [sys.executable, "-c", "pass"],
            "gate": [*pmem, "gate", *place, NO_MEMORY_NEEDED],
            "gate --json": [*pmem, "gate", *place, "--json", NO_MEMORY_NEEDED],
            "recall": [*pmem, "recall", *place, given.message],
            "search": [*pmem, "search", *place, given.message],
        }
        env = {
            **os.environ,
            "PROGRESSIVE_MEMORY_CACHE": str(Path(folder) / "cache"),
            "PROGRESSIVE_MEMORY_DATA": str(Path(folder) / "data"),
        }
        best = measure(commands, env, given.rounds)
    return report(best)


def measure(commands: dict[str, list[str]], env: dict[str, str], rounds: int) -> dict[str, float]:
    """The smallest CPU seconds of each command over all rounds, after one that warms caches."""
    best = dict.fromkeys(commands, float("inf"))
    for number in range(rounds + 1):
        for name, command in commands.items():
            spent = _cpu_seconds(command, env)
            if number:
                best[name] = min(best[name], spent)
    return best


def report(best: dict[str, float]) -> int:
    """Print the table; 1 when a goal is missed."""
    print(f"{'command':12} {'CPU ms':>7} {'ratio':>6} {'goal':>6}")
    missed = 0
    for name, seconds in best.items():
        goal = GOALS.get(name)
        ratio = seconds / best["python"]
        missed += goal is not None and ratio > goal
        print(f"{name:12} {seconds * 1000:7.1f} {ratio:6.1f} {f'≤ {goal:g}' if goal else '':>6}")
    return 1 if missed else 0


def _cpu_seconds(command: list[str], env: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=env, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 2):
        raise SystemExit(f"{' '.join(command)} failed: {done.stderr.decode()}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
