"""Run by `test_flush_cut_off.py`: kills a flush at every step, and a person edits a note then.

A flush runs in a forked process, and a step is each call by which a file gets or loses its name; at
step N the process is gone without a word. A person rewords the task it was about to close, and the next flush
finds the vault so. Prints one line for each step that came out wrong, then the count of steps.
"""

from __future__ import annotations

import os
import shutil
import sys
from itertools import count
from pathlib import Path

from evals.faults import os_calls
from evals.faults.calls import Call, Calls
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.vault_files import VaultFiles
from tests.chat_room import ChatRoom

STEPS = {"link", "rename", "renameat2", "replace", "unlink"}
TASK = "Migrate the order store to PostgreSQL 16"
REWORDED = "Migrate the order store to PostgreSQL 16, says Di"


class DiskPorts(MemoryPorts):
    """The twins in memory, and a vault on disk."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        (folder / "vault").mkdir(parents=True)
        self.open(folder)

    def open(self, folder: Path) -> None:
        """Open the vault anew: a fork must not use a lock of its parent's."""
        self.vault = VaultFiles(folder / "vault", folder / "data", self.clock)  # type: ignore[assignment]


def talked(ports: DiskPorts) -> ChatRoom:
    """A room with a task that stands, and talk that closes it and decides something."""
    room = ChatRoom(ports=ports)
    room.say("Cy", "I'll migrate the order store to PostgreSQL 16", "$task")
    room.flush()
    room.say("Cy", "I've migrated the order store to PostgreSQL 16", "$done")
    room.say("Ana", "I propose we publish the releases on Codeberg", "$p")
    room.say("Bo", "+1", to="$p")
    return room


def dies(room: ChatRoom, ports: DiskPorts, folder: Path, die_at: int) -> bool:
    """Whether a flush came to that step, and died there."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    steps = count(1)

    def step(call: Call) -> None:
        if call.name in STEPS and next(steps) == die_at:
            os._exit(9)

    ports.open(folder)
    with os_calls.watched(Calls(str(folder), before=step)):
        room.flush()
    os._exit(0)


def reword(folder: Path) -> None:
    """Edit the task as a person does."""
    note = folder / "vault" / "memory/groups/harbour/attention.md"
    text = note.read_text()
    note.write_text(text.replace(TASK, REWORDED))


def wrong(room: ChatRoom) -> str:
    """What is lost, or there too often, once the next flush is through ("" = nothing)."""
    attention, pending = room.note("attention.md"), room.note("pending.md")
    experience = room.note("experience.md")
    closed = attention.count(f"- [x] {TASK}") + pending.count("a person has edited its place")
    checks = {
        "a person's words": REWORDED not in attention,
        "the task's end": closed != 1,
        "the decision": (experience + pending).count("^d-") != 1,
        "left over": room.ports.vault.left_over() != (),
    }
    return ", ".join(name for name, bad in checks.items() if bad)


def main(folder: Path) -> None:
    displaced = 0
    for step in count(1):
        shutil.rmtree(folder, ignore_errors=True)
        ports = DiskPorts(folder)
        room = talked(ports)
        if not dies(room, ports, folder, step):
            break
        reword(folder)
        room.flush()
        problem = wrong(room)
        displaced += "a person has edited its place" in room.note("pending.md")
        if problem:
            print(step, problem)  # noqa: T201
    print(step, displaced)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]) / "world")
