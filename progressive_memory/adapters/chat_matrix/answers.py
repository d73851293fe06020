"""What nio returns where a request failed: it raises nothing for what a server says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import ClientError

from progressive_memory.errors import LoginRevoked

UNREACHED = (ClientError, TimeoutError, OSError)
"""What is raised where a server cannot be reached or breaks off."""

log = logging.getLogger(__name__)
_REVOKED = ("M_UNKNOWN_TOKEN", "M_MISSING_TOKEN", "M_USER_DEACTIVATED")
_LONGEST = 30.0


def status(answer: Any) -> int:  # noqa: ANN401 nio has no types
    """The HTTP status of an answer; 0 when it is not known."""
    return int(getattr(getattr(answer, "transport_response", None), "status", 0) or 0)


def said(answer: Any) -> str:  # noqa: ANN401
    """What a server said, for a log line or an error."""
    told = (getattr(answer, "status_code", ""), getattr(answer, "message", ""))
    return ": ".join(str(each) for each in told if each) or f"status {status(answer)}"


def check_login(answer: Any) -> None:  # noqa: ANN401
    """Pass over any answer but that our login is gone: any request may be the first to hear it.

    Raises:
        LoginRevoked: it is.
    """
    if getattr(answer, "status_code", "") in _REVOKED:
        raise LoginRevoked(
            f"the homeserver does not know our login any more ({said(answer)})",
            next_step="pmem bot login",
        )


def refused(answer: Any) -> bool:  # noqa: ANN401
    """Whether the server will say no again, however often it is asked."""
    return 400 <= status(answer) < 500 and status(answer) not in (408, 429)


class Patience:
    """Waits twice as long each time: `first` seconds, and half a minute at most."""

    def __init__(self, first: float) -> None:
        self._next = first

    async def wait(self) -> None:
        """Come back after the next wait."""
        await asyncio.sleep(self._next)
        self._next = min(self._next * 2, _LONGEST)


async def insist(
    call: Callable[[], Awaitable[Any]], wanted: type, first_wait: float, *, most: int = 0
) -> Any:  # noqa: ANN401
    """Ask until there is an answer of the class wanted, or one that refuses for good, or (where
    `most` is given) that many have come: a homeserver passes on what another one cannot do.

    Raises:
        LoginRevoked: the server does not know us.
    """
    patience, answers = Patience(first_wait), 0
    while True:
        try:
            answer = await call()
        except UNREACHED as error:
            log.warning("the homeserver cannot be reached: %s", str(error) or type(error).__name__)
        else:
            if isinstance(answer, wanted) and status(answer) < 400:
                return answer  # of an error page, nio may make any answer
            check_login(answer)
            answers += 1
            if refused(answer) or answers == most:
                return answer
            log.warning("the homeserver could not answer: %s", said(answer))
        await patience.wait()


def quiet() -> None:
    """Silence nio: it warns of every error a server answers; we say what matters."""
    logging.getLogger("nio").setLevel(logging.CRITICAL)
