"""Events that no client would send, by a member who would: none of them stops the listening."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from progressive_memory.adapters.chat_matrix import open_chat
from tests.chat_stage import Heard, listening
from tests.real.homeserver import Homeserver, Refused
from tests.real.test_matrix_encryption import Sealing

ODD: tuple[Any, ...] = (None, 7, "x", [], {}, ["x"], {"x": 1}, True, {"body": {"x": []}})
KINDS = (
    "m.room.message", "m.room.encrypted", "m.reaction", "m.sticker", "m.room.redaction",
    "m.poll.start", "org.matrix.msc3381.poll.start", "m.call.invite", "m.room.member",
    "m.room.name", "m.room.create", "m.room.power_levels", "m.key.verification.start", "x",
)  # fmt: skip
KEYS = (
    "msgtype", "body", "m.relates_to", "m.new_content", "m.mentions", "m.poll", "url", "file",
    "info", "algorithm", "ciphertext", "sender_key", "session_id", "device_id", "call_id",
    "formatted_body", "format",
)  # fmt: skip
STATES = (
    "m.room.name", "m.room.topic", "m.room.canonical_alias", "m.room.tombstone", "m.room.avatar",
    "m.room.join_rules", "m.room.guest_access", "m.room.history_visibility", "m.space.child",
    "m.space.parent", "m.room.pinned_events", "m.room.encryption", "x",
)  # fmt: skip


def contents(kind: str) -> list[dict[str, Any]]:
    """A fine content with each of its keys made odd, one after the other."""
    fine = {"msgtype": "m.text", "body": "x", "algorithm": "m.megolm.v1.aes-sha2"}
    image = {"msgtype": "m.image", "body": "x", "file": {"url": "mxc://x/y"}}
    return [
        {**base, key: odd}
        for base in (fine, image)
        for number, key in enumerate(KEYS)
        for odd in (ODD[number % len(ODD)], ODD[(number * 2 + len(kind)) % len(ODD)])
    ]


def send_all(sealing: Sealing) -> int:
    """Send everything odd that the server takes; returns how much that was."""
    stage, taken = sealing.stage, 0
    for number, kind in enumerate(KINDS):
        for content in contents(kind)[number % 5 :: 10]:
            with suppress(Refused):
                stage.send(sealing.alice, sealing.room, content, kind)
                taken += 1
    for number, kind in enumerate(STATES):
        for odd in ODD[number % 3 :: 3]:
            path = f"rooms/{quote(sealing.room)}/state/{kind}/"
            keys = ("name", "topic", "alias", "replacement_room", "join_rule", "via", "algorithm")
            with suppress(Refused):
                content = dict.fromkeys(keys, odd)
                stage.home.client("PUT", path, content, by=stage.logins[sealing.alice])
                taken += 1
    for odd in ODD[::2]:
        path = f"rooms/{quote(sealing.room)}/state/m.room.member/{quote(sealing.alice)}"
        with suppress(Refused):
            content = {"membership": "join", "displayname": odd, "avatar_url": odd}
            stage.home.client("PUT", path, content, by=stage.logins[sealing.alice])
            taken += 1
    return taken


@pytest.mark.parametrize("keys", [False, True])
def test_odd_events_are_passed_over(homeserver: Homeserver, tmp_path: Path, keys: bool) -> None:
    sealing = Sealing(homeserver, tmp_path, encrypted=False)

    async def scene() -> None:
        if keys:
            await sealing.log_in()
        sealing.stage.join(sealing.memo, sealing.room)
        heard, last = Heard(), ""
        for turn in range(2):  # as they come, and as older ones that are asked for
            server = open_chat(sealing.data if keys else sealing.without_keys())
            async with listening(server, heard):
                if not turn:
                    taken = await asyncio.to_thread(send_all, sealing)
                    assert taken > 80
                last = sealing.stage.say(sealing.alice, sealing.room, "still there?")
                await heard.until(heard.has(last))
            if not turn:
                await asyncio.to_thread(send_all, sealing)
        assert heard.ids.count(last) == 1
        assert len(set(heard.ids)) == len(heard.ids)

    sealing.play(scene())
