"""One group's index file: opening, schema, and what happens when it is damaged."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from progressive_memory.errors import SearchIndexError

VERSION = 2
"""Raise it when the tables or the tokens change: an older file is thrown away and rebuilt."""
BUSY_SECONDS = 10.0
_RETRY_SECONDS = 0.02

# Of a section, what ranking reads comes first: a row is read up to the last column asked for.
_SCHEMA = """
CREATE TABLE kept (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE notes (
  path TEXT PRIMARY KEY, scope TEXT NOT NULL, mtime_ns INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL, sha256 TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sections (
  number INTEGER PRIMARY KEY, scope TEXT NOT NULL, path TEXT NOT NULL, place INTEGER NOT NULL,
  on_date TEXT NOT NULL, superseded INTEGER NOT NULL, confidence REAL NOT NULL,
  kind TEXT NOT NULL, who_folded TEXT NOT NULL, id TEXT NOT NULL, heading TEXT NOT NULL,
  title TEXT NOT NULL, who TEXT NOT NULL, event_id TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX sections_of_note ON sections (path, place);
CREATE VIRTUAL TABLE entries USING fts5 (title, body, tokenize = 'ascii');
CREATE VIRTUAL TABLE log USING fts5 (title, body, tokenize = 'ascii');
INSERT INTO entries (entries, rank) VALUES ('rank', 'bm25(2.0, 1.0)');
INSERT INTO log (log, rank) VALUES ('rank', 'bm25(1.0, 1.0)');
"""
_CLEAN_DELETES = """
INSERT INTO entries (entries, rank) VALUES ('secure-delete', 1);
INSERT INTO log (log, rank) VALUES ('secure-delete', 1);
"""


def open_database(path: Path, group: str) -> sqlite3.Connection:
    """A connection to the group's index, made new when it is missing, old or damaged.

    Raises:
        SearchIndexError: the folder cannot be written.
    """
    try:
        try:
            return _patiently(path, group)
        except _Unusable:
            discard(path)
            return _patiently(path, group)
    except (OSError, sqlite3.Error, _Unusable) as error:
        raise SearchIndexError(
            f"the search index {path} cannot be opened: {error}",
            next_step="pmem reindex, after making its folder writable",
        ) from error


def _patiently(path: Path, group: str) -> sqlite3.Connection:
    """Open, and wait for another process that is just making the file: SQLite itself does not
    wait where the journal mode is changed.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return _open(path, group)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)


def discard(path: Path) -> None:
    """Remove an index file and what SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def damaged(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault, and not a lock, the disk or the call."""
    name = getattr(error, "sqlite_errorname", "") or ""
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or "malformed" in str(error)


class _Unusable(Exception):
    """An index file of another version, another group, or no database at all."""


def _open(path: Path, group: str) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            _create(connection, group)
        elif version != VERSION:
            raise _Unusable(f"its version is {version}")
        owner = connection.execute("SELECT value FROM kept WHERE name = 'group'").fetchone()
        if owner != (group,):
            raise _Unusable("it belongs to another group")
    except sqlite3.Error as error:
        connection.close()
        if damaged(error):
            raise _Unusable(str(error)) from error
        raise
    except _Unusable:
        connection.close()
        raise
    return connection


def _create(connection: sqlite3.Connection, group: str) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:  # else another process made it while we waited
        clean = _CLEAN_DELETES if sqlite3.sqlite_version_info >= (3, 42) else ""
        for statement in filter(str.strip, (_SCHEMA + clean).split(";")):
            connection.execute(statement)
        connection.execute("INSERT INTO kept VALUES ('group', '', ?)", (group,))
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
