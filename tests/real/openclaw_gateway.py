"""A real gateway on the loopback device, without channels, for the tests of OpenClaw."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BIN = Path(os.environ.get("OPENCLAW_BIN", ""))
ROOT = BIN.parent / "openclaw"
TOKEN = "t"

_START_SECONDS = 600
_ENVIRONMENT = {
    "OPENCLAW_DISABLE_BONJOUR": "1",
    "OPENCLAW_NO_RESPAWN": "1",
    "OPENCLAW_SKIP_CHANNELS": "1",
    "OPENCLAW_EXEC_SHELL_SNAPSHOT": "0",
    "NO_COLOR": "1",
}


@contextmanager
def gateway(state: Path, **settings: object) -> Iterator[None]:
    """A gateway that runs on a folder of state, with these settings beside those that stand."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = state / "openclaw.json"
    standing = json.loads(file.read_text(encoding="utf-8")) | settings
    of_gateway = {"mode": "local", "bind": "loopback", "port": port}
    standing["gateway"] = {**of_gateway, "auth": {"mode": "token", "token": TOKEN}}
    allowed = ["memory-core", "progressive-memory"]
    standing["plugins"] = {**standing.get("plugins", {}), "allow": allowed}
    standing["logging"] = {"file": str(state / "openclaw.log")}
    file.write_text(json.dumps(standing), encoding="utf-8")
    log = state / "gateway.log"
    with log.open("wb") as printed:
        process = subprocess.Popen(
            [str(BIN / "node"), str(ROOT / "openclaw.mjs"), "gateway"],
            stdout=printed,
            stderr=subprocess.STDOUT,
            env={**os.environ, **_ENVIRONMENT},
        )
    try:
        until = time.monotonic() + _START_SECONDS
        while "[gateway] ready" not in log.read_text(encoding="utf-8"):
            ended = process.poll() is not None or time.monotonic() > until
            assert not ended, log.read_text(encoding="utf-8")[-3000:]
            time.sleep(0.2)
        yield
    finally:
        process.terminate()
        process.wait(60)


def call(method: str, params: dict[str, object]) -> dict[str, Any]:
    """What a method of the gateway answers."""
    words = ["gateway", "call", method, "--token", TOKEN, "--json", "--timeout", "90000"]
    done = subprocess.run(
        [str(BIN / "node"), str(ROOT / "openclaw.mjs"), *words, "--params", json.dumps(params)],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env={**os.environ, **_ENVIRONMENT},
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
