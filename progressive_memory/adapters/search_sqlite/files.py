"""The files of the indexes: who opens, signs and closes them, and what stands in for one that
cannot be used.
"""

from __future__ import annotations

import atexit
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from progressive_memory.adapters.search_sqlite import sign
from progressive_memory.adapters.search_sqlite.database import (
    BUSY_SECONDS,
    at_fault,
    discard,
    in_memory,
    open_database,
    told_damaged,
)
from progressive_memory.domain.notice import Notice, Tell
from progressive_memory.errors import SearchIndexError
from progressive_memory.vault.ids import short_hash


class IndexFiles:
    """One file a group, below `folder`; a group whose file cannot be used has its index in memory
    from then on. The caller sees to it that one thread at a time calls.
    """

    def __init__(self, folder: Path, tell: Tell) -> None:
        self._folder = folder
        self._tell = tell
        self._open: dict[str, sqlite3.Connection] = {}
        self._unkept: set[str] = set()

    def opened(self, group: str) -> sqlite3.Connection:
        """The group's database, opened when first used."""
        if group in self._open:
            return self._open[group]
        if not self._open:
            atexit.register(self.close)
        if group not in self._unkept:
            try:
                self._open[group] = open_database(self._path(group), group, self._tell)
            except SearchIndexError as error:
                self._do_without(group, error)
        if group in self._unkept:
            self._open[group] = in_memory(group)
        return self._open[group]

    @contextmanager
    def signing(self, group: str) -> Iterator[None]:
        """Be the only writer of the group's file, and sign it in the end, as it then is.

        Raises:
            OSError: somebody else wrote it for too long, or the folder cannot be written.
        """
        if group in self._unkept:
            yield
            return
        path = self._path(group)
        with sign.held(path, BUSY_SECONDS):
            try:
                yield
            finally:
                if group in self._open and path.exists():
                    sign.write(path)

    def checkpoint(self, group: str) -> None:
        """Put what was committed into the file, for others to read, while it is being written."""
        self._open[group].execute("PRAGMA wal_checkpoint")
        if group not in self._unkept:
            sign.write(self._path(group))

    def give_up(self, group: str, error: Exception) -> None:
        """Do without a file that failed: it is removed where it is at fault itself."""
        self._open.pop(group).close()
        if isinstance(error, sqlite3.ProgrammingError):
            return
        if isinstance(error, sqlite3.Error) and not at_fault(error):
            self._do_without(group, error)
            return
        try:
            self._discard(group)
            told_damaged(self._tell, group)
        except OSError as refused:
            self._do_without(group, refused)

    def clear(self, group: str) -> None:
        """Remove the group's file, or with "" all that is in the folder.

        Raises:
            OSError: it cannot be removed.
        """
        self.close()
        self._unkept.clear()
        if group:
            self._discard(group)
            return
        for path in self._folder.glob("*"):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close every file, also where closing one fails."""
        with ExitStack() as stack:
            for group, database in self._open.items():
                stack.callback(self._close, group, database)
            self._open = {}
            atexit.unregister(self.close)

    def _close(self, group: str, database: sqlite3.Connection) -> None:
        """Close a file; what a killed writer left in the WAL goes into it then, and is signed."""
        path = self._path(group)
        try:
            if group not in self._unkept and path.with_name(f"{path.name}-wal").stat().st_size:
                with sign.held(path, BUSY_SECONDS):
                    database.close()
                    sign.write(path)
        except OSError:
            pass  # there is no WAL; or the file is found otherwise, and built anew
        finally:
            database.close()

    def _do_without(self, group: str, error: Exception) -> None:
        self._unkept.add(group)
        said = f"the search index of {group} cannot be kept, and was built for this once: {error}"
        self._tell(Notice("index_unkept", group, said))

    def _discard(self, group: str) -> None:
        path = self._path(group)
        with sign.held(path, BUSY_SECONDS):
            discard(path)
            sign.write(path)

    def _path(self, group: str) -> Path:
        return self._folder / f"{short_hash(group)}.sqlite3"
