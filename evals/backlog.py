"""Nine years of a channel flushed by the command, in one go and killed three times on the way.

    python -m evals.backlog [SHARED]

The vaults must be the same but for the times of the flushes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from evals.chats import Turn, data_folder, log_chat
from evals.measured import Absent, Measured, run
from evals.reading import duraspace
from progressive_memory.api import Memory

COMMAND = "python -m evals.backlog"
GROUP = "channel"
KILLS = 3
WRITES = 4
"""How often a run writes its state before it is killed, in the midst of the portion that follows.
By the clock a busy machine would be through before."""
MOST_MIB = 300
_TIMES = re.compile(rb'"(?:\w*_time|\w+_appended|\w+_updated|[^"]*\.md)": "\d{4}-[^"]*"')


def measure(shared: Path) -> list[Measured]:
    """What the flush costs, and whether the kills left a trace."""
    folder = data_folder(shared)
    turns = list(duraspace(folder))
    if not turns:
        raise Absent(f"no duraspace/duraspace-*.jsonl in {folder}")
    with tempfile.TemporaryDirectory(prefix="pmem-eval-") as place:
        base = Path(place)
        _logged(base / "once", turns)
        shutil.copytree(base / "once", base / "killed")
        wall, cpu, mib = _flushed(base / "once")
        for _ in range(KILLS):
            _killed(base / "killed")
        _flushed(base / "killed")
        apart = _apart(base / "once" / "vault", base / "killed" / "vault")
        print(*apart, sep="\n", file=sys.stderr)
    how = (
        f"`pmem flush --all` over {len(turns):,} logged messages, in portions of whole days; a "
        "process of its own; wall, user and system time, peak resident memory"
    )
    kills = (
        f"the same vault, the command ended by SIGKILL {KILLS} times on the way, then run to "
        "the end; files of the vault that differ, times of flushes aside"
    )
    return [
        Measured(
            "nine years as a backlog: CPU (wall, peak memory)",
            f"{cpu:.0f} s ({wall:.0f} s, {mib:.0f} MiB)", "", f"≤ {MOST_MIB} MiB", len(turns), how,
            mib <= MOST_MIB, COMMAND,
        ),
        Measured(
            "nine years as a backlog, killed three times: files that differ", str(len(apart)), "",
            "0", len(turns), kills, not apart, COMMAND,
        ),
    ]  # fmt: skip


def _logged(place: Path, turns: Sequence[Turn]) -> None:
    place.mkdir()
    os.environ.update(_own(place))
    Memory.init(place / "vault", "en")
    log_chat(Memory.open(place / "vault"), GROUP, turns)


def _own(place: Path) -> dict[str, str]:
    return {
        "PROGRESSIVE_MEMORY_DATA": str(place / "data"),
        "PROGRESSIVE_MEMORY_CACHE": str(place / "cache"),
    }


def _command(place: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "progressive_memory", "flush", "--all"],
        cwd=place / "vault", env={**os.environ, **_own(place)},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip


def _flushed(place: Path) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and MiB of the command."""
    started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = _command(place)
    error = process.communicate()[1]
    if process.returncode:
        raise RuntimeError(error.decode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - started, cpu, after.ru_maxrss / 1024


def _killed(place: Path) -> None:
    state = place / "vault" / "memory" / "flush-state.json"
    process = _command(place)
    stamp, writes = state.stat().st_mtime_ns, 0
    while writes < WRITES and process.poll() is None:
        time.sleep(0.05)
        now = state.stat().st_mtime_ns
        stamp, writes = now, writes + (now != stamp)
    time.sleep(0.7)
    if process.poll() is not None:
        raise RuntimeError("it was through before it was killed")
    process.kill()
    process.communicate()


def _apart(one: Path, other: Path) -> list[str]:
    return sorted({name for name, _ in _files(one) ^ _files(other)})


def _files(vault: Path) -> set[tuple[str, str]]:
    found = set()
    for path in vault.rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            data = path.read_bytes()
            if path.suffix == ".json":
                data = json.dumps(json.loads(_TIMES.sub(b'"":""', data))).encode()
            found.add((str(path.relative_to(vault)), hashlib.sha256(data).hexdigest()))
    return found


if __name__ == "__main__":
    run(measure)
