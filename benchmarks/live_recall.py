"""How long a `!recall` waits for its answer while the bot flushes thousands of messages.

    python -m benchmarks.live_recall [--messages N]

A vault on disk, a bot on a homeserver in memory: N messages are logged, somebody sends `!remem`,
and while that flush runs others ask `!recall`, a second after each answer. Printed: how long it
took, how many recalls were answered beside it, and the longest of them, in seconds from the
message in the room to the answer there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

from benchmarks.corpus import Words
from bots.matrix.bot import Bot
from bots.matrix.rights import Manners
from progressive_memory.adapters.memory.chat_server import MemoryChatServer
from progressive_memory.adapters.memory.chat_world import MemoryHomeserver
from progressive_memory.api_live import LiveMemory

MESSAGES = 5_000
GOAL_SECONDS = 2.0
_ME, _NORA = "@memo:bench", "@nora:bench"


class Bench:
    """A room, a bot in it, and how long answers take."""

    def __init__(self, vault: Path) -> None:
        self.home = MemoryHomeserver()
        self.server = MemoryChatServer(self.home, _ME)
        self.room = self.home.create_room(_NORA, "Bench", invite=(_ME,))
        memory, reading = (LiveMemory.open(vault) for _ in range(2))
        manners = Manners(invite_from=("bench",))
        self.spool = memory.spool
        self.bot = Bot(self.server, memory, manners, reading=reading)

    def talk(self, count: int) -> None:
        """Twenty members talk; every fortieth message proposes, and is agreed to."""
        random, words = Random(20261130), Words()
        for number in range(count):
            sender, text = f"@member{number % 20}:bench", words.text(random, 12)
            if number % 40 == 0:
                text = f"Proposal: we move the {words.text(random, 3)} to PostgreSQL {number}"
            self.home.at += timedelta(minutes=1)
            self.home.say(sender, self.room, "agreed" if number % 40 == 1 else text)

    async def answer_to(self, text: str) -> float:
        """Seconds until a command is answered."""
        start = time.perf_counter()
        asked = self.home.say(_NORA, self.room, text)
        while not any(one.reply_to == asked and one.text for one in self.server.outbox):
            await asyncio.sleep(0.005)
        return time.perf_counter() - start

    async def run(self, count: int) -> tuple[float, list[float]]:
        """How long the flush took, and each recall beside it, in seconds."""
        task = asyncio.create_task(self.bot.run())
        while not self.server.outbox:  # it says hello once it is in
            await asyncio.sleep(0.05)
        await self.answer_to("!remember we keep chart tiles in MBTiles files")
        await self.answer_to("!recall where do we keep chart tiles?")  # libraries are loaded then
        self.talk(count)
        while self.spool.waiting(1) or self.spool.cursor(_ME) != str(len(self.home.happened)):
            await asyncio.sleep(0.05)
        flush = asyncio.create_task(self.answer_to("!remem"))
        await asyncio.sleep(0.2)
        recalls = []
        while not flush.done():
            recalls.append(await self.answer_to("!recall where do we keep chart tiles?"))
            await asyncio.sleep(1)
        took = await flush
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return took, recalls


def main() -> int:
    """Print the line; exit code 1 when the goal is missed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--messages", type=int, default=MESSAGES)
    count = options.parse_args().messages
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PROGRESSIVE_MEMORY_DATA"] = str(Path(folder) / "data")
        os.environ["PROGRESSIVE_MEMORY_CACHE"] = str(Path(folder) / "cache")
        LiveMemory.init(str(Path(folder) / "vault"), "en")
        settings = Path(folder) / "vault" / "progressive-memory.toml"
        settings.write_text(settings.read_text().replace("#quiet_seconds = 5", "quiet_seconds = 0"))
        flush, recalls = asyncio.run(Bench(Path(folder) / "vault").run(count))
    print(
        f"flush of {count:,} messages {flush:.1f} s; {len(recalls)} recalls beside it, "
        f"the longest {max(recalls):.2f} s"
    )
    return 0 if max(recalls) <= GOAL_SECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())
