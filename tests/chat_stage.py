"""Where a chat plays in a test: what people do there, and what an account of ours hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

from progressive_memory.adapters.memory.chat_server import MemoryChatServer
from progressive_memory.adapters.memory.chat_world import MemoryHomeserver
from progressive_memory.domain.chat_room import Arrival, Batch, RoomChange, Sealed
from progressive_memory.domain.message import ChatEvent
from progressive_memory.ports_live import ChatServer


class Stage(Protocol):
    """A homeserver that the test has for itself, or has people of its own on."""

    def person(self, name: str) -> str:
        """The user id of somebody, made at the first call."""
        ...

    def account(self, name: str) -> ChatServer:
        """A new connection of somebody's; after a `revoke` no login is made."""
        ...

    def create_room(self, by: str, name: str = "", *, invite: tuple[str, ...] = ()) -> str: ...
    def invite(self, by: str, room_id: str, user: str) -> None: ...
    def join(self, user: str, room_id: str) -> None: ...
    def kick(self, by: str, room_id: str, user: str) -> None: ...
    def say(
        self, sender: str, room_id: str, text: str, *, notice: bool = False, reply_to: str = "",
        thread: str = "", mentions: tuple[str, ...] = (),
    ) -> str: ...  # fmt: skip
    def edit(self, sender: str, room_id: str, event_id: str, text: str) -> str: ...
    def delete(self, sender: str, room_id: str, event_id: str) -> str: ...
    def react(self, sender: str, room_id: str, event_id: str, key: str) -> str: ...
    def rename(self, by: str, room_id: str, name: str) -> None: ...
    def rank(self, by: str, room_id: str, user: str, level: int) -> None: ...
    def upgrade(self, by: str, room_id: str) -> str: ...
    def revoke(self, user: str) -> None: ...


class MemoryStage:
    """The twin's stage."""

    def __init__(self) -> None:
        self.home = MemoryHomeserver()

    def person(self, name: str) -> str:
        user = f"@{name.lower()}:memory"
        self.home.names[user] = name
        return user

    def account(self, name: str) -> ChatServer:
        return MemoryChatServer(self.home, self.person(name))

    def create_room(self, by: str, name: str = "", *, invite: tuple[str, ...] = ()) -> str:
        return self.home.create_room(by, name, invite=invite)

    def invite(self, by: str, room_id: str, user: str) -> None:
        self.home.move(room_id, user, "invite", by=by)

    def join(self, user: str, room_id: str) -> None:
        self.home.move(room_id, user, "join")

    def kick(self, by: str, room_id: str, user: str) -> None:
        self.home.move(room_id, user, "leave", by=by)

    def say(
        self, sender: str, room_id: str, text: str, *, notice: bool = False, reply_to: str = "",
        thread: str = "", mentions: tuple[str, ...] = (),
    ) -> str:  # fmt: skip
        return self.home.say(
            sender, room_id, text, role="bot" if notice else "user",
            reply_to=reply_to, thread=thread, mentions=mentions,
        )  # fmt: skip

    def edit(self, sender: str, room_id: str, event_id: str, text: str) -> str:
        return self.home.edit(sender, room_id, event_id, text)

    def delete(self, sender: str, room_id: str, event_id: str) -> str:
        return self.home.delete(sender, room_id, event_id)

    def react(self, sender: str, room_id: str, event_id: str, key: str) -> str:
        return self.home.react(sender, room_id, event_id, key)

    def rename(self, by: str, room_id: str, name: str) -> None:
        self.home.rename(room_id, name)

    def rank(self, by: str, room_id: str, user: str, level: int) -> None:
        self.home.rank(room_id, user, level)

    def upgrade(self, by: str, room_id: str) -> str:
        return self.home.upgrade(by, room_id)

    def revoke(self, user: str) -> None:
        self.home.revoke(user)


@dataclass
class Heard:
    """All that was taken in, over however many connections."""

    cursor: str = ""
    batches: int = 0
    arrivals: list[Arrival] = field(default_factory=list)
    sealed: list[Sealed] = field(default_factory=list)
    changes: list[RoomChange] = field(default_factory=list)

    async def take_in(self, batch: Batch) -> None:
        self.arrivals += batch.arrivals
        self.sealed += batch.sealed
        self.changes += batch.changes
        self.cursor = batch.cursor
        self.batches += 1

    @property
    def events(self) -> list[ChatEvent]:
        return [arrival.event for arrival in self.arrivals]

    @property
    def ids(self) -> list[str]:
        return [event.event_id for event in self.events]

    def has(self, event_id: str) -> Callable[[], bool]:
        return lambda: event_id in self.ids

    def changed(self, what: str, room_id: str) -> Callable[[], bool]:
        return lambda: any((one.what, one.room_id) == (what, room_id) for one in self.changes)

    async def until(self, condition: Callable[[], bool], seconds: float = 30.0) -> None:
        """Wait for it to become true."""
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.02)


@asynccontextmanager
async def listening(
    server: ChatServer, heard: Heard, take_in: Callable[[Batch], Awaitable[None]] | None = None
) -> AsyncIterator[asyncio.Task[None]]:
    """Listen from where `heard` stopped, past the first batch, until the block is left."""
    before = heard.batches
    listen = server.listen(heard.cursor, tuple(heard.sealed), take_in or heard.take_in)
    task = asyncio.create_task(listen)
    first = asyncio.create_task(heard.until(lambda: heard.batches > before))
    try:
        await asyncio.wait({task, first}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
        yield task
    finally:
        task.cancel()
        first.cancel()
        await asyncio.gather(task, first, return_exceptions=True)
        await server.close()
