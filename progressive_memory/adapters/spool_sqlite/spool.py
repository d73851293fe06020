"""SqliteSpool: what came from a live chat and is not logged yet, in a file of the data folder.

One process has the file at a time: it keeps SQLite's exclusive lock until it closes or dies.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from progressive_memory.adapters.spool_sqlite.rows import (
    arrival_of,
    as_json,
    outgoing_of,
    request_of,
    review_of,
)
from progressive_memory.domain.chat_room import Arrival, Batch, Outgoing, Sealed
from progressive_memory.domain.request import Request, Review
from progressive_memory.errors import SpoolUnavailable

_Result = TypeVar("_Result")
_VERSION = 2
_BUSY_SECONDS = 5.0
"""How long another process may take to end, when a service is started anew."""
_REMEMBERED = 50_000
"""So many of the newest ids of what was logged or sent are known again when they come again; the
log knows older ones by itself."""

_DAYS_REMEMBERED = 30
"""So long after it came the id of what was asked and answered is known again."""

_SCHEMA = """
CREATE TABLE cursors (account TEXT PRIMARY KEY, cursor TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE arrivals (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL UNIQUE, room_id TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX arrivals_waiting ON arrivals (seq) WHERE value != '';
CREATE TABLE sealed (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, event_id TEXT NOT NULL UNIQUE,
  room_id TEXT NOT NULL, key_id TEXT NOT NULL, source TEXT NOT NULL
);
CREATE TABLE requests (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL UNIQUE, value TEXT NOT NULL,
  aim TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX requests_open ON requests (seq) WHERE value != '';
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, txn TEXT NOT NULL UNIQUE, room_id TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX outbox_waiting ON outbox (seq) WHERE value != '';
CREATE TABLE reviews (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, txn TEXT NOT NULL UNIQUE, event_id TEXT NOT NULL,
  value TEXT NOT NULL
);
"""
"""An empty `value` means: logged, answered, sent. The id stays, so that it is not done again. A
request came `at` that time, in seconds since 1970.
"""
_FROM_1 = """
ALTER TABLE requests ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE requests SET at = strftime('%s', 'now');
"""


class SqliteSpool:
    """Spool in the file `path`, 0600; safe for several threads of one process.

    A damaged file is put aside under another name, for whoever wants to look into it, and the next
    start begins a new one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._open: sqlite3.Connection | None = None

    def cursor(self, account: str) -> str:
        """Where listening goes on for that user id; "" at first."""

        def work(database: sqlite3.Connection) -> str:
            row = database.execute(
                "SELECT cursor FROM cursors WHERE account = ?", (account,)
            ).fetchone()
            return str(row[0]) if row else ""

        return self._done(work)

    def take_in(
        self,
        account: str,
        batch: Batch,
        asked: Sequence[Request] = (),
        said: Sequence[Outgoing] = (),
    ) -> None:
        """Keep a batch with its cursor, what it asks of us, and what we say at once."""

        def work(database: sqlite3.Connection) -> None:
            database.execute(
                "INSERT OR REPLACE INTO cursors VALUES (?, ?)", (account, batch.cursor)
            )
            database.executemany(
                "INSERT OR IGNORE INTO arrivals (event_id, room_id, value) VALUES (?, ?, ?)",
                [(one.event.event_id, one.room_id, as_json(one)) for one in batch.arrivals],
            )
            came = [(one.event.event_id,) for one in batch.arrivals]
            database.executemany("DELETE FROM sealed WHERE event_id = ?", came)
            database.executemany(
                "INSERT OR IGNORE INTO sealed (account, event_id, room_id, key_id, source)"
                " SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS"
                " (SELECT 1 FROM arrivals WHERE event_id = ?)",
                [
                    (account, s.event_id, s.room_id, s.key_id, s.source, s.event_id)
                    for s in batch.sealed
                ],
            )
            database.executemany(
                "INSERT OR IGNORE INTO requests (event_id, value, at) VALUES (?, ?, ?)",
                [(one.event_id, as_json(one), int(time.time())) for one in asked],
            )
            deleted = [(one.event.deletes,) for one in batch.arrivals if one.event.deletes]
            database.executemany(
                "UPDATE requests SET value = '' WHERE event_id = ? AND aim = ''", deleted
            )
            _put_outgoing(database, said)

        self._done(work)

    def waiting(self, limit: int, without: Collection[str] = ()) -> tuple[Arrival, ...]:
        """The oldest arrivals not logged yet, in the order they came."""
        return self._read(_WAITING.format("arrivals"), arrival_of, limit, without)

    def logged(self, event_ids: Sequence[str]) -> None:
        """Those are in the log now; only their ids stay."""

        def work(database: sqlite3.Connection) -> None:
            ids = [(event_id,) for event_id in event_ids]
            database.executemany("UPDATE arrivals SET value = '' WHERE event_id = ?", ids)
            _sweep(database, "arrivals")

        self._done(work)
        self._leave_no_words()

    def sealed(self, account: str) -> tuple[Sealed, ...]:
        """What waits for its key, in the order it came."""

        def work(database: sqlite3.Connection) -> tuple[Sealed, ...]:
            rows = database.execute(
                "SELECT room_id, event_id, key_id, source FROM sealed WHERE account = ?"
                " ORDER BY seq",
                (account,),
            )
            return tuple(Sealed(*row) for row in rows)

        return self._done(work)

    def asked(self) -> tuple[Request, ...]:
        """The requests that have no answer yet, in the order they came."""

        def work(database: sqlite3.Connection) -> tuple[Request, ...]:
            rows = database.execute(
                "SELECT value, aim FROM requests WHERE value != '' ORDER BY seq"
            )
            return tuple(request_of(value, aim) for value, aim in rows)

        return self._done(work)

    def aim(self, event_id: str, aim: str) -> None:
        """Fix what a request is about to do."""
        self._change("UPDATE requests SET aim = ? WHERE event_id = ?", [(aim, event_id)])

    def answered(
        self, event_id: str, said: Sequence[Outgoing] = (), reviews: Sequence[Review] = ()
    ) -> None:
        """A request is done, and this is what we say; only its id stays."""

        def work(database: sqlite3.Connection) -> None:
            done = "UPDATE requests SET value = '', aim = '' WHERE event_id = ?"
            database.execute(done, (event_id,))
            long_ago = int(time.time()) - _DAYS_REMEMBERED * 86_400
            database.execute("DELETE FROM requests WHERE value = '' AND at < ?", (long_ago,))
            _put_outgoing(database, said)
            _put_reviews(database, reviews)

        self._done(work)
        self._leave_no_words()

    def say(self, said: Sequence[Outgoing], reviews: Sequence[Review] = ()) -> None:
        """Something to say that nobody asked for."""

        def work(database: sqlite3.Connection) -> None:
            _put_outgoing(database, said)
            _put_reviews(database, reviews)

        self._done(work)

    def outgoing(self, limit: int, without: Collection[str] = ()) -> tuple[Outgoing, ...]:
        """Messages not sent yet, in order."""
        return self._read(_WAITING.format("outbox"), outgoing_of, limit, without)

    def sent(self, txn: str, event_id: str) -> None:
        """It is out; its review, if it has one, is answered on that event from now on. One whose
        message was given up is over.
        """

        def work(database: sqlite3.Connection) -> None:
            database.execute("UPDATE outbox SET value = '' WHERE txn = ?", (txn,))
            if event_id:
                database.execute("UPDATE reviews SET event_id = ? WHERE txn = ?", (event_id, txn))
            else:
                database.execute("DELETE FROM reviews WHERE txn = ? AND event_id = ''", (txn,))
            _sweep(database, "outbox")

        self._done(work)
        self._leave_no_words()

    def reviews(self) -> tuple[Review, ...]:
        """The reviews that are open, in the order they were said."""

        def work(database: sqlite3.Connection) -> tuple[Review, ...]:
            rows = database.execute("SELECT value, event_id FROM reviews ORDER BY seq")
            return tuple(review_of(value, event_id) for value, event_id in rows)

        return self._done(work)

    def reviewed(self, txn: str, said: Sequence[Outgoing] = ()) -> None:
        """A review is over, and this is what we say to that."""

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM reviews WHERE txn = ?", (txn,))
            _put_outgoing(database, said)

        self._done(work)

    def close(self) -> None:
        """Let another process have the file."""
        with self._lock:
            if self._open is not None:
                self._open.close()
                self._open = None

    def _leave_no_words(self) -> None:
        """Empty the write-ahead log, where what was wiped still reads, once nothing waits."""
        with self._lock:
            if self._open is None or self._done(_is_busy):
                return
            with suppress(sqlite3.OperationalError):  # a full disk: the next time will do
                self._open.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _change(self, statement: str, rows: Iterable[tuple[str, ...]]) -> None:
        self._done(lambda database: database.executemany(statement, rows))

    def _read(
        self, statement: str, read: Callable[[str], _Result], limit: int, without: Collection[str]
    ) -> tuple[_Result, ...]:
        def work(database: sqlite3.Connection) -> tuple[_Result, ...]:
            rows = database.execute(statement)
            found: list[_Result] = []
            for room_id, value in rows:
                if len(found) == limit:
                    break
                if room_id not in without:
                    found.append(read(value))
            rows.close()
            return tuple(found)

        return self._done(work)

    def _done(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """`work` in one write transaction, rolled back when it raises."""
        with self._lock:
            try:
                database = self._open = self._open or _opened(self._path)
                database.execute("BEGIN IMMEDIATE")
                try:
                    result = work(database)
                    database.execute("COMMIT")
                except BaseException:
                    if database.in_transaction:
                        database.execute("ROLLBACK")
                    raise
                return result
            except (OSError, sqlite3.Error, ValueError, KeyError, TypeError) as error:
                self.close()
                raise self._unavailable(error) from error

    def _unavailable(self, error: Exception) -> SpoolUnavailable:
        """What to say of an error; a damaged file is put aside."""
        if "locked" in str(error):
            return SpoolUnavailable(
                f"another bot runs on this vault already: it has {self._path}",
                next_step="stop it first (systemctl stop pmem-bot)",
            )
        if isinstance(error, OSError | sqlite3.OperationalError) and "no such" not in str(error):
            return SpoolUnavailable(
                f"the spool {self._path} cannot be used: {error}",
                next_step="make its folder writable and make room on the disk, then start again",
            )
        aside = _put_aside(self._path)
        return SpoolUnavailable(
            f"the spool was damaged ({error}) and is now {aside}: what came in the last moments "
            "and was not in the log yet may be missing there",
            next_step="start again: listening goes on from now; what is missing comes with an "
            "export of the room (pmem log FILE --group G)",
        )


_WAITING_ID = "SELECT 1 FROM {} WHERE value != '' LIMIT 1"
_WAITING = "SELECT room_id, value FROM {} WHERE value != '' ORDER BY seq"


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    database = sqlite3.connect(
        path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA secure_delete = ON")
        database.execute("PRAGMA journal_mode = WAL")
        # After a power cut the newest transactions may be gone, cursor and all: they come again.
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("BEGIN EXCLUSIVE")
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version != _VERSION:
            script = _FROM_1 if version == 1 else _SCHEMA
            for statement in filter(str.strip, script.split(";")):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {_VERSION}")
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _put_outgoing(database: sqlite3.Connection, said: Iterable[Outgoing]) -> None:
    database.executemany(
        "INSERT OR IGNORE INTO outbox (txn, room_id, value) VALUES (?, ?, ?)",
        [(one.txn, one.room_id, as_json(one)) for one in said],
    )


def _put_reviews(database: sqlite3.Connection, reviews: Iterable[Review]) -> None:
    database.executemany(
        "INSERT OR IGNORE INTO reviews (txn, event_id, value) VALUES (?, ?, ?)",
        [(one.txn, one.event_id, as_json(one)) for one in reviews],
    )


def _is_busy(database: sqlite3.Connection) -> bool:
    """Whether something waits to be logged, answered or sent."""
    tables = ("arrivals", "requests", "outbox")
    return any(database.execute(_WAITING_ID.format(table)).fetchone() for table in tables)


def _sweep(database: sqlite3.Connection, table: str) -> None:
    """Let go of ids so old that they do not come again."""
    database.execute(
        f"DELETE FROM {table} WHERE value = ''"  # noqa: S608 — one of two names of our own
        f" AND seq <= (SELECT max(seq) FROM {table}) - ?",
        (_REMEMBERED,),
    )


def _put_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.replace(aside)
    with suppress(FileNotFoundError):
        path.with_name(path.name + "-wal").replace(aside.with_name(aside.name + "-wal"))
    return aside
