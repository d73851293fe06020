"""MatrixChatServer: ChatServer on a Matrix homeserver."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from progressive_memory.adapters.chat_matrix.answers import (
    UNREACHED,
    Patience,
    insist,
    quiet,
    refused,
    said,
    status,
)
from progressive_memory.adapters.chat_matrix.cross_signing import sign_device
from progressive_memory.adapters.chat_matrix.encryption import (
    Waiting,
    close_client,
    keep_keys,
    keys_that_came,
    open_client,
)
from progressive_memory.adapters.chat_matrix.login import MatrixLogin
from progressive_memory.adapters.chat_matrix.outgoing import Part, parts
from progressive_memory.adapters.chat_matrix.syncing import WITHOUT_KEYS, Syncing
from progressive_memory.adapters.chat_matrix.timeline import unsealed
from progressive_memory.domain.chat_room import Arrival, Batch, Outgoing, Room, Sealed
from progressive_memory.errors import LoginRevoked, NotSent, ProgressiveMemoryError

log = logging.getLogger(__name__)
UNSIGNED = {
    "foreign": "the account has signing keys that are not ours, so members who share their keys "
    "with verified devices alone are not heard: pmem bot login --new-signing-keys",
    "failed": "the homeserver did not let our account vouch for this device",
}
_TRIES = 10
"""How often a room is asked for that its own server does not let us into: two minutes, in which
nothing else is heard.
"""
_SEND_TRIES = 5
"""How often a message is sent that the server does not take: some seconds, in which nothing is
said in any other room either.
"""
_TYPING = 30_000  # ms until a server takes back that we type


class MatrixChatServer:
    """One login on one homeserver; `keys` is the folder of its keys, None = encrypted rooms are
    closed to us. `timeline_limit` is how many events of a room come with a
    sync, before older ones are asked for; `patience` the first wait in seconds after a failure.
    """

    def __init__(
        self,
        login: MatrixLogin,
        keys: Path | None = None,
        *,
        timeline_limit: int = 50,
        patience: float = 0.5,
    ) -> None:
        quiet()
        self._patience = patience
        self._keys = keys
        self._client: Any = open_client(login, keys)
        self._syncing = Syncing(self._client, timeline_limit, patience)
        self._listening = asyncio.Event()
        self._joined: set[str] = set()
        self._refusal = ""

    @property
    def me(self) -> str:
        """Our own user id."""
        return str(self._client.user_id)

    async def listen(
        self,
        cursor: str,
        sealed: Sequence[Sealed],
        take_in: Callable[[Batch], Awaitable[None]],
    ) -> None:
        """Hand over all that happens after `cursor`, until cancelled (`ports.ChatServer`).

        A batch that `take_in` refuses with an error of ours comes again after a while; any other
        error ends this, and the batch comes at the next start.
        """
        since, first, waiting = cursor, True, Waiting(self._client, sealed)
        while True:
            answer = await self._syncing.sync(since, first=first)
            if answer is None:
                since = ""
                continue
            await self._keep_keys()
            batch = await self._syncing.batch(answer, since)
            late = waiting.open(None if first else keys_that_came(answer))
            batch = replace(batch, arrivals=(*self._arrivals(late), *batch.arrivals))
            waiting.add(batch.sealed)
            if first:
                await self._be_known()
            if first or batch.cursor != since:
                await self._hand_over(batch, take_in)
            since, first = batch.cursor, False

    def _arrivals(self, late: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[Arrival]:
        """What can be read now that could not when it came."""
        for room_id, source in late:
            arrival = unsealed(source, self._syncing.book(room_id), self.me)
            if arrival:
                yield arrival

    async def _keep_keys(self) -> None:
        refusal = await keep_keys(self._client)
        if refusal and refusal != self._refusal:
            log.warning(
                "the homeserver does not take our keys (%s): they may be older than those it has. "
                "next: stop the bot, delete %s, then pmem bot login",
                refusal,
                self._keys,
            )
        self._refusal = refusal

    async def _be_known(self) -> None:
        """At the beginning: let our account vouch for this device, and sending begin."""
        if self._keys:
            with suppress(*UNREACHED):
                outcome = await sign_device(self._client, self._keys)
                if outcome != "signed":
                    log.warning("%s", UNSIGNED[outcome])
        self._listening.set()

    async def _hand_over(self, batch: Batch, take_in: Callable[[Batch], Awaitable[None]]) -> None:
        patience = Patience(self._patience)
        while True:
            try:
                return await take_in(batch)
            except LoginRevoked:
                raise
            except ProgressiveMemoryError as refusal:
                log.warning("what came could not be kept: %s", refusal)
                await patience.wait()

    async def send(self, message: Outgoing) -> str:
        """Send a message, in parts when it is too long; returns the (first) event id. To an
        encrypted room it goes once `listen` has heard of it.

        Raises:
            ConnectionError: the server cannot take it now; it may, later.
        """
        ids = [await self._put(message.room_id, part) for part in parts(message)]
        return ids[0]

    async def _put(self, room_id: str, part: Part) -> str:
        from nio import LocalProtocolError, RoomSendResponse

        send = self._send
        if await self._encrypted(room_id):
            if not self._keys:
                raise NotSent(f"{room_id} is encrypted", next_step=WITHOUT_KEYS)
            await self._listening.wait()
            await self._hear_of(room_id)
            send = self._send_encrypted
        try:
            answer = await insist(
                lambda: send(room_id, part), RoomSendResponse, self._patience, most=_SEND_TRIES
            )
        except LocalProtocolError as error:  # nio knows no such room
            raise NotSent(f"a message of ours cannot be sent: {error}") from None
        if not isinstance(answer, RoomSendResponse):
            _check_refused(answer)
            raise NotSent(f"the homeserver refuses a message of ours: {said(answer)}")
        return str(answer.event_id)

    async def _hear_of(self, room_id: str) -> None:
        """Wait for the sync that tells of a room we have just joined, a minute at most."""
        for _ in range(600):
            if room_id in self._client.rooms or room_id not in self._joined:
                break
            await asyncio.sleep(0.1)
        self._joined.discard(room_id)

    async def _send(self, room_id: str, part: Part) -> Any:  # noqa: ANN401
        """Nio's own way would refuse a room that it has not heard of yet."""
        from nio import Api, RoomSendResponse

        token = self._client.access_token
        method, path, data = Api.room_send(token, room_id, part.kind, part.content, part.txn)
        return await self._client._send(RoomSendResponse, method, path, data, (room_id,))

    async def _send_encrypted(self, room_id: str, part: Part) -> Any:  # noqa: ANN401
        return await self._client.room_send(
            room_id, part.kind, part.content, part.txn, ignore_unverified_devices=True
        )

    async def _encrypted(self, room_id: str) -> bool:
        """Whether a room is; asked of the server as long as we have not listened."""
        book = self._syncing.books.get(room_id)
        if book:
            return book.encrypted
        from nio import RoomGetStateEventResponse

        answer = await insist(
            lambda: self._client.room_get_state_event(room_id, "m.room.encryption"),
            RoomGetStateEventResponse,
            self._patience,
            most=_SEND_TRIES,
        )
        found = isinstance(answer, RoomGetStateEventResponse) and status(answer) < 400
        if not found:
            _check_refused(answer)
        return found

    async def join(self, room_id: str) -> bool:
        """Accept an invitation, or follow an upgrade; whether we are in."""
        from nio import JoinResponse

        # nio's own `join` cannot name a server to ask, which a room id no longer tells.
        via = self._syncing.via.get(room_id, "")
        path = f"/_matrix/client/v3/join/{quote(room_id)}" + (f"?via={quote(via)}" if via else "")
        answer = await insist(
            lambda: self._client._send(JoinResponse, "POST", path, "{}"),
            JoinResponse,
            self._patience,
            most=_TRIES,
        )
        if isinstance(answer, JoinResponse):
            self._joined.add(room_id)
            return True
        log.warning("%s cannot be joined: %s", room_id, said(answer))
        return False

    async def leave(self, room_id: str) -> None:
        """Leave a room, or refuse an invitation."""
        from nio import RoomLeaveResponse

        await insist(lambda: self._client.room_leave(room_id), RoomLeaveResponse, self._patience)

    async def rooms(self) -> tuple[Room, ...]:
        """The rooms we are in, by id; complete once `listen` has handed over its first batch."""
        books = sorted(self._syncing.books.items())
        return tuple(book.room() for _, book in books)

    async def typing(self, room_id: str, on: bool) -> None:
        """Show or stop showing that we are at work, for half a minute at most."""
        with suppress(*UNREACHED):
            await self._client.room_typing(room_id, on, _TYPING)

    async def seen(self, room_id: str, event_id: str) -> None:
        """Mark a room as read up to an event."""
        with suppress(*UNREACHED):
            await self._client.room_read_markers(room_id, event_id, event_id)

    async def close(self) -> None:
        """Let go of the connection."""
        await close_client(self._client)


def _check_refused(answer: Any) -> None:  # noqa: ANN401
    """Pass over what is refused for good.

    Raises:
        ConnectionError: it may be answered otherwise later.
    """
    if not refused(answer):
        raise ConnectionError(f"the homeserver could not answer: {said(answer)}")
