"""Run by `test_flush_cut_off.py`: kills a flush at every step, then deletes what is no vault.

A flush runs in a forked process, and a step is each call by which a file gets or loses its name,
and the noting of what was seen; at step N the process is gone without a word. Then the cache
folder, the data folder or both are deleted, and two flushes follow, the second with more talk about
the same. Prints one line for each way that ends with other notes than no kill does, then the count
of steps.
"""

from __future__ import annotations

import difflib
import os
import shutil
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from evals.faults import os_calls
from evals.faults.calls import Call, Calls
from progressive_memory.adapters.state_sqlite import SqliteStateStore
from progressive_memory.adapters.vault_files import VaultFiles
from progressive_memory.vault import flush_state
from tests.chat_room import ChatRoom
from tests.services.cut_off import STEPS, DiskPorts

DELETED: dict[str, tuple[tuple[str, ...], int]] = {
    "cache": (("cache",), 3),
    "data": (("data",), 2),
    "both": (("cache", "data"), 1),
}
"""What is deleted, and after which steps: each third, each second, each. EVERY_STEP: after each."""


class Vault(VaultFiles):
    """A vault that tests edit too."""

    folder: Path

    def save(self, path: str, data: bytes) -> None:
        """Put a file's bytes, as an editor would."""
        (self.folder / path).write_bytes(data)


class AllOnDisk(DiskPorts):
    """A vault on disk, and what this machine has seen."""

    def open(self, folder: Path) -> None:
        """Open both anew."""
        vault = Vault(folder / "vault", folder / "data", self.clock)
        vault.folder = folder / "vault"
        self.vault = vault  # type: ignore[assignment]
        (folder / "cache").mkdir(exist_ok=True)
        self.state = SqliteStateStore(folder / "cache" / "state.sqlite")  # type: ignore[assignment]


def reviewed(room: ChatRoom) -> None:
    """Each kind of change is due: entries new, extended, closed, superseded, put against each
    other, ticked, rejected, deleted, typed.
    """
    for who, text in (
        ("Cy", "I'll migrate the order store to PostgreSQL 16"),
        ("Ana", "I propose we publish the releases on Codeberg"),
        ("Bo", "+1"),
        ("Ana", "maybe we should paint the crane green"),
        ("Ana", "maybe we should sell the barge"),
        ("Ana", "I propose we move the office to Utrecht"),
        ("Bo", "+1"),
        ("Ana", "I propose we move the ledger to PostgreSQL 16"),
        ("Bo", "+1"),
        ("Ana", "I propose we move the catalogue to PostgreSQL 16"),
        ("Bo", "+1"),
        ("Di", "+1"),
    ):
        room.say(who, text)
    room.flush()
    room.replace("pending.md", "- [ ] Paint", "- [x] Paint")
    room.replace("pending.md", "- [ ] Sell", "- [-] Sell")
    room.save("pending.md", room.note("pending.md") + "- [x] The stand-up is at nine\n")
    deleted = room.note("experience.md").partition("Move the office to Utrecht")[2].partition("## ")
    room.replace("experience.md", f"## 2026-05-15 Move the office to Utrecht{deleted[0]}", "")
    for who, text in (
        ("Cy", "I've migrated the order store to PostgreSQL 16"),
        ("Ana", "I propose we move the ledger to MySQL 8 instead"),
        ("Bo", "+1"),
        ("Cy", "Decided: we move the catalogue to MySQL 8"),
        ("Ed", "+1"),
        ("Ana", "I propose we publish the nightly builds at /nightly"),
        ("Bo", "+1"),
        ("Bo", "Cy is in charge of the deploys from now on"),
        ("Cy", "Yes, I am."),
        ("Ana", "maybe we should buy a second crane"),
    ):
        room.say(who, text)


def withdrawn(room: ChatRoom) -> None:
    """What was decided rests on nothing any more, and something else is decided."""
    room.say("Ana", "I propose we keep nine copies of the backup", "$copies")
    room.say("Bo", "+1", "$yes")
    room.flush()
    room.delete("$copies")
    room.delete("$yes")
    room.say("Ana", "I propose we publish the nightly builds at /nightly")
    room.say("Bo", "+1")


def more(room: ChatRoom) -> None:
    """Talk about the same once more, and a flush."""
    room.say("Cy", "+1 for the nightly builds at /nightly")
    room.say("Cy", "As decided, we publish the nightly builds at /nightly")
    room.flush()


def dies(room: ChatRoom, ports: AllOnDisk, folder: Path, die_at: int) -> bool:
    """Whether a flush came to that step, and died there."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    steps = count(1)

    def step(call: Call | None) -> None:
        if (call is None or call.name in STEPS) and next(steps) == die_at:
            os._exit(9)

    ports.open(folder)
    ports.state.set_seen = between(step, ports.state.set_seen)  # type: ignore[method-assign]
    with os_calls.watched(Calls(str(folder), before=step)):
        room.flush()
    os._exit(0)


def between(step: Callable[[None], None], call: Callable[..., None]) -> Callable[..., None]:
    """The call, with a step before and after it."""

    def stepping(*args: object) -> None:
        step(None)
        call(*args)
        step(None)

    return stepping


def outcome(room: ChatRoom) -> dict[str, str]:
    """The notes, and what waits since when."""
    notes = {path: text for path, text in room.notes().items() if path.endswith(".md")}
    snapshot = room.ports.vault.read("memory/flush-state.json")
    state = flush_state.parse(snapshot.data.decode() if snapshot else "").group(room.name)
    return {**notes, "waits": "\n".join(map(str, sorted(state.pending_since.items())))}


def tried(folder: Path, talk: Callable[[ChatRoom], None]) -> int:
    """Every way of one talk; prints those that went wrong. Returns the count of steps."""
    world, base = folder / "world", folder / "base"
    shutil.rmtree(folder, ignore_errors=True)
    ports = AllOnDisk(world)
    room = ChatRoom(ports=ports)
    talk(room)
    shutil.copytree(world, base)
    began, said = ports.clock.now(), dict(room.messages)

    def anew() -> None:
        shutil.rmtree(world)
        shutil.copytree(base, world)
        ports.open(world)
        ports.clock.forward(began - ports.clock.now())
        room.messages = dict(said)

    def ended() -> dict[str, str]:
        room.flush()
        more(room)
        return outcome(room)

    anew()
    expected, steps = ended(), 0
    for deleted, (names, stride) in DELETED.items():
        for step in count(1, 1 if os.environ.get("EVERY_STEP") else stride):
            anew()
            if not dies(room, ports, world, step):
                break
            for name in names:
                shutil.rmtree(world / name)
            ports.open(world)
            steps += 1
            _compare(f"{talk.__name__}, {deleted} deleted after step {step}", expected, ended())
    return steps


def _compare(way: str, expected: dict[str, str], found: dict[str, str]) -> None:
    for path in sorted(expected.keys() | found.keys()):
        texts = (expected.get(path, "").splitlines(), found.get(path, "").splitlines())
        if texts[0] != texts[1]:
            changed = list(difflib.unified_diff(*texts, lineterm="", n=0))[2:]
            print(way, path, *changed, sep=" | ")  # noqa: T201


if __name__ == "__main__":
    place = Path(sys.argv[1])
    print(tried(place / "1", reviewed) + tried(place / "2", withdrawn))  # noqa: T201
