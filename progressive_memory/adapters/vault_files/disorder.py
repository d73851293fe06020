"""What is wrong with the vault as files: what no reader of notes would see (`pmem doctor`)."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Collection, Iterator
from pathlib import Path

from progressive_memory.adapters.vault_files import disk, records
from progressive_memory.domain.plan import Plan
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import VaultError
from progressive_memory.vault.layout import MEMORY, SETTINGS
from progressive_memory.vault.names import same
from progressive_memory.vault.paths import is_conflict_copy, is_numbered_copy

_TEMPORARY = ".memtmp"
_PLACEHOLDER = ".icloud"
_OURS = (".md", ".json")


def of_files(root: str) -> Iterator[Problem]:
    """Conflict copies, links, files not downloaded, two names for one file, temporary files and
    what may not be written, below the memory folder and beside the settings file.
    """
    beside = sorted(os.listdir(root))
    for name in beside:
        copied = is_conflict_copy(name) or is_numbered_copy(name, beside)
        if copied and name.startswith(Path(SETTINGS).stem):
            yield _conflict_copy(name)
    yield from _below(os.path.join(root, MEMORY), MEMORY)


def spare_removed(root: str) -> Iterator[str]:
    """Remove each temporary file of ours whose bytes stand in a note of its folder, or that is
    empty, and tell its path. The plans they belonged to are finished by then.
    """
    for folder, _, names in os.walk(os.path.join(root, MEMORY)):
        temps = sorted(name for name in names if name.endswith(_TEMPORARY))
        notes = [f"{folder}/{name}" for name in names if not name.startswith(".")] if temps else []
        for name in temps:
            file = f"{folder}/{name}"
            if os.path.islink(file):
                continue
            data = disk.read(file)
            if data == b"" or data in map(disk.read, _of_size(notes, len(data or b""))):
                disk.remove(file)
                yield Path(file).relative_to(root).as_posix()


def _of_size(files: list[str], size: int) -> list[str]:
    """Those regular files that have so many bytes."""
    stated = ((file, os.lstat(file)) for file in files)
    return [file for file, one in stated if stat.S_ISREG(one.st_mode) and one.st_size == size]


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


def of_data(folder: Path) -> Iterator[Problem]:
    """Spools that were damaged and put aside: what the bot had heard last may be in them alone."""
    for file in sorted(folder.glob("spool*.damaged-*")):
        if not file.name.endswith("-wal"):  # it belongs to the one beside it
            yield Problem(str(file), 0, "spool_damaged", "a damaged spool was put aside here")


def _below(folder: str, prefix: str) -> Iterator[Problem]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    except PermissionError:
        yield Problem(prefix, 0, "unreadable", "you may not read the folder")
        return
    if not os.access(folder, os.W_OK):
        yield Problem(prefix, 0, "read_only", "you may not write into the folder")
    names = {unicodedata.normalize("NFC", entry.name) for entry in entries}
    yield from _twins([entry.name for entry in entries], prefix)
    for entry in entries:
        path = f"{prefix}/{unicodedata.normalize('NFC', entry.name)}"
        if entry.is_symlink():
            yield Problem(path, 0, "symlink", "a symbolic link is never read or written")
        elif entry.is_dir() and not entry.name.startswith("."):
            if entry.name.endswith((".md", ".json")):
                yield Problem(path, 0, "folder_for_note", "a folder stands where a note would be")
            yield from _below(entry.path, path)
        elif entry.is_file():
            yield from _file(path, entry, names)


def _twins(entries: list[str], prefix: str) -> Iterator[Problem]:
    """Names that another system, or Obsidian, takes for one: they differ in case, or in how an
    accent is written.
    """
    first: dict[str, str] = {}
    for name in entries:
        before = first.setdefault(same(name), name)
        if before != name:
            how = "case" if unicodedata.normalize("NFC", name) != before else "Unicode form"
            how = how if unicodedata.normalize("NFC", before) != name else "Unicode form"
            message = f"{before} stands here too: the names differ in {how} alone"
            yield Problem(f"{prefix}/{name}", 0, "name_twin", message)


def _file(path: str, entry: os.DirEntry[str], names: Collection[str]) -> Iterator[Problem]:
    if is_conflict_copy(entry.name) or is_numbered_copy(path.rpartition("/")[2], names):
        yield _conflict_copy(path)
    elif entry.name.endswith(_TEMPORARY):
        yield Problem(path, 0, "temp_left", "a temporary file of ours was left here")
    elif entry.name.endswith(_PLACEHOLDER) or _is_evicted(entry):
        yield Problem(path, 0, "not_downloaded", "the file is in the cloud, not on this machine")
    elif entry.name.endswith(_OURS) and not os.access(entry.path, os.W_OK):
        yield Problem(path, 0, "read_only", "you may not write the file")


def _is_evicted(entry: os.DirEntry[str]) -> bool:
    status = entry.stat()
    if disk.is_dataless(status):
        return True
    if status.st_size == 0 or getattr(status, "st_blocks", 1) > 0:
        return False
    with open(entry.path, "rb") as file:
        return disk.is_hole(status, file.read())


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
