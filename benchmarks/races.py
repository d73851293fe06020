"""Who loses what, when a person and a program write one note at the same time.

    python -m benchmarks.races [--saves N] [--writes N] [--runs N] [--only WRITER …]

A person adds a line to a note and saves about 33 times a second, in place (as Obsidian does) or by
moving a finished file over the note (as many editors do). Beside them a writer adds lines of its
own as fast as it can. Both go on until the person has saved and the writer has written as often as
they were to. Four writers take turns with each kind:

- `naive`: reads, adds, writes back
- `pmem`: this program's store, as it comes: exchange, look at what came back, look again
- `pmem, replace`: the same where two files cannot be exchanged (macOS, Windows)
- `pmem, in place`: the same with `[write] in_place = true` (network shares)

Lost is what is not in the note when all is done; a write that found no moment of rest is finished
by the next one. Exit code 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import NamedTuple

START = b"# Note\n\n## By hand\n- h\n\n## Middle\ntext\n\n## Ours\n- a\n"
BY_HAND, OURS = b"## By hand\n", b"## Ours\n"
PAUSE_SECONDS = 0.06
"""At most, between two saves; half of it on average: 33 saves a second."""

MOST_LOST = {"in place": 5, "by rename": 0}
"""Saves of a person that may be lost, of each 600 (by way of saving); of ours none may be."""

Write = Callable[[int], None]


class Race(NamedTuple):
    """One race: who wrote, how the person saved, and what was lost of how many."""

    writer: str
    saving: str
    saves: int
    saves_lost: int
    writes: int
    writes_lost: int
    seconds: float


def main() -> int:
    """Print one line a race; exit code 1 when a goal is missed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--saves", type=int, default=600)
    options.add_argument("--writes", type=int, default=600)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--only", nargs="+", default=[*WRITERS], choices=[*WRITERS])
    given = options.parse_args()
    missed = 0
    print(f"{'writer':16}{'saves':12}{'saves lost':>16}{'writes lost':>16}{'seconds':>9}")
    for run in range(given.runs):
        for saving in MOST_LOST:
            for writer in given.only:
                race = raced(writer, saving, (given.saves, given.writes), seed=run)
                missed += is_missed(race)
                print(shown(race), flush=True)
    return 1 if missed else 0


def shown(race: Race) -> str:
    """A race as a line of the table."""
    by_hand = f"{race.saves_lost} of {race.saves}"
    ours = f"{race.writes_lost} of {race.writes}"
    return f"{race.writer:16}{race.saving:12}{by_hand:>16}{ours:>16}{race.seconds:>9.1f}"


def is_missed(race: Race) -> bool:
    """Whether a race of this program as it comes falls short."""
    if race.writer != "pmem":
        return False
    return race.saves_lost * 600 > MOST_LOST[race.saving] * race.saves or race.writes_lost > 0


def raced(writer: str, saving: str, least: tuple[int, int], seed: int) -> Race:
    """Let the two write until the person has saved, and the writer written, that often."""
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "vault" / "note.md"
        note.parent.mkdir()
        note.write_bytes(START)
        context = multiprocessing.get_context("fork")
        saves, through = context.Value("i", 0), context.Event()
        words = (note, saving, least[0], saves, through, seed)
        person = context.Process(target=be_a_person, args=words, daemon=True)
        started = time.monotonic()
        person.start()
        write = WRITERS[writer](note)
        writes = 0
        while saves.value < least[0] or writes < least[1] - 1:
            write(writes)
            writes += 1
        through.set()
        person.join()
        write(writes)
        writes += 1
        text = note.read_bytes()
        spent = time.monotonic() - started
    saved = saves.value
    missing = lost(b"h", saved, text), lost(b"a", writes, text)
    return Race(writer, saving, saved, missing[0], writes, missing[1], spent)


def lost(mark: bytes, times: int, text: bytes) -> int:
    """How many of somebody's lines are not in the text."""
    return sum(1 for number in range(times) if line_of(mark, number) not in text)


def line_of(mark: bytes, number: int) -> bytes:
    """The line somebody adds with their write of that number."""
    return b"- %s%06d" % (mark, number)


def be_a_person(
    note: Path, saving: str, least: int, saves: Synchronized[int], through: Event, seed: int
) -> None:
    """Add a line and save, `least` times and until the other is `through`; `saves` tells how often
    so far.
    """
    chance = random.Random(seed)
    beside = note.with_name(".editor")
    for number in count():
        if number >= least and through.is_set():
            return
        text = added(whole(note), BY_HAND, line_of(b"h", number))
        if saving == "in place":
            note.write_bytes(text)
        else:
            beside.write_bytes(text)
            beside.replace(note)
        saves.value += 1
        time.sleep(chance.uniform(0, PAUSE_SECONDS))


def naive(note: Path) -> Write:
    """A writer that reads, thinks for a moment, and writes back."""
    chance = random.Random(0)

    def write(number: int) -> None:
        text = added(whole(note), OURS, line_of(b"a", number))
        time.sleep(chance.uniform(0, 0.003))
        note.write_bytes(text)
        time.sleep(chance.uniform(0, 0.002))

    return write


def pmem(note: Path, way: str = "exchange") -> Write:
    """This program's store."""
    from progressive_memory.adapters.clock import SystemClock
    from progressive_memory.adapters.vault_files import VaultFiles, Writing
    from progressive_memory.domain.plan import Edit, InsertUnder, Plan
    from progressive_memory.errors import VaultError

    clock = SystemClock()
    vault = VaultFiles(note.parent, note.parents[1] / "data", clock, Writing(way))

    def write(number: int) -> None:
        line = InsertUnder("Ours", f"{line_of(b'a', number).decode()} ^a{number}", f"a{number}")
        plan = Plan(f"p-{number}", "log", datetime.now(UTC), (Edit(note.name, (line,), None),))
        with suppress(VaultError):  # the next one finishes what was begun
            vault.apply(plan)

    return write


WRITERS: dict[str, Callable[[Path], Write]] = {
    "naive": naive,
    "pmem": pmem,
    "pmem, replace": lambda note: pmem(note, "replace"),
    "pmem, in place": lambda note: pmem(note, "in_place"),
}


def added(text: bytes, heading: bytes, line: bytes) -> bytes:
    """The text with a line right below a heading."""
    after = text.index(heading) + len(heading)
    return text[:after] + line + b"\n" + text[after:]


def whole(note: Path) -> bytes:
    """The note, once nobody is half way through writing it."""
    while True:
        try:
            text = note.read_bytes()
        except FileNotFoundError:
            text = b""
        if BY_HAND in text and OURS in text:
            return text
        time.sleep(0.0002)


if __name__ == "__main__":
    sys.exit(main())
