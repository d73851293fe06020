"""Every SessionHistory passes this suite: OpenClaw's gateway (a stand-in), and the in-memory twin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from progressive_memory.adapters.chat_exports.canonical import event_or_problem
from progressive_memory.adapters.memory.sessions import MemorySessions
from progressive_memory.adapters.openclaw_sessions import Gateway, OpenClawSessions
from progressive_memory.domain.host_session import HostSession
from progressive_memory.domain.message import ChatEvent
from progressive_memory.errors import HostUnavailable
from progressive_memory.ports_host import SessionHistory
from tests.openclaw_stand_in import StandIn, row

DOCK, YARD = "!Dock:example.org", "!yard"
KEY = f"agent:main:matrix:channel:{DOCK}"
OF_THREAD = f"{KEY}:thread:$1"
OF_YARD = f"agent:main:matrix:channel:{YARD}"
DIRECT = "agent:main:main"
ADA = "@ada:example.org"


class Host:
    """A host of either kind that people talk in."""

    def __init__(self, history: SessionHistory, say: Callable[[str, int, str], None]) -> None:
        self.history = history
        self.say = say

    def keys(self, *rooms: str) -> list[str]:
        return [one.key for one in self.history.news(rooms)]

    def taken_in(self, *rooms: str) -> list[str]:
        """The texts of what is new, which is then taken."""
        texts = []
        for session in self.history.news(rooms):
            texts += [one.text for one in self.history.events(session) if hasattr(one, "text")]
            self.history.taken(session)
        return texts


@pytest.fixture(params=["openclaw", "memory"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Host:
    return of_gateway(tmp_path) if request.param == "openclaw" else in_memory()


def of_gateway(folder: Path) -> Host:
    stand_in = StandIn(folder)
    marks = folder / "marks.json"
    history = OpenClawSessions(Gateway(stand_in.link), marks, event_or_problem)
    for key in (KEY, OF_THREAD, OF_YARD, DIRECT):
        stand_in.say(key)
    return Host(history, lambda key, number, text: stand_in.say(key, row(number, text)))


def in_memory() -> Host:
    rooms = {KEY: (DOCK, ""), OF_THREAD: (DOCK, "$1"), OF_YARD: (YARD, "")}
    sessions = MemorySessions({HostSession(key, *of): () for key, of in rooms.items()})
    at = datetime(2026, 11, 29, 22, 0, tzinfo=UTC)

    def say(key: str, number: int, text: str) -> None:
        if key in rooms:
            sessions.say(key, ChatEvent(f"${number}", at + timedelta(seconds=number), ADA, text))

    return Host(sessions, say)


def test_the_sessions_of_the_rooms_asked_for_are_told_by_key(host: Host) -> None:
    assert [KEY, OF_THREAD] == host.keys(DOCK)
    assert [OF_YARD] == host.keys(YARD)
    assert [] == host.keys("!none")


def test_a_session_says_which_room_and_thread_it_is_of(host: Host) -> None:
    room, thread = host.history.news([DOCK])

    assert (DOCK, "", DOCK, "$1") == (room.room_id, room.thread, thread.room_id, thread.thread)


def test_what_was_said_comes_oldest_first(host: Host) -> None:
    host.say(KEY, 1, "one")
    host.say(KEY, 2, "two")

    (session, _) = host.history.news([DOCK])
    first, second = host.history.events(session)

    assert isinstance(first, ChatEvent)
    assert isinstance(second, ChatEvent)
    assert ("$1", "one", ADA) == (first.event_id, first.text, first.sender)
    assert ("$2", "two") == (second.event_id, second.text)
    assert timedelta(seconds=1) == second.at - first.at


def test_what_is_taken_is_no_news_until_more_is_said(host: Host) -> None:
    host.say(KEY, 1, "one")
    host.say(OF_YARD, 5, "elsewhere")

    assert ["one"] == host.taken_in(DOCK)
    assert [] == host.keys(DOCK)
    assert [OF_YARD] == host.keys(YARD)
    host.say(KEY, 2, "two")
    assert ["one", "two"] == host.taken_in(DOCK)


def test_what_is_said_while_it_is_taken_in_is_news_again(host: Host) -> None:
    host.say(KEY, 1, "one")
    (session, *_) = host.history.news([DOCK])
    host.say(KEY, 2, "two")

    host.history.taken(session)

    assert [KEY, OF_THREAD] == host.keys(DOCK)


def test_a_host_that_is_down_says_so(tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path)
    stand_in.printed = '{"ok": false, "error": {"message": "Gateway not reachable."}}'
    stand_in.save()
    gateway = OpenClawSessions(Gateway(stand_in.link), tmp_path / "marks", event_or_problem)
    memory = MemorySessions()
    memory.down = True

    histories: Sequence[SessionHistory] = (gateway, memory)
    for history in histories:
        with pytest.raises(HostUnavailable):
            history.news([DOCK])
        with pytest.raises(HostUnavailable):
            list(history.events(HostSession(KEY, DOCK)))
