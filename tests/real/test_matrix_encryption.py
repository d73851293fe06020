"""Encrypted rooms on a real homeserver."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from nio import ShareGroupSessionResponse
from vodozemac import Ed25519PublicKey, Ed25519Signature

from progressive_memory.adapters.chat_matrix import Account, open_chat
from progressive_memory.adapters.chat_matrix.encryption import keys_folder
from progressive_memory.adapters.chat_matrix.logging_in import log_in_anew
from progressive_memory.adapters.chat_matrix.login import keep_login, kept_login
from progressive_memory.domain.chat_room import Outgoing
from progressive_memory.domain.login_report import LoginReport
from progressive_memory.errors import LoginFailed, NotSent
from tests.chat_stage import Heard, listening
from tests.real.encrypting import EncryptingClient
from tests.real.homeserver import Homeserver
from tests.real.stage import SynapseStage


class Sealing:
    """Alice, whose client encrypts, and an account of ours with keys, in an encrypted room."""

    def __init__(self, home: Homeserver, folder: Path, *, encrypted: bool = True) -> None:
        self.stage = SynapseStage(home, timeline_limit=5)
        self.alice, self.memo = self.stage.person("Alice"), self.stage.person("Memo")
        self.data = folder / "data"
        self.data.mkdir()
        self.room = self.stage.create_room(self.alice, "Vault", invite=(self.memo,))
        if encrypted:
            self.stage.encrypt(self.alice, self.room)
        self._folder = folder
        self._client: EncryptingClient | None = None

    async def log_in(self, *, new_signing_keys: bool = False) -> LoginReport:
        login = self.stage.logins[self.memo]
        account = Account(self.stage.home.url, login.user_id, "tests", login.password)
        account = replace(account, new_signing_keys=new_signing_keys)
        return await log_in_anew(account, self.data)

    def without_keys(self) -> Path:
        """A data folder with a login of our account that has no keys."""
        keep_login(self.data, self.stage.login("Memo"))
        return self.data

    async def begin(self) -> None:
        """Log in, join, and let Alice's client see it."""
        await self.log_in()
        self.stage.join(self.memo, self.room)
        self._client = EncryptingClient(self.stage.login("Alice"), self._folder / "alice")
        await self.look()

    @property
    def client(self) -> EncryptingClient:
        assert self._client is not None
        return self._client

    async def look(self) -> list[Any]:
        return await self.client.look(self.room)

    async def say(self, text: str) -> str:
        return await self.client.say(self.room, text)

    def play(self, scene: Coroutine[Any, Any, None]) -> None:
        """Run a scene, and let go of Alice's client however it ends."""
        asyncio.run(self._played(scene))

    async def _played(self, scene: Coroutine[Any, Any, None]) -> None:
        try:
            await asyncio.wait_for(scene, 90)
        finally:
            if self._client:
                await self._client.close()


@pytest.fixture
def sealing(homeserver: Homeserver, tmp_path: Path) -> Sealing:
    return Sealing(homeserver, tmp_path)


def test_an_encrypted_room_is_heard_over_a_restart_and_answered(sealing: Sealing) -> None:
    async def scene() -> None:
        await sealing.begin()
        heard = Heard()
        async with listening(open_chat(sealing.data), heard):
            said = [await sealing.say("before")]
            await heard.until(heard.has(said[0]))
        said += [await sealing.say(f"down {n}") for n in range(30)]
        server = open_chat(sealing.data)
        async with listening(server, heard):
            await heard.until(heard.has(said[-1]))
            answer = Outgoing("t", sealing.room, "notice", "**heard**", said[-1])
            sent = await server.send(answer)
            assert sent == await server.send(answer)
            pressed = await server.send(
                Outgoing("r", sealing.room, "reaction", reply_to=said[-1], key="👍")
            )
            await heard.until(heard.has(pressed))
        seen = {event.event_id: event for event in await sealing.look()}
        assert [*said, sent, pressed] == heard.ids
        assert ["before", *(f"down {n}" for n in range(30)), "**heard**", ""] == [
            event.text for event in heard.events
        ]
        assert said[-1] == heard.events[-2].reply_to
        assert [] == heard.sealed
        assert ("**heard**", True) == (seen[sent].body, seen[sent].decrypted)

    sealing.play(scene())


