"""What a live chat is to us: its server, and the spool that keeps what came (see `ports`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence

    from progressive_memory.domain.chat_room import Arrival, Batch, Outgoing, Room, Sealed
    from progressive_memory.domain.request import Request, Review


class ChatServer(Protocol):
    """A live chat that one account of ours is logged in to."""

    @property
    def me(self) -> str:
        """Our own user id."""
        ...

    async def listen(
        self,
        cursor: str,
        sealed: Sequence[Sealed],
        take_in: Callable[[Batch], Awaitable[None]],
    ) -> None:
        """Hand over all that happens after `cursor` ("" = from now on), until cancelled.

        Nothing is left out, however much came since; each batch is awaited before the next, and
        one that `take_in` refused comes again. What cannot be reached is tried again for ever.
        `sealed` waits for its keys.

        Raises:
            LoginRevoked: the server does not know our login any more.
        """
        ...

    async def send(self, message: Outgoing) -> str:
        """Send a message, in parts when it is too long; returns the (first) event id.

        Raises:
            NotSent: the server refuses it for good (we are not in the room, may not speak there).
            OSError: it could not be sent now; sent again later, it is still sent once.
            LoginRevoked: as above.
        """
        ...

    async def join(self, room_id: str) -> bool:
        """Accept an invitation, or follow an upgrade; whether we are in."""
        ...

    async def leave(self, room_id: str) -> None:
        """Leave a room, or refuse an invitation."""
        ...

    async def rooms(self) -> tuple[Room, ...]:
        """The rooms we are in, by id; complete once `listen` has handed over its first batch."""
        ...

    async def typing(self, room_id: str, on: bool) -> None:
        """Show or stop showing that we are at work; what fails here does not matter."""
        ...

    async def seen(self, room_id: str, event_id: str) -> None:
        """Mark a room as read up to an event: it then means "logged"."""
        ...

    async def close(self) -> None:
        """Let go of the connection."""
        ...


class Spool(Protocol):
    """What came from a chat and is not in the vault's log yet, what was asked of us, and what is
    still to be said.

    Each method is one transaction; killed at any moment, nothing is lost or done twice. What is
    handed in holds no secrets any more.

    Raises:
        SpoolUnavailable: it cannot be opened or written, another process has it, or it was damaged
            and has been put aside.
    """

    def cursor(self, account: str) -> str:
        """Where listening goes on for that user id; "" at first."""
        ...

    def take_in(
        self,
        account: str,
        batch: Batch,
        asked: Sequence[Request] = (),
        said: Sequence[Outgoing] = (),
    ) -> None:
        """Keep a batch and its cursor, what it asks of us, and what we say to that at once. An
        event or a request taken in before is passed over, and so is a message said before. A
        Deletion of an event that asks for something takes back what was not begun.
        """
        ...

    def waiting(self, limit: int, without: Collection[str] = ()) -> tuple[Arrival, ...]:
        """The oldest arrivals not logged yet, as they came; not of the rooms `without`."""
        ...

    def logged(self, event_ids: Sequence[str]) -> None:
        """Those are in the vault's log now, or never will be; their text does not stay here."""
        ...

    def sealed(self, account: str) -> tuple[Sealed, ...]:
        """What waits for its key."""
        ...

    def asked(self) -> tuple[Request, ...]:
        """The requests that have no answer yet, in the order they came."""
        ...

    def aim(self, event_id: str, aim: str) -> None:
        """Fix what a request is about to do, before it is done."""
        ...

    def answered(
        self, event_id: str, said: Sequence[Outgoing] = (), reviews: Sequence[Review] = ()
    ) -> None:
        """A request is done, and this is what we say; its words do not stay here."""
        ...

    def say(self, said: Sequence[Outgoing], reviews: Sequence[Review] = ()) -> None:
        """Something to say that nobody asked for; what was said before is passed over."""
        ...

    def outgoing(self, limit: int, without: Collection[str] = ()) -> tuple[Outgoing, ...]:
        """Messages not sent yet, in order; not of the rooms `without`."""
        ...

    def sent(self, txn: str, event_id: str) -> None:
        """It is out, as that event ("" = given up); its text does not stay here."""
        ...

    def reviews(self) -> tuple[Review, ...]:
        """The reviews that are open, in the order they were said."""
        ...

    def reviewed(self, txn: str, said: Sequence[Outgoing] = ()) -> None:
        """A review is over, and this is what we say to that."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...
