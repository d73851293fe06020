from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from evals.faults import sqlite_calls
from evals.faults.calls import Calls, Fault
from progressive_memory.adapters.state_sqlite import SqliteStateStore
from progressive_memory.domain.disclosure import Disclosure
from progressive_memory.domain.notice import Notice
from progressive_memory.errors import StateUnavailable

NOW = datetime(2026, 5, 15, tzinfo=UTC)

ADD = """
import sys
from dataclasses import replace
from pathlib import Path
from progressive_memory.adapters.state_sqlite import SqliteStateStore
store = SqliteStateStore(Path(sys.argv[1]))
for _ in range(20):
    store.update("s", lambda d: replace(d, spent_tokens=d.spent_tokens + 1))
"""


def test_processes_at_once_lose_no_update(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    SqliteStateStore(path).update("s", lambda _: Disclosure("s", "g", NOW, NOW))
    running = [subprocess.Popen([sys.executable, "-c", ADD, str(path)]) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    after = SqliteStateStore(path).update("s", lambda d: d)
    assert after is not None
    assert after.spent_tokens == 60


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    path.write_bytes(b"this is no database at all" * 100)
    store = SqliteStateStore(path)
    store.update("s", lambda _: Disclosure("s", "g", NOW, NOW))
    assert store.update("s", lambda d: d) == Disclosure("s", "g", NOW, NOW)


def test_disclosures_idle_for_a_day_are_swept_out(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    store = SqliteStateStore(path)
    old = Disclosure("old", "g", NOW, NOW)
    store.update("old", lambda _: old)
    later = NOW + timedelta(hours=25)
    store.update("new", lambda _: replace(old, session="new", touched_at=later))
    assert store.update("old", lambda d: d) is None


def test_a_file_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = SqliteStateStore(tmp_path / "file" / "state.sqlite3")
    with pytest.raises(StateUnavailable, match="cannot be used"):
        store.set_seen("g", {})
    assert {} == store.seen("g")


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_folder_in_place_of_a_file_goes_and_that_is_told(tmp_path: Path, suffix: str) -> None:
    told: list[Notice] = []
    (tmp_path / f"state.sqlite3{suffix}").mkdir()
    store = SqliteStateStore(tmp_path / "state.sqlite3", told.append)
    store.set_seen("g", {"d-1": ("m-1",)})
    assert {"d-1": ("m-1",)} == store.seen("g")
    assert ["disclosures_lost"] == [one.code for one in told]


def test_what_is_seen_can_be_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "in" / "state.sqlite3"
    SqliteStateStore(path).set_seen("g", {"d-1": ("m-1",)})
    calls = Calls(str(tmp_path))
    with sqlite_calls.watched(calls):
        SqliteStateStore(path).seen("g")
    number = [call.name for call in calls.made].index("create") + 1
    full = Calls(str(tmp_path), Fault(number, errno.ENOSPC, lasting=True))
    with sqlite_calls.watched(full):
        assert {"d-1": ("m-1",)} == SqliteStateStore(path).seen("g")
        with pytest.raises(StateUnavailable):
            SqliteStateStore(path).set_seen("g", {})


def test_a_row_that_another_program_changed_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    told: list[Notice] = []
    store = SqliteStateStore(path, told.append)
    for table, column, old, new in (
        ("seen", "evidence", "m-1", "m-2"),
        ("disclosures", "value", '"spent_tokens": 0', '"spent_tokens": 1'),
    ):
        store.update("s", lambda _: Disclosure("s", "g", NOW, NOW))
        store.set_seen("g", {"d-1": ("m-1",)})
        with sqlite3.connect(path) as database:
            database.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)", (old, new))
        database.close()
        gone = store.seen("g") if table == "seen" else store.update("s", lambda found: found)
        assert not gone
    assert ["disclosures_lost"] == [one.code for one in told]


def test_the_file_is_an_ordinary_sqlite_database(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    SqliteStateStore(path).set_seen("g", {"d-1": ("m-1",)})
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT * FROM seen").fetchall() == [("g", "d-1", "m-1 #542f9dce")]
    database.close()


def test_a_damaged_page_ends_every_disclosure_and_the_file_is_used_again(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    store = SqliteStateStore(path)
    for number in range(200):
        store.update(f"s{number}", lambda _: Disclosure("s", "g" * 400, NOW, NOW))
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    data = bytearray(path.read_bytes())
    data[4096:-4096] = b"\xff" * (len(data) - 8192)
    path.write_bytes(data)
    assert store.update("s7", lambda current: current) is None
    fresh = Disclosure("s7", "g", NOW, NOW)
    assert store.update("s7", lambda _: fresh) == fresh
    assert SqliteStateStore(path).update("s7", lambda current: current) == fresh


def test_a_disclosure_that_cannot_be_read_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    store = SqliteStateStore(path)
    store.update("s", lambda _: Disclosure("s", "g", NOW, NOW))
    for value in ("", "{}", "[]", '{"session": "s"}', "null"):
        with sqlite3.connect(path) as database:
            database.execute("UPDATE disclosures SET value = ?", (value,))
        database.close()
        assert store.update("s", lambda current: current and replace(current, group="x")) is None
        store.update("s", lambda _: Disclosure("s", "g", NOW, NOW))


def test_a_file_of_another_version_is_emptied(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE disclosures (other TEXT)")
        database.execute("PRAGMA user_version = 7")
    database.close()
    fresh = Disclosure("s", "g", NOW, NOW)
    assert SqliteStateStore(path).update("s", lambda _: fresh) == fresh


def test_a_file_that_lost_its_tables_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite3"
    store = SqliteStateStore(path)
    store.set_seen("g", {"d-1": ("m-1",)})
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE seen")
    database.close()
    assert store.seen("g") == {}


def test_a_disclosure_touched_far_in_the_future_is_swept_out(tmp_path: Path) -> None:
    store = SqliteStateStore(tmp_path / "state.sqlite3")
    wrong = Disclosure("wrong", "g", NOW, NOW + timedelta(days=400))
    store.update("wrong", lambda _: wrong)
    store.update("now", lambda _: Disclosure("now", "g", NOW, NOW))
    assert store.update("wrong", lambda current: current) is None
