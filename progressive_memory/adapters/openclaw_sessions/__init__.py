"""What OpenClaw heard in the sessions of rooms, by its gateway's history call."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from progressive_memory.adapters.openclaw_sessions import link
from progressive_memory.adapters.openclaw_sessions.gateway import Gateway
from progressive_memory.adapters.openclaw_sessions.rows import lines, room_of
from progressive_memory.domain.host_session import HostSession
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem

__all__ = ["Gateway", "OpenClawSessions", "linked_sessions"]

_PAGE = 1000
"""Messages, and sessions, in one call: the most that OpenClaw's gateway hands out."""
_MOST_PAGES = 50
_MOST_CHARACTERS = 500_000

Read = Callable[[Mapping[str, object], int], ChatEvent | Problem]
"""A canonical line as an event, or what is wrong with it."""


def linked_sessions(data: Path, cache: Path, read: Read) -> OpenClawSessions | None:
    """The sessions of the OpenClaw that is noted in a vault's data folder; None where none is."""
    noted = link.read(data)
    if noted is None:
        return None
    return OpenClawSessions(Gateway(noted), cache / "openclaw-sessions.json", read)


class OpenClawSessions:
    """SessionHistory of a gateway. What was taken stands in `marks`, a file of the cache folder:
    session key → when OpenClaw last touched it. A call goes back to the session's last reset.
    """

    def __init__(self, gateway: Gateway, marks: Path, read: Read) -> None:
        self._gateway = gateway
        self._marks = marks
        self._read = read

    def news(self, rooms: Collection[str]) -> tuple[HostSession, ...]:
        """The sessions of those rooms that OpenClaw touched since they were taken, by key."""
        taken = self._taken()
        found = []
        for row in self._pages("sessions.list", {}, "sessions", newest_first=False):
            key = row.get("key") if isinstance(row, Mapping) else None
            room = room_of(key) if isinstance(key, str) else None
            if isinstance(row, Mapping) and room and room.room_id in rooms:
                mark = str(row.get("updatedAt", ""))
                session = HostSession(str(key), room.room_id, room.thread, mark)
                if not mark or taken.get(session.key) != mark:
                    found.append(session)
        return tuple(sorted(found, key=lambda one: one.key))

    def events(self, session: HostSession) -> Iterator[ChatEvent | Problem]:
        """What was said in it, oldest first."""
        room = room_of(session.key)
        if room is None:
            return
        params = {"sessionKey": session.key, "maxChars": _MOST_CHARACTERS}
        rows = self._pages("chat.history", params, "messages", newest_first=True)
        for number, line in enumerate(lines(room, rows), 1):
            yield line if isinstance(line, Problem) else self._read(line, number)

    def taken(self, session: HostSession) -> None:
        """Note that it is in the log up to its mark."""
        marks = {**self._taken(), session.key: session.mark}
        beside = self._marks.with_suffix(".new")
        with suppress(OSError):  # then it is asked for again, and changes nothing
            beside.write_text(json.dumps(marks), encoding="utf-8")
            beside.chmod(0o600)
            beside.replace(self._marks)

    def _taken(self) -> dict[str, str]:
        try:
            value = json.loads(self._marks.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return value if isinstance(value, dict) else {}

    def _pages(
        self, method: str, params: Mapping[str, object], name: str, *, newest_first: bool
    ) -> Sequence[object]:
        """The rows of a call that answers in pages. Of the history a page further on is older."""
        pages: list[list[object]] = []
        offset = 0
        while len(pages) < _MOST_PAGES:
            answer = self._gateway.call(method, {**params, "limit": _PAGE, "offset": offset})
            rows = answer.get(name)
            pages.append(rows if isinstance(rows, list) else [])
            further = answer.get("nextOffset")
            if not answer.get("hasMore") or not isinstance(further, int) or further <= offset:
                break
            offset = further
        return [row for page in (reversed(pages) if newest_first else pages) for row in page]
