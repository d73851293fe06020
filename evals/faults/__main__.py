"""Every command stopped, killed, and made to fail, at the calls it makes to its files.

python -m evals.faults [--only COMMAND ...] [--one-in N] [--most N] [--seed N] [--write]

Every call that writes is stopped at, and every write cut in half. Of the other faults one in N is
tried, and of stops and kills as well: 1 tries all, which takes hours. With `--most` so many of all
these are drawn for each command, beside the double stops and the kills.
"""

from __future__ import annotations

import argparse
import errno
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from evals.faults import sqlite_calls
from evals.faults.bench import Bench
from evals.faults.calls import WRITING, Call, Fault, can_fail
from evals.faults.commands import COMMANDS
from evals.sheet import QUALITY, Sheet, spliced

_SHEET = Sheet("faults", {})
_ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
_KILLS, _TWICE = 20, 20
"""How often each command is killed for real, and how often stopped a second time."""
_COLUMNS = ("stop", "torn", "ENOSPC", "EIO", "EACCES", "stop twice", "kill")


def stops(calls: Sequence[Call]) -> Iterator[Fault]:
    """A stop before every call and after the last, and one in the middle of each write."""
    for number, call in enumerate(calls, 1):
        yield Fault(number)
        if call.name == "write":
            yield Fault(number, torn=True)
    yield Fault(len(calls), after=True)


def failures(calls: Sequence[Call]) -> Iterator[Fault]:
    """Each error that each call can fail with, once and from there on; a disk that is full takes
    half of a write.
    """
    for number, call in enumerate(calls, 1):
        for error in (one for one in _ERRORS if can_fail(call.name, one)):
            yield Fault(number, error, torn=error == errno.ENOSPC)
            yield Fault(number, error, lasting=True)


@dataclass
class Row:
    """One command of the table: how often each kind of fault was tried."""

    name: str
    calls: int
    tried: Counter[str] = field(default_factory=Counter)
    states: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def cells(self) -> list[str]:
        """The row, as shown."""
        counts = [self.calls, *(self.tried[kind] for kind in _COLUMNS)]
        tried = sum(self.tried.values())
        return [self.name, *map("{:,}".format, (*counts, tried, self.states, len(self.wrong)))]


def measured(name: str, folder: Path, one_in: int, most: int | None, chance: random.Random) -> Row:
    """One command, tried."""
    bench = Bench(folder, COMMANDS[name])
    calls = bench.expected.calls
    row = Row(name, len(calls))

    def judge(kind: str, fault: Fault, problem: str) -> None:
        row.tried[kind] += 1
        if problem:
            row.wrong.append(problem)
            print(f"  {name}: {fault} ({calls[fault.number - 1]}): {problem}", flush=True)

    for fault in _chosen(calls, one_in, most, chance):
        kind = errno.errorcode[fault.error] if fault.error else "torn" if fault.torn else "stop"
        judge(kind, fault, bench.tried(fault))
    writing = [n for n, call in enumerate(calls, 1) if call.name in WRITING]
    for number in chance.sample(writing, min(_TWICE, len(writing))):
        second = Fault(chance.randrange(1, len(calls)))
        judge("stop twice", Fault(number), bench.tried(Fault(number), second))
    for number in chance.sample(writing, min(_KILLS, len(writing))):
        judge("kill", Fault(number), bench.killed(number))
    row.states = bench.states
    return row


def _chosen(
    calls: Sequence[Call], one_in: int, most: int | None, chance: random.Random
) -> list[Fault]:
    """The faults of one command that are tried once each."""
    chosen = []
    for fault in (*stops(calls), *failures(calls)):
        always = not fault.error and (fault.torn or calls[fault.number - 1].name in WRITING)
        if always or not chance.randrange(one_in):
            chosen.append(fault)
    return chosen if most is None else chance.sample(chosen, min(most, len(chosen)))


def table(rows: Sequence[Row]) -> str:
    """The rows, and their sum, as Markdown."""
    total = Row("**all**", sum(row.calls for row in rows))
    for row in rows:
        total.tried.update(row.tried)
        total.states += row.states
        total.wrong += row.wrong
    heads = ("command", "calls", *_COLUMNS, "faults tried", "worlds left", "not recovered")
    lines = [heads, ["---"] * len(heads), *(row.cells for row in (*rows, total))]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main() -> int:
    """Try what was asked for; 1 when something was not recovered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=tuple(COMMANDS), default=list(COMMANDS))
    parser.add_argument("--one-in", type=int, default=8, metavar="N")
    parser.add_argument("--most", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the table into docs/quality.md")
    wanted = parser.parse_args()
    chance = random.Random(wanted.seed)
    began = time.process_time()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        rows = []
        for name in wanted.only:
            bench = Path(folder) / "bench"
            rows.append(measured(name, bench, wanted.one_in, wanted.most, chance))
            print(" · ".join(rows[-1].cells), flush=True)
    shown = table(rows)
    print(shown)
    if not sqlite_calls.is_there():
        print("what SQLite asks of the system was not watched: its library has no door here")
    print(f"{time.process_time() - began:.0f} s CPU")
    if wanted.write:
        most = f" --most {wanted.most}" if wanted.most else ""
        how = f"python -m evals.faults --one-in {wanted.one_in}{most}"
        part = f"Measured {datetime.now(UTC).date()} by `{how}`.\n\n{shown}"
        QUALITY.write_text(spliced(_SHEET, QUALITY.read_text("utf-8"), part), "utf-8")
    return 1 if any(row.wrong for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
