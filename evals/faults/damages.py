"""What is done to the files beside the vault: bytes changed, cut off, gone, not to be written."""

from __future__ import annotations

import atexit
import errno
import os
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evals.faults import os_calls, sqlite_calls
from evals.faults.bench import kill
from evals.faults.calls import WRITING, Calls, Fault
from evals.faults.programs import Place
from evals.faults.world import EN
from progressive_memory.vault.ids import short_hash

_TARGETS = {
    "search index": f"cache/*/search/{short_hash(EN)}",
    "record of sessions": "cache/*/state",
    "journal": "data/*/journal/",
}
"""How the paths of the files of each begin."""
_FULL = Fault(1, errno.ENOSPC, lasting=True)


@dataclass(frozen=True)
class Damage:
    """One damage: what it is done to, how; a `fault` is met by every call to the cache folder."""

    target: str
    what: str
    do: Callable[[Place, random.Random], object]
    fault: Fault | None = None
    keeps_from_writing: bool = False

    def __str__(self) -> str:
        return f"{self.target}: {self.what}"


def every() -> Iterator[Damage]:
    """Every damage."""
    for target in _TARGETS:
        for what, spoil in _TO_A_FILE.items():
            yield Damage(target, what, partial(_to_a_file, target, spoil))
    yield Damage("search index", "killed while it is written", _killed)
    yield Damage("search index", "all of them deleted", partial(_gone, "cache/*/search"))
    yield Damage("data folder", "deleted", partial(_gone, "data"))
    yield Damage("cache folder", "deleted", partial(_gone, "cache"))
    for what, do, fault in (
        ("a file in its place", _a_file, None),
        ("read-only", _read_only, None),
        ("deleted, and read-only", _gone_and_read_only, None),
        ("on a full disk", _nothing, _FULL),
        ("deleted, and on a full disk", partial(_gone, "cache"), _FULL),
    ):
        yield Damage("cache folder", what, do, fault, keeps_from_writing=True)


def _changed(one_in: int, file: Path, chance: random.Random) -> None:
    """Change one byte in so many, or one alone with 0."""
    data = bytearray(file.read_bytes())
    count = max(1, len(data) // one_in) if one_in else 1
    for place in chance.sample(range(len(data)), min(count, len(data))):
        data[place] ^= chance.randrange(1, 256)
    file.write_bytes(data)


def _random(file: Path, chance: random.Random) -> None:
    file.write_bytes(chance.randbytes(file.stat().st_size))


def _cut(file: Path, chance: random.Random) -> None:
    os.truncate(file, chance.randrange(file.stat().st_size or 1))


def _empty(file: Path, _: random.Random) -> None:
    os.truncate(file, 0)


def _a_folder(file: Path, _: random.Random) -> None:
    file.unlink()
    (file / "in it").mkdir(parents=True)


def _delete(file: Path, _: random.Random) -> None:
    file.unlink()


_TO_A_FILE: dict[str, Callable[[Path, random.Random], None]] = {
    "one byte changed": partial(_changed, 0),
    "one byte in a hundred changed": partial(_changed, 100),
    "random bytes": _random,
    "cut off": _cut,
    "empty": _empty,
    "a folder in its place": _a_folder,
    "deleted": _delete,
}


def _to_a_file(
    target: str,
    spoil: Callable[[Path, random.Random], None],
    place: Place,
    chance: random.Random,
) -> None:
    """Spoil one of the target's files; a lock holds nothing."""
    begin, root = _TARGETS[target], place.world.folder
    files = {*root.glob(f"{begin}*"), *root.glob(f"{begin}*/**/*")}
    spoil(chance.choice(sorted(f for f in files if f.is_file() and f.suffix != ".lock")), chance)


def _nothing(place: Place, chance: random.Random) -> None:
    """Nothing but what the fault does."""


def _gone(pattern: str, place: Place, _: random.Random) -> None:
    for folder in list(place.world.folder.glob(pattern)):
        shutil.rmtree(folder)


def _a_file(place: Place, chance: random.Random) -> None:
    _gone("cache", place, chance)
    (place.world.folder / "cache").write_text("in the way", "utf-8")


def _read_only(place: Place, _: random.Random) -> None:
    cache = place.world.folder / "cache"
    for each in (cache, *cache.rglob("*")):
        each.chmod(0o555 if each.is_dir() else 0o444)


def _gone_and_read_only(place: Place, chance: random.Random) -> None:
    _gone("cache", place, chance)
    (place.world.folder / "cache").mkdir()
    _read_only(place, chance)


def _killed(place: Place, chance: random.Random) -> None:
    """The index is made anew, and its maker killed before one of its calls that write."""
    cache = str(place.world.folder / "cache")
    calls = Calls(cache)
    _reindex(place, calls)
    numbers = [number for number, call in enumerate(calls.made, 1) if call.name in WRITING]
    place.restore()
    child = os.fork()
    if child == 0:
        atexit._clear()  # what this program wants done at its end is not for the child
        try:
            _reindex(place, Calls(cache, Fault(chance.choice(numbers)), stop=kill))
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def _reindex(place: Place, calls: Calls) -> None:
    with os_calls.watched(calls), sqlite_calls.watched(calls), place.world.memory(6) as memory:
        memory.reindex()
