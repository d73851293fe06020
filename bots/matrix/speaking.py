"""What is to be said, sent: each message once, however often it is tried."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from progressive_memory.domain.chat_room import Outgoing
from progressive_memory.errors import LoginRevoked, NotSent

from .shared import Shared

log = logging.getLogger(__name__)

_FIRST_PAUSE_SECONDS = 2.0
_LONGEST_PAUSE_SECONDS = 60.0
_AT_ONCE = 20


@dataclass(frozen=True)
class Speaking:
    """Sends what stands in the spool, in order; a room that cannot be reached holds up no other."""

    shared: Shared

    async def run(self) -> None:
        """Send until cancelled.

        Raises:
            LoginRevoked: somebody has to log in again.
            SpoolUnavailable: nothing can be kept any more.
        """
        shared, pause = self.shared, _FIRST_PAUSE_SECONDS
        while True:
            shared.to_say.clear()
            if await self._all_sent():
                pause = _FIRST_PAUSE_SECONDS
                await shared.to_say.wait()
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    async def _all_sent(self) -> bool:
        """Send all that waits; whether nothing is left to be tried again."""
        spool, unreached = self.shared.spool, set[str]()
        while waiting := spool.outgoing(_AT_ONCE, unreached):
            for message in waiting:
                if message.room_id not in unreached and not await self._sent(message):
                    unreached.add(message.room_id)
        return not unreached

    async def _sent(self, message: Outgoing) -> bool:
        """Send a message, or give it up; False = it has to be tried again."""
        try:
            event_id = await self.shared.server.send(message)
        except LoginRevoked:
            raise
        except NotSent as refusal:
            log.warning("not sent to %s: %s", message.room_id, refusal)
            event_id = ""
        except Exception as error:  # noqa: BLE001 — whatever it is, it is sent later
            log.warning("could not send to %s: %s", message.room_id, error)
            return False
        self.shared.spool.sent(message.txn, event_id)
        return True
