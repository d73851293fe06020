"""A flush nobody waits for leaves people alone while they type; the command line writes at once."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.bootstrap import new_ports
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.plan import Edit, InsertUnder, Plan
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.flush.quiet import CAP_SECONDS, POLITE
from progressive_memory.services.group.changes import add
from progressive_memory.services.log.log import log
from progressive_memory.vault import layout

START = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)
ROOM = "harbour"
NOTE = layout.note(ROOM, "experience.md")


class TypingClock(MemoryClock):
    """A clock that counts what was slept, and lets a person save a note again meanwhile."""

    def __init__(self, at: datetime) -> None:
        super().__init__(at)
        self.slept: list[float] = []
        self.saving: Path | None = None
        """What a person saves every second."""

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        super().sleep(seconds)
        if self.saving is not None:
            touch(self.saving, self.at)


def touch(file: Path, at: datetime) -> None:
    os.utime(file, (at.timestamp(), at.timestamp()))


class Room:
    """A group in a vault of files whose times are those of the clock; all is an hour old."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "vault"
        self.clock = TypingClock(START)
        self.ports = new_ports(self.root, "en")
        self.ports.clock = self.clock
        add(self.ports, NewGroup(ROOM, language="en"))
        self.clock.forward(timedelta(hours=1))
        self.stamp(START)

    def settle_quiet(self, seconds: int) -> None:
        self.ports.settings = replace(self.ports.settings, quiet_seconds=seconds)

    def stamp(self, at: datetime) -> None:
        """Everything was last saved then."""
        for file in self.root.rglob("*.md"):
            touch(file, at)

    def person_saves(self, seconds_ago: float) -> Path:
        file = self.root / NOTE
        file.write_bytes(file.read_bytes() + b"\n- mine\n")
        touch(file, self.clock.at - timedelta(seconds=seconds_ago))
        return file

    def decided(self, thing: str = "the order store to PostgreSQL 16") -> None:
        """Somebody proposes something, and somebody agrees."""
        at, n = self.clock.at, thing.split()[1]
        events = [
            ChatEvent(f"$p-{n}", at, "@ana:x", f"I propose we move {thing}", "Ana", line=1),
            ChatEvent(f"$a-{n}", at, "@bo:x", "+1", "Bo", reply_to=f"$p-{n}", line=2),
        ]
        log(self.ports, ROOM, MemoryFeed(events))

    def flush(self, trigger: str, *, dry_run: bool = False) -> list[float]:
        """Flush, and return what was slept."""
        self.clock.slept.clear()
        flush(self.ports, ROOM, trigger=trigger, dry_run=dry_run)
        return self.clock.slept


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    return Room(tmp_path)


@pytest.mark.parametrize("trigger", sorted(POLITE))
def test_a_note_that_a_person_saved_just_now_is_left_alone_for_a_while(
    room: Room, trigger: str
) -> None:
    room.decided()
    room.person_saves(seconds_ago=2)

    assert [3.0] == room.flush(trigger)
    assert "PostgreSQL" in (room.root / NOTE).read_text()


def test_a_person_at_the_command_line_waits_for_nobody(room: Room) -> None:
    room.decided()
    room.person_saves(seconds_ago=0)

    assert [] == room.flush("manual")


def test_a_note_left_alone_long_enough_is_written_at_once(room: Room) -> None:
    room.decided()
    room.person_saves(seconds_ago=6)

    assert [] == room.flush("cron")


def test_bytes_of_our_own_are_no_reason_to_wait(room: Room) -> None:
    room.decided()
    room.flush("manual")
    room.decided("the ticket queue to Redis 7")
    touch(room.root / NOTE, room.clock.at)

    assert [] == room.flush("cron")


def test_a_note_a_person_saved_since_our_last_write_is_not_written_again_too_soon(
    room: Room,
) -> None:
    room.decided()
    room.flush("manual")
    room.decided("the ticket queue to Redis 7")
    room.clock.forward(timedelta(seconds=12))
    room.person_saves(seconds_ago=7)

    assert [18.0] == room.flush("cron")


def test_who_types_without_a_pause_is_waited_for_a_minute(room: Room) -> None:
    room.decided()
    room.clock.saving = room.person_saves(seconds_ago=0)

    assert CAP_SECONDS == sum(room.flush("cron"))
    assert "PostgreSQL" in (room.root / NOTE).read_text()


def test_a_save_in_the_future_is_a_wrong_clock_and_no_reason_to_wait(room: Room) -> None:
    room.decided()
    room.person_saves(seconds_ago=-7200)

    assert [] == room.flush("cron")


def test_a_write_of_ours_in_the_future_is_no_reason_to_wait_longer(room: Room) -> None:
    room.decided()
    room.flush("manual")
    room.clock.forward(-timedelta(minutes=10))
    room.decided("the ticket queue to Redis 7")
    room.person_saves(seconds_ago=1)

    assert [30.0] == room.flush("cron")


def test_a_write_of_a_time_when_the_clock_was_wrong_hides_none_before_it(room: Room) -> None:
    room.decided()
    room.flush("manual")
    room.clock.forward(-timedelta(days=400))
    wait = InsertUnder("", "- [ ] wait ^t-20260515-abcdefghij", "t-20260515-abcdefghij")
    edit = Edit(layout.note(ROOM, "pending.md"), (wait,), None)
    room.ports.vault.apply(Plan("f-2", "flush", room.clock.now(), (edit,)))
    room.clock.forward(timedelta(days=400, seconds=5))
    room.decided("the ticket queue to Redis 7")
    touch(room.root / NOTE, room.clock.at)

    assert [] == room.flush("cron")


def test_without_a_quiet_time_nobody_is_waited_for(room: Room) -> None:
    room.decided()
    room.settle_quiet(0)
    room.person_saves(seconds_ago=0)

    assert [] == room.flush("cron")


def test_what_writes_nothing_waits_for_nobody(room: Room) -> None:
    room.decided()
    room.person_saves(seconds_ago=0)

    assert [] == room.flush("cron", dry_run=True)
