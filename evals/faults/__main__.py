"""Every command stopped, and made to fail, at every call it makes to its files.

python -m evals.faults [--only COMMAND ...] [--one-in N] [--seed N]
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
from pathlib import Path

from evals.faults.calls import WRITING, Call, Fault, fits
from evals.faults.commands import COMMANDS
from evals.faults.trial import Bench

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)


def faults(calls: Sequence[Call]) -> Iterator[Fault]:
    for number, call in enumerate(calls, 1):
        yield Fault(number)
        if call.name == "write":
            yield Fault(number, torn=True)
        for error in ERRORS:
            if fits(error, call.name):
                yield Fault(number, error, torn=error == errno.ENOSPC and call.name == "write")
                yield Fault(number, error, lasting=True)
    yield Fault(len(calls), after=True)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="+", default=list(COMMANDS))
    parser.add_argument("--one-in", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    chance = random.Random(wanted.seed)
    with tempfile.TemporaryDirectory(prefix="pmem-faults-", dir="/dev/shm") as folder:
        for name in wanted.only:
            began = time.process_time()
            bench = Bench(Path(folder) / "bench", COMMANDS[name])
            calls = bench.expected.calls
            count = bad = 0
            kinds: Counter[str] = Counter()
            for fault in faults(calls):
                if chance.randrange(wanted.one_in):
                    continue
                count += 1
                problem = bench.tried(fault)
                if problem:
                    bad += 1
                    kinds[problem[:200]] += 1
                    print("   ", fault, calls[fault.number - 1], problem[:600], flush=True)
            print(
                name,
                len(calls),
                "calls",
                count,
                "points",
                bench.states,
                "states",
                bad,
                "bad",
                round(time.process_time() - began),
                "s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
