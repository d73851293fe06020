"""An OpenClaw of the tests' own: its gateway in a Matrix room, with a model that does as it is told."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from progressive_memory.api import Memory
from tests.real.stage import SynapseStage

_PATIENCE_SECONDS = 300.0
_BOOT_SECONDS = 900.0
"""A minute where the machine has nothing else to do."""
_TOKEN = "t"


class RunningOpenClaw:
    """A home with a vault and OpenClaw's folder of state, set up as the README says, and a gateway
    whose agent is an account on the homeserver of `stage`. `binaries` is npm's folder of programs.
    """

    def __init__(self, folder: Path, binaries: Path, stage: SynapseStage, version: str) -> None:
        self.stage = stage
        self.me = stage.person("Claw")
        self.vault, self.state = folder / "vault", folder / "state"
        self._log = folder / "gateway.log"
        self._settings = self.state / "openclaw.json"
        self._process: subprocess.Popen[bytes] | None = None
        paths = [str(Path(sys.executable).parent), str(binaries), os.environ["PATH"]]
        self._env = {
            **os.environ,
            "HOME": str(folder),
            "PATH": os.pathsep.join(paths),
            "PROGRESSIVE_MEMORY_DATA": str(folder / "data"),
            "PROGRESSIVE_MEMORY_CACHE": str(folder / "cache"),
            "OPENCLAW_STATE_DIR": str(self.state),
            "OPENCLAW_DISABLE_BONJOUR": "1",
            "OPENCLAW_NO_RESPAWN": "1",
            "OPENCLAW_EXEC_SHELL_SNAPSHOT": "0",
            "npm_config_cache": str(binaries.parents[1] / "npm-cache"),
            "npm_config_prefer_offline": "true",
            "NO_COLOR": "1",
        }
        self.state.mkdir()
        self._settings.write_text("{}")
        Memory.init(self.vault, language="en")
        self.run("openclaw", "plugins", "install", f"npm:@openclaw/matrix@{version}", "--force")
        off = ("--own-memory", "off", "--vault", str(self.vault))
        self.run("pmem", "hooks", "install", "openclaw", *off)

    def configure(self, model_url: str, people: Sequence[str], silent: str = "") -> None:
        """Let `people` talk with the agent in every room; in the room `silent` it has to be
        mentioned.
        """
        settings = json.loads(self._settings.read_text())
        with socket.socket() as asked:
            asked.bind(("127.0.0.1", 0))
            port = asked.getsockname()[1]
        free = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
        model = {"id": "m", "name": "m", "reasoning": False, "input": ["text"], "cost": free}
        model |= {"contextWindow": 64_000, "maxTokens": 2048}
        compaction = settings["agents"]["defaults"]["compaction"]
        settings["gateway"] = {
            "mode": "local", "bind": "loopback", "port": port,
            "auth": {"mode": "token", "token": _TOKEN},
        }  # fmt: skip
        settings["agents"]["defaults"] |= {
            "workspace": str(self.state / "workspace"),
            "skipBootstrap": True,
            "heartbeat": {"every": "0m"},
            "model": {"primary": "mock/m"},
            "compaction": {**compaction, "keepRecentTokens": 200},
        }
        provider = {"baseUrl": model_url, "apiKey": "mock", "api": "openai-completions"}
        settings["models"] = {
            "mode": "replace",
            "providers": {"mock": {**provider, "models": [model]}},
        }
        settings["plugins"]["allow"] = ["memory-core", "progressive-memory", "matrix"]
        settings["channels"] = {"matrix": self._channel(people, silent)}
        settings["logging"] = {"file": str(self.state / "openclaw.log")}
        self._settings.write_text(json.dumps(settings))

    def _channel(self, people: Sequence[str], silent: str) -> dict[str, Any]:
        rooms = {"*": {"requireMention": False}}
        if silent:
            rooms[silent] = {"requireMention": True}
        return {
            "enabled": True,
            "homeserver": self.stage.home.url,
            "accessToken": self.stage.logins[self.me].token,
            "userId": self.me,
            "encryption": False,
            "network": {"dangerouslyAllowPrivateNetwork": True},
            "groupPolicy": "allowlist",
            "groupAllowFrom": list(people),
            "autoJoin": "always",
            "joinIntro": False,
            "dm": {"policy": "open", "allowFrom": ["*"]},
            "groups": rooms,
        }

    def start(self) -> None:
        """Back once the gateway is in its rooms."""
        before = self.told().count("[gateway] ready")
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                ["openclaw", "gateway"],
                env=self._env, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        self.until(lambda: self.told().count("[gateway] ready") > before, _BOOT_SECONDS)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(_PATIENCE_SECONDS)

    def run(self, *words: str) -> str:
        """What a command of `pmem` or `openclaw` prints, run as the gateway runs it."""
        done = subprocess.run(
            words, env=self._env, capture_output=True, encoding="utf-8", check=False
        )
        assert 0 == done.returncode, done.stdout + done.stderr
        return done.stdout

    def call(self, method: str, params: object) -> None:
        """A call of the gateway's own, as its operator."""
        words = ("openclaw", "gateway", "call", method, "--token", _TOKEN, "--json")
        self.run(*words, "--params", json.dumps(params))

    def told(self) -> str:
        """What the gateway has logged."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def said(self, room_id: str, by: str) -> list[str]:
        """What the agent said in a room, as `by` reads it, oldest first."""
        said = self.stage.said(by, room_id)
        return [raw["content"].get("body", "") for raw in said if raw["sender"] == self.me]

    def outcome(self, hook: str) -> dict[str, Any] | None:
        """What the last call of a hook came to; None while there is none, or it is under way."""
        file = self.state / "progressive-memory" / f"{hook}.json"
        text = file.read_text() if file.exists() else ""
        return json.loads(text) if text.endswith("\n") else None

    def group(self, room_id: str) -> str:
        """The name of a room's group, "" while it has none."""
        file = self.vault / "memory" / "group_names.json"
        rows = json.loads(file.read_text()) if file.exists() else {}
        return str(rows.get(room_id, {}).get("name", ""))

    def note(self, room_id: str, name: str) -> str:
        """A note of a room's group, "" where there is none."""
        path = self.vault / "memory" / "groups" / self.group(room_id) / name
        return path.read_text() if self.group(room_id) and path.exists() else ""

    def logged(self, room_id: str) -> str:
        """All day notes of a room's group."""
        days = (self.vault / "memory" / "groups" / self.group(room_id) / "log").rglob("*.md")
        return "".join(day.read_text() for day in sorted(days)) if self.group(room_id) else ""

    def until(self, condition: Callable[[], object], seconds: float = _PATIENCE_SECONDS) -> None:
        """Wait for it; a gateway that ended meanwhile is a failure."""
        deadline = time.monotonic() + seconds
        while not condition():
            ended = self._process is not None and self._process.poll() is not None
            assert not ended, self.told()[-3000:]
            assert time.monotonic() < deadline, self.told()[-3000:]
            time.sleep(0.2)
