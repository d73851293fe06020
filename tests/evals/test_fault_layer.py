"""The layer that stops a process: what it lets happen to the files, and what not."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from evals.faults import os_calls, sqlite_calls
from evals.faults.calls import Calls, Fault, Stopped


@contextmanager
def faulty(folder: Path, fault: Fault | None) -> Iterator[Calls]:
    calls = Calls(str(folder), fault)
    with os_calls.watched(calls), sqlite_calls.watched(calls), suppress(Stopped):
        yield calls


def save(file: Path) -> None:
    """Save as a careless program does."""
    with file.open("wb") as opened:
        opened.write(b"12345678")
    file.rename(file.with_suffix(".done"))


def names(calls: Calls) -> list[str]:
    return [f"{call.name} {call.path}" for call in calls.made]


def left(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_every_call_below_the_folder_is_counted_and_no_other(tmp_path: Path) -> None:
    with faulty(tmp_path / "in", None) as calls:
        (tmp_path / "out").mkdir()
        (tmp_path / "in").mkdir()
        save(tmp_path / "in" / "a")
        (tmp_path / "in" / "a.done").read_text("utf-8")
    assert ["mkdir ", "create a", "write a", "rename a", "open a.done"] == names(calls)[:5]
    assert {"read a.done"} == set(names(calls)[5:])


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (Fault(1), {}),
        (Fault(2), {"a": b""}),
        (Fault(2, torn=True), {"a": b"1234"}),
        (Fault(2, after=True), {"a": b"12345678"}),
        (Fault(3), {"a": b"12345678"}),
        (Fault(3, after=True), {"a.done": b"12345678"}),
    ],
)
def test_a_stop_leaves_what_was_done_before_it(
    tmp_path: Path, fault: Fault, expected: dict[str, bytes]
) -> None:
    with faulty(tmp_path, fault) as calls:
        save(tmp_path / "a")
    assert calls.gone
    assert expected == left(tmp_path)


def test_nothing_reaches_the_disk_after_a_stop(tmp_path: Path) -> None:
    with faulty(tmp_path, Fault(3)) as calls:
        try:
            save(tmp_path / "a")
        finally:
            with suppress(Stopped):
                (tmp_path / "a").unlink()
            (tmp_path / "b").write_bytes(b"too late")
    assert calls.gone
    assert {"a": b"12345678"} == left(tmp_path)


def test_an_error_is_one_of_the_system_and_may_last(tmp_path: Path) -> None:
    half = Fault(2, errno.ENOSPC, torn=True)
    with faulty(tmp_path, half), pytest.raises(OSError, match="No space") as full:
        save(tmp_path / "a")
    assert (errno.ENOSPC, None) == (full.value.errno, full.value.filename)
    assert {"a": b"1234"} == left(tmp_path)
    with faulty(tmp_path, Fault(1, errno.EACCES)):
        with pytest.raises(PermissionError) as denied:
            save(tmp_path / "b")
        save(tmp_path / "b")
    assert str(tmp_path / "b") == denied.value.filename
    with faulty(tmp_path, Fault(1, errno.EIO, lasting=True)):
        for _ in range(2):
            with pytest.raises(OSError, match="Input/output"):
                save(tmp_path / "c")


def fill(file: Path) -> None:
    database = sqlite3.connect(file, isolation_level=None)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE IF NOT EXISTS words (word)")
        database.execute("INSERT INTO words VALUES ('a')")
    finally:
        database.close()


@pytest.mark.skipif(not sqlite_calls.is_there(), reason="this SQLite cannot be watched")
def test_what_sqlite_writes_stops_too(tmp_path: Path) -> None:
    with faulty(tmp_path / "whole", None) as calls:
        (tmp_path / "whole").mkdir()
        fill(tmp_path / "whole" / "db")
    number = names(calls).index("write db-wal") + 1
    with faulty(tmp_path / "cut", Fault(number)) as calls:
        (tmp_path / "cut").mkdir()
        with pytest.raises(sqlite3.OperationalError):
            fill(tmp_path / "cut" / "db")
    assert calls.gone
    assert 0 == (tmp_path / "cut" / "db-wal").stat().st_size
    with faulty(tmp_path / "full", Fault(number, errno.ENOSPC)) as calls:
        (tmp_path / "full").mkdir()
        with pytest.raises(sqlite3.OperationalError, match="full"):
            fill(tmp_path / "full" / "db")
        fill(tmp_path / "full" / "db")
    assert not calls.gone
