"""The log condensed into summaries, level by level, each leading down to the messages."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from progressive_memory.domain.flush_report import GroupFlush
from progressive_memory.errors import UnknownGroup
from progressive_memory.services.flush.rollup import rollup
from progressive_memory.services.flush.undo import undo
from progressive_memory.services.history import history
from progressive_memory.services.why.why import why
from tests.chat_room import ChatRoom

TOPICS = ("crane", "ferry", "customs", "lighthouse")


def windowed(window_tokens: int) -> ChatRoom:
    room = ChatRoom()
    settings = replace(room.ports.settings, context_window_tokens=window_tokens)
    room.ports.settings = settings
    return room


def talk(room: ChatRoom, days: int, first: int = 0) -> None:
    for day in range(first, first + days):
        topic = TOPICS[day % len(TOPICS)]
        room.say("Ana", f"I propose we inspect the {topic} of berth {day} on Mondays")
        room.say("Bo", "+1")
        room.say("Cy", f"the {topic} engine of berth {day} ran without any fault this month")
        room.ports.clock.forward(timedelta(hours=44))


def summaries(room: ChatRoom) -> dict[str, str]:
    return {path: text for path, text in room.notes().items() if "/summaries/" in path}


def test_nothing_is_due_before_the_log_fills_the_window() -> None:
    room = windowed(100_000)
    talk(room, 5)
    done = room.flush()

    report = rollup(room.ports, room.name)

    assert () == done.summaries == report.groups[0].written
    assert "" == report.rollup_id
    assert {} == summaries(room)
    assert 90_000 == report.groups[0].due_at_tokens


def test_a_flush_writes_the_summary_that_is_due() -> None:
    room = windowed(300)
    talk(room, 20)

    done = room.flush()

    assert {1} == {one.level for one in done.summaries}
    assert {one.file for one in done.summaries} == set(summaries(room))


def test_a_dry_run_writes_none() -> None:
    room = windowed(300)
    talk(room, 20)

    assert () == room.flush(dry_run=True).summaries
    assert rollup(room.ports, room.name, dry_run=True).groups[0].written
    assert {} == summaries(room)


def test_doing_it_twice_changes_nothing() -> None:
    room = windowed(300)
    talk(room, 20)
    room.flush()
    before = room.notes()

    assert () == rollup(room.ports, room.name).groups[0].written
    assert () == room.flush().summaries
    assert before == room.notes()


def test_sixteen_summaries_make_one_of_the_next_level_that_leads_down_to_the_messages() -> None:
    room = windowed(40)
    talk(room, 40)
    done = room.flush()

    high = next(one for one in done.summaries if one.level == 2)
    found = why(room.ports, high.id)

    below = [one for one in found.sources if one.level == 1]
    assert 16 == high.sources == len(below)
    assert all(one.kind == "s" and one.messages for one in below)
    assert why(room.ports, below[0].id).evidence
    assert "berth" in why(room.ports, below[0].id).evidence[0].text


def test_growing_by_and_by_gives_what_one_roll_up_gives() -> None:
    """A batch that was due early is the batch that a later roll-up would have cut."""
    steady, late = windowed(300), windowed(300)
    for first in range(0, 40, 4):
        talk(steady, 4, first)
        steady.flush()
    talk(late, 40)
    late.flush()

    assert set(summaries(late)) - {max(summaries(late))} <= set(summaries(steady))


def test_a_summary_is_a_sixteenth_of_what_it_condenses_or_the_least_there_is() -> None:
    room = windowed(4_000)
    talk(room, 150)
    done = room.flush()

    count = room.ports.tokens.count
    longest = round(4_000 * 0.9 * 1.25)  # a batch may grow by a quarter to end where a talk ends
    for path, text in summaries(room).items():
        told = sum(count(line) for line in text.splitlines() if line.startswith("  - "))
        assert told <= longest // 16, path
    assert done.summaries


def test_a_deleted_summary_stays_away() -> None:
    room = windowed(300)
    talk(room, 20)
    path = room.flush().summaries[0].file
    room.ports.vault.save(path, None)

    assert () == rollup(room.ports, room.name).groups[0].written
    assert path not in summaries(room)


def test_a_roll_up_can_be_undone_and_stays_undone() -> None:
    room = windowed(300)
    talk(room, 20)
    room.flush()
    newest = history(room.ports).flushes[0]
    assert "rollup" == newest.trigger

    undo(room.ports, newest.flush_id)

    assert {} == summaries(room)
    assert () == rollup(room.ports, room.name).groups[0].written
    assert {} == summaries(room)


def test_undo_without_an_id_takes_back_the_flush_not_the_summaries() -> None:
    room = windowed(300)
    talk(room, 20)
    room.flush()

    undo(room.ports)

    assert summaries(room)
    assert "berth" not in room.note("experience.md")


def test_no_summary_holds_what_was_deleted_before_it() -> None:
    room = windowed(300)
    talk(room, 20)
    secret = room.say("Ana", "the lighthouse lighthouse keeper hides a parrot in the lighthouse")
    room.delete(secret)
    talk(room, 10, 20)
    room.flush()

    assert "parrot" not in "".join(summaries(room).values())


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(UnknownGroup):
        rollup(windowed(300).ports, "nowhere")


def test_no_doctor_finds_fault_with_a_summary() -> None:
    from progressive_memory.services.doctor.doctor import doctor

    room = windowed(40)
    talk(room, 40)
    before = {problem.message for problem in doctor(room.ports).problems}
    done: GroupFlush = room.flush()

    assert done.summaries
    assert before >= {problem.message for problem in doctor(room.ports).problems}
