"""Listening: one sync of the homeserver after the other, each turned into a Batch."""

from __future__ import annotations

import logging
from typing import Any

from progressive_memory.adapters.chat_matrix.answers import insist, said
from progressive_memory.adapters.chat_matrix.room_book import RoomBook
from progressive_memory.adapters.chat_matrix.timeline import (
    Raw,
    Stretch,
    left_meanwhile,
    read_stretch,
)
from progressive_memory.domain.chat_room import Batch, RoomChange
from progressive_memory.errors import ChatRefused

log = logging.getLogger(__name__)
WITHOUT_KEYS = "pip install 'progressive-memory[e2e]', then pmem bot login by password"
_PAGE = 100
_POLL = 30_000  # ms a sync waits for news


class Syncing:
    """The rooms we are in as the last sync left them, and what came with it. `via` maps a room
    that we may join to a server that is in it.
    """

    def __init__(self, client: Any, timeline_limit: int, patience: float) -> None:  # noqa: ANN401
        self.books: dict[str, RoomBook] = {}
        self.via: dict[str, str] = {}
        self._client = client
        self._limit = timeline_limit
        self._patience = patience
        self._closed: set[str] = set()

    def book(self, room_id: str) -> RoomBook:
        """What is known of a room; an empty book of one we are not in."""
        return self.books.get(room_id) or RoomBook(room_id, self._me)

    @property
    def _me(self) -> str:
        return str(self._client.user_id)

    async def sync(self, since: str, *, first: bool) -> Any:  # noqa: ANN401
        """The next answer of the homeserver, however long that takes; None when it does not know
        `since` ("" = from now on). The first of a start tells the whole state of every room.

        nio would retry what was refused at once and for ever.

        Raises:
            LoginRevoked: it does not know us.
            ChatRefused: it tells us nothing, whatever we ask.
        """
        from nio import SyncResponse

        # Nio goes on from its own place where it is given none, and takes no answer in that ends
        # where it stands: of a start at which nothing is new it would know no rooms.
        self._client.next_batch = "" if first else since
        answer = await insist(
            lambda: self._client.sync(
                0 if first else _POLL, self._filter(since), since or None, full_state=first
            ),
            SyncResponse,
            self._patience,
        )
        if isinstance(answer, SyncResponse):
            return answer
        if not since:
            raise ChatRefused(f"the homeserver refuses to tell us anything: {said(answer)}")
        log.warning(
            "the homeserver does not know where we stopped (%s): going on from now", said(answer)
        )
        return None

    def _filter(self, since: str) -> dict[str, Any]:
        nothing: dict[str, Any] = {"types": []}
        timeline = {"limit": self._limit if since else 1}
        room = {"timeline": timeline, "ephemeral": nothing, "account_data": nothing}
        return {"room": room, "presence": nothing, "account_data": nothing}

    async def batch(self, answer: Any, since: str) -> Batch:  # noqa: ANN401
        """What an answer to a sync from `since` says; "" = only how things stand."""
        stretches = [await self._joined(each, since) for each in answer.rooms.join.items()]
        stretches += [await self._left(each, since) for each in answer.rooms.leave.items()]
        invited = [self._invited(room_id, info) for room_id, info in answer.rooms.invite.items()]
        changes = [change for stretch in stretches for change in stretch.changes]
        changes += [change for change in invited if change]
        for change in changes:
            if change.what in ("invited", "upgraded"):
                self.via[change.new_room_id or change.room_id] = change.by.partition(":")[2]
        sealed = tuple(sealed for stretch in stretches for sealed in stretch.sealed)
        if not self._client.olm:
            self._say_what_is_closed()
        return Batch(
            answer.next_batch,
            tuple(arrival for stretch in stretches for arrival in stretch.arrivals),
            sealed if self._client.olm else (),
            tuple(changes),
        )

    def _say_what_is_closed(self) -> None:
        """Once for each encrypted room, when we have no keys."""
        for room_id, book in self.books.items():
            if book.encrypted and room_id not in self._closed:
                self._closed.add(room_id)
                log.warning(
                    "%s (%s) is encrypted, and nothing said there can be read. next: %s",
                    book.name, room_id, WITHOUT_KEYS,
                )  # fmt: skip

    async def _joined(self, named: tuple[str, Any], since: str) -> Stretch:
        room_id, info = named
        book = self.books.setdefault(room_id, RoomBook(room_id, self._me))
        for event in (*info.state, *info.timeline.events):
            book.apply(event.source)
        events = await self._events(room_id, info.timeline, since)
        if left_meanwhile(events, self._me):
            events = await self._after(room_id, events, since)
        return read_stretch(book, self._me, events)

    async def _left(self, named: tuple[str, Any], since: str) -> Stretch:
        room_id, info = named
        book = self.books.pop(room_id, None) or RoomBook(room_id, self._me)
        self._client.rooms.pop(room_id, None)  # nio never does
        for event in info.state:
            book.apply(event.source)
        return read_stretch(book, self._me, await self._events(room_id, info.timeline, since))

    async def _events(self, room_id: str, timeline: Any, since: str) -> list[Raw]:  # noqa: ANN401
        if not since:
            return []
        events = [event.source for event in timeline.events]
        if not (timeline.limited and timeline.prev_batch):
            return events
        return [*await self._gap(room_id, timeline.prev_batch, since), *events]

    async def _after(self, room_id: str, events: list[Raw], since: str) -> list[Raw]:
        """The events without what was before `since`: a server that sees us come back into a room
        tells its last events, whether we have heard them before or not.
        """
        from nio import MessageDirection

        page = await self._page(room_id, since, "", MessageDirection.front)
        first = page.chunk[0].event_id if page and page.chunk else ""
        ids = [raw.get("event_id") for raw in events]
        return events[ids.index(first) :] if first in ids else events

    async def _gap(self, room_id: str, end: str, since: str) -> list[Raw]:
        """What happened in a room from `since` to where its timeline begins, in order."""
        from nio import MessageDirection

        found: list[Raw] = []
        token: str | None = end
        while token:
            page = await self._page(room_id, token, since, MessageDirection.back)
            if page is None:
                break
            found += [event.source for event in page.chunk]
            token = page.end if page.chunk and page.end != token else None
        return found[::-1]

    async def _page(self, room_id: str, start: str, end: str, direction: Any) -> Any:  # noqa: ANN401
        """A page of events from one place towards another; None when we may not see it."""
        from nio import RoomMessagesResponse

        page = await insist(
            lambda: self._client.room_messages(room_id, start, end or None, direction, _PAGE),
            RoomMessagesResponse,
            self._patience,
        )
        if isinstance(page, RoomMessagesResponse):
            return page
        log.warning("not all messages of %s can be had: %s", room_id, said(page))
        return None

    def _invited(self, room_id: str, info: Any) -> RoomChange | None:  # noqa: ANN401
        for event in info.invite_state:
            ours = getattr(event, "state_key", None) == self._me
            if ours and getattr(event, "membership", "") == "invite":
                return RoomChange(room_id, "invited", by=event.sender)
        return None
