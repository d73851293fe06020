"""Room ids as they are written down: without what a host puts around them."""

from __future__ import annotations

import re

_SESSION = re.compile(r"agent:[^:]+:([^:]+):(?:channel|group):(.+?)(?::(?:thread|topic):.+)?")
"""A session of OpenClaw: an agent, a channel, a room there, maybe a thread."""
_TARGET = "room:!"


def plain(given: str) -> str:
    """The id of the room that a person named as they found it: by itself, as the key of a session
    of OpenClaw (`agent:main:matrix:channel:!id:server`) or as a target (`room:!id:server`). Ids of
    other channels than Matrix have the channel before them, as `telegram:-1001`.
    """
    given = given.strip()
    if session := _SESSION.fullmatch(given):
        channel, room = session.groups()
        return room if channel == "matrix" else f"{channel}:{room}"
    return given.removeprefix("room:") if given.startswith(_TARGET) else given
