"""Calls of OpenClaw's gateway, by its own command: that knows where it is and how to log in."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping

from progressive_memory.adapters.openclaw_sessions.link import Link
from progressive_memory.errors import HostUnavailable

_ANSWER_SECONDS = 20
"""Until the gateway has to answer."""
_PATIENCE_SECONDS = 60
"""Until the whole call is given up: a cold start of the command alone can take twenty."""


class Gateway:
    """The gateway of the OpenClaw that a link names."""

    def __init__(self, link: Link) -> None:
        self._command = link.command
        self._environment = link.environment

    def call(self, method: str, params: Mapping[str, object]) -> dict[str, object]:
        """What a method answers.

        Raises:
            HostUnavailable: nothing, in a minute, or that it may not be asked; or there is no
                OpenClaw where it was.
        """
        words = ["gateway", "call", method, "--json", "--timeout", str(_ANSWER_SECONDS * 1000)]
        try:
            done = subprocess.run(
                [*self._command, *words, "--params", json.dumps(params)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                check=False,
                timeout=_PATIENCE_SECONDS,
                env={
                    **os.environ,
                    **self._environment,
                    "NO_COLOR": "1",
                    "OPENCLAW_NO_RESPAWN": "1",
                },
            )
        except subprocess.TimeoutExpired:
            raise HostUnavailable(
                f"openclaw gateway call {method} does not end", next_step="openclaw gateway status"
            ) from None
        except OSError as error:
            raise HostUnavailable(
                f"{self._command[0]} does not start: {error.strerror}",
                next_step="pmem hooks install openclaw",
            ) from None
        answer = _object(done.stdout)
        if done.returncode or answer is None or answer.get("ok") is False:
            raise HostUnavailable(
                _reason(answer, done.stderr) or f"openclaw gateway call {method} says nothing",
                next_step="openclaw gateway status",
            )
        return answer


def _object(printed: str) -> dict[str, object] | None:
    try:
        value = json.loads(printed)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _reason(answer: Mapping[str, object] | None, told: str) -> str:
    """Why not, in a line, as OpenClaw says it."""
    error = answer.get("error") if answer else None
    if isinstance(error, Mapping) and error.get("message"):
        return str(error["message"]).splitlines()[0]
    return (told.strip().splitlines() or [""])[-1]
