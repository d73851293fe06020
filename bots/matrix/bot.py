"""The loop: what comes goes into the spool, from there into the log; what is asked is done, and
what is to be said is sent.

The tasks run side by side and meet in the spool alone: listening, writing (the log, and what
changes the memory, in one thread), reading (recalls and the like, in another), speaking, and the
schedule. Each sleeps until it is woken. Killed at any moment, the next start goes on where the
spool says.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from progressive_memory.api_live import ChatServer, LiveMemory
from progressive_memory.domain.chat_room import Outgoing, Room
from progressive_memory.domain.request import Request
from progressive_memory.errors import ProgressiveMemoryError

from .carry_out import Hand
from .case import Done
from .commands import command_in
from .intake import txn
from .listening import FOLLOW, TURNS, Listening
from .ranks import Ranks
from .reading import VERBS as READING
from .rights import Manners
from .shared import Shared, tried
from .speaking import Speaking
from .wording import plain, say

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from progressive_memory.domain.cron_report import CronReport

log = logging.getLogger(__name__)

_Result = TypeVar("_Result")
_Job = Callable[[], Coroutine[Any, Any, None]]
_TYPING_SECONDS = 20.0
"""How often we say again that we are at work: a server believes it for half a minute."""
_FIRST = TURNS | {FOLLOW}
"""Verbs that decide what is logged, and where: they go before the log."""


class Schedule(Protocol):
    """When the groups are flushed without anybody asking (`progressive_memory.scheduler`)."""

    def run_due(self, now: datetime) -> CronReport:
        """Run what is due; what fails is told, not raised."""
        ...

    def pause(self, now: datetime) -> float:
        """Seconds until there may be something due, at most a minute."""
        ...


class Bot:
    """One account of ours on one vault. `reading` is a second memory of the same vault, for what
    is read while the first one writes. Without a `schedule` nothing is done that nobody asks for.
    """

    def __init__(
        self,
        server: ChatServer,
        memory: LiveMemory,
        manners: Manners,
        *,
        reading: LiveMemory | None = None,
        schedule: Schedule | None = None,
        patience: float = Shared.patience,
    ) -> None:
        self._shared = Shared(server, memory, manners, patience=patience)
        self._schedule = schedule
        spool = memory.spool
        self._hand = Hand(memory, spool, server.me, manners)
        self._reader = Hand(reading or memory, spool, server.me, manners)
        self._writing, self._reading = (ThreadPoolExecutor(1, name) for name in ("write", "read"))
        self._flushing = ThreadPoolExecutor(1, "schedule")
        self._logged = asyncio.Event()
        self._ranks = Ranks(memory, manners, server.me)
        self._told_of_log: set[str] = set()

    async def run(self) -> None:
        """Work until cancelled.

        Raises:
            LoginRevoked: somebody has to log in again.
            SpoolUnavailable: another bot runs on this vault, or nothing can be kept.
        """
        jobs: list[_Job] = [Speaking(self._shared).run, self._write, self._read]
        if self._schedule is not None:
            jobs.append(partial(self._keep_schedule, self._schedule))
        tasks = [asyncio.create_task(Listening(self._shared).run())]
        tasks += [asyncio.create_task(self._shared.keep_up(job)) for job in jobs]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            for thread in (
                self._flushing,
                self._writing,
                self._reading,
            ):  # what is begun is written to its end
                await asyncio.to_thread(thread.shutdown)
            self._shared.spool.close()
        for end in ended:
            if isinstance(end, Exception):
                raise end

    # -- writing

    async def _write(self) -> None:
        shared = self._shared
        while True:
            shared.to_write.clear()
            waits = await self._written()
            with suppress(TimeoutError):
                async with asyncio.timeout(shared.patience if waits else None):
                    await shared.to_write.wait()

    async def _written(self) -> bool:
        """Log what waits and do what is asked; whether something has to be tried again."""
        shared = self._shared
        while True:
            rooms = await shared.rooms()
            for request in self._asked(lambda request: request.verb in _FIRST):
                await self._do_first(request)
            waits = await self._drained(rooms)
            changed, shared.ranks_changed = shared.ranks_changed, False
            note = partial(self._ranks.note, await shared.rooms(), changed=changed)
            await self._in(self._writing, note)
            to_do = self._asked(lambda request: not self._only_reads(request))
            to_do.sort(key=lambda request: request.event_id in self._hand.begun)
            if not to_do:
                shared.to_read.set()  # a room may have got its group just now
                return waits
            await self._carry_out(self._hand, to_do[0])
            await self._in(self._writing, self._hand.reviews.settle)
            shared.to_say.set()

    async def _do_first(self, request: Request) -> None:
        if request.verb == FOLLOW:
            await self._in(self._writing, partial(self._follow, request))
        else:
            await self._carry_out(self._hand, request)

    def _follow(self, request: Request) -> None:
        self._shared.memory.follow_room(request.room_id, request.words)
        self._shared.spool.answered(request.event_id)

    async def _drained(self, rooms: Mapping[str, Room]) -> bool:
        """Put what waits into the log, and mark the rooms as read up to there."""
        names = {room.room_id: room.name for room in rooms.values()}
        drain = partial(self._shared.memory.drain, names, _is_command)
        drained = await self._in(self._writing, drain)
        for room_id, event_id in drained.newest.items():
            self._told_of_log.discard(room_id)
            await tried(self._shared.server.seen(room_id, event_id), f"mark {room_id} as read")
        for room_id, problem in drained.problems.items():
            self._say_problem(room_id, problem, drained.problems.keys() - {room_id})
        self._logged.set()
        return bool(drained.problems)

    def _say_problem(
        self, room_id: str, problem: ProgressiveMemoryError, others: Collection[str]
    ) -> None:
        """Tell a room that its messages do not get into the log, once while the oldest of them
        waits; `others` are the other rooms of which that holds.
        """
        log.warning("%s cannot be logged: %s", room_id, problem)
        if room_id not in self._told_of_log:
            self._told_of_log.add(room_id)
            why = plain(problem.message.split("\n")[0])
            text = say(self._shared.memory.language(), "no_log", why=why)
            oldest = [one.event.event_id for one in self._shared.spool.waiting(1, others)]
            told = Outgoing(txn("log", room_id, *oldest), room_id, "notice", text)
            self._shared.spool.say([told])
            self._shared.to_say.set()

    # -- reading, and both

    async def _read(self) -> None:
        shared = self._shared
        while True:
            shared.to_read.clear()
            for request in self._asked(self._only_reads):
                await self._carry_out(self._reader, request)
            await shared.to_read.wait()

    def _asked(self, ours: Callable[[Request], bool]) -> list[Request]:
        return [request for request in self._shared.spool.asked() if ours(request)]

    def _only_reads(self, request: Request) -> bool:
        """Whether it can be answered beside what is written; a new room gets its group first."""
        return request.verb in READING and self._shared.memory.knows_room(request.room_id)

    async def _carry_out(self, hand: Hand, request: Request) -> None:
        """Do what is asked, and keep what we say. Where we are not any more nothing is said, and
        nothing done but whose words are kept: they may come again.
        """
        shared, done = self._shared, Done()
        room = (await shared.rooms()).get(request.room_id)
        thread = self._reading if hand is self._reader else self._writing
        if room is not None:
            words = shared.unkept.pop(request.event_id, request.words)
            act = partial(hand.carry_out, replace(request, words=words), room)
            async with self._typing(room.room_id, request.verb):
                done = await self._in(thread, act)
        elif request.verb in TURNS:
            left = Room(request.room_id, "", False, {}, {})
            await self._in(thread, partial(hand.carry_out, request, left))
        if not done.so_far:
            shared.spool.answered(request.event_id, done.said, done.reviews)
        shared.to_say.set()

    @asynccontextmanager
    async def _typing(self, room_id: str, verb: str) -> AsyncIterator[None]:
        """Show that we are at work, for what may take a while."""
        if verb != "remem":
            yield
            return
        task = asyncio.create_task(self._keep_typing(room_id))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await tried(self._shared.server.typing(room_id, False), "stop typing")

    async def _keep_typing(self, room_id: str) -> None:
        while True:
            await tried(self._shared.server.typing(room_id, True), "type")
            await asyncio.sleep(_TYPING_SECONDS)

    async def _in(self, thread: ThreadPoolExecutor, act: Callable[[], _Result]) -> _Result:
        return await asyncio.get_running_loop().run_in_executor(thread, act)

    # -- the schedule

    async def _keep_schedule(self, schedule: Schedule) -> None:
        """Flush when it is time, and tell the rooms; notice what was settled in the notes."""
        await self._logged.wait()  # what waits in the spool is logged before anything is flushed
        while True:
            report = await self._in(self._flushing, partial(schedule.run_due, datetime.now(UTC)))
            for problem in report.problems:
                log.warning("schedule: %s", problem)
            rooms = tuple(await self._shared.rooms())
            for flushed in report.flushes:
                await self._in(self._writing, partial(self._hand.tell, flushed, rooms))
            if self._shared.spool.reviews():
                await self._in(self._reading, self._reader.reviews.settle)
            self._shared.to_say.set()
            await asyncio.sleep(schedule.pause(datetime.now(UTC)))


def _is_command(text: str) -> bool:
    return command_in(text) is not None
