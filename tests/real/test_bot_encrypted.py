"""The bot, a program of its own, in an encrypted room."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.real.encrypting import EncryptingClient
from tests.real.homeserver import Homeserver
from tests.real.running import RunningBot
from tests.real.stage import SynapseStage


class Readable:
    """A room as one of its members can read it."""

    def __init__(self, client: EncryptingClient, room_id: str, bot: str) -> None:
        self.client = client
        self.room_id = room_id
        self._bot = bot
        self._said: list[tuple[str, str]] = []

    async def answers(self, asked: str) -> list[str]:
        """What the bot has said in reply to an event, where it could be read."""
        for event in await self.client.look(self.room_id):
            relation = event.source.get("content", {}).get("m.relates_to", {})
            answered = relation.get("m.in_reply_to", {}).get("event_id", "")
            if event.sender == self._bot and getattr(event, "decrypted", False):
                self._said.append((answered, event.body))
        return [body for answered, body in self._said if answered == asked]

    async def answer(self, asked: str) -> str:
        async with asyncio.timeout(90):
            while not (answers := await self.answers(asked)):
                await asyncio.sleep(0.1)
        return answers[0]


def test_an_encrypted_room_over_a_restart_is_logged_whole_and_answered(
    homeserver: Homeserver, tmp_path: Path
) -> None:
    stage = SynapseStage(homeserver)
    nora = stage.person("Nora")
    bot = RunningBot(tmp_path, stage, (nora,), keys=True)
    room = stage.create_room(nora, "Vault", invite=(bot.me,))
    stage.encrypt(nora, room)

    async def scene() -> None:
        client = EncryptingClient(stage.login("Nora"), tmp_path / "nora")
        talk = Readable(client, room, bot.me)
        try:
            await client.look(room)
            while not await talk.answers(""):  # what it says to all when it has come
                await asyncio.sleep(0.1)
            await client.say(room, "the first word")
            await asyncio.to_thread(bot.until, lambda: "the first word" in bot.logged("vault"))
            asked = await client.say(room, "!status")
            assert (await talk.answer(asked)).startswith("**Vault**")
            assert 0 == await asyncio.to_thread(bot.stop)
            for number in range(40):
                await client.say(room, f"sealed number {number:02}")
            late = await client.say(room, "!status")
            bot.start()
            assert "**Vault**" in await talk.answer(late)
            assert 1 == len(await talk.answers(asked))
        finally:
            await client.close()

    bot.start()
    try:
        asyncio.run(asyncio.wait_for(scene(), 180))
        bot.until(lambda: "sealed number 39" in bot.logged("vault"))
    finally:
        bot.kill()
    logged = bot.logged("vault")
    places = [logged.index(f"sealed number {number:02}") for number in range(40)]
    assert sorted(places) == places
