"""Run by `test_forget_cut_off.py`: kills a forget at every step, and another command writes then.

A forget runs in a forked process whose audit hook counts what it does to files; at step N the
process is gone without a word. The next command that writes is `pmem log` of one more message; it
finishes what was begun. Prints one line for each step after which words are left, then the count
of steps, and of those that left the forget half done. With a second argument the opening of every
file that is written counts too.
"""

from __future__ import annotations

import os
import shutil
import sys
from itertools import count
from pathlib import Path

from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.domain.forget_report import ToForget
from progressive_memory.domain.message import ChatEvent
from tests.services.forgetting import GROUP, World, build, found_in

STEPS = {"os.rename", "os.link", "ctypes.call_function", "os.remove", "sqlite3.connect"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
WANTED = ToForget(("d-20260511-cw7ew5tegt",), messages=("$8",))
WORDS = ("vermilion", "enamel", "wolframite")


def dies(world: World, die_at: int, *, opening: bool) -> bool:
    """Whether a forget came to that step, and died there."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    steps = count(1)

    def hook(event: str, words: tuple[object, ...]) -> None:
        opens = opening and event == "open" and isinstance(words[2], int) and words[2] & WRITING
        if (opens or event in STEPS) and next(steps) == die_at:
            os._exit(9)

    memory = world.memory
    sys.addaudithook(hook)
    memory.forget(WANTED)
    os._exit(0)


def live_in(folder: Path) -> None:
    """Let the data and cache folders stand beside the vault."""
    os.environ["PROGRESSIVE_MEMORY_DATA"] = str(folder / "data")
    os.environ["PROGRESSIVE_MEMORY_CACHE"] = str(folder / "cache")


def write(world: World) -> None:
    """Any command that writes."""
    world.later()
    event = ChatEvent("$more", world.clock.now(), "@ed:x", "good morning", "Ed")
    world.memory.log(GROUP, MemoryFeed([event]))


def main(folder: Path, *, opening: bool) -> None:
    (folder / "world").mkdir(parents=True)
    live_in(folder / "world")
    clock = build(folder / "world").clock
    (folder / "world").rename(folder / "kept")
    half_way = 0
    for step in count(1):
        shutil.rmtree(folder / "world", ignore_errors=True)
        shutil.copytree(folder / "kept", folder / "world")
        world = World(folder / "world", clock)
        if not dies(world, step, opening=opening):
            break
        begun = bool(list((folder / "world" / "data").rglob("*.open")))
        half_way += begun
        write(world)
        left = found_in(folder / "world", WORDS) if begun else []
        world.memory.forget(WANTED)
        left += found_in(folder / "world", WORDS)
        left += [str(file) for file in (folder / "world").rglob("*.memtmp")]
        left += [one.code for one in world.memory.doctor().problems]
        if left:
            print(step, left)  # noqa: T201
    print(step, half_way)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), opening=len(sys.argv) > 2)
