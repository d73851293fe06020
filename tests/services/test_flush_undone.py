"""A flush cut off half way, and one taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.flush.undo import undo
from progressive_memory.services.group.rename import rename
from tests.chat_room import PROPOSAL, TITLE, ChatRoom


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


def test_undo_keeps_away_what_told_the_same_work_in_other_words(room: ChatRoom) -> None:
    room.say("Ana", "Cy, could you migrate the order store to PostgreSQL?", "$r")
    room.say("Cy", "I'll migrate the order store to PostgreSQL")
    room.say("Ana", "thanks")
    room.say("Cy", "Migrated the whole order store to PostgreSQL, it is done")
    before = room.notes()
    written = room.flush().written
    assert [one.kind for one in written] == ["t"]

    undo(room.ports)
    report = room.flush()

    assert (report.written, report.pending) == ((), ())
    assert room.notes() == before


def test_the_work_of_a_deleted_task_may_be_announced_anew(room: ChatRoom) -> None:
    room.say("Cy", "I'll migrate the order store to PostgreSQL")
    (task,) = room.flush().written
    line = next(one for one in room.note("attention.md").splitlines() if task.id in one)
    text = room.note("attention.md")
    room.save("attention.md", text[: text.index(line)] + "\n## Blockers\n")
    room.flush()

    room.say("Cy", "I'll migrate the order store to PostgreSQL")
    (again,) = room.flush().written

    assert again.id != task.id


def test_what_an_undo_took_out_counts_as_deleted_by_nobody_though_it_was_cut_off(
    decided: ChatRoom,
) -> None:
    seen = decided.ports.state.seen(decided.name)
    flush_id = undo(decided.ports).flush_id
    decided.ports.state.set_seen(decided.name, seen)  # as an undo leaves it that dies too early

    decided.flush(redo=flush_id)

    assert 1 == decided.note("experience.md").count("^d-")


def test_a_redo_done_twice_reads_no_message_again(decided: ChatRoom) -> None:
    flush_id = undo(decided.ports).flush_id
    decided.flush(redo=flush_id)
    assert 0 == decided.flush(redo=flush_id).messages_new
    assert 1 == decided.note("experience.md").count("^d-")


def test_what_a_person_deletes_after_a_redo_stays_deleted_though_it_is_redone_again(
    decided: ChatRoom,
) -> None:
    before = decided.note("experience.md")
    flush_id = undo(decided.ports).flush_id
    decided.flush(redo=flush_id)
    kept = before[: before.index("## 2026")]
    decided.save("experience.md", kept)

    assert {"deleted": 1} == decided.flush(redo=flush_id).rejected
    assert kept == decided.note("experience.md")


def test_a_flush_of_a_group_renamed_since_is_redone_under_its_new_name(decided: ChatRoom) -> None:
    flush_id = undo(decided.ports).flush_id
    rename(decided.ports, decided.name, "quayside")

    report = flush(decided.ports, redo=flush_id)

    assert ["quayside"] == [one.group for one in report.groups]
    assert ["New"] == [one.verdict for one in report.groups[0].written]
    assert {"quayside"} == decided.state()["groups"].keys()
