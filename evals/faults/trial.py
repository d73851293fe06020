"""One fault in one command: what the program says of it, and whether all comes right afterwards."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evals.faults import sqlite_calls
from evals.faults.calls import WRITING, Call, Calls, Fault, Stopped
from evals.faults.commands import Command
from evals.faults.world import EN, NOON, World, close
from progressive_memory.api import Memory
from progressive_memory.bootstrap import OpenPorts
from progressive_memory.cli.errors import exit_with
from progressive_memory.errors import ProgressiveMemoryError
from progressive_memory.ports import Query
from progressive_memory.services import groups

_FIRST, _AGAIN, _THEN = 10, 11, 12
"""Minutes after noon at which the command is run, run again, and the rest is done."""
_Done = tuple[tuple[Call, str], ...]
_NAMED = re.compile(r"MAIN_[0-9a-f]+")
"""Whoosh names its segments at random."""
_TOC = re.compile(r"^_MAIN_\d+\.toc")
_QUERIES = ("order store", "crane berth 4", "对账 集群", "handbook")


@dataclass(frozen=True)
class Outcome:
    """A world as it is judged: what stands in the vault, what its records are of, what the caches
    hold, and which files there are; times of the run itself are left out.
    """

    files: Mapping[str, bytes]
    records: tuple[str, ...]
    index: Mapping[str, object]
    seen: Mapping[str, object]
    beside: tuple[str, ...]


@dataclass(frozen=True)
class Expected:
    """A command without a fault. `states` are the hashes that each note ever had while it ran."""

    calls: tuple[Call, ...]
    states: Mapping[str, frozenset[str]]
    once: Outcome
    twice: Outcome
    then: tuple[Outcome, ...]


class Bench:
    """The place where one command is tried again and again."""

    def __init__(self, folder: Path, command: Command) -> None:
        self.world = World(folder / "world")
        self._saved = folder / "saved"
        self._command = command
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self._judged: dict[_Done, list[str]] = {}
        command.before(self.world)
        self.world.save(self._saved)
        self._run_unwatched()  # what is imported now is no call of the command
        self.expected = self._without_fault()

    def tried(self, fault: Fault, second: Fault | None = None) -> str:
        """What is wrong after the fault, and after a second one while it is recovered from; "" when
        nothing is.
        """
        self.world.restore(self._saved)
        problems, done = self._with_fault(fault, _FIRST)
        if second is not None:
            more, done_then = self._with_fault(second, _AGAIN)
            problems, done = [*problems, *more], (*done, *done_then)
        if done not in self._judged:
            self._judged[done] = self._recovered()
        return "; ".join([*problems, *self._judged[done]])

    @property
    def states(self) -> int:
        """How many different worlds the faults so far have left."""
        return len(self._judged)

    def _recovered(self) -> list[str]:
        """What is wrong with the world when the next programs have run in it."""
        problems = self._readable()
        with self.world.memory(_AGAIN) as fresh:
            problems += self._again(fresh, "by the next program")
        outcome = self.outcome()
        if self._command.then:  # what was seen is a cache, and right again after a flush
            outcome = replace(outcome, seen=self.expected.twice.seen)
        wanted = (self.expected.twice, self.expected.once)
        return [*problems, *least((outcome, wanted)), *self._afterwards()]

    def outcome(self) -> Outcome:
        """The world as it stands."""
        ports = self.world.ports(_THEN)
        try:
            names = [note.group_name for note in groups.every(ports)]
            index = {name: _indexed(ports, name) for name in names}
            seen = {name: ports.state.seen(name) for name in names}
            records = tuple(past.plan.verb for past in ports.vault.past_plans())
        finally:
            close(ports)
        return Outcome(
            {path: _timeless(data) for path, data in self.world.files().items()},
            records,
            {**index, "sound": _sound(self.world)},
            seen,
            tuple(_beside(self.world)),
        )

    def _without_fault(self) -> Expected:
        self.world.restore(self._saved)
        states: dict[str, set[str]] = {}

        def note_states(_: int, call: Call | None) -> None:
            files = self.world.files()
            for path in {*states, *files}:
                states.setdefault(path, {""} if states_known else set()).add(_hash(files.get(path)))

        states_known = False
        note_states(0, None)
        states_known = True
        calls = Calls(str(self.world.folder), before=note_states)
        with calls.watched(), sqlite_calls.watched(calls):
            ports = self.world.ports(_FIRST)
            self._command.run(Memory(ports))
        close(ports)
        note_states(0, None)
        once = self.outcome()
        after_once = self._then_from(once_saved := self._saved.with_name("once"))
        self.world.restore(once_saved)
        with self.world.memory(_AGAIN) as memory, contextlib.suppress(*self._command.over):
            self._command.run(memory)
        twice = self.outcome()
        rebuilt = self._rebuilt()
        assert rebuilt == {**twice.index, "sound": True}, "the index is not what a rebuild gives"
        self._do_then()
        return Expected(
            tuple(calls.made),
            {path: frozenset(found) for path, found in states.items()},
            once,
            twice,
            (after_once, self.outcome()),
        )

    def _then_from(self, here: Path) -> Outcome:
        """What comes of the rest, the world saved as it is now."""
        self.world.save(here)
        self._do_then()
        return self.outcome()

    def _rebuilt(self) -> dict[str, object]:
        ports = self.world.ports(_THEN, cache="rebuilt")
        try:
            names = [note.group_name for note in groups.every(ports)]
            return {**{name: _indexed(ports, name) for name in names}, "sound": True}
        finally:
            close(ports)
            shutil.rmtree(self.world.folder / "rebuilt")

    def _run_unwatched(self) -> None:
        with self.world.memory(_FIRST) as memory:
            self._command.run(memory)
        self._do_then()
        self.outcome()

    def _do_then(self) -> None:
        for minutes, act in enumerate(self._command.then, _THEN):
            with self.world.memory(minutes) as memory:
                act(memory)

    def _with_fault(self, fault: Fault, minutes: int) -> tuple[list[str], _Done]:
        """What is wrong with a program that meets a fault, and what it did to its files. It runs
        the command once more where it goes on.
        """
        calls = Calls(str(self.world.folder), fault)
        problems: list[str] = []
        with calls.watched(), sqlite_calls.watched(calls):
            memory = ports = None
            try:
                ports = self.world.ports(minutes)
                memory = Memory(ports)
                self._command.run(memory)
            except Stopped:
                pass
            except Exception as error:  # noqa: BLE001 — every error is judged
                problems += [] if calls.gone else told(error)
            calls.fault = None
            if not calls.gone:
                problems += self._torn()
                if memory is not None:
                    problems += self._again(memory, "in the same program")
            if ports is not None:
                close(ports)
        if calls.gone:
            problems += self._torn()
        return problems, tuple(
            (replace(c, path=_NAMED.sub("MAIN_", c.path)), h) for c, h in calls.done
        )

    def _torn(self) -> list[str]:
        """Notes that hold what they hold at no moment of a run without a fault."""
        files = self.world.files()
        states = self.expected.states
        return [
            f"torn: {path}"
            for path in {*files, *states}
            if not _is_ours(path)
            and _hash(files.get(path)) not in states.get(path, frozenset({""}))
        ]

    def _readable(self) -> list[str]:
        """What cannot be asked of a vault as a stopped program left it."""
        try:
            with self.world.memory(_AGAIN) as memory:
                memory.status()
                memory.doctor()
                for row in memory.group_list().groups[:1]:
                    memory.recall(row.name, "what did we decide about the order store?")
        except ProgressiveMemoryError as error:
            return [f"not readable: {error!r}"]
        return []

    def _again(self, memory: Memory, where: str) -> list[str]:
        try:
            self._command.run(memory)
        except self._command.over:
            return []
        except Exception as error:  # noqa: BLE001 — every error is judged
            return [f"again {where}: {error!r}"]
        return []

    def _afterwards(self) -> list[str]:
        if not self._command.then:
            return []
        try:
            self._do_then()
        except Exception as error:  # noqa: BLE001 — every error is judged
            return [f"afterwards: {error!r}"]
        differ = least((replace(self.outcome(), records=()), self.expected.then))
        return [f"afterwards: {each}" for each in differ]


def told(error: Exception) -> list[str]:
    """What is wrong with how the command line tells an error."""
    out, err = io.StringIO(), io.StringIO()
    code: object = None
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            exit_with(error, as_json=True)
    except SystemExit as stop:
        code = stop.code
    except Exception as fault:  # noqa: BLE001 — a traceback is what is looked for
        return [f"a traceback: {fault!r} of {error!r}"]
    said = out.getvalue()
    if code not in {1, 5, 6} or '"message"' not in said or '"next": ""' in said:
        return [f"told as {code}: {said or err.getvalue()}"]
    return []


def least(pair: tuple[Outcome, tuple[Outcome, ...]]) -> list[str]:
    """How a world differs from the nearest of those it may be."""
    found, wanted = pair
    return min((compared(found, each) for each in wanted), key=len)


def compared(found: Outcome, wanted: Outcome) -> list[str]:
    """How a world differs from the one it should be."""
    problems = [
        f"{path} differs"
        for path in sorted({*found.files, *wanted.files})
        if found.files.get(path) != wanted.files.get(path)
    ]
    if len(found.records) > len(wanted.records) + 1:  # a program that went on ran it once more
        problems.append(f"records: {found.records}")
    problems += [
        f"index of {name} differs"
        for name in {*found.index, *wanted.index}
        if found.index.get(name) != wanted.index.get(name)
    ]
    if found.seen != wanted.seen:
        problems.append("what was seen differs")
    if left := Counter(found.beside) - Counter(wanted.beside):
        problems.append(f"left: {sorted(left)}")
    return problems


def _is_ours(path: str) -> bool:
    """Whether a file of the vault is a temporary one of ours."""
    return path.rpartition("/")[2].startswith(".")


def _hash(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(_timeless(data)).hexdigest()


_TIME = re.compile(
    rb"2026-05-15T\d\d:\d\d:\d\d|\b(12|20):1\d(:\d\d)?\b|(?<=context_usage_at_flush\": )\d+"
)
"""When the run was, and how much of a window it read: a second run is another one."""


def _timeless(data: bytes) -> bytes:
    return _TIME.sub(b"<time>", data)


def _indexed(ports: OpenPorts, group: str) -> dict[str, object]:
    """All that the search index gives of a group, brought up to the notes as every search does."""
    memory = Memory(ports)
    found: dict[str, object] = {}
    for scope in ("entries", "log"):
        for query in _QUERIES:
            report = memory.search(group, Query(query), scope=scope)  # type: ignore[arg-type]
            found[f"{scope} {query}"] = [(hit.id, hit.score) for hit in report.hits]
    for path in ports.search.indexed(group):
        sections = ports.search.sections(group, path)
        found[path] = _timeless(repr(sections).encode())
        assert ports.search.sha256(group, path) == _sha256(ports, path), path
    return found


def _sha256(ports: OpenPorts, path: str) -> str:
    snapshot = ports.vault.read(path)
    return snapshot.sha256 if snapshot else ""


def _sound(world: World) -> bool:
    """Whether SQLite finds nothing wrong with any file of its own."""
    for file in (world.folder / "cache").rglob("*.sqlite3"):
        database = sqlite3.connect(file)
        try:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return False
        finally:
            database.close()
    return True


def _beside(world: World) -> Iterator[str]:
    """The files of the data and cache folders, the number and time of a record left out."""
    for name in ("data", "cache"):
        for path in world.below(name):
            folder, _, last = path.rpartition("/")
            # How many records there are is told elsewhere; Whoosh makes what segments it likes.
            if not last.endswith((".json", ".lock")) and not last.startswith("MAIN_"):
                yield f"{folder}/{_TOC.sub('_MAIN.toc', last)}"
