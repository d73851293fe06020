"""A flush undone and made again after people changed what it had written: what they took out stays
out, what they changed stays as they have it.
"""

from __future__ import annotations

import pytest

from progressive_memory.errors import NoteChangedOnDisk
from progressive_memory.services.flush.undo import undo
from progressive_memory.vault.blocks import entries
from tests.chat_room import TITLE, ChatRoom

TASK = "I'll migrate the order store to PostgreSQL"
TASK_DONE = "Done: migrated the order store to PostgreSQL"


@pytest.fixture
def busy(decided: ChatRoom) -> ChatRoom:
    """One flush wrote a decision, a task and a proposal that waits; nothing has been undone."""
    undo(decided.ports)
    decided.save("pending.md", decided.note("pending.md") or "# Pending\n")
    decided.say("Cy", TASK)
    decided.say("Ana", "I propose we paint the crane of the north quay red")
    decided.flush(redo=_newest(decided))
    return decided


def _newest(room: ChatRoom) -> str:
    past = room.ports.vault.past_plans()
    return next(one.plan.id for one in past if one.plan.verb == "flush")


def _take_out(room: ChatRoom, name: str, words: str) -> str:
    """A person deletes the entry with these words; what they deleted."""
    text = room.note(name)
    (entry,) = [one for one in entries(name, text) if words in one.text]
    room.save(name, text[: entry.start] + text[entry.end :])
    return entry.text


HOMES = [("experience.md", TITLE), ("attention.md", "order store"), ("pending.md", "crane")]


@pytest.mark.parametrize(("name", "words"), HOMES)
def test_what_a_person_took_out_before_the_undo_no_redo_brings_back(
    busy: ChatRoom, name: str, words: str
) -> None:
    _take_out(busy, name, words)
    rest = busy.notes()
    report = undo(busy.ports)
    (gone,) = report.deleted

    busy.flush(redo=report.flush_id)

    assert gone not in report.vetoed
    assert rest == busy.notes()
    assert ("deleted_before_redo", report.flush_id) in [
        (one.code, one.about) for one in busy.ports.notices
    ]


@pytest.mark.parametrize(("name", "words"), HOMES)
def test_it_stays_out_though_the_cache_is_lost_and_the_flush_made_again_twice(
    busy: ChatRoom, name: str, words: str
) -> None:
    _take_out(busy, name, words)
    rest = busy.notes()
    flush_id = undo(busy.ports).flush_id
    busy.ports.state.set_seen(busy.name, {})

    busy.flush(redo=flush_id)
    again = undo(busy.ports).flush_id
    busy.flush(redo=again)
    busy.flush(redo=flush_id)
    busy.say("Bo", "good morning")
    busy.flush()

    assert rest == busy.notes()


def test_what_was_taken_out_between_undo_and_redo_stays_out(room: ChatRoom) -> None:
    room.say("Cy", TASK)
    room.flush()
    room.say("Cy", TASK_DONE)
    flush_id = room.flush_report().flush_id
    undo(room.ports)
    _take_out(room, "attention.md", "order store")
    room.flush()  # sees that it is gone, and keeps it away for good
    rest = room.notes()

    room.flush(redo=flush_id)

    assert rest == room.notes()


def test_a_note_that_the_flush_made_and_a_person_deleted_stays_away(room: ChatRoom) -> None:
    room.ports.vault.save("memory/groups/harbour/attention.md", None)
    room.say("Cy", TASK)
    flush_id = room.flush_report().flush_id
    room.ports.vault.save("memory/groups/harbour/attention.md", None)

    undo(room.ports)
    room.flush(redo=flush_id)

    assert "" == room.note("attention.md")


def test_an_emptied_note_refuses_the_undo(busy: ChatRoom) -> None:
    busy.save("experience.md", "\n")
    before = busy.notes()

    with pytest.raises(NoteChangedOnDisk, match="is empty and held 1 entry") as caught:
        undo(busy.ports)

    assert "Bring it back" in caught.value.next_step
    assert before == busy.notes()


