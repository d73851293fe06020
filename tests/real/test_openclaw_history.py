"""`pmem flush` takes in what a real gateway heard, from outside it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tests.real.openclaw_gateway import gateway
from tests.real.test_openclaw import (
    DECIDED,
    OTHER,
    ROOM,
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
