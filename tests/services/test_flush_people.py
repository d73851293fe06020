"""What people do to the notes between two flushes, and what the next one makes of it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.vault import layout
from tests.chat_room import PROPOSAL, TITLE, ChatRoom


def test_a_hand_edit_survives_every_later_flush(decided: ChatRoom) -> None:
    decided.replace("experience.md", f"15 {TITLE}", "15 PG 16, finally!")
    decided.replace("experience.md", "- Decided by:: Ana\n", "- Decided by:: Ana\n- mood:: good\n")
    edited = decided.note("experience.md")

    decided.say("Cy", "what is for lunch?")
    report = decided.flush()

    assert report.written == ()
    assert decided.note("experience.md") == edited


def test_what_a_person_deleted_stays_deleted(decided: ChatRoom) -> None:
    empty = decided.note("experience.md").split("## 2026")[0]
    decided.save("experience.md", empty)

    decided.say("Cy", "+1", to="$p")
    report = decided.flush()

    assert report.rejected == {"deleted": 1, "vetoed": 1}
    assert decided.note("experience.md") == empty
    (veto,) = decided.state()["groups"]["harbour"]["vetoes"]
    assert "order" not in json.dumps(veto)


def test_a_note_that_is_missing_vetoes_nothing(decided: ChatRoom) -> None:
    decided.ports.vault.save("memory/groups/harbour/experience.md", None)

    report = decided.flush()

    assert report.rejected == {}
    assert decided.state()["groups"]["harbour"]["vetoes"] == []


def test_a_ticked_item_is_accepted_as_it_reads_now(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    (item,) = room.flush().pending
    room.replace("pending.md", f"[ ] {TITLE}", "[x] PostgreSQL 16 for the order store")

    (written,) = room.flush().written

    assert (written.id, written.title) == (item.id, "PostgreSQL 16 for the order store")
    assert written.decided_by == ("Ana",)
    assert written.confirmed_by == ("a reviewer",)
    assert item.id not in room.note("pending.md")


@pytest.mark.parametrize("how", ["dashed", "deleted"])
def test_a_rejected_item_never_comes_back(room: ChatRoom, how: str) -> None:
    room.say("Ana", PROPOSAL, "$p")
    (item,) = room.flush().pending
    if how == "dashed":
        room.replace("pending.md", "- [ ]", "- [-]")
    else:
        room.save("pending.md", room.note("pending.md").split("- [ ]")[0])
    room.flush()

    room.say("Bo", "+1", to="$p")
    report = room.flush()

    assert report.rejected == {"vetoed": 1}
    assert item.id not in room.note("pending.md") + room.note("experience.md")


@pytest.mark.parametrize(
    ("said", "home", "nested"),
    [
        (PROPOSAL, "experience.md", "\n- ask legal\n  and the shop\n"),
        (
            "staging moved to host st2.example.org",
            "attention.md",
            "\n  - ask legal\n    and the shop\n",
        ),
    ],
)
def test_what_a_person_nested_under_an_item_moves_with_it(
    room: ChatRoom, said: str, home: str, nested: str
) -> None:
    room.say("Ana", said)
    room.flush()
    room.replace("pending.md", "- [ ]", "- [x]")
    room.replace("pending.md", "  - Evidence::", "  - ask legal\n    and the shop\n  - Evidence::")

    room.flush()

    assert nested in room.note(home)
    assert "legal" not in room.note("pending.md")


def test_a_reworded_item_that_is_not_ticked_stays_as_reworded(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.flush()
    room.replace("pending.md", TITLE, "PG 16?")
    reworded = room.note("pending.md")

    room.say("Cy", "what is for lunch?")
    room.flush()

    assert room.note("pending.md") == reworded


def test_an_item_expires_after_its_days_and_is_counted(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    (item,) = room.flush().pending

    room.ports.clock.forward(timedelta(days=13))
    assert room.flush().rejected == {}
    room.ports.clock.forward(timedelta(days=1))
    report = room.flush()

    assert report.rejected == {"expired": 1}
    assert item.id not in room.note("pending.md")


def test_a_confirmation_on_the_last_day_still_finds_the_item(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    (item,) = room.flush().pending

    room.ports.clock.forward(timedelta(days=14))
    room.say("Bo", "+1", to="$p")
    (written,) = room.flush().written

    assert written.id == item.id


def test_what_expired_does_not_come_back_when_the_talk_is_read_again(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    (item,) = room.flush().pending

    room.ports.clock.forward(timedelta(days=14))
    room.say("Bo", "good morning", to="$p")
    report = room.flush()
    room.say("Bo", "good evening", to="$p")
    room.flush()

    assert report.rejected == {"duplicate": 1, "expired": 1} or report.rejected == {"expired": 1}
    assert item.id not in room.note("pending.md")


def test_an_old_chat_flushed_today_waits_its_days_from_today(room: ChatRoom) -> None:
    long_ago = room.ports.clock.now() - timedelta(days=900)
    room.say("Ana", PROPOSAL, "$p", at=long_ago)
    (item,) = room.flush().pending

    assert room.flush().rejected == {}
    assert item.id in room.note("pending.md")


def test_what_a_person_edits_in_the_very_moment_stays_and_the_change_waits(
    decided: ChatRoom,
) -> None:
    decided.say("Cy", "+1", to="$p")
    apply = decided.ports.vault.apply

    def edited_meanwhile(plan: Plan) -> Applied:
        if plan.verb == "flush":
            decided.replace("experience.md", f"- Decision:: {TITLE}", "- Decision:: PG, says Di")
        return apply(plan)

    decided.ports.vault.apply = edited_meanwhile  # type: ignore[method-assign]
    decided.flush()
    decided.ports.vault.apply = apply  # type: ignore[method-assign]

    assert "- Decision:: PG, says Di" in decided.note("experience.md")
    assert "- Confirmed by:: Bo\n" in decided.note("experience.md")
    assert "a person has edited its place" in decided.note("pending.md")


def test_a_change_that_waited_is_made_when_it_is_ticked(decided: ChatRoom) -> None:
    test_what_a_person_edits_in_the_very_moment_stays_and_the_change_waits(decided)
    decided.replace("pending.md", "- [ ]", "- [x]")

    decided.flush()

    assert "- [" not in decided.note("pending.md")
    assert "- Decision:: PG, says Di" in decided.note("experience.md")
    assert decided.note("experience.md").count("## 2026") == 1


def test_a_ticked_item_whose_messages_are_gone_stays_and_is_said_to(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.flush()
    room.replace("pending.md", "- [ ]", "- [x]")
    for path in room.ports.vault.stamps(layout.log_folder("harbour")):
        room.ports.vault.save(path, None)

    assert room.flush().rejected == {"no_message_left": 1}
    assert "- [x]" in room.note("pending.md")
