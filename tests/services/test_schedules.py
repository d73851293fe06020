"""Which schedule each group has, and a run of what is due, on a vault in memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.memory.sessions import MemorySessions
from progressive_memory.api import Memory
from progressive_memory.domain.cron_report import NextRun, RanSlot
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.host_session import HostSession
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.schedule import Schedule
from progressive_memory.errors import VaultLocked
from progressive_memory.scheduler import Scheduler
from progressive_memory.scheduler.standing import Standing
from progressive_memory.services.group.changes import add
from progressive_memory.services.schedules import schedules
from progressive_memory.vault import layout
from tests.room import edit, room_ports

MORNING = datetime(2026, 5, 14, 22, 17, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def ports() -> MemoryPorts:
    return room_ports()


@pytest.fixture
def scheduler(ports: MemoryPorts) -> Scheduler:
    made = Scheduler(lambda: Memory(ports))
    made.watch(MORNING - timedelta(hours=1))
    return made


def own(ports: MemoryPorts, group: str, written: str) -> None:
    edit(ports, layout.index_note(group), "status: active", f"status: active\nschedules: {written}")


def test_groups_follow_the_vault_or_have_lines_of_their_own(ports: MemoryPorts) -> None:
    own(ports, "web", "0 9 * * 1-5")
    found = schedules(ports)

    assert (
        Schedule("web", ("0 9 * * 1-5",), "UTC", own=True),
        Schedule("清算", ("17 6,18 * * *",), "Asia/Shanghai"),
    ) == found.schedules
    assert ((), "") == (found.problems, found.left_to)


def test_a_bad_line_of_a_group_is_told_and_the_vaults_holds(ports: MemoryPorts) -> None:
    own(ports, "web", "0 25 * * *")
    found = schedules(ports)

    assert [("17 6,18 * * *",)] * 2 == [each.lines for each in found.schedules]
    (problem,) = found.problems
    assert "memory/groups/web.md:5: schedules: '0 25 * * *': the hour '25' is not" in problem


def test_an_archived_group_has_no_schedule(ports: MemoryPorts) -> None:
    edit(ports, layout.index_note("web"), "status: active", "status: archived")

    assert ["清算"] == [each.group for each in schedules(ports).schedules]


@pytest.mark.parametrize(
    ("writer", "machine", "here"),
    [
        ("", "anything", True),
        ("Ocean", "ocean", True),
        ("ocean", "ocean.example.org", True),
        ("ocean.local", "ocean", True),
        ("ocean.local", "ocean.example.org", False),
        ("ocean", "river", False),
    ],
)
def test_the_machine_that_is_named_runs_them(
    ports: MemoryPorts, writer: str, machine: str, here: bool
) -> None:
    ports.settings = replace(ports.settings, writer_host=writer)
    ports.machine = machine

    assert here == (schedules(ports).left_to == "")


def test_another_machine_says_so_and_does_nothing(ports: MemoryPorts, scheduler: Scheduler) -> None:
    ports.settings = replace(ports.settings, writer_host="ocean")
    ports.machine = "river"
    report = scheduler.run_due(MORNING)

    assert () == report.ran
    assert "run on ocean, and this is river" in report.left_to
    assert scheduler.next_at(MORNING) is None
    assert 60.0 == scheduler.pause(MORNING)


def test_what_is_due_is_flushed_rolled_up_and_indexed_once(
    ports: MemoryPorts, scheduler: Scheduler
) -> None:
    report = scheduler.run_due(MORNING)

    assert [
        RanSlot("web", "2026-05-15T06:17", "Asia/Shanghai", 0),
        RanSlot("清算", "2026-05-15T06:17", "Asia/Shanghai", 0),
    ] == [*report.ran]
    flushes = [(one.trigger, [each.group for each in one.groups]) for one in report.flushes]
    assert [("cron", ["web"]), ("cron", ["清算"])] == flushes
    assert () == report.problems
    for group in ("web", "清算"):
        assert [0] == [one.sections for one in Memory(ports).reindex(group, anew=False).groups]
    assert report.doctor is not None
    assert "2026-05-15T10:17:00+00:00" == report.next_at
    assert "Asia/Shanghai" == report.next_timezone
    assert [] == [*scheduler.run_due(MORNING + timedelta(seconds=30)).ran]


def test_the_vault_is_looked_at_once_a_day(ports: MemoryPorts, scheduler: Scheduler) -> None:
    looked = [
        scheduler.run_due(MORNING + hours * timedelta(hours=12)).doctor is not None
        for hours in range(5)
    ]

    assert [True, False, True, False, True] == looked


def test_only_the_group_that_is_due_is_flushed(ports: MemoryPorts, scheduler: Scheduler) -> None:
    own(ports, "web", "none")
    report = scheduler.run_due(MORNING)

    assert ["清算"] == [slot.group for slot in report.ran]
    assert [["清算"]] == [[group.group for group in flush.groups] for flush in report.flushes]
    assert ("web",) == scheduler.coming(MORNING).unscheduled


def test_a_flush_that_fails_is_tried_three_times_and_told(
    ports: MemoryPorts, scheduler: Scheduler
) -> None:
    def locked() -> None:
        raise VaultLocked("another program has been writing", next_step="wait")

    free = ports.vault.exclusive
    ports.vault.exclusive = locked  # type: ignore[method-assign, assignment]
    first = scheduler.run_due(MORNING)
    assert [(True, "another program has been writing (next: wait)")] * 2 == [
        (slot.again, slot.failure) for slot in first.ran
    ]
    assert scheduler.next_at(MORNING) == MORNING + timedelta(minutes=5)
    assert () == scheduler.run_due(MORNING + timedelta(minutes=4)).ran
    second = scheduler.run_due(MORNING + timedelta(minutes=5))
    third = scheduler.run_due(MORNING + timedelta(minutes=15))
    assert ([True] * 2, [False] * 2) == (
        [slot.again for slot in second.ran],
        [slot.again for slot in third.ran],
    )
    ports.vault.exclusive = free  # type: ignore[method-assign]
    assert () == scheduler.run_due(MORNING + timedelta(hours=1)).ran
    told = {one.group: one.failure for one in scheduler.coming(MORNING).last}
    assert {"web", "清算"} == {*told}
    assert {"another program has been writing (next: wait)"} == {*told.values()}
    assert ["", ""] == [slot.failure for slot in scheduler.run_due(MORNING + DAY / 2).ran]


def test_a_run_that_is_cut_off_each_time_is_given_up_and_told(
    ports: MemoryPorts, scheduler: Scheduler
) -> None:
    for _ in range(3):  # begun, and nothing after it: the process was killed
        standing = Standing.of(schedules(ports), ports.ledger, MORNING)
        assert 2 == len(standing.due())
        standing.begin(standing.due())
    report = scheduler.run_due(MORNING)

    assert [("web", False), ("清算", False)] == [(slot.group, slot.again) for slot in report.ran]
    assert {"the run was begun 3 times and cut off each time"} == {s.failure for s in report.ran}
    assert () == report.flushes
    assert () == scheduler.run_due(MORNING + timedelta(minutes=1)).ran
    assert ["", ""] == [slot.failure for slot in scheduler.run_due(MORNING + DAY / 2).ran]


def test_settings_that_cannot_be_read_are_a_problem_and_no_end(scheduler: Scheduler) -> None:
    def broken() -> Memory:
        raise VaultLocked("no settings today")

    report = Scheduler(broken).run_due(MORNING)

    assert ("no settings today",) == report.problems
    assert 60.0 == Scheduler(broken).pause(MORNING)


def test_the_next_runs_of_groups_with_one_line_stand_together(
    ports: MemoryPorts, scheduler: Scheduler
) -> None:
    runs = scheduler.coming(MORNING, 2).runs

    assert (
        NextRun(("web", "清算"), "2026-05-15T18:17", "Asia/Shanghai", "2026-05-15T10:17:00+00:00", "17 6,18 * * *"),
        NextRun(("web", "清算"), "2026-05-16T06:17", "Asia/Shanghai", "2026-05-15T22:17:00+00:00", "17 6,18 * * *"),
    ) == runs  # fmt: skip


def test_the_pause_is_never_longer_than_a_minute(scheduler: Scheduler) -> None:
    assert 60.0 == scheduler.pause(MORNING - timedelta(minutes=30))
    assert 20.0 == scheduler.pause(MORNING - timedelta(seconds=20))
    assert 1.0 == scheduler.pause(MORNING)


def test_what_a_person_said_since_is_written(ports: MemoryPorts, scheduler: Scheduler) -> None:
    at = MORNING - timedelta(hours=2)
    said = [
        ChatEvent("$1", at, "@sam:x", "Decision: we move the importer to Friday.", "Sam"),
        ChatEvent("$2", at + timedelta(minutes=1), "@ines:x", "Agreed, +1.", "Ines", reply_to="$1"),
    ]
    Memory(ports).log("web", MemoryFeed(said))
    report = scheduler.run_due(MORNING)

    (web,) = [one for flush in report.flushes for one in flush.groups if one.group == "web"]
    assert (2, ["d"]) == (web.messages_new, [one.kind for one in web.written])


def test_a_flush_of_the_schedule_is_undone_for_one_group_alone(
    ports: MemoryPorts, scheduler: Scheduler
) -> None:
    at = MORNING - timedelta(hours=2)
    for number, group in enumerate(("web", "清算")):
        first, second = f"${number}a", f"${number}b"
        text = "Decision: we move the importer to Friday."
        said = [
            ChatEvent(first, at, "@sam:x", text, "Sam"),
            ChatEvent(second, at + timedelta(minutes=1), "@ines:x", "Agreed, +1.", "Ines", first),
        ]
        Memory(ports).log(group, MemoryFeed(said))
    scheduler.run_due(MORNING)
    past = Memory(ports).history().flushes
    assert [("web",), ("清算",)] == sorted(one.groups for one in past)


def test_what_an_agent_host_heard_is_flushed_too(ports: MemoryPorts, scheduler: Scheduler) -> None:
    add(ports, NewGroup("quay", "!quay"))
    said = ChatEvent("$1", MORNING - DAY, "@ada:x", "Decided: we ship on Fridays")
    agreed = ChatEvent("$2", MORNING - DAY, "@bo:x", "agreed")
    ports.sessions = MemorySessions({HostSession("key", "!quay"): [said, agreed]})
    scheduler.watch(MORNING - DAY)

    flushes = {one.group: one for each in scheduler.run_due(MORNING).flushes for one in each.groups}

    assert (2, 1) == (flushes["quay"].messages_new, len(flushes["quay"].written))


def test_a_host_that_is_down_keeps_nobody_from_flushing(
    ports: MemoryPorts, scheduler: Scheduler
) -> None:
    ports.sessions = MemorySessions()
    ports.sessions.down = True
    add(ports, NewGroup("quay", "!quay"))

    report = scheduler.run_due(MORNING)

    assert ((), ["host_history"]) == (report.problems, [one.code for one in ports.notices])
