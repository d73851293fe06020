"""Whether an index file is as its last writer left it.

SQLite notices a damaged page, but not other words in it. So whoever writes notes the file's size
and time beside it, under a lock; a file that has others when it is opened was changed by somebody
else, or its writer was stopped half way, and is built anew: it holds nothing but what stands in the
notes. What waits in the WAL has checksums of SQLite's own.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: there nothing is noted, and SQLite's own checks must do
    fcntl = None  # type: ignore[assignment]

_RETRY_SECONDS = 0.01
_NOTHING = ""


def stands(path: Path) -> bool:
    """Whether there is such a file."""
    return bool(_standing(path))


def is_whole(path: Path) -> bool:
    """Whether there is such a file, and it is as its last writer left it. Without the lock a no may
    only mean that a writer is about to note it.
    """
    standing = _standing(path)
    return bool(standing) and (fcntl is None or _noted(path) == standing)


def write(path: Path) -> None:
    """Note the file as it stands; the lock is held."""
    if fcntl is not None:
        # In place: others wait for the lock on this very file.
        with _beside(path).open("r+", encoding="ascii") as file:
            file.write(_standing(path).ljust(50) + "\n")


@contextmanager
def held(path: Path, patience_seconds: float) -> Iterator[None]:
    """Hold the lock of those who write the file.

    Raises:
        TimeoutError: somebody held it too long.
        OSError: the folder cannot be written.
    """
    if fcntl is None:
        yield
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    deadline = time.monotonic() + patience_seconds
    descriptor = os.open(_beside(path), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            if time.monotonic() > deadline:
                raise TimeoutError(f"{path} is being written by another process")
            time.sleep(_RETRY_SECONDS)
        yield
    finally:
        os.close(descriptor)


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.stem}.sign")


def _standing(path: Path) -> str:
    try:
        status = path.lstat()
    except OSError:
        return _NOTHING
    return f"{status.st_size} {status.st_mtime_ns}"


def _noted(path: Path) -> str:
    try:
        return _beside(path).read_text("ascii", "replace").strip()
    except OSError:
        return _NOTHING
