"""A flush over a talk: what becomes memory, and under which id."""

from __future__ import annotations

from datetime import timedelta

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import NewGroup
from progressive_memory.errors import UnknownGroup
from progressive_memory.ports import Query
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.group import changes as group_changes
from progressive_memory.vault import layout
from tests.chat_room import PROPOSAL, TITLE, ChatRoom


def test_a_decision_is_written_with_evidence_and_people(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", "$a", to="$p")

    (written,) = room.flush().written

    assert written.verdict == "New"
    assert written.decided_by == ("Ana",)
    assert written.confirmed_by == ("Bo",)
    assert written.evidence == ("$p", "$a")
    assert f"## 2026-05-15 {TITLE}" in room.note("experience.md")
    assert f"^{written.id}" in room.note("experience.md")


def test_a_second_flush_moves_only_the_time(decided: ChatRoom) -> None:
    notes, state = decided.notes(), decided.state()

    report = decided.flush()

    again = decided.state()
    assert (report.written, report.pending, report.rejected) == ((), (), {})
    assert decided.notes() == notes
    assert again.pop("last_flush_time") != state.pop("last_flush_time")
    for one in (again, state):
        one["groups"]["harbour"].pop("last_flush_time")
    assert again == state


def test_last_updated_is_the_day_something_was_written(decided: ChatRoom) -> None:
    assert "last_updated: 2026-05-15" in decided.note("")

    decided.ports.clock.forward(timedelta(days=3))
    decided.say("Ana", "good morning")
    decided.flush()

    assert "last_updated: 2026-05-15" in decided.note("")


def test_a_confirmation_after_the_flush_turns_the_pending_item_under_its_id(
    room: ChatRoom,
) -> None:
    room.say("Ana", PROPOSAL, "$p")
    (item,) = room.flush().pending
    assert item.id in room.note("pending.md")

    room.say("Bo", "+1", to="$p")
    (written,) = room.flush().written

    assert written.id == item.id
    assert item.id not in room.note("pending.md")
    assert item.id in room.note("experience.md")


def test_a_reaction_after_the_flush_confirms_too(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    (item,) = room.flush().pending

    room.react("Bo", "$p")
    (written,) = room.flush().written

    assert (written.id, written.confirmed_by) == (item.id, ("Bo 👍",))


def test_another_plus_one_later_joins_the_entry(decided: ChatRoom) -> None:
    decided.say("Cy", "+1", to="$p")

    (written,) = decided.flush().written

    assert written.verdict == "Extends"
    assert "- Confirmed by:: Bo, Cy\n" in decided.note("experience.md")
    assert decided.note("experience.md").count("## 2026") == 1


def test_a_task_is_ticked_and_archived_when_its_owner_says_so(room: ChatRoom) -> None:
    room.say("Cy", "I'll migrate the order store to PostgreSQL")
    (task,) = room.flush().written
    room.say("Cy", "Done: migrated the order store to PostgreSQL")

    done = next(one for one in room.flush().written if one.kind == "t")

    active, archive = room.note("attention.md").split("## Archive")
    assert done.id == task.id
    assert task.id not in active
    assert f"- [x] Migrate the order store to PostgreSQL — Cy ✅ 2026-05-15 ^{task.id}" in archive


def test_a_dry_run_shows_the_diff_and_writes_nothing(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    notes, state = room.notes(), room.state()

    report = room.flush(dry_run=True)

    assert [diff.path for diff in report.diffs] == ["memory/groups/harbour/experience.md"]
    assert f"+## 2026-05-15 {TITLE}" in report.diffs[0].diff
    assert (room.notes(), room.state()) == (notes, state)
    assert room.ports.state.seen("harbour") == {}
    assert len(room.flush().written) == 1


def test_a_note_that_must_not_be_written_leaves_the_other_groups_alone() -> None:
    room = ChatRoom("alpha")
    group_changes.add(room.ports, NewGroup("beta", language="en"))
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    room.save("experience.md", "---\na: 1\na: 2\n---\n# Experience\n")

    report = flush(room.ports)

    alpha, beta = report.groups
    assert alpha.written == ()
    assert "experience.md" in alpha.problems[0]
    assert beta.problems == ()
    assert "cursor" not in room.state()["groups"].get("alpha", {})


def test_an_archived_group_is_flushed_only_by_name() -> None:
    ports = MemoryPorts()
    group_changes.add(ports, NewGroup("old", language="en"))
    group_changes.archive(ports, "old")

    assert flush(ports).groups == ()
    assert [one.group for one in flush(ports, "old").groups] == ["old"]


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(UnknownGroup):
        flush(MemoryPorts(), "nobody")


def test_the_state_file_holds_the_protocols_fields(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.flush(session="s-1")
    room.say("Bo", "good morning")
    room.flush()

    state = room.state()
    assert state["pending_items"] == [TITLE]  # type: ignore[comparison-overlap]
    assert state["session_id"] == "s-1"  # type: ignore[comparison-overlap]
    assert state["context_usage_at_flush"] == 0  # type: ignore[comparison-overlap]
    group = state["groups"]["harbour"]
    assert group["cursor"]["event_id"] == "$e2"  # type: ignore[call-overload]
    assert group["unflushed_messages"] == 0  # type: ignore[comparison-overlap]
    assert group["session_id"] == "s-1"  # type: ignore[comparison-overlap]


def test_a_person_is_linked_once_their_role_stood_before(room: ChatRoom) -> None:
    room.say("Ana", "Ana — release manager", "roster:1")
    room.flush()
    role = next(iter(room.ports.state.seen("harbour")))
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")

    room.flush()

    link = f"[[memory/groups/harbour/people#^{role}|Ana]]"
    assert f"- Decided by:: {link}\n- Confirmed by:: Bo\n" in room.note("experience.md")


def test_the_search_index_is_in_step_with_what_was_written(decided: ChatRoom) -> None:
    (hit,) = decided.ports.search.search("harbour", "entries", Query("PostgreSQL order store"), 5)

    assert hit.section.title == TITLE


def test_flush_ids_sort_by_time(decided: ChatRoom) -> None:
    decided.say("Ana", "good morning")
    first = decided.flush_report().flush_id
    decided.say("Ana", "good evening")
    second = decided.flush_report().flush_id

    assert first < second
    assert first.startswith("f-20260515-06")


def test_other_files_of_the_vault_are_never_touched(decided: ChatRoom) -> None:
    assert set(decided.ports.vault.stamps("")) == {
        "memory/flush-state.json",
        layout.index_note("harbour"),
        layout.standing("harbour"),
        layout.day_note("harbour", decided.ports.clock.now().date()),
        *(
            layout.note("harbour", f"{name}.md")
            for name in ("attention", "project", "experience", "people", "pending")
        ),
    }
