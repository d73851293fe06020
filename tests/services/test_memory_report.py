"""What a team lead reads: decided, standing, in conflict, waiting."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup
from progressive_memory.errors import UnknownGroup

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


def test_nothing_is_changed(memory: Memory, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in (tmp_path / "v").rglob("*.md")}
    memory.report("maps")
    assert before == {path: path.read_bytes() for path in (tmp_path / "v").rglob("*.md")}


def test_an_unknown_group_is_refused(memory: Memory) -> None:
    with pytest.raises(UnknownGroup):
        memory.report("charts")
