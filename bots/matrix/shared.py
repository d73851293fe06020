"""What the tasks of the bot share: server, memory, spool, and how they wake each other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from progressive_memory.api_live import ChatServer, LiveMemory, Spool
from progressive_memory.domain.chat_room import Room
from progressive_memory.errors import LoginRevoked, ProgressiveMemoryError

from .rights import Manners

log = logging.getLogger(__name__)


@dataclass
class Shared:
    """`started` is set once the first batch is kept: the server knows its rooms from then on.

    `unkept` holds the words of requests that must stand in no file, by event id, `unheard` the ids
    of what was sealed and must not be kept, whenever its key comes. `ranks_changed`
    says that somebody's rank may be another now. After `patience` (seconds) it is tried again what
    could not be done.
    """

    server: ChatServer
    memory: LiveMemory
    manners: Manners
    started: asyncio.Event = field(default_factory=asyncio.Event)
    to_write: asyncio.Event = field(default_factory=asyncio.Event)
    to_read: asyncio.Event = field(default_factory=asyncio.Event)
    to_say: asyncio.Event = field(default_factory=asyncio.Event)
    unkept: dict[str, str] = field(default_factory=dict)
    unheard: set[str] = field(default_factory=set)
    ranks_changed: bool = True
    patience: float = 30.0

    @property
    def spool(self) -> Spool:
        """What came, what was asked, what is to be said."""
        return self.memory.spool

    async def rooms(self) -> dict[str, Room]:
        """The rooms we are in, by id."""
        return {room.room_id: room for room in await self.server.rooms()}

    async def keep_up(self, job: Callable[[], Awaitable[None]]) -> None:
        """Do a job that never ends, and begin it anew when something goes wrong: a full disk, a
        fault of ours. What stands in the spool is still there.

        Raises:
            LoginRevoked: nothing can be done any more.
        """
        await self.started.wait()
        while True:
            try:
                await job()
            except LoginRevoked:
                raise
            except ProgressiveMemoryError as error:
                log.error("%s; next: %s", error, error.next_step)
            except Exception:
                log.exception("something went wrong; it is tried again")
            await asyncio.sleep(self.patience)

    def wake(self) -> None:
        """Let every task look at the spool."""
        for event in (self.to_write, self.to_read, self.to_say):
            event.set()


async def tried(act: Awaitable[object], what: str) -> None:
    """Do something at the server that may fail; whatever it is, the bot goes on.

    Raises:
        LoginRevoked: nothing can be done there any more.
    """
    try:
        await act
    except LoginRevoked:
        raise
    except Exception as error:  # noqa: BLE001 — see above
        log.warning("could not %s: %s", what, error)
