"""The commands that are tried: what stands before each, and what it is. One more is one line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from evals.faults.world import (
    EN,
    LONG_TALK,
    SECOND_TALK,
    SECOND_TALK_ZH,
    WORK_DONE,
    ZH,
    World,
    say,
    set_up,
)
from progressive_memory.api import Memory
from progressive_memory.domain.forget_report import ToForget
from progressive_memory.domain.group import NewGroup
from progressive_memory.errors import UnknownEntry, UnknownFlush, UnknownGroup, UserError

_Act = Callable[[Memory], object]


@dataclass(frozen=True)
class Command:
    """A command, and how it is tried.

    `before` makes the world it finds. `over` are the errors by which a second run says that the
    first has done it all. `then` is what is done afterwards, in every world alike: it must come
    out the same there too. Not `whole` = a reader may find a note half old and half new meanwhile.
    """

    run: _Act
    before: Callable[[World], None]
    over: tuple[type[Exception], ...] = ()
    then: tuple[_Act, ...] = ()
    whole: bool = True


def _talked(world: World) -> None:
    """The second talk is logged, and nobody has flushed it."""
    set_up(world)
    with world.memory(2) as memory:
        say(memory, EN, SECOND_TALK)
        say(memory, ZH, SECOND_TALK_ZH)


def _flushed(world: World) -> None:
    _talked(world)
    with world.memory(3) as memory:
        memory.flush()


def _undone(world: World) -> None:
    _flushed(world)
    with world.memory(4) as memory:
        memory.undo()


def _full(world: World) -> None:
    """So much was said and flushed that a summary is due."""
    _flushed(world)
    with world.memory(3) as memory:
        say(memory, EN, LONG_TALK)
        memory.flush()
    world.set_to("context_window_tokens = 200000", "context_window_tokens = 1000")


def _full_unflushed(world: World) -> None:
    """So much was said that a flush writes a summary too."""
    _flushed(world)
    with world.memory(3) as memory:
        say(memory, EN, LONG_TALK)
    world.set_to("context_window_tokens = 200000", "context_window_tokens = 1000")


def _long_archive(world: World) -> None:
    """The archive is full but for the task that was done just now, and a person links to its oldest
    line.
    """
    set_up(world)
    with world.memory(2) as memory:
        say(memory, EN, WORK_DONE)
        memory.flush()
        say(memory, EN, SECOND_TALK)
    attention = world.vault / "memory/groups" / EN / "attention.md"
    oldest = re.findall(r"\^(t-\S+)\n", attention.read_text("utf-8"))[-1]
    link = f"[[memory/groups/{EN}/attention#^{oldest}|the tide table]]"
    (world.vault / "Tides.md").write_text(f"see {link}\n", "utf-8")


def _by_whoosh(world: World) -> None:
    _talked(world)
    world.set_to('engine = "sqlite"', 'engine = "whoosh"')
    with world.memory(3) as memory:
        memory.reindex()


def _with_replace(world: World) -> None:
    _talked(world)
    world.set_to("exchange = true", "exchange = false")


def _in_place(world: World) -> None:
    _talked(world)
    world.set_to("in_place = false", "in_place = true")


def _untidy(world: World) -> None:
    """Two notes that `pmem doctor --fix` puts right."""
    _flushed(world)
    index = world.vault / f"memory/groups/{EN}.md"
    row = next(line for line in index.read_bytes().splitlines(True) if b"attention.md" in line)
    index.write_bytes(index.read_bytes().replace(row, row + row))
    people = world.vault / f"memory/groups/{EN}/people.md"
    people.write_bytes(people.read_bytes().replace(b"---\n", b"---\nsee: [[harbour]]\n", 1))


def _log(memory: Memory) -> None:
    say(memory, EN, SECOND_TALK)


def _flush(memory: Memory) -> object:
    return memory.flush()


def _undo(memory: Memory) -> None:
    memory.undo(next(row.flush_id for row in memory.history().flushes if row.written))


def _redo(memory: Memory) -> None:
    memory.flush(redo=next(row.flush_id for row in memory.history().flushes if row.undone))


def _waiting(memory: Memory) -> str:
    """The id of the item about the cranes."""
    found = [row.id for row in memory.pending().pending if "cranes" in row.title]
    return found[0] if found else "d-20260513-aaaaaaaaaa"


def _remember(memory: Memory) -> None:
    memory.remember(EN, "Nobody moors at berth 4", by="@ana:example.org", kind="rule")


def _recall(memory: Memory) -> str:
    return memory.recall(EN, "what did we decide about the order store?").outcome


COMMANDS: dict[str, Command] = {
    "log": Command(_log, set_up, then=(_flush,)),
    "flush": Command(_flush, _talked, then=(_undo, _redo)),
    "flush with a summary": Command(_flush, _full_unflushed, then=(_undo,)),
    "flush with a long archive": Command(_flush, _long_archive, then=(_undo,)),
    "flush, index by whoosh": Command(_flush, _by_whoosh),
    "flush, without exchange": Command(_flush, _with_replace),
    "flush, in place": Command(_flush, _in_place, whole=False),
    "undo": Command(_undo, _flushed, (UnknownFlush,), then=(_flush, _redo)),
    "undo, and redo next": Command(_undo, _flushed, (UnknownFlush,), then=(_redo,)),
    "redo": Command(_redo, _undone, then=(_undo,)),
    "remember": Command(_remember, _talked, then=(_flush,)),
    "pending accept": Command(
        lambda memory: memory.accept(_waiting(memory)), _flushed, (UnknownEntry,), (_flush,)
    ),
    "pending reject": Command(
        lambda memory: memory.reject(_waiting(memory)), _flushed, (UnknownEntry,), (_flush,)
    ),
    "rollup": Command(lambda memory: memory.rollup(), _full, then=(_flush,)),
    "group add": Command(
        lambda memory: memory.group_add(NewGroup("pilots", language="en", room="!p:example.org")),
        set_up,
        (UserError,),
    ),
    "group archive": Command(lambda memory: memory.group_archive(EN), set_up),
    "group rename": Command(
        lambda memory: memory.group_rename(EN, "quayside"), _talked, (UnknownGroup,), (_flush,)
    ),
    "forget": Command(
        lambda memory: memory.forget(ToForget(messages=("$9", "$12"))),
        _flushed,
        then=(_flush,),
    ),
    "note set": Command(
        lambda memory: memory.note_set("Reading list.md", ["title=theirs"]), set_up
    ),
    "note append": Command(
        lambda memory: memory.note_append("Boats/Old tub.md", "- a leak"), set_up
    ),
    "note rename": Command(
        lambda memory: memory.note_rename(f"memory/groups/{EN}/experience.md", "decided.md"),
        _flushed,
        (UserError,),
    ),
    "doctor --fix": Command(lambda memory: memory.doctor(fix=True), _untidy),
    "reindex": Command(lambda memory: memory.reindex(), _flushed),
    "recall": Command(_recall, _flushed),
}
