"""What a question costs by a `pmem` of its own, and by one that stays (`pmem hooks serve`).

Each question is asked in a session of its own, as agents ask. CPU is user and system time, of the
process that stays all of it, its start included, shared out over the questions; wall is what the
asker waits.

    python -m benchmarks.staying [--vault DIR --group NAME --message TEXT] [--rounds N]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.cold_start import QUESTION
from benchmarks.team_vault import GROUP, make_vault

_PMEM = [sys.executable, "-m", "progressive_memory"]


def main() -> int:
    """Print both, and what the process that stays holds of memory."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--vault", type=Path)
    options.add_argument("--group", default=GROUP)
    options.add_argument("--message", default=QUESTION)
    options.add_argument("--rounds", type=int, default=100)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PROGRESSIVE_MEMORY_VAULT"] = str(given.vault or make_vault(Path(folder) / "v"))
        if given.vault is None:
            os.environ["PROGRESSIVE_MEMORY_CACHE"] = str(Path(folder) / "cache")
            os.environ["PROGRESSIVE_MEMORY_DATA"] = str(Path(folder) / "data")
        questions = [
            ["recall", "--group", given.group, "--session", f"{kind}{n}", "--", given.message]
            for kind in ("own", "stays")
            for n in range(given.rounds)
        ]
        _by_itself(questions[0])  # the index is brought up
        _told("by itself", *_own(questions[: given.rounds]))
        _told("by one that stays", *_stays(questions[given.rounds :]))
    return 0


def _own(questions: Sequence[list[str]]) -> tuple[list[float], float]:
    before, took = _cpu(), []
    for words in questions:
        start = time.perf_counter()
        _by_itself(words)
        took.append(time.perf_counter() - start)
    return took, (_cpu() - before) / len(questions)


def _by_itself(words: list[str]) -> None:
    subprocess.run([*_PMEM, *words], capture_output=True, check=True)


def _stays(questions: Sequence[list[str]]) -> tuple[list[float], float]:
    before, took = _cpu(), []
    pipe = subprocess.PIPE
    with subprocess.Popen([*_PMEM, "hooks", "serve"], stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, words in enumerate(questions):
            start = time.perf_counter()
            process.stdin.write(json.dumps({"id": number, "words": words}).encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            took.append(time.perf_counter() - start)
            assert answer["printed"], answer
        memory = _resident(process.pid)
        process.stdin.close()
    print(f"the process that stays: {memory} of memory after {len(questions)} questions")
    return took, (_cpu() - before) / len(questions)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _resident(pid: int) -> str:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return "an unknown amount"
    return next(line for line in lines if line.startswith("VmRSS")).split(":")[1].strip()


def _told(what: str, took: Sequence[float], cpu: float) -> None:
    ordered = sorted(took)
    middle, high = (ordered[int(share * len(ordered))] * 1000 for share in (0.5, 0.95))
    print(
        f"{what}: {cpu * 1000:.1f} ms CPU a question; wall p50 {middle:.0f} ms, p95 {high:.0f} ms "
        f"({len(took)} questions)"
    )


if __name__ == "__main__":
    sys.exit(main())
