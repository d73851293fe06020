"""Settled reads and durable writes."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from threading import Thread

import pytest

from evals.faults import os_calls
from evals.faults.calls import Calls, Fault
from progressive_memory.adapters.vault_files import disk


def test_a_file_that_is_just_being_saved_is_read_when_it_is_full(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_bytes(b"")

    def fill() -> None:
        time.sleep(0.03)
        note.write_bytes(b"text")

    editor = Thread(target=fill)
    editor.start()
    assert b"text" == disk.read(str(note))
    editor.join()


def test_an_old_empty_file_is_empty_at_once(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.touch()
    os.utime(note, (1, 1))
    start = time.monotonic()
    assert b"" == disk.read(str(note))
    assert time.monotonic() - start < 0.1


def test_a_new_file_never_replaces_one(tmp_path: Path) -> None:
    file = tmp_path / "a"
    disk.write_new(str(file), b"one", 0o640)
    with pytest.raises(FileExistsError):
        disk.write_new(str(file), b"two", 0o640)
    assert (b"one", 0o640) == (file.read_bytes(), file.stat().st_mode & 0o777)


def test_our_own_file_is_replaced_whole_and_private(tmp_path: Path) -> None:
    file = tmp_path / "a"
    for data in (b"one", b"two"):
        disk.write_over(str(file), data)
    assert (b"two", 0o600) == (file.read_bytes(), file.stat().st_mode & 0o777)
    assert ["a"] == [each.name for each in tmp_path.iterdir()]


def test_an_error_of_the_system_names_its_file(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"text")
    for name in ("read", "write", "fsync"):
        calls = Calls(str(tmp_path))
        with os_calls.watched(calls):
            disk.write_new(str(tmp_path / name), b"new")
            disk.read(str(file))
        number = [call.name for call in calls.made].index(name) + 1
        (tmp_path / name).unlink()
        error: OSError | None = None
        with os_calls.watched(Calls(str(tmp_path), Fault(number, errno.EIO))):
            try:
                disk.write_new(str(tmp_path / name), b"new")
                disk.read(str(file))
            except OSError as raised:
                error = raised
        assert error is not None
        assert str(file if name == "read" else tmp_path / name) == error.filename
        (tmp_path / name).unlink()


def test_what_may_not_be_looked_at_is_not_taken_for_absent(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert [True, False] == [disk.stands(str(tmp_path / name)) for name in "ab"]
    for number in (errno.EACCES, errno.EIO):
        broken = os_calls.watched(Calls(str(tmp_path), Fault(1, number)))
        with broken, pytest.raises(OSError, match=os.strerror(number)):
            disk.stands(str(tmp_path / "a"))
