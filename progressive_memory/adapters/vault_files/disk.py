"""Bytes on and off the disk: settled reads, durable writes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator

from progressive_memory.errors import NotDownloaded

_DATALESS = 0x40000000  # SF_DATALESS, macOS
_RECALL = 0x400000  # FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS, Windows
_EMPTY_READS = 60  # a quarter of a second: a busy machine may stop an editor half way
_EMPTY_WAIT_SECONDS = 0.004
_RECENT_SECONDS = 2.0


def sha256(data: bytes | None) -> str | None:
    """The hex sha256 of some bytes; None for a note that is not there."""
    return None if data is None else hashlib.sha256(data).hexdigest()


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Name the file in an error of the system: of a failed read, write or fsync it says nothing."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = path
        raise


def stands(path: str) -> bool:
    """Whether something stands there, a link too; `os.path.exists` takes any error for a no."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def read(path: str) -> bytes | None:
    """The bytes of a file, None when no regular file stands there.

    Obsidian saves by emptying the file and filling it again: a file found empty that was changed
    just now is read again before it is believed.

    Raises:
        NotDownloaded: the bytes are in the cloud.
    """
    data = b""
    for _ in range(_EMPTY_READS):
        try:
            with naming(path), open(path, "rb", opener=_without_waiting) as file:
                status = os.fstat(file.fileno())
                if not stat.S_ISREG(status.st_mode):
                    return None
                if is_dataless(status):
                    raise _not_downloaded(path)
                data, changed_at = file.read(), status.st_mtime
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            if stands(placeholder(path)):
                raise _not_downloaded(path) from None
            return None
        if data and is_hole(status, data):
            raise _not_downloaded(path)
        if data or time.time() - changed_at > _RECENT_SECONDS:
            return data
        time.sleep(_EMPTY_WAIT_SECONDS)
    return data


def is_dataless(status: os.stat_result) -> bool:
    """Whether the system says that only the name is here: macOS, or Windows with OneDrive."""
    flags = getattr(status, "st_flags", 0) & _DATALESS
    evicted = flags or getattr(status, "st_file_attributes", 0) & _RECALL
    no_blocks = sys.platform == "darwin" and status.st_size > 0 and status.st_blocks == 0
    return stat.S_ISREG(status.st_mode) and bool(evicted or no_blocks)


def is_hole(status: os.stat_result, data: bytes) -> bool:
    """Whether a file has a size, no blocks and nothing but NUL: what a program of another cloud
    leaves. Some file systems report no blocks for every small file, so the bytes decide.
    """
    return getattr(status, "st_blocks", 1) == 0 and not data.strip(b"\0")


def placeholder(path: str) -> str:
    """The file iCloud leaves in place of one that it took away: `.name.md.icloud`."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.icloud")


def _not_downloaded(path: str) -> NotDownloaded:
    name = os.path.basename(path)
    return NotDownloaded(
        f"{name} is in the cloud and not on this machine",
        next_step=f"Open {name} once so that it is downloaded, then run the command again.",
    )


def changed_lately(path: str) -> bool:
    """Whether a file was saved in the last two seconds; not when there is none."""
    try:
        return time.time() - os.stat(path).st_mtime < _RECENT_SECONDS
    except FileNotFoundError:
        return False


def write_new(path: str, data: bytes, mode: int | None = None, *, durable: bool = True) -> None:
    """Write a file that must not exist, durably. `mode` None = what the umask leaves. What is not
    `durable` yet needs a `sync` later.

    Raises:
        FileExistsError: something stands there.
    """
    with naming(path), open(path, "xb") as file:
        if mode is not None:
            os.chmod(path, mode)
        file.write(data)
        if durable:
            file.flush()
            os.fsync(file.fileno())


def sync(path: str) -> None:
    """Make a file's bytes durable, unless it is gone."""
    with contextlib.suppress(FileNotFoundError), naming(path), open(path, "rb+") as file:
        os.fsync(file.fileno())


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe is opened at once, where a plain open waits for its writer for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_through(path: str, expected: bytes, data: bytes) -> bool:
    """Write into the file that stands, if it still reads `expected`; returns whether it did.

    It is never emptied first: a reader sees old bytes, new ones, or the two side by side.
    """
    with naming(path), open(path, "r+b") as file:
        if file.read() != expected:
            return False
        file.seek(0)
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())
    return True


def write_over(path: str, data: bytes) -> None:
    """Put a file of our own in place at once, durably and private, replacing what was there."""
    folder = os.path.dirname(path)
    temp = unfinished(folder)
    remove(temp)
    write_new(temp, data, 0o600)
    os.replace(temp, path)
    sync_folder(folder)


def unfinished(folder: str) -> str:
    """Where `write_over` writes before it puts in place; one at a time, under the vault's lock."""
    return os.path.join(folder, ".writing")


def sync_folder(folder: str) -> None:
    """Make names made, moved and removed in a folder durable, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(descriptor)
    except OSError:  # some network file systems cannot; the names are right all the same
        pass
    finally:
        os.close(descriptor)


def remove(path: str) -> None:
    """Remove a file, if it is there."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
