"""Cross-signing: our account vouches for our device, so that clients which trust no other device
share their keys with it ("Cross-signing" in the client-server API). Nio cannot do it.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from progressive_memory.adapters.chat_matrix.answers import check_login

Outcome = Literal["signed", "foreign", "failed"]
"""The device is signed; the account has signing keys that are not ours; the server refused."""

_FILE = "signing.json"
_USAGES = ("master", "self_signing", "user_signing")
_CLIENT = "/_matrix/client/v3"


class SigningKey:
    """An ed25519 key made from 32 bytes."""

    def __init__(self, seed: bytes) -> None:
        from Crypto.PublicKey import ECC

        self._key = ECC.construct(curve="Ed25519", seed=seed)
        self.public = _unpadded(self._key.public_key().export_key(format="raw"))

    def signature(self, signed: Mapping[str, Any]) -> str:
        """The signature of a JSON object, but for signatures it bears."""
        from Crypto.Signature import eddsa

        return _unpadded(eddsa.new(self._key, "rfc8032").sign(_canonical(signed)))


@dataclass(frozen=True)
class Identity:
    """The three keys of an account, by usage."""

    user_id: str
    keys: Mapping[str, SigningKey]

    def public(self, usage: str) -> dict[str, Any]:
        """What the server publishes of a key, signed by the master key where it is another."""
        key = self.keys[usage]
        told: dict[str, Any] = {
            "user_id": self.user_id,
            "usage": [usage],
            "keys": {f"ed25519:{key.public}": key.public},
        }
        return told if usage == "master" else self.sign(told, "master")

    def sign(self, told: Mapping[str, Any], usage: str) -> dict[str, Any]:
        """The object with one signature, by that key."""
        key = self.keys[usage]
        signature = {f"ed25519:{key.public}": key.signature(told)}
        bare = {name: value for name, value in told.items() if name not in _UNSIGNED}
        return {**bare, "signatures": {self.user_id: signature}}


_UNSIGNED = ("signatures", "unsigned")


def identity(user_id: str, folder: Path) -> Identity:
    """The account's keys, kept in that folder; made when there are none."""
    file = folder / _FILE
    if not file.exists():
        seeds = {usage: base64.b64encode(os.urandom(32)).decode() for usage in _USAGES}
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as kept:
            json.dump(seeds, kept)
    seeds = json.loads(file.read_text())
    return Identity(
        user_id, {usage: SigningKey(base64.b64decode(seeds[usage])) for usage in _USAGES}
    )


async def sign_device(
    client: Any,  # noqa: ANN401 nio has no types
    folder: Path,
    *,
    password: str = "",
    replace: bool = False,
) -> Outcome:
    """Sign our device, whose keys are on the server, by our account's keys in that folder.

    Signing keys of the account that are not ours stay, and are "foreign": with `replace` (and the
    password) ours take their place.

    Raises:
        LoginRevoked: the server does not know us.
    """
    ours = identity(client.user_id, folder)
    _, told = await _ask(client, "keys/query", {"device_keys": {client.user_id: []}})
    master = told.get("master_keys", {}).get(client.user_id, {}).get("keys", {})
    known = f"ed25519:{ours.keys['master'].public}" in master
    if master and not known and not (replace and password):
        return "foreign"
    if not known and not await _publish(client, ours, password):
        return "failed"
    device = told.get("device_keys", {}).get(client.user_id, {}).get(client.device_id)
    if not device:
        return "failed"
    by = f"ed25519:{ours.keys['self_signing'].public}"
    if by in device.get("signatures", {}).get(client.user_id, {}):
        return "signed"
    signed = {client.user_id: {client.device_id: ours.sign(device, "self_signing")}}
    status, answer = await _ask(client, "keys/signatures/upload", signed)
    return "failed" if status != 200 or answer.get("failures") else "signed"


async def _publish(client: Any, ours: Identity, password: str) -> bool:  # noqa: ANN401
    """Put our keys on the server, by password where it asks for one."""
    path = "keys/device_signing/upload"
    body: dict[str, Any] = {f"{usage}_key": ours.public(usage) for usage in _USAGES}
    status, answer = await _ask(client, path, body)
    if status == 401 and password:
        user = {"type": "m.id.user", "user": client.user_id}
        proof = {"type": "m.login.password", "identifier": user, "password": password}
        body["auth"] = {**proof, "session": answer.get("session")}
        status, answer = await _ask(client, path, body)
    return status == 200


async def _ask(client: Any, path: str, body: object) -> tuple[int, dict[str, Any]]:  # noqa: ANN401
    token = {"Authorization": f"Bearer {client.access_token}"}
    headers = {"Content-Type": "application/json", **token}
    response = await client.send("POST", f"{_CLIENT}/{path}", json.dumps(body), headers)
    answer = await response.json()
    check_login(_Answer(answer.get("errcode", ""), answer.get("error", "")))
    return response.status, answer


@dataclass(frozen=True)
class _Answer:
    """As nio has it."""

    status_code: str
    message: str


def _canonical(signed: Mapping[str, Any]) -> bytes:
    bare = {name: value for name, value in signed.items() if name not in _UNSIGNED}
    text = json.dumps(bare, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.encode()


def _unpadded(data: bytes) -> str:
    return base64.b64encode(data).decode().rstrip("=")
