"""A flush after things nobody planned: notes that cannot be read, evidence gone, notes of today."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.services.flush.remember import Wanted, remember
from progressive_memory.vault import layout
from progressive_memory.vault.blocks import entries
from tests.chat_room import ChatRoom


def test_a_note_that_is_no_text_deletes_nothing() -> None:
    room = ChatRoom()
    room.say("Cy", "I'll migrate the order store to PostgreSQL 16")
    room.flush()
    text = room.note("attention.md")
    room.ports.vault.save(layout.note(room.name, "attention.md"), text.encode("utf-16"))

    room.flush_report()
    room.save("attention.md", text)
    report = room.flush()

    assert {} == report.rejected
    assert text == room.note("attention.md")
    assert [] == room.state()["groups"][room.name].get("vetoes", [])


def test_a_decision_whose_messages_are_all_gone_waits_with_its_id_once() -> None:
    room = ChatRoom()
    room.say("Ana", "I propose we move the order store to PostgreSQL 16", "$p")
    room.say("Bo", "+1", "$a", to="$p")
    (written,) = room.flush().written

    room.delete("$p")
    room.delete("$a")
    room.flush()

    found = [one.id for one in entries("pending.md", room.note("pending.md"))]
    assert [written.id] == found
    assert room.note("pending.md").count(f"^{written.id}") == 1


def test_what_is_remembered_today_makes_an_old_chat_no_quieter() -> None:
    room = ChatRoom()
    room.say("Cy", "I'll migrate the order store to PostgreSQL 16")
    room.flush()
    before = room.note("attention.md")

    room.ports.clock.forward(timedelta(days=200))
    remember(room.ports, room.name, Wanted("the harbour master is called Olsen", by="Ana"))
    room.flush()

    assert before == room.note("attention.md")


@pytest.mark.parametrize("opening", ["```\n", "~~~ md\n", "<!--\n"])
def test_what_an_open_fence_hides_is_neither_vetoed_nor_written_twice(
    decided: ChatRoom, opening: str
) -> None:
    text = decided.note("experience.md")
    head, mark, rest = text.partition("## ")
    decided.save("experience.md", f"{head}{opening}{mark}{rest}")
    decided.late("$p")

    report = decided.flush()

    assert report.written == ()
    assert decided.state()["groups"][decided.name].get("vetoes", []) == []
    decided.save("experience.md", decided.note("experience.md").replace(opening, "", 1))
    decided.say("Di", "+1", to="$p")
    (written,) = decided.flush().written
    assert written.verdict == "Extends"
    assert decided.note("experience.md").count("## 2026") == 1


CHAIN = [
    ("Ana", "I propose we use Leaflet for the harbour map", "Bo"),
    ("Ana", "I propose we use MapLibre instead of Leaflet for the harbour map", "Bo"),
    ("Cy", "I propose we switch the harbour map from MapLibre to OpenLayers", "Di"),
]
CONFLICT = [
    ("Ana", "I propose we publish the releases on Codeberg", "Bo", "Di"),
    ("Cy", "I propose we publish the releases on GitLab instead of Codeberg", "Ed"),
]
BACK = [
    ("Ana", "I propose the berth list shows 20 rows", "Bo"),
    ("Ana", "I propose the berth list shows 50 rows", "Bo"),
    ("Ana", "I propose the berth list shows 20 rows", "Bo"),
]


def talked(talk: list[tuple[str, ...]], *, flush_between: bool) -> ChatRoom:
    """A room in which each thing was proposed and agreed to; only the last is not flushed."""
    room = ChatRoom()
    for number, (who, text, *voices) in enumerate(talk):
        if number and flush_between:
            room.flush()
        else:
            room.ports.clock.forward(timedelta(minutes=1))
        proposal = room.say(who, text)
        for name in voices:
            room.say(name, "+1", to=proposal)
    return room


def cut_off_after(room: ChatRoom, edits: int) -> None:
    """A flush that dies when so many of its notes are written."""
    apply = room.ports.vault.apply

    def dying(plan: Plan) -> Applied:
        apply(replace(plan, edits=plan.edits[:edits]))
        raise OSError("killed")

    room.ports.vault.apply = dying  # type: ignore[method-assign]
    with pytest.raises(OSError, match="killed"):
        room.flush()
    room.ports.vault.apply = apply  # type: ignore[method-assign]


# Of a conflict the store finishes the plan: the question comes with the flags, or neither does.
@pytest.mark.parametrize(
    ("talk", "edits"),
    [*((CHAIN, n) for n in range(4)), *((BACK, n) for n in range(4)), (CONFLICT, 0), (CONFLICT, 4)],
)
@pytest.mark.parametrize("flush_between", [True, False])
def test_a_flush_cut_off_after_any_note_and_run_again_ends_with_the_same_vault(
    talk: list[tuple[str, ...]], edits: int, *, flush_between: bool
) -> None:
    whole = talked(talk, flush_between=flush_between)
    whole.flush()
    room = talked(talk, flush_between=flush_between)

    cut_off_after(room, edits)
    room.flush()

    assert room.notes() == whole.notes()


@pytest.mark.parametrize("talk", [CHAIN, CONFLICT, BACK], ids=["chain", "conflict", "back"])
def test_a_chain_ends_alike_wherever_the_flushes_fall(talk: list[tuple[str, ...]]) -> None:
    whole, parts = (talked(talk, flush_between=between) for between in (False, True))
    whole.flush()
    parts.flush()

    assert parts.notes() == whole.notes()


@pytest.mark.parametrize(
    "line", ["我" * 400 + "啊", "我" + "从今天起" * 100 + "啊", "hearing a " * 40 + "#1"]
)
def test_a_line_of_one_word_over_and_over_is_flushed(line: str) -> None:
    room = ChatRoom(language="zh")
    room.say("Ann", line)
    assert 1 == room.flush().messages_new
