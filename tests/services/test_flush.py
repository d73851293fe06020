"""A flush over a talk: what becomes memory, under which id, and what people's edits do to it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.errors import UnknownGroup
from progressive_memory.ports import Query
from progressive_memory.services import group_changes
from progressive_memory.services.flush import flush
from progressive_memory.services.undo import undo
from progressive_memory.vault import layout
from tests.chat_room import ChatRoom

PROPOSAL = "I propose we move the order store to PostgreSQL 16"
TITLE = "Move the order store to PostgreSQL 16"


@pytest.fixture
def room() -> ChatRoom:
    return ChatRoom()


@pytest.fixture
def decided(room: ChatRoom) -> ChatRoom:
    """A room in which one decision was made and flushed."""
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    room.flush()
    return room


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


def test_a_task_is_ticked_and_archived_when_its_owner_says_so(room: ChatRoom) -> None:
    room.say("Cy", "I'll migrate the order store to PostgreSQL")
    (task,) = room.flush().written
    room.say("Cy", "Done: migrated the order store to PostgreSQL")

    done = next(one for one in room.flush().written if one.kind == "t")

    active, archive = room.note("attention.md").split("## Archive")
    assert done.id == task.id
    assert task.id not in active
    assert f"- [x] Migrate the order store to PostgreSQL — Cy ✅ 2026-05-15 ^{task.id}" in archive


def test_a_reversal_supersedes_and_keeps_the_old(decided: ChatRoom) -> None:
    old_id = next(iter(decided.ports.state.seen("harbour")))
    decided.say("Ana", "Decided: we move the order store to MySQL 8", "$m")
    decided.say("Bo", "+1", to="$m")

    (written,) = decided.flush().written

    note = decided.note("experience.md")
    new, old = note.index(f"\n^{written.id}"), note.index(f"\n^{old_id}")
    assert written.verdict == "Supersedes"
    assert new < old
    assert f"- Superseded by:: [[#^{written.id}|Move the order store to MySQL 8]]" in note
    assert "- Confidence:: 0.5" in note


def contradiction(room: ChatRoom) -> tuple[str, str]:
    """Two people overrule three: both entries stand, and people are asked."""
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    room.say("Di", "+1", to="$p")
    (old,) = room.flush().written
    room.say("Cy", "Decided: we move the order store to MySQL 8", "$m")
    room.say("Ed", "+1", to="$m")
    report = room.flush()
    (new,) = report.written
    assert new.verdict == "Contradicts"
    assert len(report.pending) == 1
    assert room.note("experience.md").count("- Contradicts:: [[#^d-") == 2
    return old.id, new.id


def test_a_question_answered_by_a_tick_lets_the_newer_one_hold(room: ChatRoom) -> None:
    old_id, new_id = contradiction(room)
    room.replace("pending.md", "- [ ]", "- [x]")

    room.flush()

    note = room.note("experience.md")
    old_entry = note[note.index(f"\n^{new_id}") : note.index(f"\n^{old_id}")]
    assert f"- Superseded by:: [[#^{new_id}|" in old_entry
    assert "- [" not in room.note("pending.md")


def test_a_question_rejected_lets_the_older_one_hold(room: ChatRoom) -> None:
    old_id, new_id = contradiction(room)
    room.replace("pending.md", "- [ ]", "- [-]")

    room.flush()

    note = room.note("experience.md")
    new_entry = note[: note.index(f"\n^{new_id}")]
    assert f"- Superseded by:: [[#^{old_id}|" in new_entry


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


def test_a_flush_cut_off_before_it_wrote_is_made_up_for_by_the_next(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    apply = room.ports.vault.apply

    def cut_off(plan: Plan) -> Applied:
        raise OSError("no space left")

    room.ports.vault.apply = cut_off  # type: ignore[method-assign]
    with pytest.raises(OSError, match="no space left"):
        room.flush()
    room.ports.vault.apply = apply  # type: ignore[method-assign]

    assert len(room.flush().written) == 1


def test_a_flush_cut_off_after_it_wrote_changes_nothing_the_next_time(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    set_seen = room.ports.state.set_seen

    def cut_off(group: str, seen: dict[str, tuple[str, ...]]) -> None:
        raise OSError("cut off")

    room.ports.state.set_seen = cut_off  # type: ignore[method-assign]
    with pytest.raises(OSError, match="cut off"):
        room.flush()
    room.ports.state.set_seen = set_seen  # type: ignore[method-assign]
    notes = room.notes()

    assert room.flush().written == ()
    assert room.notes() == notes


def test_undo_keeps_an_entry_away_until_redo(decided: ChatRoom) -> None:
    before = decided.note("experience.md")
    flush_id = undo(decided.ports).flush_id
    assert decided.flush().rejected == {"vetoed": 1}
    assert TITLE not in decided.note("experience.md")

    decided.ports.clock.forward(timedelta(days=5))
    decided.say("Cy", "good morning")
    decided.flush()
    report = flush(decided.ports, redo=flush_id)

    assert [one.verdict for one in report.groups[0].written] == ["New"]
    assert decided.note("experience.md") == before


def test_undo_of_a_change_keeps_the_change_away(room: ChatRoom) -> None:
    room.say("Cy", "I'll migrate the order store to PostgreSQL")
    room.flush()
    before = room.note("attention.md")
    room.say("Cy", "Done: migrated the order store to PostgreSQL")
    room.flush()

    undo(room.ports)
    report = room.flush()

    assert room.note("attention.md") == before
    assert report.rejected["vetoed"] >= 1


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
        layout.day_note("harbour", decided.ports.clock.now().date()),
        *(
            layout.note("harbour", f"{name}.md")
            for name in ("attention", "project", "experience", "people", "pending")
        ),
    }
