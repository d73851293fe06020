"""Messages deleted, edited, reactions taken back: what rested on them waits."""

from __future__ import annotations

from tests.chat_room import ChatRoom


def test_deleting_the_only_message_takes_the_entry_and_its_words_to_pending(
    room: ChatRoom,
) -> None:
    room.say("Cy", "I'll migrate the order store to PostgreSQL", "$t")
    (task,) = room.flush().written

    room.delete("$t")
    (item,) = room.flush().pending

    pending = room.note("pending.md")
    assert (item.id, item.reason) == (task.id, "evidence withdrawn")
    assert task.id not in room.note("attention.md")
    assert f"- [ ] (text deleted) — 2026-05-15 — evidence withdrawn ^{task.id}" in pending
    assert "PostgreSQL" not in pending


def test_deleting_one_of_two_messages_leaves_the_entry(decided: ChatRoom) -> None:
    note = decided.note("experience.md")

    decided.delete("$p")
    decided.flush()

    assert decided.note("experience.md") == note


def test_an_edit_that_takes_the_statement_back_moves_the_entry(room: ChatRoom) -> None:
    room.say("Cy", "I'll migrate the order store to PostgreSQL", "$t")
    (task,) = room.flush().written

    room.edit("$t", "nice weather")
    (item,) = room.flush().pending

    assert (item.id, item.reason) == (task.id, "evidence withdrawn")
    assert "Migrate the order store to PostgreSQL" in room.note("pending.md")
