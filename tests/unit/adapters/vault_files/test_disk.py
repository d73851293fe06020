"""Settled reads and durable writes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from threading import Thread

import pytest

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
