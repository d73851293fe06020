"""Somebody whose client encrypts what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from progressive_memory.adapters.chat_matrix.encryption import (
    close_client,
    keep_keys,
    open_client,
)
from progressive_memory.adapters.chat_matrix.login import MatrixLogin


class EncryptingClient:
    """A client of nio's with keys of its own in a folder."""

    def __init__(self, login: MatrixLogin, folder: Path) -> None:
        self.client: Any = open_client(login, folder)

    async def look(self, room_id: str) -> list[Any]:
        """Take in what is new; returns what is new in the room, as nio has it."""
        answer = await self.client.sync(full_state=not self.client.next_batch)
        await keep_keys(self.client)
        info = answer.rooms.join.get(room_id)
        return list(info.timeline.events) if info else []

    async def say(self, room_id: str, text: str) -> str:
        """Say it; returns the event id."""
        content = {"msgtype": "m.text", "body": text}
        answer = await self.client.room_send(
            room_id, "m.room.message", content, ignore_unverified_devices=True
        )
        return str(answer.event_id)

    async def close(self) -> None:
        await close_client(self.client)
