"""SqliteStateStore: disclosures and last-seen entries in one small file of the cache folder."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from progressive_memory.domain.disclosure import Disclosure
from progressive_memory.domain.group import Route
from progressive_memory.errors import ProgressiveMemoryError

_VERSION = 1
_BUSY_SECONDS = 10.0
_RETRY_SECONDS = 0.02
_STALE_SECONDS = 24 * 3600
"""A disclosure idle this long has ended long ago (DESIGN §6: 4 hours); it is swept out."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS disclosures (
  session TEXT PRIMARY KEY, touched INTEGER NOT NULL, value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen (
  grp TEXT NOT NULL, entry_id TEXT NOT NULL, evidence TEXT NOT NULL, PRIMARY KEY (grp, entry_id)
) WITHOUT ROWID;
"""


class StateUnavailable(ProgressiveMemoryError):
    """The file of disclosures cannot be opened or written."""

    code = "state_unavailable"


class SqliteStateStore:
    """StateStore in the file `path`, which can be deleted: sessions then start anew.

    Safe for several threads and processes. A damaged file is thrown away.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def update(
        self, session: str, change: Callable[[Disclosure | None], Disclosure | None]
    ) -> Disclosure | None:
        """Replace a session's disclosure by `change(current)` in one transaction; None removes.

        `change` may raise: then nothing is stored. Returns what is stored afterwards.
        """
        with self._transaction() as database:
            row = database.execute(
                "SELECT value FROM disclosures WHERE session = ?", (session,)
            ).fetchone()
            changed = change(_read(row[0]) if row else None)
            if changed is None:
                database.execute("DELETE FROM disclosures WHERE session = ?", (session,))
                return None
            touched = int(changed.touched_at.timestamp())
            database.execute(
                "INSERT OR REPLACE INTO disclosures VALUES (?, ?, ?)",
                (session, touched, _write(changed)),
            )
            database.execute(
                "DELETE FROM disclosures WHERE touched < ?", (touched - _STALE_SECONDS,)
            )
            return changed

    def seen(self, group: str) -> dict[str, tuple[str, ...]]:
        """Entry id → block ids of its evidence, as last put by `set_seen`."""
        with self._transaction() as database:
            rows = database.execute("SELECT entry_id, evidence FROM seen WHERE grp = ?", (group,))
            return {entry_id: tuple(evidence.split()) for entry_id, evidence in rows}

    def set_seen(self, group: str, seen: dict[str, tuple[str, ...]]) -> None:
        """Replace what `seen` returns for the group."""
        rows = [(group, entry_id, " ".join(evidence)) for entry_id, evidence in seen.items()]
        with self._transaction() as database:
            database.execute("DELETE FROM seen WHERE grp = ?", (group,))
            database.executemany("INSERT INTO seen VALUES (?, ?, ?)", rows)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A connection inside one write transaction, rolled back when the body raises."""
        with self._lock:
            database = self._connect()
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise
            finally:
                database.close()

    def _connect(self) -> sqlite3.Connection:
        """A connection with its transaction begun; a file that is no database is replaced."""
        try:
            try:
                return _patiently(self._path)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                for suffix in ("", "-wal", "-shm", "-journal"):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
                return _patiently(self._path)
        except (OSError, sqlite3.Error) as error:
            raise StateUnavailable(
                f"the file of disclosures {self._path} cannot be used: {error}",
                next_step="make its folder writable, or delete the file",
            ) from error


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
            for statement in filter(str.strip, _SCHEMA.split(";")):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {_VERSION}")
    except BaseException:
        database.close()
        raise
    return database


def _write(disclosure: Disclosure) -> str:
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


def _read(value: str) -> Disclosure:
    stored: dict[str, Any] = json.loads(value)
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
