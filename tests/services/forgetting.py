"""A vault on disk in which a lot was said, kept and undone; and every byte of it, looked through."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.api import Memory
from progressive_memory.bootstrap import OpenPorts, open_ports
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.message import ChatEvent
from progressive_memory.ports import Query

GROUP = "harbour"
START = datetime(2026, 5, 11, 9, 0, tzinfo=UTC)
SETTINGS = """vault_id = "v"
[search]
engine = "{engine}"
"""

TALK = (
    # id, minute, sender, text, answers
    ("$1", 0, "Ana", "I propose we paint the quokka ferry in vermilion enamel", ""),
    ("$2", 1, "Bo", "+1", "$1"),
    ("$3", 5, "Cy", "I'll weld the quokka gangway before Friday", ""),
    ("$4", 9, "Ana", "maybe we should rent the zeppelin hangar", ""),
    ("$5", 12, "Bo", "I propose we moor the barges at the north quay", ""),
    ("$6", 13, "Ana", "+1", "$5"),
    ("$7", 1500, "Cy", "the quokka gangway is welded, done", ""),
    ("$8", 1503, "Di", "The crane is blocked: we wait for the wolframite shackles", ""),
    ("$9", 1506, "Ana", "I propose we moor the barges at the south quay instead", ""),
    ("$10", 1507, "Di", "+1", "$9"),
    ("$11", 1510, "Bo", "Di is responsible for the tide tables from now on", ""),
    ("$12", 1511, "Di", "yes, I take the tide tables", "$11"),
    ("$13", 2900, "Di", "I propose we sell the old tarpaulins", ""),
    ("$14", 2901, "Cy", "agreed, sell the old tarpaulins", "$13"),
    ("$15", 2950, "Bo", "does anybody know when the harbour office opens on Mondays?", ""),
)
REACTIONS = (("$20", 1512, "Ana", "$13", "👍"), ("$21", 14, "Cy", "$5", "🎉"))


@dataclass
class World:
    """The vault, its folders, and its memory as a program would open it anew."""

    root: Path
    clock: MemoryClock

    @property
    def ports(self) -> OpenPorts:
        ports = open_ports(self.root / "vault")
        ports.clock = self.clock
        ports.settings = replace(ports.settings, context_window_tokens=60)  # summaries soon
        return ports

    @property
    def memory(self) -> Memory:
        return Memory(self.ports)

    def later(self, minutes: int = 1) -> None:
        self.clock.forward(timedelta(minutes=minutes))

    def text(self, path: str) -> str:
        return (self.root / "vault" / path).read_text(encoding="utf-8")

    def save(self, path: str, text: str) -> None:
        file = self.root / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def log(self, until: int = 10_000) -> None:
        """Log the chat as it was by that minute, once more."""
        self.memory.log(GROUP, MemoryFeed(events(until)))

    def flush(self) -> str:
        self.later()
        return self.memory.flush(GROUP).flush_id

    def search_everything(self) -> None:
        """Fill the index, and a disclosure, with all there is."""
        self.memory.reindex(GROUP)
        for scope in ("entries", "log"):
            self.memory.search(GROUP, Query("quokka barges crane tide"), scope=scope)
        self.memory.recall(GROUP, "what did we decide about the quokka ferry?", session="s")


def events(until: int = 10_000) -> list[ChatEvent]:
    """The chat as its source tells it, to a minute of it."""
    said = [
        ChatEvent(
            one, START + timedelta(minutes=at), f"@{who.lower()}:x", text, who, reply_to=answered
        )
        for one, at, who, text, answered in TALK
        if at <= until
    ]
    pressed = [
        ChatEvent(
            one, START + timedelta(minutes=at), f"@{who.lower()}:x", "", who, reacts_to=to, key=key
        )
        for one, at, who, to, key in REACTIONS
        if at <= until
    ]
    return said + pressed


def edited(event_id: str, text: str, *, number: int) -> ChatEvent:
    """An edit of a message that comes later."""
    original = next(one for one in events() if one.event_id == event_id)
    at = original.at + timedelta(minutes=number)
    return replace(
        original,
        event_id=f"{event_id}-edit{number}",
        at=at,
        text=text,
        reply_to="",
        replaces=event_id,
    )


def build(folder: Path, engine: str = "sqlite") -> World:
    """A vault with three flushes, one of them undone and made again, summaries, items that wait,
    an index, a session, and words of a person about all of it.
    """
    (folder / "vault").mkdir()
    (folder / "vault" / "progressive-memory.toml").write_text(SETTINGS.format(engine=engine))
    world = World(folder, MemoryClock(START + timedelta(days=3)))
    world.memory.group_add(NewGroup(GROUP, timezone="UTC", language="en"))
    world.log(until=60)
    first = world.flush()
    world.search_everything()
    world.memory.undo(first)
    world.later()
    world.memory.flush(GROUP, redo=first)
    world.log(until=2000)
    world.flush()
    world.log()
    world.flush()
    world.memory.rollup(GROUP)
    world.search_everything()
    return world


def bytes_of(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder, and what is packed in the records of the journal."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            yield str(file.relative_to(folder)), data
            if "journal" in file.parts:
                yield from ((f"{file.name} unpacked", one) for one in _unpacked(data))


def _unpacked(record: bytes) -> Iterator[bytes]:
    for line in record.splitlines():
        for value in _strings(json.loads(line)):
            yield value.encode()
            if re.fullmatch(r"[A-Za-z0-9+/]{8,}={0,2}", value):
                try:
                    yield zlib.decompress(base64.b64decode(value))
                except (ValueError, zlib.error):
                    continue


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if value.startswith("{"):  # images of a step are JSON in JSON
            yield from _strings(json.loads(value))
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def found_in(folder: Path, words: Iterable[str]) -> list[str]:
    """Where any of the words still stands; one in lower case is found in any case."""
    return [
        f"{name}: {word}"
        for name, data in bytes_of(folder)
        for word in words
        if word.encode() in (data.lower() if word == word.lower() else data)
    ]
