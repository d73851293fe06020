"""A bot at its barest, to be killed: it keeps what it hears in a file, and answers commands.

python -m tests.real.listener HOMESERVER USER DEVICE TOKEN FILE
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from progressive_memory.adapters.chat_matrix.login import MatrixLogin
from progressive_memory.adapters.chat_matrix.server import MatrixChatServer
from progressive_memory.domain.chat_room import Arrival, Batch, Outgoing


class Journal:
    """One line a batch, its cursor with it; a line that was cut off never was."""

    def __init__(self, path: Path) -> None:
        self._path = path
        whole = path.read_bytes() if path.exists() else b""
        path.write_bytes(whole[: whole.rfind(b"\n") + 1])

    def batches(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._path.read_text().splitlines()]

    def add(self, batch: Batch) -> None:
        heard = [[one.room_id, one.event.event_id, one.event.text] for one in batch.arrivals]
        line = json.dumps({"cursor": batch.cursor, "heard": heard}) + "\n"
        with self._path.open("ab", buffering=0) as file:
            file.write(line.encode())
            os.fsync(file.fileno())


async def run(server: MatrixChatServer, journal: Journal) -> None:
    async def answer(room_id: str, event_id: str) -> None:
        await server.send(Outgoing(f"answer-{event_id}", room_id, "notice", "done", event_id))

    async def take_in(batch: Batch) -> None:
        journal.add(batch)
        for arrival in batch.arrivals:
            if asked(arrival):
                await answer(arrival.room_id, arrival.event.event_id)

    def asked(arrival: Arrival) -> bool:
        return arrival.live and arrival.event.text.startswith("!status")

    cursor = ""
    for batch in journal.batches():  # what was killed between keeping and answering
        cursor = str(batch["cursor"])
        for room_id, event_id, text in batch["heard"]:
            if text.startswith("!status"):
                await answer(room_id, event_id)
    await server.listen(cursor, (), take_in)


if __name__ == "__main__":
    homeserver, user, device, token, file = sys.argv[1:]
    login = MatrixLogin(homeserver, user, device, token)
    asyncio.run(run(MatrixChatServer(login, timeline_limit=5, patience=0.1), Journal(Path(file))))
