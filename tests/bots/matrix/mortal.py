"""A bot that is killed at the n-th thing it does to its spool, its vault, or the server."""

# ruff: noqa: ANN401 — it stands in for functions of any form
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

_STEPS = {
    "spool": "take_in logged aim answered say sent reviewed".split(),
    "vault": ["apply"],
    "server": ["send"],
}
"""What counts: each call once before it does anything, and once when it is done."""


class Killed(BaseException):
    """`kill -9`: nothing that runs in this process is done any more."""


class Fate:
    """Dies at step `at` (from 1), and stays dead; 0 = lives, and counts."""

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.steps = 0
        self._lock = threading.Lock()

    def step(self) -> None:
        with self._lock:
            self.steps += 1
            if self.at and self.steps >= self.at:
                raise Killed


class Mortal:
    """`target`, on which some calls are steps of a fate."""

    def __init__(self, target: Any, kind: str, fate: Fate) -> None:
        self._target = target
        self._steps = _STEPS[kind]
        self._fate = fate

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if name not in self._steps:
            return found
        return self._async(found) if name == "send" else self._call(found)

    def _call(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **options: Any) -> Any:
            self._fate.step()
            done = act(*args, **options)
            self._fate.step()
            return done

        return called

    def _async(self, act: Callable[..., Any]) -> Callable[..., Any]:
        async def called(*args: Any) -> Any:
            self._fate.step()
            done = await act(*args)
            self._fate.step()
            return done

        return called
