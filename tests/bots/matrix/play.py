"""A bot on a homeserver in memory, and people who talk to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from copy import copy
from typing import Any

from bots.matrix.bot import Bot, Schedule
from bots.matrix.rights import Manners
from progressive_memory.adapters.memory.chat_server import MemoryChatServer
from progressive_memory.adapters.memory.chat_world import MemoryHomeserver
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.api_live import LiveMemory
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.settings import Settings
from tests.bots.matrix.mortal import Fate, Killed, Mortal

ME = "@memory:memory"
SERVER = Manners(invite_from=("memory",))


class Play:
    """A room called Harbour with Nora, who made it, Sam, Ines and Leo. Whatever they do happens
    while a bot runs in `live`, or while none does.
    """

    def __init__(self, language: Language = "en", manners: Manners = SERVER) -> None:
        self.home = MemoryHomeserver()
        self.ports = MemoryPorts(settings=Settings("in-memory", language, quiet_seconds=0))
        self.manners = manners
        self.waits_for: Callable[[], bool] = lambda: True
        self.server = MemoryChatServer(self.home, ME)
        self.home.names[ME] = "Memory"
        for name in ("Nora", "Sam", "Ines", "Leo"):
            self.home.names[self.id(name)] = name
        self.room = self.new_room("Nora", "Harbour", "Sam", "Ines", "Leo")

    @staticmethod
    def id(name: str) -> str:
        return f"@{name.lower()}:memory"

    def new_room(self, by: str, name: str, *others: str) -> str:
        """A room with those people in it, and us asked in."""
        room = self.home.create_room(self.id(by), name)
        for one in others:
            self.home.move(room, self.id(one), "join")
        self.home.move(room, ME, "invite", by=self.id(by))
        return room

    def say(self, who: str, text: str, room: str = "", *, to: str = "", thread: str = "") -> str:
        """Say something; `to` is the event it answers. Whoever calls us by name mentions us."""
        mentions = (ME,) if "Memory" in text or ME in text else ()
        return self.home.say(
            self.id(who), room or self.room, text, reply_to=to, thread=thread, mentions=mentions
        )

    def react(self, who: str, event_id: str, key: str = "👍", room: str = "") -> str:
        return self.home.react(self.id(who), room or self.room, event_id, key)

    def propose(self) -> None:
        """A proposal that is agreed to, and one that nobody answers."""
        self.say("Nora", "Proposal: we store chart tiles in MBTiles files, one per harbour")
        self.say("Sam", "agreed")
        self.say("Ines", "I propose we write a newsletter for the harbour masters")

    # -- running

    def live(self, *acts: Callable[[], object], schedule: Schedule | None = None) -> None:
        """Run a bot: let each act happen, and wait until all is logged, answered and sent."""
        asyncio.run(self._lived(lambda _: self._acted_while(list(acts)), self.bot(schedule)))

    def live_in_trouble(self, mend: Callable[[], object]) -> None:
        """Run a bot for which something is broken, mend that, and wait until all is done."""

        async def body(_: asyncio.Task[None]) -> None:
            await asyncio.sleep(0.2)
            mend()
            await self.quiet()

        asyncio.run(self._lived(body, self.bot()))

    def killed_at(self, at: int, *acts: Callable[[], object]) -> int:
        """Run a bot that is killed at that step of all it does, then one that lives; returns the
        steps of the first. Each act happens when the ones before are done with.
        """
        fate = Fate(at)
        mortal = copy(self.ports)
        mortal.spool = Mortal(self.ports.spool, "spool", fate)  # type: ignore[assignment]
        mortal.vault = Mortal(self.ports.vault, "vault", fate)  # type: ignore[assignment]
        server = Mortal(self.server, "server", fate)
        left = list(acts)

        async def act(task: asyncio.Task[None]) -> None:
            living = asyncio.create_task(self._acted_while(left))
            await asyncio.wait({task, living}, return_when=asyncio.FIRST_COMPLETED)
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)

        asyncio.run(self._lived(act, Bot(server, LiveMemory(mortal), self.manners)))
        self.live(*left)
        return fate.steps

    async def _acted_while(self, acts: list[Callable[[], object]]) -> None:
        await self.quiet()
        while acts:
            acts.pop(0)()
            await self.quiet()

    async def _lived(
        self,
        body: Callable[[asyncio.Task[None]], Coroutine[Any, Any, None]],
        bot: Bot,
    ) -> None:
        task = asyncio.create_task(bot.run())
        try:
            await body(task)
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError, Killed):
                await task

    async def quiet(self, seconds: float = 20.0) -> None:
        """Wait until the bot has heard all, and nothing is left to be done."""
        async with asyncio.timeout(seconds):
            calm = 0
            while calm < 3:  # what comes of the last thing done may be one more
                await asyncio.sleep(0.01)
                calm = calm + 1 if self._is_calm() else 0

    def _is_calm(self) -> bool:
        spool = self.ports.spool
        heard = spool.cursor(ME) == str(len(self.home.happened))
        return (
            heard
            and self.waits_for()
            and not (spool.waiting(1) or spool.asked() or spool.outgoing(1))
        )

    def bot(self, schedule: Schedule | None = None) -> Bot:
        memory = LiveMemory(self.ports)
        return Bot(self.server, memory, self.manners, schedule=schedule, patience=0.05)

    # -- what came of it

    def notices(self, room: str = "") -> list[str]:
        """What the bot said in the room, in order."""
        return [one.text for one in self.said("notice", room)]

    def said(self, kind: str, room: str = "") -> list[Any]:
        return [
            one
            for one in self.server.outbox
            if one.kind == kind and one.room_id == (room or self.room)
        ]

    def answer_to(self, event_id: str) -> str:
        """The one answer to a command."""
        found = [one.text for one in self.said_anywhere() if one.reply_to == event_id]
        assert len(found) == 1, found
        return str(found[0])

    def said_anywhere(self) -> list[Any]:
        return [one for one in self.server.outbox if one.kind == "notice"]

    def event_of(self, words: str) -> ChatEvent:
        """The message of the bot's that holds those words."""
        rooms = (event for room in self.home.places for event in self.home.events(room))
        found = [
            one for one in rooms if one.sender == ME and words in one.text and not one.replaces
        ]
        assert len(found) == 1, [one.text for one in found]
        return found[0]

    def note(self, name: str, group: str = "harbour") -> str:
        """A note of the group, "" where there is none."""
        snapshot = self.ports.vault.read(f"memory/groups/{group}/{name}")
        return snapshot.data.decode() if snapshot else ""

    def log(self, group: str = "harbour") -> str:
        return self.note("log/2026/2026-05-15.md", group)

    def everything(self) -> str:
        """Every byte of the vault."""
        paths = self.ports.vault.stamps("memory")
        read = (self.ports.vault.read(path) for path in paths)
        return "\n".join(one.data.decode() for one in read if one)
