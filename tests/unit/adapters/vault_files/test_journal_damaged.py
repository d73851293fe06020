"""Records of the journal whose bytes were damaged: nobody is stopped by one, and it is told."""

from __future__ import annotations

import contextlib
import os
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evals.faults import os_calls
from evals.faults.calls import Calls, Fault, Stopped
from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.vault_files import VaultFiles, Writing
from progressive_memory.domain.notice import Notice
from progressive_memory.domain.plan import Edit, InsertUnder, Plan

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)


def store(folder: Path, told: list[Notice]) -> VaultFiles:
    return VaultFiles(
        folder / "vault", folder / "data", MemoryClock(AT), Writing("replace"), tell=told.append
    )


def plan(number: int) -> Plan:
    line = InsertUnder("Tasks", f"- [ ] task {number} ^t{number}", f"t{number}")
    edits = tuple(Edit(name, (line,), None) for name in ("one.md", "two.md"))
    return Plan(f"f-{number}", "flush", AT, edits)


def cut_short(folder: Path) -> Path:
    """A write that was stopped before its second note, and its record."""
    (folder / "vault").mkdir()
    for name in ("one.md", "two.md"):
        (folder / "vault" / name).write_bytes(b"## Tasks\n- t\n")
        os.utime(folder / "vault" / name, (0, 0))  # nobody is at work on it
    calls = Calls(str(folder))
    stopped = Calls(str(folder), Fault(1))
    for each in (calls, stopped):
        with os_calls.watched(each), contextlib.suppress(Stopped):
            store(folder, []).apply(plan(1 if each is calls else 2))
        placed = [n for n, call in enumerate(calls.made, 1) if call.path == "vault/two.md"]
        stopped.fault = Fault(placed[-1])
    (record,) = (folder / "data" / "journal").glob("*.open")
    return record


@pytest.mark.parametrize("damage", ["head", "body", "cut", "empty"])
def test_the_record_of_a_write_cut_short_stops_no_other(tmp_path: Path, damage: str) -> None:
    record = cut_short(tmp_path)
    data = bytearray(record.read_bytes())
    lines = data.splitlines(keepends=True)
    place = {"head": 3, "body": len(lines[0]) + len(lines[1]) // 2}.get(damage, 0)
    data[place] ^= 1 << 7
    kept = {"cut": len(lines[0]) + 5, "empty": 0}.get(damage, len(data))
    record.write_bytes(data[:kept])
    told: list[Notice] = []
    store(tmp_path, told).apply(plan(3))
    assert [("record_unreadable", str(record.with_suffix(".json")))] == [
        (one.code, one.about) for one in told
    ]
    for name in ("one.md", "two.md"):
        assert b"task 3" in (tmp_path / "vault" / name).read_bytes()
    assert [] == list(record.parent.glob("*.open"))
    told.clear()
    store(tmp_path, told).apply(plan(4))
    assert [] == told


def test_damaged_records_of_finished_writes_are_passed_over(tmp_path: Path) -> None:
    cut_short(tmp_path)
    for number in range(3, 23):
        store(tmp_path, []).apply(plan(number))
    chance = random.Random(1)
    records = sorted((tmp_path / "data" / "journal").glob("*.json"))
    for number, record in enumerate(records[:-1]):
        data = bytearray(record.read_bytes())
        for place in chance.sample(range(len(data)), len(data) // 50 + 1):
            data[place] ^= chance.randrange(1, 256)
        record.write_bytes(data[: len(data) >> (number % 3)])
    records[0].unlink()
    records[0].mkdir()
    vault = store(tmp_path, [])
    assert "f-22" == vault.past_plans()[0].plan.id
    assert ["one.md", "two.md"] == sorted(each.path for each in vault.past_changes("f-22"))
    for number in range(1, 22):
        vault.past_changes(f"f-{number}")
    assert vault.apply(plan(23)).changes
