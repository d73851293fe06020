"""Messages deleted, edited, reactions taken back: what rested on them waits."""

from __future__ import annotations

from tests.chat_room import PROPOSAL, ChatRoom


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


def test_a_confirming_reaction_taken_back_leaves_the_others(decided: ChatRoom) -> None:
    decided.react("Cy", "$p")
    decided.flush()
    assert "- Confirmed by:: Bo, Cy 👍\n" in decided.note("experience.md")

    decided.unreact("Cy", "$p")
    decided.flush()

    assert "- Confirmed by:: Bo\n" in decided.note("experience.md")


def test_the_last_confirming_reaction_taken_back_moves_the_entry_to_pending(
    room: ChatRoom,
) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.react("Bo", "$p")
    (written,) = room.flush().written

    room.unreact("Bo", "$p")
    room.flush()

    assert written.id not in room.note("experience.md")
    assert written.id in room.note("pending.md")

    room.react("Bo", "$p")
    (again,) = room.flush().written
    assert (again.id, again.confirmed_by) == (written.id, ("Bo 👍",))
