"""SqliteStateStore: disclosures and last-seen entries in one small file of the cache folder."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from progressive_memory.domain.disclosure import Disclosure
from progressive_memory.domain.group import Route
from progressive_memory.domain.notice import Notice, Tell
from progressive_memory.errors import StateUnavailable

_Result = TypeVar("_Result")
_VERSION = 2
_BUSY_SECONDS = 10.0
_RETRY_SECONDS = 0.02
_STALE_SECONDS = 24 * 3600
"""A disclosure idle this long has ended long ago (DESIGN §6: 4 hours); it is swept out, and so is
one touched this far in the future, by a clock that was wrong."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS disclosures (
  session TEXT PRIMARY KEY, touched INTEGER NOT NULL, value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen (
  grp TEXT NOT NULL, entry_id TEXT NOT NULL, evidence TEXT NOT NULL, PRIMARY KEY (grp, entry_id)
) WITHOUT ROWID;
"""


class SqliteStateStore:
    """StateStore in the file `path`, which can be deleted: sessions then start anew.

    Safe for several threads and processes. A damaged file is thrown away, and with it every
    disclosure: nothing goes then before an index is opened anew (docs/protocol.md). `tell` is told
    of that.
    """

    def __init__(self, path: Path, tell: Tell = lambda _: None) -> None:
        self._path = path
        self._tell = tell
        self._lock = threading.Lock()

    def update(
        self, session: str, change: Callable[[Disclosure | None], Disclosure | None]
    ) -> Disclosure | None:
        """Replace a session's disclosure by `change(current)` in one transaction; None removes.

        `change` may raise: then nothing is stored. It is called once more when the file turns out
        to be damaged. Returns what is stored afterwards.
        """

        def work(database: sqlite3.Connection) -> Disclosure | None:
            row = database.execute(
                "SELECT value FROM disclosures WHERE session = ?", (session,)
            ).fetchone()
            current = _read(session, row[0]) if row else None
            changed = change(current)
            if changed is None:
                database.execute("DELETE FROM disclosures WHERE session = ?", (session,))
                return None
            if changed == current:
                return changed
            touched = int(changed.touched_at.timestamp())
            database.execute(
                "INSERT OR REPLACE INTO disclosures VALUES (?, ?, ?)",
                (session, touched, _write(session, changed)),
            )
            database.execute(
                "DELETE FROM disclosures WHERE abs(touched - ?) > ?", (touched, _STALE_SECONDS)
            )
            return changed

        return self._done(work)

    def seen(self, group: str) -> dict[str, tuple[str, ...]]:
        """Entry id → block ids of its evidence, as last put by `set_seen`; also where the file can
        only be read.
        """

        def work(database: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
            rows = database.execute("SELECT entry_id, evidence FROM seen WHERE grp = ?", (group,))
            return {entry_id: _unsealed(entry_id, evidence) for entry_id, evidence in rows}

        try:
            return self._done(work)
        except StateUnavailable:
            return self._only_read(work) if self._is_there() else {}

    def _only_read(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        try:
            address = f"{self._path.absolute().as_uri()}?mode=ro&immutable=1"
            database = sqlite3.connect(address, uri=True)
            try:
                return work(database)
            finally:
                database.close()
        except (OSError, sqlite3.Error) as error:
            raise self._unavailable(error) from error

    def set_seen(self, group: str, seen: dict[str, tuple[str, ...]]) -> None:
        """Replace what `seen` returns for the group."""
        rows = [(group, entry_id, _sealed(entry_id, marks)) for entry_id, marks in seen.items()]

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM seen WHERE grp = ?", (group,))
            database.executemany("INSERT INTO seen VALUES (?, ?, ?)", rows)

        self._done(work)

    def move(self, old: str, new: str) -> None:
        """Let what was seen of a group be seen of it under its new name."""

        def work(database: sqlite3.Connection) -> None:
            if database.execute("SELECT 1 FROM seen WHERE grp = ?", (old,)).fetchone():
                database.execute("DELETE FROM seen WHERE grp = ?", (new,))
                database.execute("UPDATE seen SET grp = ? WHERE grp = ?", (new, old))

        self._done(work)

    def forget(self, group: str, entry_ids: Sequence[str]) -> None:
        """End every disclosure of the group, and let those entries be as if never seen."""

        def work(database: sqlite3.Connection) -> None:
            shown = database.execute("SELECT session, value FROM disclosures").fetchall()
            ended = [
                (session,)
                for session, value in shown
                if (one := _read(session, value)) is None or one.group == group
            ]
            database.executemany("DELETE FROM disclosures WHERE session = ?", ended)
            rows = [(group, entry_id) for entry_id in entry_ids]
            database.executemany("DELETE FROM seen WHERE grp = ? AND entry_id = ?", rows)

        if self._is_there():
            self._done(work)

    def _is_there(self) -> bool:
        try:
            self._path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise self._unavailable(error) from error
        return True

    def _done(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """`work` in one write transaction, on a new file when this one is damaged.

        Raises:
            StateUnavailable: the file cannot be opened or written.
        """
        with self._lock:
            try:
                try:
                    return _in_transaction(self._path, work)
                except sqlite3.DatabaseError as error:
                    if not _is_damage(error, self._path):
                        raise
                return self._on_a_new_file(work)
            except (OSError, sqlite3.Error) as error:
                raise self._unavailable(error) from error

    def _unavailable(self, error: Exception) -> StateUnavailable:
        return StateUnavailable(
            f"the file of disclosures {self._path} cannot be used: {error}",
            next_step="make its folder writable, or delete the file",
        )

    def _on_a_new_file(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Throw a damaged file away, unless another process has just done it."""
        from filelock import FileLock  # a damaged file is rare, and a hook is a cold process

        with FileLock(self._path.with_name(self._path.name + ".lock"), timeout=_BUSY_SECONDS):
            try:
                return _in_transaction(self._path, work)
            except sqlite3.DatabaseError as error:
                if not _is_damage(error, self._path):
                    raise
            for file in _files(self._path):
                if file.is_dir() and not file.is_symlink():
                    shutil.rmtree(file)
                else:
                    file.unlink(missing_ok=True)
            said = (
                "the record of sessions was damaged: each session begins anew, and an entry "
                "deleted since the last flush stays away, but does not count as refused"
            )
            self._tell(Notice("disclosures_lost", "", said))
            return _in_transaction(self._path, work)


