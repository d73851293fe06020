"""A Stage on a real homeserver, with people of its own."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from progressive_memory.adapters.chat_matrix.login import MatrixLogin
from progressive_memory.adapters.chat_matrix.server import MatrixChatServer
from tests.real.homeserver import Homeserver, Login


class SynapseStage:
    """People and rooms on a homeserver. `timeline_limit` is that of the accounts of ours."""

    def __init__(self, home: Homeserver, timeline_limit: int = 20) -> None:
        self.home = home
        self.logins: dict[str, Login] = {}
        self._by_name: dict[str, str] = {}
        self._limit = timeline_limit

    def person(self, name: str) -> str:
        if name not in self._by_name:
            login = self.home.register(f"{name.lower()}-{self.home.number()}", name)
            self.logins[login.user_id] = login
            self._by_name[name] = login.user_id
        return self._by_name[name]

    def login(self, name: str) -> MatrixLogin:
        login = self.logins[self.person(name)]
        return MatrixLogin(self.home.url, login.user_id, login.device_id, login.token)

    def account(self, name: str) -> MatrixChatServer:
        return MatrixChatServer(self.login(name), timeline_limit=self._limit, patience=0.1)

    def create_room(
        self, by: str, name: str = "", *, invite: tuple[str, ...] = (), version: str = ""
    ) -> str:
        body: dict[str, Any] = {"preset": "private_chat", "invite": list(invite), "name": name}
        if version:
            body["room_version"] = version
        answer = self.home.client("POST", "createRoom", body, by=self.logins[by])
        return str(answer["room_id"])

    def invite(self, by: str, room_id: str, user: str) -> None:
        self._room(by, room_id, "invite", {"user_id": user})

    def join(self, user: str, room_id: str) -> None:
        self._room(user, room_id, "join", {})

    def kick(self, by: str, room_id: str, user: str) -> None:
        self._room(by, room_id, "kick", {"user_id": user})

    def ban(self, by: str, room_id: str, user: str) -> None:
        self._room(by, room_id, "ban", {"user_id": user})

    def say(
        self, sender: str, room_id: str, text: str, *, notice: bool = False, reply_to: str = "",
        thread: str = "", mentions: tuple[str, ...] = (),
    ) -> str:  # fmt: skip
        content: dict[str, Any] = {"msgtype": "m.notice" if notice else "m.text", "body": text}
        if thread:
            fallback = {"is_falling_back": not reply_to}
            answered = {"m.in_reply_to": {"event_id": reply_to or thread}}
            relation = {"rel_type": "m.thread", "event_id": thread, **fallback, **answered}
            content["m.relates_to"] = relation
        elif reply_to:
            content["m.relates_to"] = {"m.in_reply_to": {"event_id": reply_to}}
        content["m.mentions"] = {"user_ids": list(mentions)} if mentions else {}
        return self.send(sender, room_id, content)

    def edit(self, sender: str, room_id: str, event_id: str, text: str) -> str:
        new = {"msgtype": "m.text", "body": text}
        relation = {"rel_type": "m.replace", "event_id": event_id}
        content = {"msgtype": "m.text", "body": f"* {text}"}
        return self.send(
            sender, room_id, {**content, "m.new_content": new, "m.relates_to": relation}
        )

    def delete(self, sender: str, room_id: str, event_id: str) -> str:
        path = f"rooms/{quote(room_id)}/redact/{quote(event_id)}/t{self.home.number()}"
        return str(self.home.client("PUT", path, {}, by=self.logins[sender])["event_id"])

    def react(self, sender: str, room_id: str, event_id: str, key: str) -> str:
        relation = {"rel_type": "m.annotation", "event_id": event_id, "key": key}
        return self.send(sender, room_id, {"m.relates_to": relation}, "m.reaction")

    def encrypt(self, by: str, room_id: str) -> None:
        """Let all that is said from now on be encrypted."""
        self._state(by, room_id, "m.room.encryption", {"algorithm": "m.megolm.v1.aes-sha2"})

    def rename(self, by: str, room_id: str, name: str) -> None:
        self._state(by, room_id, "m.room.name", {"name": name})

    def rank(self, by: str, room_id: str, user: str, level: int) -> None:
        path = f"rooms/{quote(room_id)}/state/m.room.power_levels"
        levels = self.home.client("GET", path, by=self.logins[by])
        levels["users"] = {**levels.get("users", {}), user: level}
        self._state(by, room_id, "m.room.power_levels", levels)

    def upgrade(self, by: str, room_id: str, version: str = "12") -> str:
        answer = self._room(by, room_id, "upgrade", {"new_version": version})
        return str(answer["replacement_room"])

    def revoke(self, user: str) -> None:
        self.home.client("POST", "logout", {}, by=self.logins[user])

    def send(self, by: str, room_id: str, content: object, kind: str = "m.room.message") -> str:
        return self.home.send(self.logins[by], room_id, content, kind)

    def said(self, by: str, room_id: str) -> list[dict[str, Any]]:
        """The room's messages as the server has them, oldest first."""
        path = f"rooms/{quote(room_id)}/messages?dir=b&limit=1000"
        chunk: list[dict[str, Any]] = self.home.client("GET", path, by=self.logins[by])["chunk"]
        return [raw for raw in reversed(chunk) if raw["type"] == "m.room.message"]

    def _room(self, by: str, room_id: str, verb: str, body: object) -> dict[str, Any]:
        return self.home.client("POST", f"rooms/{quote(room_id)}/{verb}", body, by=self.logins[by])

    def _state(self, by: str, room_id: str, kind: str, content: object) -> None:
        path = f"rooms/{quote(room_id)}/state/{kind}"
        self.home.client("PUT", path, content, by=self.logins[by])
