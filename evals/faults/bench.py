"""One command, tried with one fault after the other: what the program says of it, and whether all
comes right afterwards.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import signal
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from evals.faults import os_calls, sqlite_calls
from evals.faults.calls import WRITING, Call, Calls, Fault, Stopped
from evals.faults.commands import Command
from evals.faults.outcome import Outcome, compared, digest, outcome, rebuilt
from evals.faults.world import World, close
from progressive_memory.api import Memory
from progressive_memory.cli.errors import exit_with
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.errors import ProgressiveMemoryError
from progressive_memory.vault.layout import FLUSH_STATE

_FIRST, _AGAIN, _THEN = 10, 11, 12
"""Minutes after noon at which the command is run, run again, and the rest is done."""
_RANDOM_NAME = re.compile(r"MAIN_[0-9a-f]+")
"""Whoosh names its segments at random."""
_Done = tuple[tuple[Call, str], ...]


@dataclass(frozen=True)
class Expected:
    """A command without a fault: its calls; the digests that each file of the vault had while it
    ran, and ran again; the world after one run and after two, and each of these when the rest is
    done as well.
    """

    calls: tuple[Call, ...]
    states: Mapping[str, frozenset[str]]
    done: tuple[Outcome, ...]
    then: tuple[Outcome, ...]


class Bench:
    """The place where a command is tried, below a folder of its own."""

    def __init__(self, folder: Path, command: Command) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.world = World(folder / "world")
        self._saved = folder / "saved"
        self._command = command
        self._judged: dict[_Done, list[str]] = {}
        command.before(self.world)
        self.world.age()
        self.world.save(self._saved)
        self._run(_FIRST)  # what is imported now is no call of the command
        self._do_then()
        self.expected = self._without_fault()

    @property
    def states(self) -> int:
        """How many different worlds the faults so far have left."""
        return len(self._judged)

    def tried(self, fault: Fault, second: Fault | None = None) -> str:
        """What is wrong after the fault, and a second one while the next program makes up for it;
        "" when nothing is.

        A world that a fault before has left just so is not judged again.
        """
        self.world.restore(self._saved)
        problems, done = self._with_fault(fault, _FIRST)
        if second is not None:
            more, done_then = self._with_fault(second, _AGAIN)
            problems, done = [*problems, *more], (*done, *done_then)
        if done not in self._judged:
            self._judged[done] = self._recovered()
        return "; ".join([*problems, *self._judged[done]])

    def killed(self, number: int) -> str:
        """What is wrong after the process was killed for real before call `number`."""
        self.world.restore(self._saved)
        child = os.fork()
        if child == 0:
            calls = Calls(str(self.world.folder), Fault(number), stop=kill)
            try:
                with os_calls.watched(calls), sqlite_calls.watched(calls):
                    self._run(_FIRST)
            finally:
                os._exit(1)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code != -signal.SIGKILL:
            return f"exit code {code}"
        return "; ".join([*self._torn(), *self._recovered()])

    def _without_fault(self) -> Expected:
        self.world.restore(self._saved)
        states = {path: {digest(data)} for path, data in self.world.files().items()}

        before = [Call("", "")]

        def note(call: Call) -> None:
            last, before[0] = before[0], call
            if not last.path.startswith("vault/") or last.name not in WRITING:
                return
            files = self.world.files()
            for path in {*states, *files}:
                states.setdefault(path, {""}).add(digest(files.get(path)))

        def run(minutes: int) -> Calls:
            calls = Calls(str(self.world.folder), before=note)
            with os_calls.watched(calls), sqlite_calls.watched(calls):
                self._run(minutes)
            note(Call("", ""))
            return calls

        calls = run(_FIRST)
        once, once_then = self._done_and_then()
        run(_AGAIN)
        twice, twice_then = self._done_and_then()
        return Expected(
            tuple(calls.made),
            {path: frozenset(found) for path, found in states.items()},
            (once, twice),
            (once_then, twice_then),
        )

    def _done_and_then(self) -> tuple[Outcome, Outcome]:
        """The world, and what it is when the rest is done; it stands as it was afterwards."""
        done = outcome(self.world, _THEN)
        if rebuilt(self.world, _THEN) != done.index:
            raise AssertionError("without a fault the index is not what a rebuild gives")
        kept = self._saved.with_name("kept")
        self.world.save(kept)
        self._do_then()
        then = outcome(self.world, _THEN)
        self.world.restore(kept)
        return done, then

    def _run(self, minutes: int) -> None:
        with self.world.memory(minutes) as memory, contextlib.suppress(*self._command.over):
            self._command.run(memory)

    def _do_then(self) -> None:
        for minutes, act in enumerate(self._command.then, _THEN):
            with self.world.memory(minutes) as memory:
                act(memory)

    def _with_fault(self, fault: Fault, minutes: int) -> tuple[list[str], _Done]:
        """What is wrong with a program that meets a fault, and what it did to its files. Where it
        goes on it runs the command once more.
        """
        calls = Calls(str(self.world.folder), fault)
        problems: list[str] = []
        with os_calls.watched(calls), sqlite_calls.watched(calls):
            ports, partly = None, False
            try:
                ports = self.world.ports(minutes)
                partly = _left_a_group_out(self._command.run(Memory(ports)))
            except Stopped:
                pass
            except Exception as error:  # noqa: BLE001 — every error is judged
                problems += [] if calls.gone else told(error)
            calls.fault = None
            if ports is not None and not calls.gone:
                problems += self._torn(partly=partly)
                problems += self._again(Memory(ports), "in the same program")
            if ports is not None:
                with contextlib.suppress(Stopped):
                    close(ports)
        if calls.gone:
            problems += self._torn()
        done = ((replace(c, path=_RANDOM_NAME.sub("", c.path)), how) for c, how in calls.done)
        return problems, tuple(done)

    def _torn(self, *, partly: bool = False) -> list[str]:
        """Notes that hold what they hold at no moment of a run without a fault. One that did its
        work `partly` and said so has a state of its own.
        """
        if not self._command.whole:
            return []
        files, states = self.world.files(), self.expected.states
        if partly:
            json.loads(files.pop(FLUSH_STATE))
            states = {path: known for path, known in states.items() if path != FLUSH_STATE}
        return [
            f"{path} is torn"
            for path in sorted({*files, *states})
            if not path.rpartition("/")[2].startswith(".")
            and digest(files.get(path)) not in states.get(path, frozenset({""}))
        ]

    def _recovered(self) -> list[str]:
        """What is wrong with the world once the next programs have run in it."""
        problems = self._readable()
        with self.world.memory(_AGAIN) as memory:
            problems += self._again(memory, "by the next program")
        found = outcome(self.world, _THEN)
        if self._command.then:  # what was seen is a cache, and right again after a flush
            found = replace(found, seen=self.expected.done[0].seen)
        problems += _least(found, self.expected.done)
        if self._command.then:
            try:
                self._do_then()
            except Exception as error:  # noqa: BLE001 — every error is judged
                return [*problems, f"then: {error!r}"]
            found = replace(outcome(self.world, _THEN), plans=(), images={})
            problems += [f"then: {each}" for each in _least(found, self.expected.then)]
        return problems

    def _readable(self) -> list[str]:
        """What cannot be asked of the vault as it was left."""
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


def _left_a_group_out(report: object) -> bool:
    """Whether a flush went on without a group that it could not read, and says so."""
    return isinstance(report, FlushReport) and any(group.problems for group in report.groups)


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


def _least(found: Outcome, wanted: tuple[Outcome, ...]) -> list[str]:
    """How a world differs from the nearest of those it may be."""
    return min((compared(found, each) for each in wanted), key=len)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
