"""What years of one busy channel cost: log and flush it all, then 200 messages more.

    python -m evals.years [SHARED]

Every step runs in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import io
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from evals.chats import Turn, data_folder, log_chat
from evals.measured import Absent, Measured, run
from evals.reading import duraspace
from progressive_memory.api import Memory

GROUP = "channel"
COMMAND = "python -m evals.years"
BLOCK, BLOCKS, ROUNDS = 200, 3, 3
EARLY = 1_000
"""Messages that stand before the blocks of the start."""
LEAST_RATE, MOST_MIB, MOST_GROWTH = 1_500, 300, 1.3


def measure(shared: Path) -> list[Measured]:
    """Messages a CPU second, peak memory, and what a flush costs late against early."""
    folder = data_folder(shared)
    turns = list(duraspace(folder))
    if not turns:
        raise Absent(f"no duraspace/duraspace-*.jsonl in {folder}")
    with tempfile.TemporaryDirectory(prefix="pmem-eval-") as place:
        base = Path(place)
        _make(base / "early", turns[:EARLY])
        whole = _make(base / "late", turns[: -BLOCK * BLOCKS])
        early = _blocks(base / "early", turns[EARLY : EARLY + BLOCK * BLOCKS])
        late = _blocks(base / "late", turns[-BLOCK * BLOCKS :])
    return _rows(len(turns) - BLOCK * BLOCKS, whole, (early, late))


def _rows(count: int, whole: dict[str, float], blocks: tuple[float, float]) -> list[Measured]:
    rate = count / (whole["log"] + whole["flush"])
    growth = blocks[1] / blocks[0]
    how = (
        f"{count:,} messages of one channel over nine years: logged in one call, flushed in one "
        "call, in a new vault on disk; user and system CPU of the process, its start left out; "
        "peak resident memory of that process"
    )
    last = (
        f"{BLOCKS} times {BLOCK} new messages, logged, then flushed; the CPU of the flushes alone, "
        f"the smallest of {ROUNDS} rounds on a copy of the vault; at the start: after the first "
        f"{EARLY:,} messages; at the end: the last of the nine years"
    )
    split = f"log {whole['log']:.0f} s, flush {whole['flush']:.0f} s"
    ms = tuple(1000 * cpu / BLOCKS for cpu in blocks)
    return [
        Measured(
            "nine years of a channel: log and flush, messages a CPU second",
            f"{rate:,.0f} ({split})", "", f"≥ {LEAST_RATE:,}", count, how,
            rate >= LEAST_RATE, COMMAND,
        ),
        Measured(
            "nine years of a channel: peak memory",
            f"{whole['mib']:.0f} MiB", "", f"≤ {MOST_MIB} MiB", count, how,
            whole["mib"] <= MOST_MIB, COMMAND,
        ),
        Measured(
            "200 new messages: flush at the end ÷ at the start",
            f"{growth:.2f} × ({ms[1]:.0f} and {ms[0]:.0f} ms)", "", f"≤ {MOST_GROWTH} ×",
            BLOCK * BLOCKS, last, growth <= MOST_GROWTH, COMMAND,
        ),
    ]  # fmt: skip


def _make(place: Path, turns: Sequence[Turn]) -> dict[str, float]:
    """A vault with the turns logged and flushed; CPU seconds of both, and the peak in MiB."""
    place.mkdir()
    return _step(place, "make", turns)


def _blocks(place: Path, turns: Sequence[Turn]) -> float:
    """CPU seconds of the flushes of all blocks, the smallest of the rounds."""
    rounds = []
    for number in range(ROUNDS):
        copy = place.with_name(f"{place.name}-{number}")
        shutil.copytree(place, copy)
        rounds.append(_step(copy, "blocks", turns)["flush"])
        shutil.rmtree(copy)
    return min(rounds)


def _step(place: Path, name: str, turns: Sequence[Turn]) -> dict[str, float]:
    own = {
        "PROGRESSIVE_MEMORY_DATA": str(place / "data"),
        "PROGRESSIVE_MEMORY_CACHE": str(place / "cache"),
    }
    lines = json.dumps([[one.event_id, one.ts, one.sender, one.text] for one in turns])
    done = subprocess.run(
        [sys.executable, "-m", "evals.years", "--step", name, str(place / "vault")],
        input=lines, capture_output=True, text=True, check=True, env={**os.environ, **own},
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _run_step(name: str, vault: Path) -> None:
    """Inside the process of a step: read the turns, do it, print what it cost."""
    turns = [Turn(row[0], row[1], row[2], row[3], "") for row in json.load(sys.stdin)]
    spent = {"log": 0.0, "flush": 0.0}
    if name == "make":
        Memory.init(vault, "en")
        memory = Memory.open(vault)
        spent["log"] = _cpu(lambda: log_chat(memory, GROUP, turns))
        spent["flush"] = _cpu(lambda: memory.flush(GROUP))
    else:
        memory = Memory.open(vault)
        for first in range(0, len(turns), BLOCK):
            spent["log"] += _cpu(lambda at=first: _log(memory, turns[at : at + BLOCK]))  # type: ignore[misc]
            spent["flush"] += _cpu(lambda: memory.flush(GROUP))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps(spent | {"mib": peak / (1024 if sys.platform != "darwin" else 1024**2)}))


def _log(memory: Memory, turns: Sequence[Turn]) -> None:
    rows = (
        {"event_id": one.event_id, "ts": one.ts, "sender": one.sender, "text": one.text}
        for one in turns
    )
    data = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()
    memory.log_file(GROUP, io.BytesIO(data), name="more.jsonl", form="jsonl")


def _cpu(act: Callable[[], object]) -> float:
    started = time.process_time()
    act()
    return time.process_time() - started


if __name__ == "__main__":
    if sys.argv[1:2] == ["--step"]:
        _run_step(sys.argv[2], Path(sys.argv[3]))
    else:
        run(measure)
