"""One writer per vault: a lock file outside the vault that dies with its process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from progressive_memory.adapters.vault_files import disk
from progressive_memory.errors import VaultLocked

if TYPE_CHECKING:
    from filelock import BaseFileLock


class VaultLock:
    """The write lock of the vault that the data folder belongs to, re-entrant within a thread.

    Copies of a vault that carry the same `vault_id` share the folder, so they take turns.
    """

    def __init__(self, data_folder: Path, timeout_seconds: float) -> None:
        self._file = data_folder / "write.lock"
        self._timeout_seconds = timeout_seconds

    @cached_property
    def _lock(self) -> BaseFileLock:
        from filelock import FileLock  # 40 ms: readers never need it

        return FileLock(self._file, mode=0o600)

    @property
    def is_held(self) -> bool:
        """Whether this thread holds it."""
        return "_lock" in vars(self) and self._lock.is_locked

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the lock; yields whether this is the outermost holding.

        Raises:
            VaultLocked: another process, or thread, held it for the whole timeout.
        """
        from filelock import Timeout

        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        outermost = not self._lock.is_locked
        try:
            with disk.naming(str(self._file)):
                self._lock.acquire(timeout=self._timeout_seconds)
        except Timeout:
            raise VaultLocked(
                f"another program has been writing this vault for {self._timeout_seconds:g} s",
                next_step="try again when it has finished",
            ) from None
        try:
            yield outermost
        finally:
            self._lock.release()
