"""MemoryChatServer: an account on a MemoryHomeserver."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from progressive_memory.adapters.memory.chat_world import (
    Happening,
    MemoryHomeserver,
    Moved,
    Place,
)
from progressive_memory.domain.chat_room import (
    Arrival,
    Batch,
    Outgoing,
    Room,
    RoomChange,
    Sealed,
)
from progressive_memory.errors import LoginRevoked, NotSent, ProgressiveMemoryError

log = logging.getLogger(__name__)
HISTORY = 20
"""How many messages from before our joining a room come with it."""


class MemoryChatServer:
    """ChatServer whose homeserver is an object; what it sends, tests read in `outbox` (each
    message once) or as an event of the room. `patience` is the wait in seconds before a batch
    that was refused comes again.
    """

    def __init__(self, home: MemoryHomeserver, me: str, *, patience: float = 0.01) -> None:
        self.home = home
        self.outbox: list[Outgoing] = []
        self._me = me
        self._patience = patience

    @property
    def me(self) -> str:
        """Our own user id."""
        return self._me

    async def listen(
        self,
        cursor: str,
        sealed: Sequence[Sealed],  # noqa: ARG002 their keys come as anything that happens
        take_in: Callable[[Batch], Awaitable[None]],
    ) -> None:
        """Hand over all that happens after `cursor`; a key is one of those things."""
        ear = _Ear(self.home, self._me)
        known = cursor.isdecimal() and int(cursor) <= len(self.home.happened)
        if cursor and not known:
            log.warning("the server does not know where we stopped; going on from now")
        batch = ear.begin(int(cursor)) if known else ear.begin_now()
        while True:
            self._check_login()
            await self._hand_over(batch, take_in)
            await self.home.more_than(ear.heard, self._me)
            batch = ear.more()

    async def _hand_over(self, batch: Batch, take_in: Callable[[Batch], Awaitable[None]]) -> None:
        while True:
            try:
                return await take_in(batch)
            except LoginRevoked:
                raise
            except ProgressiveMemoryError as refusal:
                log.warning("what came could not be kept: %s", refusal)
                await asyncio.sleep(self._patience)

    async def send(self, message: Outgoing) -> str:
        """Send a message once, whatever its length; returns its event id."""
        self._check_login()
        key = (self._me, message.txn)
        if key in self.home.sent:
            return self.home.sent[key]
        place = self.home.places.get(message.room_id)
        if place is None or place.memberships.get(self._me) != "join":
            raise NotSent(f"we are not in {message.room_id}")
        self.outbox.append(message)
        self.home.sent[key] = self._put(message)
        return self.home.sent[key]

    def _put(self, message: Outgoing) -> str:
        room = message.room_id
        if message.kind == "reaction":
            return self.home.react(self._me, room, message.reply_to, message.key, role="bot")
        if message.kind == "edit":
            return self.home.edit(self._me, room, message.replaces, message.text, role="bot")
        return self.home.say(
            self._me, room, message.text, role="bot", reply_to=message.reply_to,
            thread=message.thread, mentions=message.mentions,
        )  # fmt: skip

    async def join(self, room_id: str) -> bool:
        """Join a room that we were asked into."""
        self._check_login()
        place = self.home.places.get(room_id)
        if place is None or place.memberships.get(self._me) not in ("invite", "join"):
            return False
        if place.memberships[self._me] == "invite":
            self.home.move(room_id, self._me, "join")
        return True

    async def leave(self, room_id: str) -> None:
        """Leave a room, or refuse an invitation."""
        self._check_login()
        place = self.home.places.get(room_id)
        if place and place.memberships.get(self._me) in ("invite", "join"):
            self.home.move(room_id, self._me, "leave")

    async def rooms(self) -> tuple[Room, ...]:
        """The rooms we are in, by id."""
        places = sorted(self.home.places.values(), key=lambda place: place.room_id)
        return tuple(self._room(one) for one in places if one.memberships.get(self._me) == "join")

    def _room(self, place: Place) -> Room:
        inside = [user for user, membership in place.memberships.items() if membership == "join"]
        members = {user: self.home.names.get(user, user) for user in sorted(inside)}
        return Room(place.room_id, place.name, place.encrypted, members, dict(place.ranks))

    async def typing(self, room_id: str, on: bool) -> None:
        """Note in the homeserver's `typing` that we type."""
        self._check_login()
        (self.home.typing.add if on else self.home.typing.discard)((self._me, room_id))

    async def seen(self, room_id: str, event_id: str) -> None:
        """Note in the homeserver's `read` how far we have read."""
        self._check_login()
        self.home.read[self._me, room_id] = event_id

    async def close(self) -> None:
        """Nothing is held."""

    def _check_login(self) -> None:
        if self._me in self.home.revoked:
            raise LoginRevoked(f"{self._me} is logged out")


class _Ear:
    """What one account hears: `heard` counts the happenings behind it, its business or not."""

    def __init__(self, home: MemoryHomeserver, me: str) -> None:
        self.heard = 0
        self._home = home
        self._me = me
        self._inside: set[str] = set()
        self._missed: dict[str, list[Arrival]] = {}

    def begin(self, cursor: int) -> Batch:
        """All after the cursor."""
        self._listen_to(cursor)
        return self.more()

    def begin_now(self) -> Batch:
        """Nothing of what was, but the invitations that still stand."""
        self._listen_to(len(self._home.happened))
        moves = (one for one in self._home.happened if isinstance(one, Moved))
        last = {one.room_id: one for one in moves if one.user == self._me}
        asked = [one for one in last.values() if one.membership == "invite"]
        changes = tuple(RoomChange(one.room_id, "invited", by=one.by) for one in asked)
        return Batch(str(self.heard), changes=changes)

    def more(self) -> Batch:
        """All that has happened since."""
        heard = self._listen_to(len(self._home.happened))
        return Batch(
            str(self.heard),
            tuple(one for one in heard if isinstance(one, Arrival)),
            tuple(one for one in heard if isinstance(one, Sealed)),
            tuple(one for one in heard if isinstance(one, RoomChange)),
        )

    def _listen_to(self, end: int) -> list[Happening]:
        news = self._home.happened[self.heard : end]
        self.heard = end
        return [piece for happening in news for piece in self._hear(happening)]

    def _hear(self, happening: Happening) -> Sequence[Happening]:
        room_id = happening.room_id
        if isinstance(happening, Moved):
            return self._move(happening)
        if room_id in self._inside:
            return (happening,)
        if isinstance(happening, Arrival):
            history = Arrival(room_id, happening.event, live=False, mentions=happening.mentions)
            self._missed.setdefault(room_id, []).append(history)
        return ()

    def _move(self, moved: Moved) -> Sequence[Happening]:
        room_id = moved.room_id
        if moved.user != self._me:
            return (RoomChange(room_id, "ranked"),) if room_id in self._inside else ()
        if moved.membership == "invite":
            return (RoomChange(room_id, "invited", by=moved.by),)
        if moved.membership == "join":
            self._inside.add(room_id)
            missed = self._missed.pop(room_id, [])[-HISTORY:]
            return (*missed, RoomChange(room_id, "joined", by=moved.by))
        was_inside = room_id in self._inside
        self._inside.discard(room_id)
        return (RoomChange(room_id, "left", by=moved.by),) if was_inside else ()
