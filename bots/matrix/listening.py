"""What comes, kept: its messages, what it asks, and what became of rooms."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from progressive_memory.domain.chat_room import Batch, Outgoing, Room, RoomChange
from progressive_memory.domain.request import Request, Turn
from progressive_memory.errors import ProgressiveMemoryError

from .intake import Ear, asked_in, txn
from .shared import Shared, tried
from .wording import say

log = logging.getLogger(__name__)

FOLLOW = "follow"
"""The verb of a request of our own: map the room that replaces another."""

_TRIES = 5
"""How often a batch is tried whole that a fault of ours does not let in."""

_REFUSED = "for that takes a room that we are in, and the rank to decide there"

TURNS = frozenset({"optout", "optin"})
"""Verbs that decide whose words are kept."""


@dataclass(frozen=True)
class Listening:
    """Hears one account's rooms, from where it stopped."""

    shared: Shared

    async def run(self) -> None:
        """Listen until cancelled.

        Raises:
            LoginRevoked: somebody has to log in again.
            SpoolUnavailable: nothing can be kept any more.
        """
        server, spool = self.shared.server, self.shared.spool
        await server.listen(spool.cursor(server.me), spool.sealed(server.me), self.hear)

    async def hear(self, batch: Batch) -> None:
        """Take a batch in, whatever is in it. Where that fails by a fault of ours it is tried
        again, less and less often, and then done piece by piece: what fails even so is passed
        over, and the log says which. What the machine refuses (a full disk) is tried for ever.

        Raises:
            ProgressiveMemoryError: it cannot be kept now.
        """
        pause, faults = self.shared.patience / 30, 0
        while faults < _TRIES:
            try:
                await self.take_in(batch)
                return
            except ProgressiveMemoryError:
                raise
            except OSError as error:
                log.warning("what came could not be taken in: %s", error)
            except Exception:
                faults += 1
                log.exception("what came could not be taken in: %s", ", ".join(_ids(batch)))
            await asyncio.sleep(pause)
            pause = min(2 * pause, self.shared.patience)
        await self._by_pieces(batch)

    async def _by_pieces(self, batch: Batch) -> None:
        """Take a batch in piece by piece; its cursor counts once they are all done with."""
        before = self.shared.spool.cursor(self.shared.server.me)
        pieces = [Batch(before, changes=(one,)) for one in batch.changes]
        pieces += [Batch(before, sealed=(one,)) for one in batch.sealed]
        pieces += [Batch(before, arrivals=(one,)) for one in batch.arrivals]
        for piece in pieces:
            try:
                await self.take_in(piece)
            except (ProgressiveMemoryError, OSError):
                raise  # all of it comes again, and what is kept is passed over
            except Exception:
                log.exception("PASSED OVER, and in no log: %s", ", ".join(_ids(piece)))
        await self.take_in(Batch(batch.cursor))

    async def take_in(self, batch: Batch) -> None:
        """Keep a batch: what may be kept of it, what it asks, and what we say to that at once.

        What became of rooms is acted on before the batch is kept, and again should it come again.
        """
        shared = self.shared
        rooms = await shared.rooms()
        said: list[Outgoing] = []
        asked: list[Request] = []
        for change in batch.changes:
            if change.what == "upgraded":
                asked += await self._upgraded(change, rooms.get(change.room_id))
        followed = {request.words for request in asked}
        for change in batch.changes:
            if change.what != "invited" or change.room_id not in followed:
                said += await self._changed(change, batch.cursor)
        ear = self._ear(rooms)
        heard, seen = asked_in(batch.arrivals, ear)
        kept, heard = self._keepable(batch, heard, ear)
        shared.spool.take_in(shared.server.me, kept, [*asked, *heard], [*said, *seen])
        shared.started.set()
        shared.wake()

    def _ear(self, rooms: Mapping[str, Room]) -> Ear:
        me = self.shared.server.me
        local = me.removeprefix("@").partition(":")[0]
        names = {one.room_id: (me, local, one.members.get(me, "")) for one in rooms.values()}
        open_now = {one.event_id: one for one in self.shared.spool.reviews() if one.event_id}
        return Ear(me, names, open_now)

    def _keepable(
        self, batch: Batch, asked: Sequence[Request], ear: Ear
    ) -> tuple[Batch, list[Request]]:
        """The batch without what must not be kept, and what it asks in the words that may be: what
        somebody asks whose messages are not kept is held in memory alone.
        """
        shared = self.shared
        before = [one for one in shared.spool.asked() if one.verb in TURNS]
        turns = [Turn(one.room_id, one.sender, one.verb == "optout") for one in before]
        turns += [
            Turn(one.room_id, one.sender, one.verb == "optout", one.event_id)
            for one in asked
            if one.verb in TURNS
        ]
        kept = shared.memory.keepable(batch, shared.server.me, turns)
        shared.unheard |= {one.event_id for one in batch.sealed if one not in kept.sealed}
        heard = (one for one in kept.arrivals if one.event.event_id not in shared.unheard)
        kept = replace(kept, arrivals=tuple(heard))
        clean = {one.event_id: one for one in asked_in(kept.arrivals, ear)[0]}
        hidden = [one for one in asked if one.event_id not in clean]
        shared.unkept.update({one.event_id: one.words for one in hidden if one.words})
        return kept, [clean.get(one.event_id) or replace(one, words="") for one in asked]

    async def _changed(self, change: RoomChange, cursor: str) -> list[Outgoing]:
        """Act on what became of a room; returns what is to be said there."""
        shared, room = self.shared, change.room_id
        shared.ranks_changed = True
        match change.what:
            case "invited":
                await self._invited(change)
            case "left":
                log.warning("we are not in %s any more", room)
            case "joined":
                hello = say(shared.memory.room_language(room), "hello")
                return [Outgoing(txn("hello", room, cursor), room, "notice", hello)]
            case _:
                pass
        return []

    async def _invited(self, change: RoomChange) -> None:
        """Go where the settings let us, and back into a room whose memory we keep."""
        server, room = self.shared.server, change.room_id
        if self.shared.memory.knows_room(room) or self.shared.manners.welcome(change):
            await tried(server.join(room), f"join {room}")
        else:
            log.warning("%s asks us into %s: the settings do not allow that", change.by, room)
            await tried(server.leave(room), f"refuse {room}")

    async def _upgraded(self, change: RoomChange, old: Room | None) -> list[Request]:
        """Go into the room that replaces one of ours; returns what is to be done about its memory.
        A tombstone may name any room there is.
        """
        room, new, manners = change.room_id, change.new_room_id, self.shared.manners
        if not manners.follows(old, change):
            log.warning("%s replaces %s by %s: not followed, %s", change.by, room, new, _REFUSED)
            return []
        await tried(self.shared.server.join(new), f"join {new}")
        name = txn(FOLLOW, room, new)
        return [Request(name, room, FOLLOW, change.by, words=new)]


def _ids(batch: Batch) -> list[str]:
    """What a batch holds: event ids, and what became of rooms."""
    ids = [one.event.event_id for one in batch.arrivals]
    ids += [one.event_id for one in batch.sealed]
    return ids + [f"{one.room_id} {one.what}" for one in batch.changes]
