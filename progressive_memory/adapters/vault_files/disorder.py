"""What is wrong with the vault as files: what no reader of notes would see (`pmem doctor`)."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from progressive_memory.adapters.vault_files import records
from progressive_memory.domain.plan import Plan
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import VaultError
from progressive_memory.vault.layout import MEMORY, SETTINGS
from progressive_memory.vault.paths import is_conflict_copy

_TEMPORARY = ".memtmp"
_PLACEHOLDER = ".icloud"
_DATALESS = 0x40000000  # SF_DATALESS, macOS: the name is here and the bytes are in the cloud


def of_files(root: str) -> Iterator[Problem]:
    """Conflict copies, links, files not downloaded and temporary files, below the memory folder
    and beside the settings file.
    """
    for name in sorted(os.listdir(root)):
        if is_conflict_copy(name) and name.startswith(Path(SETTINGS).stem):
            yield _conflict_copy(name)
    yield from _below(os.path.join(root, MEMORY), MEMORY)


def of_journal(files: list[Path], root: str) -> Iterator[Problem]:
    """Plans cut short, records that cannot be read, and other real paths of the same vault."""
    places: set[str] = set()
    for file in files:
        try:
            plan, place = _head(file)
        except VaultError as error:
            yield Problem(str(file), 0, "journal_record", error.message)
            continue
        places.add(place)
        if place == root and file.suffix == ".open":
            yield _unfinished(file, plan)
    for place in sorted(places - {root}):
        if os.path.exists(os.path.join(place, SETTINGS)):
            message = f"a vault with the same vault_id stands at {place} too"
            yield Problem(SETTINGS, 0, "two_places", message)


def _below(folder: str, prefix: str) -> Iterator[Problem]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    except PermissionError:
        yield Problem(prefix, 0, "unreadable", "you may not read the folder")
        return
    for entry in entries:
        path = f"{prefix}/{unicodedata.normalize('NFC', entry.name)}"
        if entry.is_symlink():
            yield Problem(path, 0, "symlink", "a symbolic link is never read or written")
        elif entry.is_dir() and not entry.name.startswith("."):
            if entry.name.endswith((".md", ".json")):
                yield Problem(path, 0, "folder_for_note", "a folder stands where a note would be")
            yield from _below(entry.path, path)
        elif entry.is_file():
            yield from _file(path, entry)


def _file(path: str, entry: os.DirEntry[str]) -> Iterator[Problem]:
    if is_conflict_copy(entry.name):
        yield _conflict_copy(path)
    elif entry.name.endswith(_TEMPORARY):
        yield Problem(path, 0, "temp_left", "a temporary file of ours was left here")
    elif entry.name.endswith(_PLACEHOLDER) or _is_dataless(entry.stat()):
        yield Problem(path, 0, "not_downloaded", "the file is in the cloud, not on this machine")


def _is_dataless(status: os.stat_result) -> bool:
    flags: int = getattr(status, "st_flags", 0)
    return stat.S_ISREG(status.st_mode) and bool(flags & _DATALESS)


def _conflict_copy(path: str) -> Problem:
    return Problem(path, 0, "conflict_copy", "a sync program put a second version here")


def _head(file: Path) -> tuple[Plan, str]:
    try:
        with file.open("rb") as record:
            return records.read_head(record.readline())
    except (OSError, KeyError, ValueError) as error:
        raise VaultError(f"the record cannot be read: {error}") from error


def _unfinished(file: Path, plan: Plan) -> Problem:
    message = f"a {plan.verb} of {plan.at:%Y-%m-%d %H:%M} UTC is being written, or was cut short"
    return Problem(str(file), 0, "unfinished_plan", message)