_OF_THE_MACHINE = ("BUSY", "LOCKED", "FULL", "NOMEM", "IOERR", "CANTOPEN", "READONLY", "PERM")


def _files(path: Path) -> list[Path]:
    """The file and what SQLite keeps beside it."""
    return [path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm", "-journal")]


def _is_damage(error: sqlite3.DatabaseError, path: Path) -> bool:
    """Whether the file is no database of ours, and not merely locked or the disk full."""
    name = (getattr(error, "sqlite_errorname", "") or "").removeprefix("SQLITE_")
    if not name.startswith(_OF_THE_MACHINE):
        return True
    standing = (file for file in _files(path) if file.exists())
    return any(file.is_dir() or not os.access(file, os.W_OK) for file in standing)


def _sealed(key: str, marks: tuple[str, ...]) -> str:
    """Marks as they are stored, with a sum that tells other ones."""
    return " ".join((*marks, f"#{_sum(key, ' '.join(marks))}"))


def _unsealed(key: str, stored: str) -> tuple[str, ...]:
    *marks, seal = stored.split() or ("",)
    if seal != f"#{_sum(key, ' '.join(marks))}":
        raise sqlite3.DatabaseError("a row was changed")
    return tuple(marks)


def _sum(key: str, value: str) -> str:
    return f"{crc32(f'{key} {value}'.encode('utf-8', 'surrogatepass')):08x}"


def _in_transaction(path: Path, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
    """`work` inside one write transaction, rolled back when it raises."""
    try:
        with closing(_patiently(path)) as database:  # which ends a transaction that is open
            result = work(database)
            database.execute("COMMIT")
            return result
    except UnicodeDecodeError as error:  # what SQLite says has damaged bytes in it
        raise sqlite3.DatabaseError("what stands in it is no text") from error


def _patiently(path: Path) -> sqlite3.Connection:
    """`_begin`, and wait for another process that is just making the file: SQLite itself does
    not wait where the journal mode is changed.
    """
    deadline = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            return _begin(path)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)


def _begin(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        database.execute("PRAGMA secure_delete = ON")
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version != _VERSION:
            database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("BEGIN IMMEDIATE")
        if version != _VERSION:
            for table in ("disclosures", "seen") if version else ():
                database.execute(f"DROP TABLE IF EXISTS {table}")
            for statement in filter(str.strip, _SCHEMA.split(";")):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {_VERSION}")
    except BaseException:
        database.close()
        raise
    return database


def _write(session: str, disclosure: Disclosure) -> str:
    """A disclosure as it is stored, with a sum that tells another one."""
    value = _as_json(disclosure)
    return f"{value}\n{_sum(session, value)}"


def _as_json(disclosure: Disclosure) -> str:
    route = disclosure.last_route
    return json.dumps(
        {
            "session": disclosure.session,
            "group": disclosure.group,
            "opened_at": disclosure.opened_at.isoformat(),
            "touched_at": disclosure.touched_at.isoformat(),
            "spent_tokens": disclosure.spent_tokens,
            "files": disclosure.files,
            "convention": disclosure.convention,
            "last_route": vars(route) if route else None,
            "shown": disclosure.shown,
        },
        ensure_ascii=False,
    )


def _read(session: str, stored: str) -> Disclosure | None:
    """The stored disclosure; one that cannot be read, or was changed, has ended."""
    value, _, seal = stored.partition("\n")
    try:
        return _disclosure(json.loads(value)) if seal == _sum(session, value) else None
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _disclosure(stored: dict[str, Any]) -> Disclosure:
    route = stored["last_route"]
    return Disclosure(
        session=stored["session"],
        group=stored["group"],
        opened_at=datetime.fromisoformat(stored["opened_at"]),
        touched_at=datetime.fromisoformat(stored["touched_at"]),
        spent_tokens=stored["spent_tokens"],
        files=tuple(stored["files"]),
        convention=stored["convention"],
        last_route=Route(**route) if route else None,
        shown=stored["shown"],
    )
