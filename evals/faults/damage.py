"""Every command on caches and records that are damaged, gone, or cannot be written: does it answer
as it does without, and does it say so?

python -m evals.faults.damage [--case TEXT] [--only COMMAND ...] [--tries N] [--seed N]

Each damage is done to the index of either search engine, to the record of sessions and to the
journal. What a command answers, its exit code and what it leaves in the vault are held against the
same command on the same vault with nothing damaged. A failure that is told counts as wrong too,
but where what was asked for stood in that file alone.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from evals.faults.damages import Damage, every
from evals.faults.programs import TRACEBACK, Answer, Place

_ENGINES = ("sqlite", "whoosh")
_FORMS = ("", "--json")
_OF_THE_RECORD = {"history", "undo", "why", "doctor", "doctor --fix"}
"""What tells of the journal cannot tell of a record that is gone."""
_KEPT_IN_THE_CACHE = {
    "recall --session",
    "open, route, load, close",
    "open, fragment",
    "forget",
    "reindex",
}
"""What cannot be done where nothing can be written into the cache folder, and must say so: limits
of a session that hold only if it is kept, words to be taken out, an index to be put there.
"""


@dataclass
class Row:
    """One damage: how many commands met it, how many told of something, what was wrong."""

    tried: int = 0
    told: int = 0
    wrong: list[str] = field(default_factory=list)


def wrong(damage: Damage, name: str, found: Answer, sound: Answer) -> str:
    """What is wrong with a command's answer; "" when nothing is."""
    if found.code == TRACEBACK or "Traceback" in found.err:
        return f"a traceback: {found.err[-300:]}"
    if damage.target in {"journal", "data folder"} and name in _OF_THE_RECORD:
        return ""
    if damage.keeps_from_writing and name in _KEPT_IN_THE_CACHE and found.code == 1:
        return "" if "next: " in found.err or '"next": "' in found.out else "it says no next step"
    problems = []
    if found.code != sound.code:
        problems.append(f"exit code {found.code}, not {sound.code}: {found.err[-300:]}")
    if found.out != sound.out:
        letters = enumerate(zip(found.out, sound.out, strict=False))
        first = next((number for number, (one, other) in letters if one != other), 0)
        here = slice(max(0, first - 20), first + 100)
        problems.append(f"it answers {found.out[here]!r}, not {sound.out[here]!r}")
    paths = {*found.files, *sound.files}
    if left := sorted(path for path in paths if found.files.get(path) != sound.files.get(path)):
        problems.append(f"left otherwise: {left}")
    return "; ".join(problems)


def measured(place: Place, damage: Damage, names: list[str], tries: int, seed: int) -> Row:
    """One damage, met by each of the commands `tries` times, printed in turn as text and JSON."""
    row = Row()
    for name in names:
        for number in range(tries):
            form = _FORMS[(number + row.tried) % 2]
            sound = place.sound(name, form)
            place.restore()
            damage.do(place, random.Random(f"{damage} {name} {number} {seed}"))
            found = place.ran(name, form, damage.fault)
            row.tried += 1
            row.told += found.told
            if problem := wrong(damage, name, found, sound):
                row.wrong.append(f"{damage}: {name} {form}: {problem}")
    return row


def main() -> int:
    """Try what was asked for; 1 when something answered otherwise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", default="", help="only damages with this text in their name")
    parser.add_argument("--only", nargs="+", metavar="COMMAND")
    parser.add_argument("--tries", type=int, default=3, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    began, total = time.time(), Counter[str]()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        for engine in _ENGINES:
            place = Place(Path(folder) / engine, engine)
            names = wanted.only or list(place.commands)
            for damage in every():
                if wanted.case not in str(damage):
                    continue
                row = measured(place, damage, names, wanted.tries, wanted.seed)
                total.update(tried=row.tried, told=row.told, wrong=len(row.wrong))
                print(f"{engine} · {damage} · {row.tried} · {row.told} told", flush=True)
                for problem in row.wrong:
                    print(f"  {problem}", flush=True)
    print(f"{total['tried']:,} tried, {total['told']:,} told of something, {total['wrong']} wrong")
    print(f"{time.time() - began:.0f} s")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