def test_a_task_that_the_flush_moved_and_a_person_deleted_refuses_the_undo(room: ChatRoom) -> None:
    room.say("Cy", TASK)
    room.flush()
    room.say("Cy", TASK_DONE)
    room.flush()
    line = _take_out(room, "attention.md", "order store").splitlines()[0]
    before = room.notes()

    with pytest.raises(NoteChangedOnDisk, match="changed what has been deleted since") as caught:
        undo(room.ports)

    assert f"-{line}" in caught.value.message
    assert before == room.notes()


def test_an_accepted_item_that_a_person_deleted_refuses_the_undo(room: ChatRoom) -> None:
    room.say("Ana", "I propose we paint the crane of the north quay red")
    room.flush()
    room.replace("pending.md", "- [ ]", "- [x]")
    room.flush()
    _take_out(room, "experience.md", "crane")
    before = room.notes()

    with pytest.raises(NoteChangedOnDisk, match=r"would be back in .*pending\.md"):
        undo(room.ports)

    assert before == room.notes()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("attention.md", "- [ ]", "- [x]"),
        ("attention.md", "order store", "order store of the quay"),
        ("pending.md", "- [ ]", "- [-]"),
        ("experience.md", "- Decision::", "- Decision:: (ours)"),
    ],
)
def test_what_a_person_ticked_or_reworded_refuses_the_undo_with_a_diff(
    busy: ChatRoom, name: str, old: str, new: str
) -> None:
    busy.replace(name, old, new)
    before = busy.notes()

    with pytest.raises(NoteChangedOnDisk) as caught:
        undo(busy.ports)

    assert new in caught.value.message
    assert before == busy.notes()


def test_an_entry_that_a_person_moved_to_another_note_refuses_the_undo_and_is_shown(
    busy: ChatRoom,
) -> None:
    moved = _take_out(busy, "experience.md", TITLE)
    busy.save("project.md", f"# Project\n\n## Mine\n\nAs I like it.\n\n{moved}")
    before = busy.notes()

    with pytest.raises(NoteChangedOnDisk, match=r"has been moved to .*project\.md") as caught:
        undo(busy.ports)

    assert moved.splitlines()[0] in caught.value.message
    assert before == busy.notes()


def test_an_accepted_item_that_a_person_moved_refuses_the_undo(room: ChatRoom) -> None:
    room.say("Ana", "I propose we paint the crane of the north quay red")
    room.flush()
    room.replace("pending.md", "- [ ]", "- [x]")
    room.flush()
    moved = _take_out(room, "experience.md", "crane")
    room.save("project.md", f"# Project\n\n## Mine\n\n{moved}")
    before = room.notes()

    with pytest.raises(NoteChangedOnDisk, match="would stand in two notes"):
        undo(room.ports)

    assert before == room.notes()


def test_an_entry_that_a_person_moved_in_its_note_is_taken_back_where_it_stands(
    busy: ChatRoom,
) -> None:
    moved = _take_out(busy, "experience.md", TITLE)
    mine = f"{busy.note('experience.md')}\n## Mine\n\nAs I like it.\n\n"
    busy.save("experience.md", mine + moved)

    undo(busy.ports)

    assert mine.split() == busy.note("experience.md").split()


def test_an_item_that_a_later_flush_accepted_refuses_the_undo_of_the_flush_that_put_it_there(
    room: ChatRoom,
) -> None:
    room.say("Ana", "I propose we paint the crane of the north quay red")
    first = room.flush_report().flush_id
    room.replace("pending.md", "- [ ]", "- [x]")
    room.flush()

    with pytest.raises(NoteChangedOnDisk, match=r"has been moved to .*experience\.md"):
        undo(room.ports, first)

    undo(room.ports)
    room.replace("pending.md", "- [x]", "- [ ]")
    assert first == undo(room.ports, first).flush_id


def test_what_a_person_put_back_by_hand_may_be_written_to_again(busy: ChatRoom) -> None:
    taken = _take_out(busy, "experience.md", TITLE)
    flush_id = undo(busy.ports).flush_id
    busy.save("experience.md", f"{busy.note('experience.md').rstrip()}\n\n{taken}")

    busy.flush(redo=flush_id)

    assert 1 == busy.note("experience.md").count("^d-")
    assert () == tuple(busy.state()["groups"][busy.name].get("vetoes", ()))
