"""An agent host in memory, for tests."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from progressive_memory.domain.host_session import HostSession
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import HostUnavailable


class MemorySessions:
    """A SessionHistory of the sessions given: a host session, and what was said in it. While `down`
    is set it does not answer.
    """

    def __init__(
        self, said: Mapping[HostSession, Sequence[ChatEvent | Problem]] | None = None
    ) -> None:
        self._said = {session.key: list(events) for session, events in (said or {}).items()}
        self._sessions = {session.key: session for session in said or {}}
        self._taken: dict[str, str] = {}
        self.down = False

    def say(self, key: str, *events: ChatEvent | Problem) -> None:
        """Let more be said in a session."""
        self._said[key] += events

    def news(self, rooms: Collection[str]) -> tuple[HostSession, ...]:
        """The sessions of those rooms that hold more than was taken."""
        self._answer()
        standing = (
            replace(session, mark=str(len(self._said[key])))
            for key, session in sorted(self._sessions.items())
            if session.room_id in rooms
        )
        return tuple(one for one in standing if self._taken.get(one.key) != one.mark)

    def events(self, session: HostSession) -> Iterator[ChatEvent | Problem]:
        """What was said in it, oldest first."""
        self._answer()
        yield from self._said[session.key]

    def taken(self, session: HostSession) -> None:
        """Note that it is in the log up to its mark."""
        self._taken[session.key] = session.mark

    def _answer(self) -> None:
        if self.down:
            raise HostUnavailable("the gateway does not answer", next_step="openclaw gateway start")
