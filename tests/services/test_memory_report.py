"""What a team lead reads: decided, standing, in conflict, waiting."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.memory_report import MemoryReport
from progressive_memory.errors import UnknownGroup
from progressive_memory.services.memory_report import memory_report
from tests.chat_room import ChatRoom
from tests.services.test_flush_judged import contradiction

SAID = (
    ("2025-11-03T09:00:00Z", "ann", "I propose we store the maps in MBTiles files."),
    ("2025-11-03T09:01:00Z", "ben", "+1, agreed"),
    ("2026-03-02T09:00:00Z", "ann", "I propose we store the maps in PMTiles files, not in MBTiles files."),
    ("2026-03-02T09:01:00Z", "ben", "+1, agreed"),
    ("2026-03-02T10:00:00Z", "ben", "I will write the export job by Friday."),
    ("2026-03-02T11:00:00Z", "ann", "I propose we rename the harbour page."),
)  # fmt: skip


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    Memory.init(tmp_path / "v", "en")
    memory = Memory.open(tmp_path / "v")
    memory.group_add(NewGroup("maps"))
    lines = (
        json.dumps({"event_id": f"${n}", "ts": ts, "sender": who, "text": text})
        for n, (ts, who, text) in enumerate(SAID)
    )
    memory.log_file("maps", io.BytesIO("\n".join(lines).encode()))
    memory.flush()
    return memory


def report(room: ChatRoom) -> MemoryReport:
    return memory_report(room.ports, room.name)


def test_decisions_come_in_time_order_with_who_and_what_replaced_them(memory: Memory) -> None:
    first, second = memory.report("maps").decided
    assert ("2025-11-03", "2026-03-02") == (first.on, second.on)
    assert (("ann",), ("ben",)) == (first.decided_by, first.confirmed_by)
    assert ((second.id,), ()) == (first.replaced_by, second.replaced_by)


def test_what_is_open_stands_and_what_nobody_answered_waits(memory: Memory) -> None:
    told = memory.report("maps")
    assert ["t"] == [row.kind for row in told.stands]
    assert [("2026-03-02", True)] == [(row.on, bool(row.reason)) for row in told.pending]
    assert ("2025-11-03", "2026-03-02", 0) == (
        told.first_day,
        told.last_day,
        told.unflushed_messages,
    )


def test_since_a_day_leaves_out_what_is_older(memory: Memory) -> None:
    assert ["2026-03-02"] == [row.on for row in memory.report("maps", since="2026-01-01").decided]


def test_what_stands_or_waits_does_so_now_whatever_its_age(memory: Memory) -> None:
    whole, late = memory.report("maps"), memory.report("maps", since="2026-11-01")
    assert () == late.decided
    assert (whole.stands, whole.pending) == (late.stands, late.pending)


def test_entries_named_by_others_are_called_by_their_title(memory: Memory) -> None:
    told = memory.report("maps")
    first, second = told.decided
    assert (first.id,) == second.replaces
    assert {first.id: first.title, second.id: second.title} == told.called


def test_a_fix_tells_what_was_done(room: ChatRoom) -> None:
    room.say("Bo", "The map crashes after rotating the phone")
    room.say("Bo", "Fixed: the map crashed after rotating because of two renderers, we keep one")
    room.say("Ana", "confirmed, works")
    room.flush()
    remedies = [row.remedy for row in report(room).decided if row.kind == "f"]
    assert all(remedies), remedies


def test_both_sides_of_a_conflict_name_each_other_until_it_is_settled(room: ChatRoom) -> None:
    old, new = contradiction(room)
    told = report(room)
    assert {(old, (new,)), (new, (old,))} == {(row.id, row.contradicts) for row in told.conflict}
    assert {old, new} <= told.called.keys()
    assert 1 == len(told.pending)

    room.replace("pending.md", "- [ ] ", "- [x] ")
    room.flush()
    assert () == report(room).conflict


def test_what_was_withdrawn_waits_and_says_so(decided: ChatRoom) -> None:
    decided.delete("$p")
    decided.delete("$e2")
    decided.flush()
    told = report(decided)
    assert ((), [("(text deleted)", "evidence withdrawn")]) == (
        told.decided,
        [(row.title, row.reason) for row in told.pending],
    )


def test_nothing_is_changed(memory: Memory, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in (tmp_path / "v").rglob("*.md")}
    memory.report("maps")
    assert before == {path: path.read_bytes() for path in (tmp_path / "v").rglob("*.md")}


def test_an_unknown_group_is_refused(memory: Memory) -> None:
    with pytest.raises(UnknownGroup):
        memory.report("charts")
