"""`pmem flush` takes in what a real gateway heard, from outside it."""

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

from tests.real.test_openclaw import (
    BIN,
    DECIDED,
    OTHER,
    ROOM,
    ROOT,
    environment,
    experience,
    fired,
    installed,
    outcome,
    pytestmark,
    received,
    run,
    talk,
)

__all__ = ["environment", "installed", "pytestmark"]

_START_SECONDS = 180


@contextmanager
def gateway(state: Path) -> Iterator[None]:
    """A gateway on the loopback device, without channels and without a model."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = state / "openclaw.json"
    settings = json.loads(file.read_text(encoding="utf-8"))
    of_gateway = {"mode": "local", "bind": "loopback", "port": port}
    settings["gateway"] = {**of_gateway, "auth": {"mode": "token", "token": "t"}}
    settings["plugins"] = {**settings["plugins"], "allow": ["memory-core", "progressive-memory"]}
    file.write_text(json.dumps(settings), encoding="utf-8")
    log = state / "gateway.log"
    with log.open("wb") as printed:
        process = subprocess.Popen(
            [str(BIN / "node"), str(ROOT / "openclaw.mjs"), "gateway"],
            stdout=printed,
            stderr=subprocess.STDOUT,
            env={
                **os.environ,
                "OPENCLAW_DISABLE_BONJOUR": "1",
                "OPENCLAW_NO_RESPAWN": "1",
                "OPENCLAW_SKIP_CHANNELS": "1",
                "NO_COLOR": "1",
            },
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


def flushed() -> dict[str, Any]:
    report: dict[str, Any] = json.loads(run("pmem", "flush", "--json"))
    return report


def test_a_flush_takes_in_what_the_gateway_heard_and_the_hooks_had_not_handed_over(
    installed: Path, environment: dict[str, str]
) -> None:
    run("pmem", "group", "add", "harbour", "--room", ROOM)
    fired(talk(ROOM, DECIDED), talk(OTHER, [("$7", "@alice:test.local", "of a room of no group")]))

    stopped = flushed()
    with gateway(installed):
        began = time.monotonic()
        first = flushed()
        took = time.monotonic() - began
        again = flushed()
        fired(received("/remem and no releases on Mondays", "$3"))
        by_hook = outcome("remem-flush", environment)
        after = flushed()
    looked_at = run("pmem", "doctor")

    print(f"a flush that asks the gateway and takes in one session: {took:.1f} s")  # noqa: T201
    assert (0, ["host_history"]) == (stopped["heard"], [n["code"] for n in stopped["notices"]])
    assert (2, 1) == (first["heard"], len(first["groups"][0]["written"]))
    assert (0, False) == (again["heard"], "notices" in again)
    assert (1, 0) == (by_hook["logged"], after["heard"])
    assert 1 == experience(environment).count("Ship on Fridays")
    assert looked_at.startswith("no problems in ")
    assert ["harbour"] == [group["group"] for group in after["groups"]]
