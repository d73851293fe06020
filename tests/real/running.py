"""The bot as a program of its own, on a homeserver: started, stopped, killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.real.stage import SynapseStage

_SETTINGS = """\
vault_id = "v"
language = "{language}"

[flush]
schedules = []

[write]
quiet_seconds = 0

[matrix]
homeserver = "{address}"
user = "{user}"
invite_from = {inviters}
"""
_PATIENCE_SECONDS = 90.0


class RunningBot:
    """A vault, its bot's account, and the bot as a process. `people` may invite it. With `keys`
    encrypted rooms are open to it.
    """

    def __init__(
        self,
        folder: Path,
        stage: SynapseStage,
        people: tuple[str, ...],
        language: str = "en",
        *,
        keys: bool = False,
    ) -> None:
        self.stage = stage
        self.me = stage.person("Memo")
        self.vault = folder / "vault"
        self.vault.mkdir()
        self._log = folder / "bot.log"
        settings = _SETTINGS.format(
            language=language,
            address=stage.home.url,
            user=self.me,
            inviters=json.dumps(list(people)),
        )
        (self.vault / "progressive-memory.toml").write_text(settings)
        self._env = {
            **{name: value for name, value in os.environ.items() if "MATRIX" not in name},
            "PROGRESSIVE_MEMORY_DATA": str(folder / "data"),
            "PROGRESSIVE_MEMORY_CACHE": str(folder / "cache"),
        }
        login = stage.logins[self.me]  # only a login by password has keys for encrypted rooms
        self._env |= {"MATRIX_PASSWORD": login.password} if keys else {"MATRIX_TOKEN": login.token}
        self._process: subprocess.Popen[str] | None = None
        self._pmem("bot", "login")

    def start(self) -> None:
        with self._log.open("a") as log:
            command = [sys.executable, "-m", "progressive_memory", "bot", "matrix"]
            self._process = subprocess.Popen(
                [*command, "--vault", str(self.vault)], env=self._env, stderr=log, text=True
            )

    def kill(self) -> None:
        """`kill -9`."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; returns the exit code."""
        return self._end(signal.SIGTERM)

    def ended(self) -> int:
        """The exit code, once it ends by itself."""
        assert self._process is not None
        return self._process.wait(_PATIENCE_SECONDS)

    def told(self) -> str:
        """What it has logged."""
        return self._log.read_text()

    def note(self, name: str) -> str:
        """A note below memory/, "" where there is none."""
        path = self.vault / "memory" / name
        return path.read_text() if path.exists() else ""

    def logged(self, group: str) -> str:
        """All day notes of a group."""
        days = sorted((self.vault / "memory" / "groups" / group / "log").rglob("*.md"))
        return "".join(day.read_text() for day in days)

    def answers(self, room_id: str, event_id: str, by: str) -> list[str]:
        """What the bot said in reply to an event, as `by` reads the room."""
        found = []
        for raw in self.stage.said(by, room_id):
            content = raw["content"]
            relation = content.get("m.relates_to", {})
            answered = relation.get("m.in_reply_to", {}).get("event_id")
            if raw["sender"] == self.me and answered == event_id:
                found.append(str(content["body"]))
        return found

    def answer(self, room_id: str, event_id: str, by: str) -> str:
        """The answer to a command, waited for."""
        self.until(lambda: bool(self.answers(room_id, event_id, by)))
        return self.answers(room_id, event_id, by)[0]

    def messages(self, room_id: str, by: str, words: str) -> list[dict[str, Any]]:
        """The bot's messages that hold those words, as the server has them."""
        said = self.stage.said(by, room_id)
        mine = (raw for raw in said if raw["sender"] == self.me)
        return [raw for raw in mine if words in raw["content"].get("body", "")]

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for it; a bot that ended meanwhile is a failure."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not condition():
            ended = self._process is not None and self._process.poll() is not None
            assert not ended, self.told()
            assert time.monotonic() < deadline, self.told()
            time.sleep(0.1)

    def _end(self, number: signal.Signals) -> int:
        if self._process is None or self._process.poll() is not None:
            return 0
        self._process.send_signal(number)
        return self._process.wait(_PATIENCE_SECONDS)

    def _pmem(self, *words: str) -> None:
        command = [sys.executable, "-m", "progressive_memory", *words, "--vault", str(self.vault)]
        subprocess.run(command, env=self._env, check=True, capture_output=True)
