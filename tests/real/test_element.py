"""A member whose Element trusts signed devices alone, by Element's own library (optional: needs
Node and `npm install` in tests/real/element).
"""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from progressive_memory.adapters.chat_matrix import open_chat
from progressive_memory.domain.chat_room import Batch, Outgoing
from tests.chat_stage import Heard, listening
from tests.real.homeserver import Homeserver
from tests.real.test_matrix_encryption import Sealing, kept

ELEMENT = Path(__file__).parent / "element"

pytestmark = pytest.mark.skipif(
    not shutil.which("node") or not (ELEMENT / "node_modules").is_dir(),
    reason="optional: needs Node, and `npm install` in tests/real/element",
)


def test_element_shares_its_keys_with_us_and_shows_our_answer_without_a_shield(
    homeserver: Homeserver, tmp_path: Path
) -> None:
    sealing = Sealing(homeserver, tmp_path)

    async def scene() -> None:
        assert "signed" == (await sealing.log_in()).keys
        sealing.stage.join(sealing.memo, sealing.room)
        told, heard = await talk(sealing)
        assert ["can you read me?"] == heard
        assert {"signed": True, "answer": {"body": "heard", "shield": 0}, "withheld": []} == told

    sealing.play(scene())


async def talk(sealing: Sealing) -> tuple[dict[str, object], list[str]]:
    """What the member's client tells of it, and what we heard."""
    server, heard = open_chat(sealing.data), Heard()

    async def take_in(batch: Batch) -> None:
        await heard.take_in(batch)
        for arrival in batch.arrivals:
            if arrival.event.role == "user":
                event_id = arrival.event.event_id
                await server.send(Outgoing(event_id, arrival.room_id, "notice", "heard", event_id))

    login = sealing.stage.logins[sealing.alice]
    words = [sealing.stage.home.url, login.user_id, login.device_id, login.token, sealing.room]
    async with listening(server, heard, take_in):
        member = await asyncio.create_subprocess_exec(
            "node", "member.mjs", *words, sealing.memo, kept(sealing).device_id,
            cwd=ELEMENT, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        output, _ = await member.communicate()
    told: dict[str, object] = json.loads(output)
    return told, [event.text for event in heard.events if event.role == "user"]
