"""What the twin of a chat server does beyond the contract: keys that come late."""

from __future__ import annotations

import asyncio

from progressive_memory.adapters.memory.chat_server import HISTORY, MemoryChatServer
from progressive_memory.adapters.memory.chat_world import MemoryHomeserver
from tests.chat_stage import Heard, listening

ADA, MEMO = "@ada:memory", "@memo:memory"


def home_with_room() -> tuple[MemoryHomeserver, str]:
    home = MemoryHomeserver()
    room = home.create_room(ADA, "Team", invite=(MEMO,), encrypted=True)
    return home, room


def test_a_sealed_event_comes_again_under_its_id_when_its_key_comes() -> None:
    async def scene() -> None:
        home, room = home_with_room()
        home.move(room, MEMO, "join")
        heard = Heard()
        async with listening(MemoryChatServer(home, MEMO), heard):
            said = home.seal(ADA, room, "a secret")
            await heard.until(lambda: bool(heard.sealed))
            assert [] == heard.ids
        home.unseal(said)
        async with listening(MemoryChatServer(home, MEMO), heard):
            await heard.until(heard.has(said))
        assert [said] == [one.event_id for one in heard.sealed] == heard.ids
        assert "a secret" == heard.events[0].text

    asyncio.run(scene())


def test_only_the_last_of_what_was_said_before_us_comes_with_a_room() -> None:
    async def scene() -> None:
        home, room = home_with_room()
        server, heard = MemoryChatServer(home, MEMO), Heard()
        async with listening(server, heard):
            said = [home.say(ADA, room, f"{number}") for number in range(HISTORY + 5)]
            assert await server.join(room)
            await heard.until(heard.changed("joined", room))
        assert said[5:] == heard.ids

    asyncio.run(scene())


def test_what_we_show_to_members_is_seen_by_the_test() -> None:
    async def scene() -> None:
        home, room = home_with_room()
        server = MemoryChatServer(home, MEMO)
        assert await server.join(room)
        await server.typing(room, True)
        await server.seen(room, "$1")
        assert ({(MEMO, room)}, {(MEMO, room): "$1"}) == (home.typing, home.read)
        await server.typing(room, False)
        assert set() == home.typing

    asyncio.run(scene())
