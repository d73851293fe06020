"""SqliteRunLedger: when the schedules ran, in one small file of the data folder."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from progressive_memory.domain.schedule import PastRun, Slot, Watch
from progressive_memory.errors import StateUnavailable

_Result = TypeVar("_Result")
_BUSY_SECONDS = 10.0
_MOST_RUNS = 20_000
"""Runs kept, newest noted first: fourteen years of two a day for two groups."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
  id INTEGER PRIMARY KEY, grp TEXT NOT NULL, zone TEXT NOT NULL, wall TEXT NOT NULL,
  at TEXT NOT NULL, run_at TEXT NOT NULL, failure TEXT NOT NULL, UNIQUE (grp, zone, wall)
);
CREATE TABLE IF NOT EXISTS watches (
  grp TEXT PRIMARY KEY, since TEXT NOT NULL, tried TEXT NOT NULL, tries INTEGER NOT NULL,
  not_before TEXT NOT NULL
) WITHOUT ROWID;
"""


class SqliteRunLedger:
    """RunLedger in `folder`; safe for several threads and processes of one machine.

    The turn is a file lock, which dies with its process. A damaged file is laid aside, and with it
    what has run: the schedules are then watched anew, and a slot may be run once more.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "runs.sqlite3"
        self._lock_file = folder / "runs.lock"

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Hold the turn; yields False, at once, while another process or thread holds it.

        Raises:
            StateUnavailable: the lock file cannot be made.
        """
        from filelock import FileLock, Timeout  # most calls find nothing due

        lock = FileLock(self._lock_file, timeout=0, mode=0o600)
        try:
            lock.acquire()
        except Timeout:
            yield False
            return
        except OSError as error:
            raise _unavailable(self._lock_file, error) from error
        try:
            yield True
        finally:
            lock.release()

    def watches(self) -> dict[str, Watch]:
        """Group → what is known of its schedule."""

        def work(database: sqlite3.Connection) -> dict[str, Watch]:
            rows = database.execute("SELECT grp, since, tried, tries, not_before FROM watches")
            return {group: _watch(row) for group, *row in rows}

        return self._done(work) if self._file.exists() else {}

    def watch(self, watches: Mapping[str, Watch]) -> None:
        """Replace what is known of the schedules of these groups, all or none."""
        self.finish((), watches)

    def has_run(self, slot: Slot) -> bool:
        """Whether a slot of that key was run, whenever that was."""

        def work(database: sqlite3.Connection) -> bool:
            asked = "SELECT 1 FROM runs WHERE grp = ? AND zone = ? AND wall = ?"
            return database.execute(asked, slot.key).fetchone() is not None

        return self._done(work) if self._file.exists() else False

    def finish(self, runs: Sequence[PastRun], watches: Mapping[str, Watch]) -> None:
        """Note that slots were run, and what is known from then on: all or nothing."""
        noted = [
            (*run.slot.key, run.slot.at.isoformat(), run.run_at.isoformat(), run.failure)
            for run in runs
        ]
        known = [(group, *_row(watch)) for group, watch in watches.items()]

        def work(database: sqlite3.Connection) -> None:
            database.executemany(
                "INSERT OR REPLACE INTO runs (grp, zone, wall, at, run_at, failure)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                noted,
            )
            database.executemany("INSERT OR REPLACE INTO watches VALUES (?, ?, ?, ?, ?)", known)
            database.execute(
                "DELETE FROM runs WHERE id <= (SELECT max(id) FROM runs) - ?", (_MOST_RUNS,)
            )

        self._done(work)

    def last_runs(self) -> dict[str, PastRun]:
        """Group → the run that was noted last."""

        def work(database: sqlite3.Connection) -> dict[str, PastRun]:
            rows = database.execute(
                "SELECT grp, zone, wall, at, run_at, failure FROM runs"
                " WHERE id IN (SELECT max(id) FROM runs GROUP BY grp)"
            )
            return {row[0]: _past_run(row) for row in rows}

        return self._done(work) if self._file.exists() else {}

    def _done(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """`work` in one write transaction, on a new file when this one is damaged.

        Raises:
            StateUnavailable: the file cannot be opened or written.
        """
        try:
            try:
                return _in_transaction(self._file, work)
            except (sqlite3.DatabaseError, ValueError) as error:
                if isinstance(error, sqlite3.OperationalError) and "no such" not in str(error):
                    raise  # locked, full or read-only
            self._file.replace(self._file.with_suffix(".damaged"))
            return _in_transaction(self._file, work)
        except (OSError, sqlite3.Error) as error:
            raise _unavailable(self._file, error) from error


def _unavailable(file: Path, error: Exception) -> StateUnavailable:
    return StateUnavailable(
        f"the ledger of the schedules {file} cannot be used: {error}",
        next_step="make its folder writable",
    )


def _in_transaction(file: Path, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        database.execute("BEGIN IMMEDIATE")
        for statement in filter(str.strip, _SCHEMA.split(";")):
            database.execute(statement)
        result = work(database)
        database.execute("COMMIT")
    finally:
        database.close()  # what was not committed is rolled back
    return result


def _row(watch: Watch) -> tuple[str, str, int, str]:
    later = watch.not_before.isoformat() if watch.not_before else ""
    return watch.since.isoformat(), json.dumps(watch.tried), watch.tries, later


def _watch(row: Sequence[str]) -> Watch:
    since, tried, tries, not_before = row
    key = json.loads(tried)
    return Watch(
        since=datetime.fromisoformat(since),
        tried=(key[0], key[1], key[2]) if key else None,
        tries=int(tries),
        not_before=datetime.fromisoformat(not_before) if not_before else None,
    )


def _past_run(row: Sequence[str]) -> PastRun:
    group, zone, wall, at, run_at, failure = row
    slot = Slot(datetime.fromisoformat(at), datetime.fromisoformat(wall), zone, group)
    return PastRun(slot, datetime.fromisoformat(run_at), failure)
