"""What the agent host heard goes into the log before a flush, and never stops one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.memory.sessions import MemorySessions
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.host_session import HostSession
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import NoteUnwritable, UnknownGroup
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.group.changes import add
from progressive_memory.services.live.catch_up import catch_up
from progressive_memory.services.status import status

DOCK, YARD, LOFT = "!dock", "!yard", "!loft"
AT = datetime(2026, 5, 14, 9, 0, tzinfo=UTC)


def said(number: int, text: str, sender: str = "@ada:x") -> ChatEvent:
    return ChatEvent(f"$e{number}", AT + timedelta(minutes=number), sender, text)


DECIDED = (said(1, "Decided: we ship on Fridays"), said(2, "agreed", "@bo:x"))


@pytest.fixture
def sessions() -> MemorySessions:
    rooms = {room: HostSession(f"key-{room}", room) for room in (DOCK, YARD, LOFT)}
    return MemorySessions(
        {
            rooms[DOCK]: DECIDED,
            HostSession("key-!dock-thread", DOCK, "$e1"): [said(3, "a word in the thread")],
            rooms[YARD]: [said(9, "the yard is swept")],
            rooms[LOFT]: [said(7, "nobody keeps this room")],
        }
    )


@pytest.fixture
def ports(sessions: MemorySessions) -> MemoryPorts:
    ports = MemoryPorts(sessions=sessions)
    add(ports, NewGroup("dock", DOCK))
    add(ports, NewGroup("yard", YARD))
    return ports


def unflushed(ports: MemoryPorts) -> dict[str, int]:
    return {row.group: row.unflushed_messages for row in status(ports).groups}


def test_what_a_mapped_room_said_is_logged_and_flushed(ports: MemoryPorts) -> None:
    heard = catch_up(ports)
    dock = flush(ports, "dock").groups[0]

    assert (4, 3) == (heard, dock.messages_new)
    assert ["Ship on Fridays"] == [one.title for one in dock.written]
    assert {"dock": 0, "yard": 1} == unflushed(ports)


def test_only_the_groups_asked_for_are_caught_up(ports: MemoryPorts) -> None:
    assert 1 == catch_up(ports, ["yard"])
    assert {"dock": 0, "yard": 1} == unflushed(ports)
    assert 3 == catch_up(ports, [DOCK])


def test_what_a_hook_handed_over_is_not_logged_twice(
    ports: MemoryPorts, sessions: MemorySessions
) -> None:
    catch_up(ports)
    flush(ports)
    sessions.say("key-!dock", said(4, "and on Mondays we rest"))

    assert (1, 0) == (catch_up(ports), catch_up(ports))
    assert {"dock": 1, "yard": 0} == unflushed(ports)


def test_a_host_that_is_down_is_told_of_and_asked_again(
    ports: MemoryPorts, sessions: MemorySessions
) -> None:
    sessions.down = True

    assert 0 == catch_up(ports)
    assert 0 == flush(ports).groups[0].messages_new
    (told,) = ports.notices
    assert ("host_history", True) == (told.code, "openclaw gateway start" in told.message)
    sessions.down = False
    assert 4 == catch_up(ports)


def test_a_log_that_cannot_be_written_leaves_the_other_rooms_be(
    ports: MemoryPorts, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = ports.vault.apply

    def refuse(plan: Plan) -> Applied:
        if plan.verb == "log" and plan.groups == ("dock",):
            raise NoteUnwritable("the day note may not be edited")
        return apply(plan)

    with monkeypatch.context() as patched:
        patched.setattr(ports.vault, "apply", refuse)
        assert 1 == catch_up(ports)
    assert ["dock"] == [notice.about for notice in ports.notices]
    assert 3 == catch_up(ports)


def test_a_message_that_is_cut_is_told_of_once(
    ports: MemoryPorts, sessions: MemorySessions
) -> None:
    sessions.say("key-!yard", Problem("transcript", 0, "too_long", "a message is too long"))

    assert 1 == catch_up(ports, ["yard"])
    assert 0 == catch_up(ports, ["yard"])
    assert ["key-!yard"] == [notice.about for notice in ports.notices]


def test_without_a_host_or_a_room_nothing_is_asked(sessions: MemorySessions) -> None:
    alone = MemoryPorts()
    add(alone, NewGroup("dock", DOCK))
    roomless = MemoryPorts(sessions=sessions)
    add(roomless, NewGroup("dock"))
    sessions.down = True

    assert (0, 0) == (catch_up(alone), catch_up(roomless))
    assert ((), ()) == (alone.notices, roomless.notices)


def test_a_group_that_is_not_there_is_told_as_ever(ports: MemoryPorts) -> None:
    with pytest.raises(UnknownGroup):
        catch_up(ports, ["none"])
