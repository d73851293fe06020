"""Commands as programs of their own, on one vault: what each says, and what it leaves."""

from __future__ import annotations

import atexit
import ctypes
import io
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import time_machine

from evals.faults import os_calls, sqlite_calls
from evals.faults.calls import Calls, Fault
from evals.faults.commands import COMMANDS
from evals.faults.outcome import timeless
from evals.faults.world import EN, NOON, World, lines
from progressive_memory.cli import main as pmem
from progressive_memory.ports import Query

TRACEBACK = 99
"""The exit code of a command that ended in a traceback."""
_AT = NOON.replace(minute=20)
_TALK = "$30 14 18:00 Ana | I propose we buy a second tug\n$31 14 18:01 Bo reply_to=$30 | +1\n"
_Steps = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Answer:
    """Exit code, stdout without its notices, stderr, the vault, and whether something was told."""

    code: int
    out: str
    err: str
    files: Mapping[str, bytes]
    told: bool


class Place:
    """A vault below `folder` whose index is by one engine, and commands to run on it."""

    def __init__(self, folder: Path, engine: str) -> None:
        self.world = World(folder / "world")
        self._saved = folder / "saved"
        self._sound: dict[tuple[str, str], Answer] = {}
        COMMANDS["undo"].before(self.world)
        if engine != "sqlite":
            self.world.set_to('engine = "sqlite"', f'engine = "{engine}"')
        (folder / "talk.jsonl").write_bytes(lines(_TALK))
        with self.world.memory(5) as memory:
            memory.search(EN, Query("crane"), scope="log")
            memory.recall(EN, "who is the release manager?")
            task, decision = (
                next(hit.id for hit in memory.search(EN, Query(text)).hits if hit.id[:2] == kind)
                for kind, text in (("t-", "buoys"), ("d-", "PostgreSQL"))
            )
            item = next(row.id for row in memory.pending().pending if "cranes" in row.title)
        self.world.save(self._saved)
        self.commands = {
            **_reading(decision),
            **_writing(str(folder / "talk.jsonl"), task, item),
        }

    def restore(self) -> None:
        """Make the world sound again."""
        for folder in (self.world.folder / "cache").glob("**"):
            if folder.is_dir():
                folder.chmod(0o700)
        self.world.restore(self._saved)

    def sound(self, name: str, form: str) -> Answer:
        """A command's answer with nothing damaged."""
        if (name, form) not in self._sound:
            self.restore()
            self._sound[name, form] = self.ran(name, form)
        return self._sound[name, form]

    def ran(self, name: str, form: str, fault: Fault | None = None) -> Answer:
        """Run a command as it stands; with `fault`, its calls to the cache folder meet it."""
        with tempfile.TemporaryFile() as said:
            child = os.fork()
            if child == 0:
                atexit._clear()  # what this program wants done at its end is not for the child
                try:
                    answer = self._run_here(self.commands[name], form, fault)
                    said.write(json.dumps(answer).encode())
                    said.flush()
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
            said.seek(0)
            code, out, err = json.loads(said.read())
        told = "note: " in err
        if form:
            out, told = _without_notices(out)
        out = timeless(out.encode()).decode()
        files = {path: timeless(data) for path, data in self.world.files().items()}
        return Answer(code, out, err, files, told)

    def _run_here(self, steps: _Steps, form: str, fault: Fault | None) -> tuple[int, str, str]:
        self.world.ports()
        os.chdir(self.world.vault)
        cache = self.world.folder / "cache"
        if cache.exists() and not cache.stat().st_mode & 0o222:
            _obey_modes()
        out, err = io.StringIO(), io.StringIO()
        code: object = None
        with ExitStack() as stack:
            stack.enter_context(time_machine.travel(_AT, tick=False))
            stack.enter_context(patch.object(os, "urandom", bytes))  # nonces are all alike
            stack.enter_context(redirect_stdout(out))
            stack.enter_context(redirect_stderr(err))
            if fault is not None:
                calls = Calls(str(cache), fault)
                stack.enter_context(os_calls.watched(calls))
                stack.enter_context(sqlite_calls.watched(calls))
            for step in steps:
                try:
                    pmem([*step, *([form] if form else [])])
                except SystemExit as end:
                    code = end.code
                except BaseException as error:  # noqa: BLE001 — a traceback is what is looked for
                    code = TRACEBACK
                    print(f"Traceback: {error!r}", file=sys.stderr)
            atexit._run_exitfuncs()
        return int(str(code or 0)), out.getvalue(), err.getvalue()


def _obey_modes() -> None:
    """Let a read-only folder stop root too: on Linux, by giving up what makes it root."""
    if os.geteuid() == 0:
        header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
        if ctypes.CDLL(None, use_errno=True).capset(header, none):
            raise OSError(ctypes.get_errno(), "capset")


def _without_notices(text: str) -> tuple[str, bool]:
    """JSON without its notices, and whether there were any."""
    told, left = False, []
    for line in text.splitlines():
        value = json.loads(line)
        told = bool(value.pop("notices", None)) or told
        left.append(json.dumps(value, ensure_ascii=False))
    return "\n".join(left), told


def _reading(decision: str) -> dict[str, _Steps]:
    """The commands that only read, each with its calls."""
    group, session = ["--group", EN], ["--session", "s-1"]
    asked = "what did we decide about the order store?"
    index = ["open", *group, *session]
    return {
        "recall": [["recall", *group, asked]],
        "recall --session": [["recall", *group, *session, asked]],
        "gate": [["gate", *group, asked]],
        "route": [["route", *group, asked]],
        "open, route, load, close": [
            index,
            ["route", *group, *session, "what is blocked?"],
            ["load", "attention.md", *session],
            ["close", *session],
        ],
        "open, fragment": [index, ["fragment", asked, *session]],
        "search": [["search", *group, "order store"]],
        "search --log": [["search", "--log", *group, "crane"]],
        "why": [["why", decision]],
        "status": [["status"]],
        "doctor": [["doctor"]],
        "history": [["history"]],
        "pending list": [["pending", "list"]],
        "group list": [["group", "list"]],
        "group show": [["group", "show", EN]],
    }


def _writing(talk: str, task: str, item: str) -> dict[str, _Steps]:
    """The commands that write, each with its calls."""
    group = ["--group", EN]
    attention = f"memory/groups/{EN}/attention"
    return {
        "log": [["log", talk, *group]],
        "flush": [["log", talk, *group], ["flush"]],
        "undo": [["undo"]],
        "remember": [["remember", *group, "--by", "@ana:example.org", "Nobody moors at berth 4"]],
        "pending accept": [["pending", "accept", item]],
        "pending reject": [["pending", "reject", item]],
        "rollup": [["rollup", *group]],
        "forget": [["forget", "--message", "$9", "--yes"]],
        "note set": [["note", "set", "Reading list.md", "title=theirs"]],
        "note append": [["note", "append", attention, "- a leak"]],
        "note tick": [["note", "tick", attention, task]],
        "note rename": [["note", "rename", f"memory/groups/{EN}/experience", "decided"]],
        "group archive": [["group", "archive", EN]],
        "group rename": [["group", "rename", EN, "quayside"]],
        "doctor --fix": [["doctor", "--fix"]],
        "reindex": [["reindex"]],
    }
