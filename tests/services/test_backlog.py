"""A backlog: in portions of whole days, in time order; stopped, it ends the same."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.memory.state import MemoryStateStore
from progressive_memory.adapters.memory.vault import MemoryVaultStore
from progressive_memory.api import Memory
from progressive_memory.bootstrap import open_ports
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.services.flush.backlog import Told, flush_backlog
from progressive_memory.services.flush.gather import gather
from progressive_memory.services.group import groups
from tests.chat_room import ChatRoom

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DAYS, A_DAY = 11, 4


def chat(days: int = DAYS) -> bytes:
    """Four messages a day: something said, a proposal, a yes, and small talk."""
    lines = []
    for day in range(days):
        at = START + timedelta(days=day)
        said = (
            ("ann", f"The nightly build {day} is slow today."),
            ("ann", f"I propose we keep {day + 3} copies of backup {day}."),
            ("ben", "+1, agreed"),
            ("ben", "lunch?"),
        )
        for number, (who, text) in enumerate(said):
            line = {
                "event_id": f"${day}-{number}",
                "ts": (at + timedelta(minutes=number)).isoformat(),
                "sender": who,
                "text": text,
            }
            lines.append(json.dumps(line))
    return "\n".join(lines).encode()


def vault(folder: Path, days: int = DAYS) -> Path:
    Memory.init(folder, "en")
    memory = Memory.open(folder)
    memory.group_add(NewGroup("team"))
    memory.log_file("team", io.BytesIO(chat(days)))
    return folder


def flushed(folder: Path, portion: int, told: Told | None = None) -> FlushReport:
    return flush_backlog(open_ports(folder), told=told, portion=portion)


def notes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.md")
    }


class Stopped(Exception):
    """What ends a run on the way."""


@pytest.mark.parametrize("stops", [1, 2, 3])
def test_stopped_on_the_way_it_ends_with_the_same_notes(stops: int, tmp_path: Path) -> None:
    once, again = vault(tmp_path / "once"), vault(tmp_path / "again")
    whole = flushed(once, 10)
    assert len(whole.flush_ids) == 4

    def stop(done: int, total: int, last: str) -> None:
        raise Stopped(done, total, last)

    for _ in range(stops):
        with pytest.raises(Stopped):
            flushed(again, 10, stop)
    flushed(again, 10)
    assert notes(once) == notes(again)
    assert any("backup 10" in text for text in notes(once).values())


def test_portions_go_by_whole_days_oldest_first(tmp_path: Path) -> None:
    heard: list[tuple[int, int, str]] = []
    flushed(vault(tmp_path / "v"), 10, lambda *told: heard.append(told))
    assert [
        (12, 44, "team, 2026-03-04"),
        (24, 44, "team, 2026-03-07"),
        (36, 44, "team, 2026-03-10"),
        (44, 44, ""),
    ] == heard


def test_the_report_counts_all_portions_and_tells_each_entry_once(tmp_path: Path) -> None:
    (group,) = flushed(vault(tmp_path / "v"), 10).groups
    assert DAYS * A_DAY == group.messages_new
    ids = [entry.id for entry in group.written]
    assert sorted(set(ids)) == sorted(ids)


def test_what_fits_into_one_flush_is_one(tmp_path: Path) -> None:
    report = flushed(vault(tmp_path / "v", 2), 10)
    assert ((), 8) == (report.flush_ids, report.groups[0].messages_new)


def test_between_portions_the_rest_counts_as_unflushed(tmp_path: Path) -> None:
    folder = vault(tmp_path / "v")

    def stop(*_: object) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        flushed(folder, 10, stop)
    assert [32] == [row.unflushed_messages for row in Memory.open(folder).status().groups]


def test_a_later_import_of_older_days_is_flushed_too(tmp_path: Path) -> None:
    folder = vault(tmp_path / "v", 6)
    flushed(folder, 10)
    memory = Memory.open(folder)
    old = {"event_id": "$old", "ts": "2026-03-01T09:00:00Z", "sender": "ann"}
    old["text"] = "Decided: releases are on Tuesdays."
    memory.log_file("team", io.BytesIO(json.dumps(old).encode()))
    (group,) = flushed(folder, 10).groups
    assert ["Tuesdays" in entry.title for entry in group.written] == [True]


class DiesAtASummary(MemoryVaultStore):
    """A vault that stops a run right after the notes, before the summaries that are due."""

    dies = True

    def apply(self, plan: Plan) -> Applied:
        if plan.verb == "rollup" and self.dies:
            raise Stopped
        self.applied.append(plan.verb)
        return super().apply(plan)

    @cached_property
    def applied(self) -> list[str]:
        """The verbs of the plans applied, in order."""
        return []


def full_of_talk(vault: MemoryVaultStore | None = None) -> ChatRoom:
    """A room whose talk of two months asks for several summaries."""
    room = ChatRoom()
    if vault is not None:
        for path, text in room.notes().items():
            vault.save(path, text.encode())
        room.ports.vault = vault
    room.ports.settings = replace(room.ports.settings, context_window_tokens=300)
    for day in range(60):
        room.say("Ana", f"I propose we inspect the crane of berth {day} on Mondays")
        room.say("Bo", "+1")
        room.ports.clock.forward(timedelta(hours=24))
    return room


def test_killed_between_notes_and_summaries_it_ends_with_the_same_summaries() -> None:
    vault = DiesAtASummary(MemoryClock(START))
    once, again = full_of_talk(), full_of_talk(vault)
    flush_backlog(once.ports, once.name, portion=20)
    with pytest.raises(Stopped):
        flush_backlog(again.ports, again.name, portion=20)
    vault.dies = False
    vault.applied.clear()
    flush_backlog(again.ports, again.name, portion=20)
    assert ["rollup", "flush"] == vault.applied[:2]
    assert any("/summaries/" in path for path in once.notes())
    assert once.notes() == again.notes()


class DiesBeforeItNotes(MemoryStateStore):
    """A store that stops a run right after the notes, before what stands in them is noted."""

    dies = True

    def set_seen(self, group: str, seen: dict[str, tuple[str, ...]]) -> None:
        if self.dies:
            raise Stopped
        super().set_seen(group, seen)


def test_killed_before_what_stands_is_noted_the_next_flush_knows_what_it_means() -> None:
    room, state = ChatRoom(), DiesBeforeItNotes()
    room.ports.state = state
    room.say("Ana", "I propose we inspect the crane on Mondays")
    room.say("Bo", "+1")
    with pytest.raises(Stopped):
        room.flush()
    state.dies = False
    marked = gather(room.ports, groups.find(room.ports, room.name), room.ports.clock.now())
    assert all(one.fingerprint for one in marked.room.known.values())
    before = room.note("experience.md")
    room.say("Cy", "lunch?")
    room.flush()
    assert ("Mondays" in before, before) == (True, room.note("experience.md"))
