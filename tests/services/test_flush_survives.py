"""A flush after things nobody planned: notes that cannot be read, evidence gone, notes of today."""

from __future__ import annotations

from datetime import timedelta

import pytest

from progressive_memory.services.remember import Wanted, remember
from progressive_memory.vault import layout
from progressive_memory.vault.blocks import entries
from tests.chat_room import ChatRoom


def test_a_note_that_is_no_text_deletes_nothing() -> None:
    room = ChatRoom()
    room.say("Cy", "I'll migrate the order store to PostgreSQL 16")
    room.flush()
    text = room.note("attention.md")
    room.ports.vault.save(layout.note(room.name, "attention.md"), text.encode("utf-16"))

    room.flush_report()
    room.save("attention.md", text)
    report = room.flush()

    assert {} == report.rejected
    assert text == room.note("attention.md")
    assert [] == room.state()["groups"][room.name].get("vetoes", [])


def test_a_decision_whose_messages_are_all_gone_waits_with_its_id_once() -> None:
    room = ChatRoom()
    room.say("Ana", "I propose we move the order store to PostgreSQL 16", "$p")
    room.say("Bo", "+1", "$a", to="$p")
    (written,) = room.flush().written

    room.delete("$p")
    room.delete("$a")
    room.flush()

    found = [one.id for one in entries("pending.md", room.note("pending.md"))]
    assert [written.id] == found
    assert room.note("pending.md").count(f"^{written.id}") == 1


def test_what_is_remembered_today_makes_an_old_chat_no_quieter() -> None:
    room = ChatRoom()
    room.say("Cy", "I'll migrate the order store to PostgreSQL 16")
    room.flush()
    before = room.note("attention.md")

    room.ports.clock.forward(timedelta(days=200))
    remember(room.ports, room.name, Wanted("the harbour master is called Olsen", by="Ana"))
    room.flush()

    assert before == room.note("attention.md")


@pytest.mark.parametrize("opening", ["```\n", "~~~ md\n", "<!--\n"])
def test_what_an_open_fence_hides_is_neither_vetoed_nor_written_twice(
    decided: ChatRoom, opening: str
) -> None:
    text = decided.note("experience.md")
    head, mark, rest = text.partition("## ")
    decided.save("experience.md", f"{head}{opening}{mark}{rest}")
    decided.late("$p")

    report = decided.flush()

    assert report.written == ()
    assert decided.state()["groups"][decided.name].get("vetoes", []) == []
    decided.save("experience.md", decided.note("experience.md").replace(opening, "", 1))
    decided.say("Di", "+1", to="$p")
    (written,) = decided.flush().written
    assert written.verdict == "Extends"
    assert decided.note("experience.md").count("## 2026") == 1
