"""What search costs at 1,000, 10,000 and 100,000 sections, against Whoosh and against grep.

    python -m benchmarks.search [--sizes 1000,10000] [--engines sqlite,whoosh] [--rounds N]

Each size is one group with as many sections in its notes and as many messages in its log, made of
words nobody wrote (`benchmarks.corpus`). CPU in ms; of a query the smallest of all rounds counts,
and p50 and p95 are taken over the queries.

    build    all notes anew, per 1,000 sections
    update   one note of which one section changed
    cold     the first query of a new process, without the interpreter's own start
    grep     the same notes read for any word of a query
    recall   a whole recall in a warm process; it grows with the files to look at

An engine that is not installed is left out; `ratio` is the second's cost over the first's.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from benchmarks.corpus import GROUP, KINDS, Words, as_markdown, notes, queries
from progressive_memory.domain.match import Scope
from progressive_memory.ports import Query, SearchIndex, Stamp

SIZES = (1_000, 10_000, 100_000)
SCOPES: tuple[Scope, ...] = ("entries", "log")
QUERIES = 40
GREPPED = 5
LIMIT = 10
GOALS_MS = {10_000: 1.0, 100_000: 8.0}
"""What the p95 of a warm query may cost."""
COLD = """
import sys, time
from pathlib import Path
from benchmarks.search import GROUP, open_index
from progressive_memory.ports import Query
name, folder, scope, text = sys.argv[1:]
started = time.process_time()
open_index(name, Path(folder)).search(GROUP, scope, Query(text), 10)
print((time.process_time() - started) * 1e3)
"""


def main() -> int:
    """Print one table a size; exit code 1 when sqlite misses a goal."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--sizes", default=",".join(map(str, SIZES)))
    options.add_argument("--engines", default="sqlite,whoosh")
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    engines = [name for name in given.engines.split(",") if is_installed(name)]
    words = Words()
    missed = 0
    for size in map(int, given.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            missed += _one_size(words, size, engines, given.rounds, Path(folder))
    return 1 if missed else 0


def is_installed(engine: str) -> bool:
    """Whether an engine can be measured here."""
    return engine == "sqlite" or find_spec("whoosh") is not None


def open_index(engine: str, folder: Path) -> SearchIndex:
    """An engine's index below a folder."""
    if engine == "sqlite":
        from progressive_memory.adapters.search_sqlite import SqliteSearchIndex

        return SqliteSearchIndex(folder)
    from progressive_memory.adapters.search_whoosh import whoosh_search_index

    return whoosh_search_index(folder)


def _one_size(words: Words, size: int, engines: list[str], rounds: int, folder: Path) -> int:
    print(
        f"\n{size:,} sections and {size:,} messages{'':8}" + "".join(f"{e:>12}" for e in engines),
        end="",
    )
    print(f"{'ratio':>8}" if len(engines) > 1 else "")
    indexes = {engine: open_index(engine, folder / engine) for engine in engines}
    for scope in SCOPES:
        built = [
            _build(indexes[engine], words, scope, size) * 1e3 / (size / 1e3) for engine in engines
        ]
        _row(f"{scope}: build, per 1,000", built)
        _row(f"{scope}: update", [_update(indexes[engine], words, scope) for engine in engines])
        first = queries(words, "question", 1)[0]
        _row(
            f"{scope}: cold query",
            [_cold(engine, folder / engine, scope, first, rounds) for engine in engines],
        )
    missed = 0
    for scope in SCOPES:
        worst = 0.0
        for kind in KINDS:
            asked = queries(words, kind, QUERIES)
            spent = [_warm(indexes[engine], scope, asked, rounds) for engine in engines]
            _row(f"{scope}: {kind}, p50", [times[len(times) // 2] for times in spent])
            p95 = [times[int(len(times) * 0.95)] for times in spent]
            _row(f"{scope}: {kind}, p95", p95)
            worst = max(worst, p95[0])
        goal = GOALS_MS.get(size)
        if goal and engines[0] == "sqlite":
            missed += worst > goal
            print(f"{f'{scope}: worst p95, goal ≤ {goal:g} ms':34}{worst:12.2f}")
        _row(f"{scope}: grep, p50", [_grep(words, scope, size, folder / "notes")])
    _row("recall, p50", [_recall(words, size, folder / "vault", rounds)])
    return missed


def _row(name: str, figures: list[float]) -> None:
    ratio = [f"{figures[1] / figures[0]:11.1f}"] if len(figures) > 1 else []
    print(f"{name:34}", *(f"{figure:11.2f}" for figure in figures), *ratio, flush=True)


def _build(index: SearchIndex, words: Words, scope: Scope, size: int) -> float:
    made = list(notes(words, scope, size))
    return _spent(lambda: _put(index, scope, made))


def _put(index: SearchIndex, scope: Scope, made: list) -> None:  # type: ignore[type-arg]
    with index.batch(GROUP):
        for path, sections in made:
            index.put(GROUP, scope, (path, Stamp(1, 1), "first"), sections)


def _update(index: SearchIndex, words: Words, scope: Scope) -> float:
    """CPU ms to index one note again of which one section changed."""
    path, sections = next(notes(words, scope, 200))
    found = []
    for number in range(5):
        sections[3] = sections[3]._replace(text=f"changed {number} {sections[3].text}")
        snapshot = (path, Stamp(2 + number, 1), str(number))
        found.append(_spent(lambda: index.put(GROUP, scope, snapshot, sections)) * 1e3)  # noqa: B023
        index.search(GROUP, scope, Query("changed"), 1)
    return sorted(found)[len(found) // 2]


def _warm(index: SearchIndex, scope: Scope, asked: list[str], rounds: int) -> list[float]:
    """CPU ms of each query, ascending."""
    best = dict.fromkeys(asked, float("inf"))
    for _ in range(rounds):
        for text in asked:
            query = Query(text)
            spent = _spent(lambda: index.search(GROUP, scope, query, LIMIT)) * 1e3  # noqa: B023
            best[text] = min(best[text], spent)
    return sorted(best.values())


def _cold(engine: str, folder: Path, scope: Scope, text: str, rounds: int) -> float:
    command = [sys.executable, "-c", COLD, engine, str(folder), scope, text]
    said = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(rounds)]
    return min(map(float, said))


def _grep(words: Words, scope: Scope, size: int, folder: Path) -> float:
    """CPU ms of `grep -rnE` for any word of a query over the notes, in the middle of a few."""
    place = folder / scope
    if not place.exists():
        for path, sections in notes(words, scope, size):
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_text(as_markdown(sections), encoding="utf-8")
    found = []
    for text in queries(words, "words", GREPPED):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = ["grep", "-rnE", "|".join(text.split()), str(place)]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return sorted(found)[len(found) // 2] * 1e3


def _recall(words: Words, size: int, vault: Path, rounds: int) -> float:
    """CPU ms of a recall, end to end, in a vault whose notes and log hold those sections."""
    from benchmarks.team_vault import make_vault

    make_vault(vault)
    for scope in SCOPES:
        for path, sections in notes(words, scope, size):
            (vault / path).parent.mkdir(parents=True, exist_ok=True)
            (vault / path).write_text(as_markdown(sections), encoding="utf-8")
    os.environ["PROGRESSIVE_MEMORY_CACHE"] = f"{vault}-cache"
    os.environ["PROGRESSIVE_MEMORY_DATA"] = f"{vault}-data"
    from progressive_memory.api import Memory

    memory = Memory.open(vault)
    ask: Callable[[], object] = lambda: memory.recall(GROUP, "对账脚本现在进度怎么样？")  # noqa: E731
    ask()
    return min(_spent(ask) for _ in range(rounds)) * 1e3


def _spent(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main())
