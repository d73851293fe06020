"""Why an entry is believed."""

from __future__ import annotations

import pytest

from progressive_memory.errors import UnknownEntry, UserError
from progressive_memory.services.undo import undo
from progressive_memory.services.why import why
from tests.chat_room import ChatRoom


@pytest.fixture
def room() -> ChatRoom:
    room = ChatRoom()
    room.say("Ana", "I propose we move the order store to PostgreSQL 16", "$p")
    room.say("Bo", "+1", "$a", to="$p")
    return room


def test_it_tells_people_messages_and_flush(room: ChatRoom) -> None:
    flushed = room.flush_report()
    (written,) = flushed.groups[0].written

    report = why(room.ports, f"^{written.id}")

    assert (report.id, report.file, report.kind) == (written.id, written.file, "d")
    assert (report.decided_by, report.confirmed_by) == (("Ana",), ("Bo",))
    assert [(one.event_id, one.sender, one.text) for one in report.evidence] == [
        ("$p", "Ana", "I propose we move the order store to PostgreSQL 16"),
        ("$a", "Bo", "+1"),
    ]
    assert report.text in room.note("experience.md")
    assert (report.verdicts, report.flushes) == (("New",), (flushed.flush_id,))


def test_it_tells_what_superseded_it(room: ChatRoom) -> None:
    (old,) = room.flush().written
    room.say("Ana", "Decided: we move the order store to MySQL 8", "$m")
    room.say("Bo", "+1", to="$m")
    (new,) = room.flush().written

    assert why(room.ports, old.id).superseded_by == (new.id,)
    assert why(room.ports, new.id).supersedes == (old.id,)
    assert why(room.ports, new.id).verdicts == ("Supersedes",)


def test_a_later_confirmation_shows_as_a_second_verdict(room: ChatRoom) -> None:
    (written,) = room.flush().written
    room.say("Cy", "+1", to="$p")
    room.flush()

    assert why(room.ports, written.id).verdicts == ("New", "Extends")


def test_it_works_for_what_waits(room: ChatRoom) -> None:
    room.say("Cy", "I propose we drop support for Internet Explorer 11", "$ie")
    (item,) = room.flush().pending

    report = why(room.ports, item.id)

    assert (report.pending, report.reason, report.verdicts) == (True, "nobody agreed", ("Pending",))
    assert [one.event_id for one in report.evidence] == ["$ie"]


def test_the_beginning_of_an_id_is_enough_while_it_fits_one(room: ChatRoom) -> None:
    (written,) = room.flush().written
    assert why(room.ports, written.id[:6]).id == written.id

    room.say("Cy", "I propose we drop support for Internet Explorer 11")
    room.flush()

    with pytest.raises(UserError, match="more than one"):
        why(room.ports, written.id[:6])


def test_what_was_taken_back_is_said_to_be(room: ChatRoom) -> None:
    (written,) = room.flush().written
    undo(room.ports)

    with pytest.raises(UnknownEntry, match="will not be written again"):
        why(room.ports, written.id)


def test_an_unknown_id_is_an_error(room: ChatRoom) -> None:
    with pytest.raises(UnknownEntry, match="no entry has the id"):
        why(room.ports, "d-20260101-aaaaaaaaaa")
