"""What waits, shown, accepted and rejected by id."""

from __future__ import annotations

import pytest

from progressive_memory.domain.flush_report import Waiting
from progressive_memory.errors import UnknownEntry, UserError
from progressive_memory.services.flush.pending import accept, list_pending, reject
from progressive_memory.services.flush.undo import undo
from tests.chat_room import ChatRoom


@pytest.fixture
def room() -> ChatRoom:
    return ChatRoom()


@pytest.fixture
def item(room: ChatRoom) -> Waiting:
    room.say("Ana", "I propose we move the order store to PostgreSQL 16", "$p")
    (waiting,) = room.flush().pending
    return waiting


def test_the_list_tells_what_waits_why_and_since_when(room: ChatRoom, item: Waiting) -> None:
    (row,) = list_pending(room.ports).pending

    assert (row.id, row.title, row.reason, row.evidence) == (
        item.id,
        "Move the order store to PostgreSQL 16",
        "nobody agreed",
        ("$p",),
    )
    assert (row.group, row.since) == ("harbour", "2026-05-15")


def test_accepting_writes_the_entry_and_flushes_nothing_else(room: ChatRoom, item: Waiting) -> None:
    room.say("Bo", "I'll write the release notes")

    (written,) = accept(room.ports, f"^{item.id}").groups[0].written

    assert (written.id, written.confirmed_by) == (item.id, ("a reviewer",))
    assert list_pending(room.ports).pending == ()
    assert room.flush().messages_new == 1


def test_an_acceptance_names_who_confirmed_where_that_is_told(
    room: ChatRoom, item: Waiting
) -> None:
    (written,) = accept(room.ports, item.id, by="Nora").groups[0].written

    assert written.confirmed_by == ("Nora",)
    assert "Confirmed by:: Nora" in room.note("experience.md")


def test_an_item_reworded_as_it_is_accepted_reads_so(room: ChatRoom, item: Waiting) -> None:
    words = "Move the order store to PostgreSQL 17\npassword=Xk29fjQ1zz"
    (written,) = accept(room.ports, item.id, by="Nora", words=words).groups[0].written

    assert written.title.startswith("Move the order store to PostgreSQL 17")
    assert "Xk29fjQ1zz" not in "".join(room.notes().values())
    assert "PostgreSQL 16" not in room.note("pending.md") + room.note("experience.md")


def test_an_item_is_looked_for_in_the_group_named(room: ChatRoom, item: Waiting) -> None:
    ChatRoom("office", ports=room.ports)
    with pytest.raises(UnknownEntry):
        accept(room.ports, item.id, group="office")
    with pytest.raises(UnknownEntry):
        reject(room.ports, item.id, group="office")
    assert accept(room.ports, item.id, group="harbour").groups[0].written


def test_rejecting_keeps_it_away_for_good(room: ChatRoom, item: Waiting) -> None:
    report = reject(room.ports, item.id[:8]).groups[0]

    room.say("Bo", "+1", to="$p")
    assert report.rejected == {"rejected": 1}
    assert room.flush().written == ()
    assert list_pending(room.ports).pending == ()


def test_undoing_an_acceptance_lets_it_wait_again(room: ChatRoom, item: Waiting) -> None:
    before = room.note("pending.md")
    accept(room.ports, item.id)

    undo(room.ports)

    assert room.note("pending.md") == before


def test_an_id_nothing_has_is_an_error(room: ChatRoom, item: Waiting) -> None:
    with pytest.raises(UnknownEntry):
        accept(room.ports, "d-20260101-aaaaaaaaaa")


def test_a_beginning_that_fits_two_items_names_them(room: ChatRoom, item: Waiting) -> None:
    room.say("Cy", "I propose we drop support for Internet Explorer 11")
    (other,) = room.flush().pending

    with pytest.raises(UserError, match=other.id):
        accept(room.ports, "d-2026")
