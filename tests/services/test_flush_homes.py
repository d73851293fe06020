"""Where a flush writes when people renamed or moved the notes (DESIGN §4): the routed file."""

from __future__ import annotations

import pytest

from progressive_memory.vault import layout
from tests.chat_room import ChatRoom


@pytest.fixture
def room() -> ChatRoom:
    """A room in which something of every note was said and flushed."""
    room = ChatRoom()
    decide(room, "I propose we move the order store to PostgreSQL 16")
    room.say("Cy", "I'll write the migration script for the order store")
    room.say("Ana", "Cy is now responsible for releases")
    room.say("Bo", "+1")
    decide(room, "convention: every branch name starts with the ticket number")
    room.flush()
    return room


def decide(room: ChatRoom, proposal: str) -> None:
    room.say("Bo", "+1", to=room.say("Ana", proposal))


def move(room: ChatRoom, name: str, to: str, *, in_table: bool = True) -> str:
    """A person gives a note another name, and mends its row; returns its text."""
    text = room.note(name)
    room.save(to, text)
    room.ports.vault.save(layout.note(room.name, name), None)
    if in_table:
        room.replace("", f"`{name}`", f"`{to}`")
    return text


SAID_LATER = {
    "experience.md": "I propose we cache the harbour map in Redis 7",
    "attention.md": "",
    "people.md": "",
    "project.md": "convention: every commit message names its ticket",
}


def say_later(room: ChatRoom, name: str) -> None:
    if name == "attention.md":
        room.say("Di", "I'll draw the harbour map by Friday")
    elif name == "people.md":
        room.say("Ana", "Di is now responsible for support")
        room.say("Bo", "+1")
    else:
        decide(room, SAID_LATER[name])


@pytest.mark.parametrize("name", sorted(SAID_LATER))
@pytest.mark.parametrize("to", ["renamed.md", "deeper/moved here.md"])
def test_a_renamed_note_with_a_mended_row_takes_what_is_new(
    room: ChatRoom, name: str, to: str
) -> None:
    before = move(room, name, to)

    say_later(room, name)
    report = room.flush()

    assert {one.file for one in report.written} == {layout.note(room.name, to)}
    assert len(room.note(to)) > len(before)
    assert room.note(name) == ""


@pytest.mark.parametrize("name", sorted(SAID_LATER))
def test_a_note_that_is_gone_is_made_again_under_the_routed_name(room: ChatRoom, name: str) -> None:
    move(room, name, "renamed.md")
    room.ports.vault.save(layout.note(room.name, "renamed.md"), None)

    say_later(room, name)
    room.flush()

    assert f"aliases: [harbour {name.removesuffix('.md')}]" in room.note("renamed.md")
    assert room.note(name) == ""


def test_one_row_is_added_for_a_note_that_no_row_names(room: ChatRoom) -> None:
    row = next(line for line in room.note("").splitlines() if "`experience.md`" in line)
    room.replace("", row + "\n", "")

    for thing in ("harbour map", "tide table"):
        decide(room, f"I propose we cache the {thing} in Redis 7")
        room.flush()

    assert room.note("").count("`experience.md`") == 1
    assert "tide table" in room.note("experience.md")


def test_a_row_marked_deprecated_is_not_added_again(room: ChatRoom) -> None:
    room.replace("", "| `experience.md`", "| [DEPRECATED] `experience.md`")

    decide(room, SAID_LATER["experience.md"])
    room.flush()

    assert room.note("").count("experience.md") == 1
    assert "harbour map" in room.note("experience.md")


def test_our_name_comes_before_another_note_of_the_priority(room: ChatRoom) -> None:
    room.replace("", "| tech stack", "| drawings | `drawings.md` | P1 |\n| tech stack")

    say_later(room, "project.md")
    (written,) = room.flush().written

    assert written.file == layout.note(room.name, "project.md")


def test_of_two_notes_of_the_priority_our_alias_tells(room: ChatRoom) -> None:
    move(room, "project.md", "stack.md")
    room.replace("", "| tech stack", "| drawings | `drawings.md` | P1 |\n| tech stack")

    say_later(room, "project.md")
    (written,) = room.flush().written

    assert written.file == layout.note(room.name, "stack.md")


def test_a_table_without_priorities_is_read_by_our_alias(room: ChatRoom) -> None:
    move(room, "experience.md", "lessons.md")
    head, _, _ = room.note("").partition("| Trigger")
    room.save("", f"{head}| Trigger | File |\n|---|---|\n| what we chose | `lessons.md` |\n")

    decide(room, SAID_LATER["experience.md"])
    (written,) = room.flush().written

    assert written.file == layout.note(room.name, "lessons.md")


def test_an_entry_stays_deleted_in_a_renamed_note(room: ChatRoom) -> None:
    text = move(room, "experience.md", "lessons.md")
    room.save("lessons.md", text.partition("## ")[0])

    report = room.flush()
    room.say("Cy", "+1")
    room.flush()

    assert report.rejected["deleted"] >= 1
    assert "PostgreSQL 16" not in room.note("lessons.md") + room.note("experience.md")


def test_more_voices_for_a_convention_join_it_in_the_moved_conventions_file(
    room: ChatRoom,
) -> None:
    entry = room.note("project.md").partition("## Conventions")[2].strip()
    assert entry.startswith("- ")
    room.replace("project.md", entry, "")
    room.save("conventions/branches.md", f"# Branches\n\n{entry}\n")
    room.flush()
    project = room.note("project.md")
    room.save("conventions/old/names.md", room.note("conventions/branches.md"))
    room.ports.vault.save(layout.note(room.name, "conventions/branches.md"), None)

    proposal = room.say("Cy", "convention: every branch name starts with the ticket number")
    room.say("Di", "+1", to=proposal)
    (written,) = room.flush().written

    assert written.file == layout.note(room.name, "conventions/old/names.md")
    assert "Di" in room.note("conventions/old/names.md")
    assert room.note("project.md") == project


@pytest.mark.parametrize("to", ["waiting.md", "review/pending.md", "待确认.md"])
def test_a_renamed_pending_note_is_still_where_things_wait(room: ChatRoom, to: str) -> None:
    room.say("Ana", "I propose we cache the harbour map in Redis 7")
    (item,) = room.flush().pending
    move(room, "pending.md", to, in_table=False)

    room.say("Ana", "I propose we print the tide table on Mondays")
    (other,) = room.flush().pending
    assert (other.id in room.note(to), room.note("pending.md")) == (True, "")

    room.replace(to, f"- [ ] {item.title}", f"- [x] {item.title}")
    (written,) = room.flush().written

    assert written.id == item.id
    assert item.id not in room.note(to)
    assert item.id in room.note("experience.md")


def test_a_line_ticked_in_a_renamed_pending_note_is_remembered(room: ChatRoom) -> None:
    text = move(room, "pending.md", "waiting.md", in_table=False)
    room.save("waiting.md", text + "\n- [x] the tide gauge is read every hour\n")

    (written,) = room.flush().written

    assert "tide gauge" in written.title
    assert "tide gauge" not in room.note("waiting.md")
