"""Every RunLedger passes this suite: the SQLite file and the in-memory twin."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from progressive_memory.adapters.ledger_sqlite import SqliteRunLedger
from progressive_memory.adapters.memory.ledger import MemoryRunLedger
from progressive_memory.domain.schedule import PastRun, Slot, Watch
from progressive_memory.ports_schedule import RunLedger

AT = datetime(2026, 11, 29, 22, 17, tzinfo=UTC)
SLOT = Slot(AT, datetime(2026, 11, 30, 6, 17), "Asia/Shanghai", "港口")
LATER = Slot(AT + timedelta(hours=12), datetime(2026, 11, 30, 18, 17), "Asia/Shanghai", "港口")
OTHER = Slot(AT, datetime(2026, 11, 29, 22, 17), "UTC", "dock")


@pytest.fixture(params=["sqlite", "memory"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> RunLedger:
    if request.param == "sqlite":
        return SqliteRunLedger(tmp_path)
    return MemoryRunLedger()


def test_nothing_is_known_at_first(ledger: RunLedger) -> None:
    assert {} == ledger.watches()
    assert {} == ledger.last_runs()
    assert not ledger.has_run(SLOT)


def test_a_watch_comes_back_whole(ledger: RunLedger) -> None:
    begun = Watch(AT, SLOT.key, 2, AT + timedelta(minutes=5))
    ledger.watch({"港口": begun, "dock": Watch(AT)})
    assert {"港口": begun, "dock": Watch(AT)} == ledger.watches()
    ledger.watch({"dock": Watch(AT + timedelta(days=1))})
    assert {"港口": begun, "dock": Watch(AT + timedelta(days=1))} == ledger.watches()


def test_a_run_is_known_by_group_zone_and_wall_minute(ledger: RunLedger) -> None:
    ledger.finish([PastRun(SLOT, AT)], {"港口": Watch(AT)})

    twice = Slot(AT + timedelta(hours=1), SLOT.wall, SLOT.zone, SLOT.group)
    assert ledger.has_run(SLOT)
    assert ledger.has_run(twice)
    assert [False] * 4 == [
        ledger.has_run(one)
        for one in (
            LATER,
            OTHER,
            Slot(AT, SLOT.wall, "UTC", SLOT.group),
            Slot(AT, SLOT.wall, SLOT.zone, "dock"),
        )
    ]
    assert {"港口": Watch(AT)} == ledger.watches()


def test_the_last_run_of_each_group(ledger: RunLedger) -> None:
    ledger.finish([PastRun(LATER, AT, "no room on the disk"), PastRun(OTHER, AT)], {})
    ledger.finish([PastRun(SLOT, AT + timedelta(minutes=1))], {})

    assert {"dock": PastRun(OTHER, AT), "港口": PastRun(SLOT, AT + timedelta(minutes=1))} == (
        ledger.last_runs()
    )


def test_only_one_at_a_time_has_the_turn(ledger: RunLedger) -> None:
    with ledger.turn() as mine:
        with ledger.turn() as second:
            assert (True, False) == (mine, second)
        with ledger.turn() as third:
            assert not third
    with ledger.turn() as again:
        assert again


def test_a_turn_ends_with_an_error(ledger: RunLedger) -> None:
    with pytest.raises(KeyError), ledger.turn():
        raise KeyError
    with ledger.turn() as mine:
        assert mine


def test_two_ledgers_of_one_folder_are_one(tmp_path: Path) -> None:
    one, other = SqliteRunLedger(tmp_path), SqliteRunLedger(tmp_path)
    one.finish([PastRun(SLOT, AT)], {"港口": Watch(AT)})

    assert other.has_run(SLOT)
    with one.turn(), other.turn() as mine:
        assert not mine


def test_reading_makes_no_file(tmp_path: Path) -> None:
    ledger = SqliteRunLedger(tmp_path)
    ledger.watches()
    ledger.has_run(SLOT)
    ledger.last_runs()

    assert [] == list(tmp_path.iterdir())


def test_a_ledger_of_another_make_is_laid_aside(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "runs.sqlite3")) as database:
        database.execute("CREATE TABLE runs (id INTEGER PRIMARY KEY)")
    ledger = SqliteRunLedger(tmp_path)

    assert not ledger.has_run(SLOT)
    ledger.finish([PastRun(SLOT, AT)], {})
    assert ledger.has_run(SLOT)


def test_a_damaged_file_is_laid_aside(tmp_path: Path) -> None:
    rubbish = b"no database at all, and long enough to be one" * 40
    (tmp_path / "runs.sqlite3").write_bytes(rubbish)
    ledger = SqliteRunLedger(tmp_path)
    ledger.finish([PastRun(SLOT, AT)], {})

    assert ledger.has_run(SLOT)
    assert rubbish == (tmp_path / "runs.damaged").read_bytes()
