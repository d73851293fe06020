"""One group's index file: opening, schema, and what happens when it is damaged."""

from __future__ import annotations

import shutil
import sqlite3
import time
from pathlib import Path
from zlib import crc32

from progressive_memory import __version__
from progressive_memory.adapters.search_sqlite import sign
from progressive_memory.domain.notice import Notice, Tell
from progressive_memory.errors import SearchIndexError
from progressive_memory.text.cjk import words

_TABLES = 7
"""Raise it when the tables change, or what of a section is searched."""
BUSY_SECONDS = 10.0
_RETRY_SECONDS = 0.02

_CACHE_KIB = 16_384
"""Pages a connection keeps: the postings and narrow rows of a large group, and room to write."""
_PROBE = "Deployments of 数据库 v2.10, ponies' C++ naïve ＡＢＣ 库"
"""Cut into words otherwise than before, it makes an index of old words one of another version."""

# A section stands in two tables: what ranking and filters read is narrow, and hundreds of its rows
# are read for ten of the other.
_SCHEMA = """
CREATE TABLE kept (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE notes (
  path TEXT PRIMARY KEY, scope TEXT NOT NULL, mtime_ns INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL, ctime_ns INTEGER NOT NULL, sha256 TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sections (
  number INTEGER PRIMARY KEY, path TEXT NOT NULL, place INTEGER NOT NULL,
  on_date TEXT NOT NULL, superseded INTEGER NOT NULL, confidence REAL NOT NULL,
  kind TEXT NOT NULL, who_folded TEXT NOT NULL, agreed INTEGER NOT NULL
);
CREATE INDEX sections_of_note ON sections (path, place);
CREATE INDEX sections_of_day ON sections (on_date);
CREATE INDEX sections_agreed ON sections (path, place, agreed) WHERE agreed > 0;
CREATE TABLE texts (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL, heading TEXT NOT NULL, text TEXT NOT NULL,
  title TEXT NOT NULL, who TEXT NOT NULL, event_id TEXT NOT NULL
);
CREATE TABLE postings (
  scope TEXT NOT NULL, term TEXT NOT NULL, chunk INTEGER NOT NULL, places BLOB NOT NULL,
  marks BLOB NOT NULL, PRIMARY KEY (scope, term, chunk)
) WITHOUT ROWID;
CREATE TABLE sizes (scope TEXT PRIMARY KEY, sections INTEGER NOT NULL, words INTEGER NOT NULL);
CREATE TABLE vectors (number INTEGER PRIMARY KEY, vector BLOB NOT NULL);
INSERT INTO sizes VALUES ('entries', 0, 0), ('log', 0, 0);
"""


def open_database(path: Path, group: str, tell: Tell) -> sqlite3.Connection:
    """A connection to the group's index, made new when it is missing, old or damaged.

    Raises:
        SearchIndexError: it cannot be opened or made there.
    """
    try:
        found = _opened_whole(path, group)
        return found or _made_anew(path, group, tell)
    except (OSError, sqlite3.Error) as error:
        raise SearchIndexError(
            f"the search index {path} cannot be opened: {error}",
            next_step="pmem reindex, after making its folder writable",
        ) from error


def _opened_whole(path: Path, group: str) -> sqlite3.Connection | None:
    """The file as its last writer left it; None where it has to be made anew."""
    try:
        return _patiently(path, group) if sign.is_whole(path) else None
    except _OtherVersion:
        return None
    except sqlite3.Error as error:
        if at_fault(error):
            return None
        raise


def _made_anew(path: Path, group: str, tell: Tell) -> sqlite3.Connection:
    """A new file, unless another process has made one while we waited."""
    with sign.held(path, BUSY_SECONDS):
        stands, whole = sign.stands(path), sign.is_whole(path)
        found = _opened_whole(path, group)
        if found:
            return found
        other_version = whole and _is_other_version(path, group)
        discard(path)
        database = _patiently(path, group)
        sign.write(path)
    if stands and not other_version:
        told_damaged(tell, group)
    return database


def _is_other_version(path: Path, group: str) -> bool:
    try:
        _patiently(path, group).close()
    except _OtherVersion:
        return True
    except sqlite3.Error:
        pass
    return False


def in_memory(group: str) -> sqlite3.Connection:
    """An index of the group for this program alone."""
    database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _create(database, group)
    return database


def told_damaged(tell: Tell, group: str) -> None:
    """Say that an index was thrown away and made anew."""
    said = f"the search index of {group} was damaged: it was built anew from the notes"
    tell(Notice("index_rebuilt", group, said))


def _patiently(path: Path, group: str) -> sqlite3.Connection:
    """Open, and wait for another process that is just making the file: SQLite itself does not
    wait where the journal mode is changed.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return _open(path, group)
        except UnicodeDecodeError as error:  # what SQLite says has damaged bytes in it
            raise sqlite3.DatabaseError("what stands in it is no text") from error
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)


def discard(path: Path) -> None:
    """Remove an index file and what stands beside it; a folder in place of one goes too."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        file = path.with_name(path.name + suffix)
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        else:
            file.unlink(missing_ok=True)


_OF_THE_MACHINE = ("BUSY", "LOCKED", "FULL", "NOMEM", "INTERRUPT")


def at_fault(error: sqlite3.Error) -> bool:
    """Whether a file made anew may do better: not where the machine fails, or the call is wrong."""
    name = (getattr(error, "sqlite_errorname", "") or "").removeprefix("SQLITE_")
    return not name.startswith(_OF_THE_MACHINE) and not isinstance(error, sqlite3.ProgrammingError)


class _OtherVersion(Exception):
    """An index file of another version of the program."""


def _open(path: Path, group: str) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        connection.execute("PRAGMA wal_autocheckpoint = 0")  # who writes does it, and signs
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            _create(connection, group)
        elif version != _version():
            raise _OtherVersion(f"its version is {version}")
        owner = connection.execute("SELECT value FROM kept WHERE name = 'group'").fetchone()
        if owner != (group,):
            raise sqlite3.DatabaseError("it belongs to another group")
    except (sqlite3.Error, _OtherVersion):
        connection.close()
        raise
    return connection


def _create(connection: sqlite3.Connection, group: str) -> None:
    connection.execute("PRAGMA synchronous = OFF")  # nothing stands in it yet that could be lost
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:  # else another process made it while we waited
        for statement in filter(str.strip, _SCHEMA.split(";")):
            connection.execute(statement)
        connection.execute("INSERT INTO kept VALUES ('group', '', ?)", (group,))
        connection.execute(f"PRAGMA user_version = {_version()}")
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _version() -> int:
    """The version of an index file: of its tables, of how text is cut into words, and of the
    program, which may read notes otherwise than the one before. A file of another one is thrown
    away and built anew.
    """
    made_by = "\n".join((__version__, _SCHEMA, *words(_PROBE)))
    return _TABLES << 24 | crc32(made_by.encode()) & 0xFFFFFF
