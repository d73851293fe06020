"""A chat's server in memory: rooms, the people in them, and all that happens there."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal

from progressive_memory.domain.chat_room import CREATOR, Arrival, RoomChange, Sealed
from progressive_memory.domain.message import ChatEvent, Role

Membership = Literal["invite", "join", "leave"]


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody was asked in, came in, or went out of a room."""

    room_id: str
    user: str
    membership: Membership
    by: str


Happening = Arrival | Sealed | Moved | RoomChange


@dataclass
class Place:
    """A room, whoever is in it."""

    room_id: str
    name: str
    encrypted: bool = False
    memberships: dict[str, Membership] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    replaced_by: str = ""


class MemoryHomeserver:
    """What people do to a chat. Every call of a method is one thing that happens, a second after
    the one before; `happened` has them in order, and each account hears of what is its business.
    """

    def __init__(self, at: datetime = datetime(2026, 5, 15, 9, 0, tzinfo=UTC)) -> None:
        self.at = at
        self.places: dict[str, Place] = {}
        self.names: dict[str, str] = {}
        self.happened: list[Happening] = []
        self.revoked: set[str] = set()
        self.read: dict[tuple[str, str], str] = {}
        self.typing: set[tuple[str, str]] = set()
        self.sent: dict[tuple[str, str], str] = {}
        self._sealed: dict[str, Arrival] = {}
        self._waiting: list[asyncio.Future[None]] = []

    # -- what people do

    def create_room(
        self, by: str, name: str = "", *, invite: tuple[str, ...] = (), encrypted: bool = False
    ) -> str:
        """Make a room with its creator in it; returns its id."""
        room_id = f"!room{len(self.places) + 1}:memory"
        self.places[room_id] = Place(room_id, name, encrypted)
        self.places[room_id].ranks[by] = CREATOR
        self.move(room_id, by, "join")
        for user in invite:
            self.move(room_id, user, "invite", by=by)
        return room_id

    def move(self, room_id: str, user: str, membership: Membership, *, by: str = "") -> None:
        """Invite somebody, let them join, or let them leave (a kick when `by` is another)."""
        self.places[room_id].memberships[user] = membership
        self._happens(Moved(room_id, user, membership, by or user))

    def say(  # noqa: PLR0913 what a message may be about
        self, sender: str, room_id: str, text: str, *, role: Role = "user", reply_to: str = "",
        thread: str = "", mentions: tuple[str, ...] = (),
    ) -> str:  # fmt: skip
        """Say something in a room; returns its event id."""
        event = self._event(sender, text=text, role=role, reply_to=reply_to, thread=thread)
        return self._arrives(room_id, event, mentions)

    def edit(
        self, sender: str, room_id: str, event_id: str, text: str, *, role: Role = "user"
    ) -> str:
        """Put another text in place of a message, whoever's it is."""
        return self._arrives(room_id, self._event(sender, text=text, replaces=event_id, role=role))

    def delete(self, sender: str, room_id: str, event_id: str) -> str:
        """Delete a message, an edit or a reaction."""
        return self._arrives(room_id, self._event(sender, deletes=event_id))

    def react(
        self, sender: str, room_id: str, event_id: str, key: str, *, role: Role = "user"
    ) -> str:
        """Press a key on a message."""
        return self._arrives(room_id, self._event(sender, reacts_to=event_id, key=key, role=role))

    def seal(self, sender: str, room_id: str, text: str) -> str:
        """Say something that nobody can read before `unseal`; returns its event id."""
        event = self._event(sender, text=text)
        self._sealed[event.event_id] = Arrival(room_id, event, live=True)
        source = f'{{"event_id": "{event.event_id}", "sender": "{sender}"}}'
        self._happens(Sealed(room_id, event.event_id, f"key-{event.event_id}", source))
        return event.event_id

    def unseal(self, event_id: str) -> None:
        """Let the key of a sealed event come."""
        self._happens(self._sealed.pop(event_id))

    def rename(self, room_id: str, name: str) -> None:
        """Give a room another name."""
        self.places[room_id].name = name
        self._happens(RoomChange(room_id, "renamed", name=name))

    def rank(self, room_id: str, user: str, level: int) -> None:
        """Give somebody a power level."""
        self.places[room_id].ranks[user] = level
        self._happens(RoomChange(room_id, "ranked"))

    def upgrade(self, by: str, room_id: str) -> str:
        """Replace a room by a new one that all its members may join; returns the new id."""
        place = self.places[room_id]
        others = tuple(user for user in place.memberships if user != by)
        place.replaced_by = self.create_room(by, place.name, invite=others)
        self._happens(RoomChange(room_id, "upgraded", by=by, new_room_id=place.replaced_by))
        return place.replaced_by

    def revoke(self, user: str) -> None:
        """Log an account out everywhere."""
        self.revoked.add(user)
        self._wake()

    # -- what accounts and tests read

    def events(self, room_id: str) -> list[ChatEvent]:
        """All that was said and done in a room, our own messages too, oldest first."""
        arrivals = (one for one in self.happened if isinstance(one, Arrival))
        return [one.event for one in arrivals if one.room_id == room_id]

    async def more_than(self, count: int, user: str) -> None:
        """Wait until more than that many things have happened, or the user is logged out."""
        while len(self.happened) <= count and user not in self.revoked:
            woken = asyncio.get_running_loop().create_future()
            self._waiting.append(woken)
            await woken

    # -- inside

    def _event(  # noqa: PLR0913 one argument a field of ChatEvent
        self, sender: str, *, text: str = "", role: Role = "user", reply_to: str = "",
        thread: str = "", replaces: str = "", deletes: str = "", reacts_to: str = "", key: str = "",
    ) -> ChatEvent:  # fmt: skip
        self.at += timedelta(seconds=1)
        return ChatEvent(
            f"$e{len(self.happened) + 1}:memory", self.at, sender, text,
            self.names.get(sender, ""), reply_to, thread, replaces, deletes, reacts_to, key, role,
        )  # fmt: skip

    def _arrives(self, room_id: str, event: ChatEvent, mentions: tuple[str, ...] = ()) -> str:
        self._happens(Arrival(room_id, event, live=True, mentions=mentions))
        return event.event_id

    def _happens(self, happening: Happening) -> None:
        self.happened.append(happening)
        self._wake()

    def _wake(self) -> None:
        """Wake every account; from any thread, and in whatever loop each of them waits."""
        waiting, self._waiting = self._waiting, []
        for woken in waiting:
            loop = woken.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(_finish, woken)


def _finish(woken: asyncio.Future[None]) -> None:
    if not woken.done():
        woken.set_result(None)
