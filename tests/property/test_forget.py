"""Whatever is done before and after a forget, in any order: its words are nowhere, and stay so."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.domain.forget_report import ToForget
from progressive_memory.domain.message import ChatEvent
from progressive_memory.errors import FlushCut, NoteChangedOnDisk, UnknownFlush
from progressive_memory.ports import Query
from progressive_memory.services.flush.rollup import rollup
from progressive_memory.services.flush.undo import redo, undo
from progressive_memory.services.forget.forget import forget
from progressive_memory.services.log.log import log
from progressive_memory.services.recall.reindex import reindex
from progressive_memory.services.recall.search import search
from progressive_memory.vault.blocks import entries
from tests.chat_room import ChatRoom

TALK = (
    ("$1", "Ana", "I propose we paint the quokka ferry in vermilion enamel", ""),
    ("$2", "Bo", "+1", "$1"),
    ("$3", "Cy", "I'll weld the quokka gangway before Friday", ""),
    ("$4", "Bo", "I propose we moor the barges at the north quay", ""),
    ("$5", "Ana", "agreed, moor the barges at the north quay", "$4"),
    ("$6", "Cy", "the quokka gangway is welded, done", ""),
)
WORDS = {"$1": "vermilion", "$3": "before friday", "$4": "i propose we moor"}
MINE = "\nA word of mine about the weather.\n"


class World:
    """A group in memory, and what was typed in it by hand."""

    def __init__(self) -> None:
        self.room = ChatRoom()
        self.start = self.room.ports.clock.now()
        self.typed: set[str] = set()
        self.gone: set[str] = set()

    def log(self, count: int) -> None:
        events = [
            ChatEvent(
                one, self.start + timedelta(minutes=n), f"@{who.lower()}:x", text, who, reply_to=to
            )
            for n, (one, who, text, to) in enumerate(TALK[:count])
        ]
        log(self.room.ports, self.room.name, MemoryFeed(events))

    def flush(self) -> None:
        self.room.flush()

    def roll_up(self) -> None:
        rollup(self.room.ports, self.room.name)

    def undo(self) -> None:
        with suppress(FlushCut, UnknownFlush, NoteChangedOnDisk):
            undo(self.room.ports)

    def redo(self) -> None:
        undone = [past.plan.id for past in self.room.ports.vault.past_plans() if past.undone]
        for flush_id in undone[:1]:
            redo(self.room.ports, flush_id)

    def type(self, name: str) -> None:
        if name not in self.typed and self.room.note(name):
            self.typed.add(name)
            self.room.save(name, self.room.note(name) + MINE)

    def forget(self, event_id: str) -> None:
        if f"event:: {event_id} ·" in self.room.log_text():
            forget(self.room.ports, ToForget(messages=(event_id,)))
            self.gone.add(event_id)

    def find(self) -> None:
        reindex(self.room.ports, self.room.name)
        search(self.room.ports, self.room.name, Query("quokka barges"), "log", 10)

    def everything(self) -> str:
        vault = self.room.ports.vault
        paths = (vault.read(path) for path in vault.stamps(""))
        texts = [one.data for one in paths if one]
        for past in vault.past_plans():
            for change in vault.past_changes(past.plan.id):
                texts += [one for one in (change.before, change.after) if one]
        return b"\n".join(texts).decode().casefold()


STEPS: tuple[Callable[[World], None], ...] = (
    lambda world: world.log(4),
    lambda world: world.log(len(TALK)),
    World.flush,
    World.flush,
    World.undo,
    World.redo,
    World.find,
    World.roll_up,
    lambda world: world.type("experience.md"),
    lambda world: world.type("attention.md"),
    lambda world: world.forget("$1"),
    lambda world: world.forget("$3"),
    lambda world: world.forget("$4"),
)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(range(len(STEPS))), min_size=4, max_size=14))
def test_what_was_forgotten_stays_away_and_what_people_typed_stays(steps: list[int]) -> None:
    world = World()
    world.log(4)
    for step in steps:
        STEPS[step](world)
        here = world.everything()
        assert [] == [one for one in world.gone if WORDS[one] in here]
        assert [] == [name for name in world.typed if MINE not in world.room.note(name)]
    for path, text in world.room.notes().items():
        ids = [one.id for one in entries(path, text)]
        assert len(ids) == len(set(ids)), path
