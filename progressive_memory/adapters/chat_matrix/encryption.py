"""End-to-end encryption: the keys of one login, in a folder that is one unit with it.

The `[e2e]` extra. A device whose keys are lost can never make new ones: the server keeps the old,
and so do the people who wrote to it. Only a new device can.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from progressive_memory.adapters.chat_matrix.answers import UNREACHED, said
from progressive_memory.adapters.chat_matrix.login import MatrixLogin
from progressive_memory.domain.chat_room import Sealed


def installed() -> bool:
    """Whether the `[e2e]` extra is."""
    from nio import crypto

    return bool(crypto.ENCRYPTION_ENABLED)


def keys_folder(folder: Path) -> Path:
    """Where the keys stand in a data folder."""
    return folder / "matrix-keys"


def has_keys(folder: Path, login: MatrixLogin) -> bool:
    """Whether the keys of that login stand in that data folder."""
    return (keys_folder(folder) / f"{login.user_id}_{login.device_id}.db").exists()


def open_client(login: MatrixLogin, keys: Path | None = None) -> Any:  # noqa: ANN401 nio has no types
    """Nio's client for a login, with the keys in that folder (made where they are missing)."""
    from nio import AsyncClient, AsyncClientConfig

    if keys:
        keys.mkdir(mode=0o700, exist_ok=True)
    client = AsyncClient(
        login.homeserver,
        login.user_id,
        login.device_id,
        store_path=str(keys or ""),
        config=AsyncClientConfig(
            encryption_enabled=keys is not None, max_timeouts=0, max_timeout_retry_wait_time=5
        ),
    )
    client.restore_login(login.user_id, login.device_id, login.access_token)
    return client


async def close_client(client: Any) -> None:  # noqa: ANN401
    """Let go of the connection and of the keys' database."""
    await client.close()
    if client.store:
        client.store.database.close()


async def keep_keys(client: Any) -> str:  # noqa: ANN401
    """Do what the other devices wait for: our keys, a look at theirs, what is to be sent to them.

    What fails is due again after the next sync. Returns why the server does not take our keys, ""
    where it does: keys put back from an old backup have names that newer ones bear there.
    """
    refusal = ""
    if not client.olm:
        return refusal
    from nio import KeysUploadError

    with suppress(*UNREACHED):
        if client.should_upload_keys:
            answer = await client.keys_upload()
            refusal = said(answer) if isinstance(answer, KeysUploadError) else ""
        if client.should_query_keys:
            await client.keys_query()
        if client.should_claim_keys:
            await client.keys_claim(client.get_users_for_key_claiming())
        await client.send_to_device_messages()
    return refusal


def keys_that_came(answer: Any) -> frozenset[str]:  # noqa: ANN401
    """The ids of the keys that an answer to a sync brought."""
    from nio import ForwardedRoomKeyEvent, RoomKeyEvent

    came = (RoomKeyEvent, ForwardedRoomKeyEvent)
    return frozenset(one.session_id for one in answer.to_device_events if isinstance(one, came))


def opened(client: Any, sealed: Sealed) -> Mapping[str, Any] | None:  # noqa: ANN401
    """The event that was sealed, as JSON; None when its key has not come."""
    from nio import EncryptionError, MegolmEvent

    event = MegolmEvent.from_dict(json.loads(sealed.source))
    if not isinstance(event, MegolmEvent):
        return None
    event.room_id = sealed.room_id
    try:
        source: Mapping[str, Any] = client.decrypt_event(event).source
    except EncryptionError:
        return None
    return source


class Waiting:
    """Sealed events whose keys have not come."""

    def __init__(self, client: Any, sealed: Collection[Sealed]) -> None:  # noqa: ANN401
        self._client = client
        self._sealed = {one.event_id: one for one in sealed}

    def add(self, sealed: Collection[Sealed]) -> None:
        """Wait for some more."""
        self._sealed |= {one.event_id: one for one in sealed}

    def open(self, keys: Collection[str] | None) -> list[tuple[str, Mapping[str, Any]]]:
        """Room and JSON of each that can be read by those keys (None = by whatever we have)."""
        found = []
        if self._client.olm:
            for one in list(self._sealed.values()):
                source = opened(self._client, one) if keys is None or one.key_id in keys else None
                if source is not None:
                    del self._sealed[one.event_id]
                    found.append((one.room_id, source))
        return found
