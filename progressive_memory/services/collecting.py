"""Python's search for garbage in cycles, put off while much is read."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TypeVar

_Done = TypeVar("_Done")
_VALUES_BETWEEN = 100_000
"""New values after which Python looks for garbage in cycles, during a log or a flush."""


def collecting_rarely(act: Callable[[], _Done]) -> _Done:
    """What `act` comes to, with Python's search for garbage in cycles put off while it runs.

    A log or a flush of years makes millions of small values and no cycles among them; looking
    through them again and again is a twelfth of its time and frees nothing.
    """
    usual = gc.get_threshold()
    if usual[0]:  # 0 = whoever runs us has turned it off
        gc.set_threshold(max(usual[0], _VALUES_BETWEEN), *usual[1:])
    try:
        return act()
    finally:
        gc.set_threshold(*usual)
