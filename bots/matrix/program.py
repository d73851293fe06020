"""`pmem bot matrix`: the program around the loop."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
from contextlib import suppress
from os import PathLike

from progressive_memory.api import Memory
from progressive_memory.api_live import ChatServer, LiveMemory, chat_server
from progressive_memory.domain.settings import Settings
from progressive_memory.scheduler import Scheduler

from .bot import Bot
from .rights import Manners

log = logging.getLogger(__name__)


def run(
    vault: str | PathLike[str] | None,
    config: str | PathLike[str] | None = None,
    *,
    as_json: bool = False,
) -> None:
    """Run the bot of a vault until it is told to stop (SIGTERM, Ctrl-C). `config` is a settings
    file whose `[matrix]` goes before the vault's; `as_json` logs one object a line.

    Raises:
        VaultNotFound, ConfigInvalid, LoginFailed: it cannot start.
        LoginRevoked, SpoolUnavailable: it cannot go on.
    """
    _log(as_json=as_json)
    memory, reading = (LiveMemory.open(vault, config) for _ in range(2))
    schedule = Scheduler(lambda: Memory.open(vault))
    server = chat_server(vault)
    manners = manners_of(memory.settings)
    bot = Bot(server, memory, manners, reading=reading, schedule=schedule)
    asyncio.run(_until_stopped(bot, server))


async def _until_stopped(bot: Bot, server: ChatServer) -> None:
    task = asyncio.create_task(bot.run())
    for each in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows has Ctrl-C alone
            asyncio.get_running_loop().add_signal_handler(each, task.cancel)
    log.info("listening as %s", server.me)
    try:
        with suppress(asyncio.CancelledError):
            await task
    finally:
        await server.close()
    log.info("stopped")


def _log(*, as_json: bool) -> None:
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(_AsJson() if as_json else plain)
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("nio").setLevel(logging.ERROR)  # it warns of every error body it reads


class _AsJson(logging.Formatter):
    """One object a record."""

    def format(self, record: logging.LogRecord) -> str:
        at = self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z")
        line = {"at": at, "level": record.levelname.lower(), "message": record.getMessage()}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def manners_of(settings: Settings) -> Manners:
    """Who may do what, as `[matrix]` says."""
    return Manners(
        admins=settings.matrix_admins,
        invite_from=settings.matrix_invite_from,
        rooms=settings.matrix_rooms,
        rights_level=settings.matrix_rights_level,
    )