def test_a_room_can_be_spoken_to_as_soon_as_it_is_joined(sealing: Sealing) -> None:
    async def scene() -> None:
        await sealing.log_in()
        server, heard = open_chat(sealing.data), Heard()
        async with listening(server, heard):
            assert await server.join(sealing.room)
            sent = await server.send(Outgoing("t", sealing.room, "notice", "hello, all"))
            await heard.until(heard.has(sent))
        assert "hello, all" == heard.events[-1].text

    sealing.play(scene())


def test_keys_from_an_old_backup_are_told_of(
    sealing: Sealing, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        await sealing.begin()
        keys, backup = keys_folder(sealing.data), sealing.data / "backup"
        shutil.copytree(keys, backup)
        heard = Heard()
        async with listening(open_chat(sealing.data), heard):
            for text in ("one key is used, and a new one made", "after the next sync it is there"):
                use_a_key(sealing)
                await heard.until(heard.has(await sealing.say(text)))
        shutil.rmtree(keys)
        backup.rename(keys)
        use_a_key(sealing)
        with caplog.at_level(logging.WARNING):
            async with listening(open_chat(sealing.data), heard):
                await heard.until(lambda: "does not take our keys" in caplog.text)
        assert f"delete {keys}, then pmem bot login" in caplog.text

    sealing.play(scene())


def use_a_key(sealing: Sealing) -> None:
    """Take one of the keys that our device keeps ready on the server."""
    wanted = {sealing.memo: {kept(sealing).device_id: "signed_curve25519"}}
    by = sealing.stage.logins[sealing.alice]
    sealing.stage.home.client("POST", "keys/claim", {"one_time_keys": wanted}, by=by)


def test_after_a_quiet_night_the_first_word_is_ours(sealing: Sealing) -> None:
    """A start that hears of nothing new knows the room and its members all the same."""

    async def scene() -> None:
        await sealing.begin()
        heard = Heard()
        async with listening(open_chat(sealing.data), heard):
            await heard.until(heard.has(await sealing.say("good night")))
        for _ in range(2):  # the second start has the very cursor that the first ended with
            server = open_chat(sealing.data)
            async with listening(server, heard):
                pass
        server = open_chat(sealing.data)
        async with listening(server, heard):
            sent = await server.send(Outgoing("t", sealing.room, "notice", "good morning"))
        seen = {event.event_id: event for event in await sealing.look()}
        assert ("good morning", True) == (seen[sent].body, seen[sent].decrypted)

    sealing.play(scene())


@pytest.mark.parametrize("down", [False, True])
def test_what_comes_before_its_key_is_heard_when_the_key_comes(
    sealing: Sealing, down: bool
) -> None:
    async def scene() -> None:
        await sealing.begin()
        nio = sealing.client.client
        held, send = [], nio._send

        async def hold(wanted: Any, *request: Any, **more: Any) -> Any:  # noqa: ANN401
            if wanted is not ShareGroupSessionResponse:
                return await send(wanted, *request, **more)
            held.append((wanted, *request))
            return ShareGroupSessionResponse.from_dict({}, *more["response_data"])

        heard, server = Heard(), open_chat(sealing.data)
        async with listening(server, heard):
            nio._send = hold
            said = await sealing.say("a late key")
            await heard.until(lambda: bool(heard.sealed))
            assert [] == heard.ids
            if not down:
                for request in held:
                    await send(*request, response_data=("", set()))
                await heard.until(heard.has(said))
        if down:
            for request in held:
                await send(*request, response_data=("", set()))
            async with listening(open_chat(sealing.data), heard):
                await heard.until(heard.has(said))
        assert [said] == [one.event_id for one in heard.sealed] == heard.ids
        assert ("a late key", True) == (heard.events[0].text, heard.arrivals[0].live)

    sealing.play(scene())


def test_lost_keys_stop_the_start_and_a_new_login_makes_a_new_device(sealing: Sealing) -> None:
    async def scene() -> None:
        await sealing.begin()
        old = kept_login(sealing.data)
        assert old is not None
        shutil.rmtree(keys_folder(sealing.data))
        with pytest.raises(LoginFailed, match=r"keys of device .* are gone") as refusal:
            open_chat(sealing.data)
        assert "pmem bot login" in refusal.value.next_step
        report = await sealing.log_in(new_signing_keys=True)
        assert old.device_id != report.device_id
        devices = sealing.stage.home.ask(
            "GET", "/_matrix/client/v3/devices", token=kept(sealing).access_token
        )["devices"]
        assert old.device_id not in [device["device_id"] for device in devices]
        heard = Heard()
        async with listening(open_chat(sealing.data), heard):
            await sealing.look()
            said = await sealing.say("to the new device")
            await heard.until(heard.has(said))
        assert "to the new device" == heard.events[-1].text

    sealing.play(scene())


def kept(sealing: Sealing) -> Any:  # noqa: ANN401
    login = kept_login(sealing.data)
    assert login is not None
    return login


def test_a_second_login_keeps_the_device_and_its_keys(sealing: Sealing) -> None:
    async def scene() -> None:
        first, second = await sealing.log_in(), await sealing.log_in()
        assert ("signed", "signed") == (first.keys, second.keys)
        assert first.device_id == second.device_id

    sealing.play(scene())


def test_a_login_that_was_ended_is_followed_by_a_new_device_that_can_be_written_to(
    sealing: Sealing,
) -> None:
    async def scene() -> None:
        await sealing.begin()
        old = kept(sealing)
        sealing.stage.home.ask("POST", "/_matrix/client/v3/logout", {}, token=old.access_token)
        report = await sealing.log_in()
        assert ("signed", False) == (report.keys, old.device_id == report.device_id)
        heard = Heard()
        async with listening(open_chat(sealing.data), heard):
            await sealing.look()
            said = await sealing.say("hello again")
            await heard.until(heard.has(said))

    sealing.play(scene())


def test_the_account_vouches_for_its_device(sealing: Sealing) -> None:
    async def scene() -> None:
        report = await sealing.log_in()
        token = kept(sealing).access_token
        told = sealing.stage.home.ask(
            "POST",
            "/_matrix/client/v3/keys/query",
            {"device_keys": {sealing.memo: []}},
            token=token,
        )
        master = told["master_keys"][sealing.memo]
        signing = told["self_signing_keys"][sealing.memo]
        device = told["device_keys"][sealing.memo][report.device_id]
        assert is_signed(signing, only_key(master), sealing.memo)
        assert is_signed(device, only_key(signing), sealing.memo)
        assert not is_signed({**device, "device_id": "X"}, only_key(signing), sealing.memo)

    sealing.play(scene())


def only_key(told: dict[str, Any]) -> str:
    (key,) = told["keys"].values()
    return str(key)


def is_signed(told: dict[str, Any], key: str, user: str) -> bool:
    """By an implementation that is not ours."""
    from nio import Api

    signature = told["signatures"][user][f"ed25519:{key}"]
    bare = {name: value for name, value in told.items() if name not in ("signatures", "unsigned")}
    try:
        Ed25519PublicKey.from_base64(key).verify_signature(
            Api.to_canonical_json(bare).encode(), Ed25519Signature.from_base64(signature)
        )
    except Exception:  # noqa: BLE001 of a native module
        return False
    return True


def test_signing_keys_of_an_installation_that_is_gone_are_replaced_only_when_asked(
    sealing: Sealing,
) -> None:
    async def scene() -> None:
        assert "signed" == (await sealing.log_in()).keys
        shutil.rmtree(sealing.data)
        sealing.data.mkdir()
        assert "foreign" == (await sealing.log_in()).keys
        assert "signed" == (await sealing.log_in(new_signing_keys=True)).keys

    sealing.play(scene())


def test_without_keys_an_encrypted_room_is_closed_and_the_log_says_how_to_open_it(
    sealing: Sealing, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        await sealing.begin()
        keep_login(sealing.data, replace(kept(sealing), keys=False))
        server, heard = open_chat(sealing.data), Heard()
        with pytest.raises(NotSent, match="is encrypted") as refusal:
            await server.send(Outgoing("t", sealing.room, "notice", "hello?"))
        assert "progressive-memory[e2e]" in refusal.value.next_step
        with caplog.at_level(logging.WARNING):
            async with listening(server, heard):
                await sealing.say("a secret")
                sealing.stage.rename(sealing.alice, sealing.room, "Closed")
                await heard.until(heard.changed("renamed", sealing.room))
        assert ([], []) == (heard.arrivals, heard.sealed)
        warned = [record.getMessage() for record in caplog.records if "encrypted" in record.message]
        assert 1 == len(warned)
        assert "pip install 'progressive-memory[e2e]'" in warned[0]

    sealing.play(scene())
