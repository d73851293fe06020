"""A homeserver that fails, or something else in its place: asked again, less and less often."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from progressive_memory.adapters.chat_matrix import answers
from progressive_memory.adapters.chat_matrix.login import MatrixLogin
from progressive_memory.adapters.chat_matrix.server import MatrixChatServer
from progressive_memory.domain.chat_room import Outgoing
from progressive_memory.errors import ChatRefused, LoginRevoked
from tests.chat_stage import Heard, listening

FINE = ("200 OK", json.dumps({"next_batch": "s1", "rooms": {}}))
REVOKED = ("401 Unauthorized", json.dumps({"errcode": "M_UNKNOWN_TOKEN", "error": "gone"}))
BAD = (
    ("500 Internal Server Error", json.dumps({"errcode": "M_UNKNOWN", "error": "oh"})),
    ("502 Bad Gateway", "<html>a proxy</html>"),
    ("200 OK", "<html>sign in to this network</html>"),
    ("200 OK", '{"next_batch": 7}'),
    ("200 OK", "[]"),
    ("200 OK", ""),
    ("", ""),  # hangs up
    ("200 OK", "cut off"),
)


class Scripted:
    """An HTTP server that gives one answer after the other, and then none."""

    def __init__(self, *script: tuple[str, str]) -> None:
        self.asked: list[str] = []
        self._script = list(script)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                self.asked.append(head.decode().split()[1])
                if not self._script:
                    await asyncio.sleep(3600)
                status, body = self._script.pop(0)
                if not status:
                    break
                length = len(body) + 9 * (body == "cut off")
                writer.write(
                    f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {length}\r\n\r\n{body}".encode()
                )
                await writer.drain()
                if body == "cut off":
                    break
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    @asynccontextmanager
    async def account(self) -> AsyncIterator[MatrixChatServer]:
        server = await asyncio.start_server(self.answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        login = MatrixLogin(f"http://127.0.0.1:{port}", "@memo:x", "D", "token")
        try:
            yield MatrixChatServer(login, patience=0.001)
        finally:
            server.close()


def test_every_kind_of_failure_is_outlived() -> None:
    async def scene() -> None:
        scripted, heard = Scripted(*BAD, FINE), Heard()
        async with scripted.account() as account, listening(account, heard):
            assert "s1" == heard.cursor
        assert len(BAD) + 1 <= len(scripted.asked) <= len(BAD) + 2

    asyncio.run(scene())


def test_a_login_that_is_gone_is_asked_about_once() -> None:
    async def scene() -> None:
        scripted = Scripted(BAD[0], REVOKED)
        async with scripted.account() as account:
            with pytest.raises(LoginRevoked) as revoked:
                await account.listen("s0", (), Heard().take_in)
            await account.close()
        assert 2 == len(scripted.asked)
        assert "pmem bot login" == revoked.value.next_step

    asyncio.run(scene())


def test_a_cursor_it_does_not_know_is_let_go_and_a_refusal_of_everything_is_an_error() -> None:
    unknown = ("400 Bad Request", json.dumps({"errcode": "M_UNKNOWN", "error": "stream token"}))

    async def scene() -> None:
        scripted = Scripted(unknown, unknown)
        async with scripted.account() as account:
            with pytest.raises(ChatRefused, match="stream token"):
                await account.listen("s0", (), Heard().take_in)
            await account.close()
        assert ["since=s0" in path for path in scripted.asked] == [True, False]

    asyncio.run(scene())


def test_each_wait_is_twice_the_one_before_and_half_a_minute_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    async def scene() -> None:
        patience = answers.Patience(0.5)
        for _ in range(8):
            await patience.wait()

    monkeypatch.setattr(asyncio, "sleep", note)
    asyncio.run(scene())
    assert [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0] == waits


def test_a_room_that_its_server_never_lets_us_into_is_given_up() -> None:
    nobody = json.dumps({"errcode": "M_UNKNOWN", "error": "Failed to make_join via any server"})

    async def scene() -> None:
        scripted = Scripted(*(("502 Bad Gateway", nobody),) * 20)
        async with scripted.account() as account:
            assert not await account.join("!gone:example.org")
            await account.close()
        assert 10 == len(scripted.asked)

    asyncio.run(scene())


@pytest.mark.parametrize("before", [(), ("404 Not Found",)])
def test_a_message_the_server_cannot_take_now_is_left_for_later(before: tuple[str, ...]) -> None:
    """Both where it is asked whether the room is encrypted, and where it is sent."""
    answer = json.dumps({"errcode": "M_NOT_FOUND", "error": "no such event"})

    async def scene() -> None:
        known = [(status, answer) for status in before]
        scripted = Scripted(*known, *(("502 Bad Gateway", "<html>a proxy</html>"),) * 20)
        async with scripted.account() as account:
            with pytest.raises(ConnectionError):
                await account.send(Outgoing("t1", "!harbour:x", "notice", "hello"))
            await account.close()
        assert len(before) + 5 == len(scripted.asked)

    asyncio.run(scene())
