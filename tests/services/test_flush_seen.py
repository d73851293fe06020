"""What a flush knows of entries: from the vault, whatever became of the caches."""

from __future__ import annotations

import json

import pytest

from progressive_memory.adapters.memory.state import MemoryStateStore
from progressive_memory.services.flush.undo import undo
from progressive_memory.vault import layout, standing
from progressive_memory.vault.standing import Standing
from tests.chat_room import TITLE, ChatRoom


def record(room: ChatRoom) -> Standing:
    snapshot = room.ports.vault.read(layout.standing(room.name))
    found = standing.parse(snapshot.data.decode() if snapshot else "")
    assert found is not None
    return found


def lose_the_cache(room: ChatRoom) -> None:
    room.ports.state = MemoryStateStore()


def without_the_decision(room: ChatRoom) -> None:
    """A person deletes it."""
    head, _, _ = room.note("experience.md").partition("## 2026")
    room.save("experience.md", head)


def test_the_vault_tells_of_what_stands_and_waits(decided: ChatRoom) -> None:
    decided.say("Ana", "maybe we should paint the crane green")
    decided.flush()
    assert decided.ports.state.seen(decided.name) == record(decided).entries
    token: object = decided.state()["groups"][decided.name]["standing"]
    assert record(decided).token == token


def test_a_flush_with_nothing_new_leaves_it_alone(decided: ChatRoom) -> None:
    before = decided.ports.vault.read(layout.standing(decided.name))
    decided.flush()
    assert before == decided.ports.vault.read(layout.standing(decided.name))


def test_a_deletion_holds_though_the_cache_was_lost(decided: ChatRoom) -> None:
    without_the_decision(decided)
    lose_the_cache(decided)
    for who in ("Di", "Ed"):
        decided.say(who, "+1", to="$p")
        assert () == decided.flush().written
    assert TITLE not in decided.note("experience.md")


def test_what_comes_later_from_another_device_is_no_deletion(decided: ChatRoom) -> None:
    text = decided.note("experience.md")
    without_the_decision(decided)
    lose_the_cache(decided)
    decided.flush()
    decided.flush()
    assert [] == decided.state()["groups"][decided.name].get("vetoes", [])

    decided.save("experience.md", text)
    decided.say("Di", "+1", to="$p")
    (written,) = decided.flush().written

    assert "Extends" == written.verdict
    assert 1 == decided.note("experience.md").count("## 2026")


def test_a_note_emptied_stops_the_flush_though_the_cache_was_lost(decided: ChatRoom) -> None:
    decided.save("experience.md", "")
    lose_the_cache(decided)
    decided.say("Di", "good morning")
    (problem,) = decided.flush().problems
    assert "experience.md is empty and held 1 entry" in problem


@pytest.mark.parametrize(
    ("text", "told"), [("{", ["seen_unkept"]), ("[]", ["seen_unkept"]), ('{"entries": 3}', [])]
)
def test_a_damaged_record_ends_no_flush(decided: ChatRoom, text: str, told: list[str]) -> None:
    decided.ports.vault.save(layout.standing(decided.name), text.encode())
    decided.say("Cy", "I'll order the crane for the quay by Friday")
    (written,) = decided.flush().written
    assert f"^{written.id}" in decided.note("attention.md")
    assert told == [one.code for one in decided.ports.notices]
    assert all(
        "standing.json" in one.message and "; delete it" in one.message
        for one in decided.ports.notices
    )


def test_an_old_vault_without_it_gets_it(decided: ChatRoom) -> None:
    expected = record(decided).entries
    decided.ports.vault.save(layout.standing(decided.name), None)
    state = decided.state()
    del state["groups"][decided.name]["standing"]
    decided.ports.vault.save(layout.FLUSH_STATE, json.dumps(state).encode())
    before = decided.notes()
    decided.flush()
    assert (before, expected) == (decided.notes(), record(decided).entries)


def test_undone_entries_are_as_if_never_seen(decided: ChatRoom) -> None:
    undo(decided.ports)
    assert {} == record(decided).entries
