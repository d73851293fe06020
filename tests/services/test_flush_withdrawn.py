"""Messages deleted, edited, reactions taken back: what rested on them waits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

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


def given_a_role(room: ChatRoom) -> str:
    """A role that was given and flushed; returns its id."""
    room.say("Ana", "Cy is now responsible for releases", "$r")
    room.say("Bo", "+1", "$b", to="$r")
    (role,) = room.flush().written
    return role.id


def given_a_convention(room: ChatRoom) -> str:
    """A convention that was agreed and flushed; returns its id."""
    room.say("Ana", "convention: every branch name starts with the ticket number", "$r")
    room.say("Bo", "+1", "$b", to="$r")
    (convention,) = room.flush().written
    return convention.id


@pytest.mark.parametrize("given", [given_a_role, given_a_convention])
@pytest.mark.parametrize("how", ["deleted", "edited", "reworded"])
def test_nothing_leaves_people_and_project_by_silence(
    room: ChatRoom, given: Callable[[ChatRoom], str], how: str
) -> None:
    entry_id = given(room)
    for event_id in ("$r", "$b"):
        room.edit(event_id, "nice weather") if how == "edited" else room.delete(event_id)
    assert [one.id for one in room.flush().pending] == [entry_id]
    if how == "reworded":
        line = next(one for one in room.note("pending.md").splitlines() if entry_id in one)
        room.replace("pending.md", line, f"- [ ] Somebody said so once ^{entry_id}")

    room.ports.clock.forward(timedelta(days=200))
    report = room.flush()

    assert f"^{entry_id}" in room.note("pending.md")
    assert "expired" not in report.rejected
    (reminder,) = report.notices
    assert f"^{entry_id} has waited since 2026-05-15, its evidence withdrawn" in reminder


def test_an_answer_ends_what_waits_for_one(room: ChatRoom) -> None:
    entry_id = given_a_role(room)
    room.delete("$r")
    room.delete("$b")
    room.flush()

    room.replace("pending.md", "- [ ] (text deleted)", "- [-] (text deleted)")
    report = room.flush()

    assert report.rejected == {"rejected": 1}
    assert entry_id not in room.note("pending.md")


@pytest.mark.parametrize("given", [given_a_role, given_a_convention])
def test_words_that_a_person_puts_back_and_ticks_stand_again(
    room: ChatRoom, given: Callable[[ChatRoom], str]
) -> None:
    entry_id = given(room)
    room.delete("$r")
    room.delete("$b")
    room.flush()
    room.replace("pending.md", "- [ ] (text deleted)", "- [x] (text deleted)")
    assert room.flush().rejected == {"no_message_left": 1}

    room.replace("pending.md", "- [x] (text deleted)", "- [x] Cy — releases, says the board")
    (written,) = room.flush().written

    assert written.id == entry_id
    assert "Cy — releases, says the board" in room.note("people.md") + room.note("project.md")
    assert entry_id not in room.note("pending.md")
    before = room.notes()
    room.flush()
    assert room.notes() == before


def test_a_task_without_evidence_runs_out_of_time(room: ChatRoom) -> None:
    room.say("Cy", "I'll migrate the order store to PostgreSQL", "$t")
    room.flush()
    room.delete("$t")
    room.flush()

    room.ports.clock.forward(timedelta(days=14))

    assert room.flush().rejected == {"expired": 1}
