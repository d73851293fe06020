"""SqliteSearchIndex: the default engine (DESIGN §7)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from progressive_memory.adapters.search_sqlite.database import damaged, discard, open_database
from progressive_memory.adapters.search_sqlite.match import expression
from progressive_memory.adapters.search_sqlite.rows import (
    COLUMNS,
    read_section,
    replace_sections,
)
from progressive_memory.disclosure.rank import MATCHES, ranked
from progressive_memory.domain.match import Match, Scope
from progressive_memory.domain.section import Section
from progressive_memory.errors import SearchIndexError
from progressive_memory.ports import Hit, Query, Stamp
from progressive_memory.text.cjk import fold
from progressive_memory.vault.ids import short_hash

_MATCHES_OF_A_PHRASE = 2_000
"""Its words may stand in many sections, and what they stand like is seen in the full text only."""

_Result = TypeVar("_Result")


class SqliteSearchIndex:
    """SearchIndex over FTS5. `folder` holds one database a group; it can be deleted at any time.

    Safe for several threads and processes. A damaged file is thrown away: `indexed` is then
    empty, so the next refresh fills it again; any other call raises SearchIndexError once.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, sqlite3.Connection] = {}
        self._lock = threading.RLock()

    def indexed(self, group: str) -> dict[str, tuple[Stamp, str]]:
        """Path → the stamp and sha256 it was indexed at."""
        select = "SELECT path, mtime_ns, size_bytes, sha256 FROM notes"

        def read(database: sqlite3.Connection) -> dict[str, tuple[Stamp, str]]:
            rows = database.execute(select)
            return {path: (Stamp(mtime, size), sha) for path, mtime, size, sha in rows}

        try:
            return self._run(group, read)
        except SearchIndexError:
            return self._run(group, read)

    def put(
        self,
        group: str,
        scope: Scope,
        snapshot: tuple[str, Stamp, str],
        sections: Sequence[Section],
    ) -> None:
        """Replace all sections of one note; sections that did not change are left in place."""
        path, stamp, sha256 = snapshot

        def write(database: sqlite3.Connection) -> None:
            replace_sections(database, scope, path, sections)
            database.execute(
                "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?)",
                (path, scope, stamp.mtime_ns, stamp.size_bytes, sha256),
            )

        self._run(group, write, transaction="IMMEDIATE")

    def drop(self, group: str, path: str) -> None:
        """Forget one note's sections; their words do not stay in free pages or in the WAL."""

        def write(database: sqlite3.Connection) -> None:
            replace_sections(database, "entries", path, ())
            database.execute("DELETE FROM notes WHERE path = ?", (path,))
            database.execute("INSERT INTO entries (entries) VALUES ('optimize')")
            database.execute("INSERT INTO log (log) VALUES ('optimize')")

        def checkpoint(database: sqlite3.Connection) -> None:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        self._run(group, write, transaction="IMMEDIATE")
        self._run(group, checkpoint)

    def sections(
        self, group: str, path: str, first: int = 0, end: int | None = None
    ) -> tuple[Section, ...]:
        """The sections of one note, in order; only those at places `first` to `end` (exclusive)."""
        within = "place >= ?" if end is None else "place >= ? AND place < ?"
        select = f"SELECT {COLUMNS} FROM sections WHERE path = ? AND {within} ORDER BY place"  # noqa: S608
        values = (path, first) if end is None else (path, first, end)

        def read(database: sqlite3.Connection) -> tuple[Section, ...]:
            return tuple(read_section(row) for row in database.execute(select, values))

        return self._run(group, read)

    def search(self, group: str, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
        """The best sections for a query; no syntax of the query's text is ever obeyed."""
        match = expression(query)
        loose = [fold(phrase) for phrase in query.phrases if fold(phrase)]
        if not match and query.text.strip() and not loose:
            return ()  # only punctuation or emoji: nothing can be found by it

        def read(database: sqlite3.Connection) -> tuple[Hit, ...]:
            matches = list(map(Match._make, database.execute(*_select(scope, match, query))))
            order = ranked(scope, matches, only_matches=query.narrows)
            return tuple(islice(_hits(database, order, loose), limit))

        return self._run(group, read, transaction="DEFERRED")

    def clear(self) -> None:
        """Forget every group, also those that are gone from the vault."""
        with self._lock:
            self.close()
            for path in self._folder.glob("*.sqlite3"):
                discard(path)

    def kept(self, group: str, sha256: str) -> str | None:
        """What `keep` kept of the group's index note with those bytes, or None."""
        select = "SELECT value FROM kept WHERE name = 'index note' AND sha256 = ?"

        def read(database: sqlite3.Connection) -> str | None:
            row: tuple[str] | None = database.execute(select, (sha256,)).fetchone()
            return row[0] if row else None

        return self._run(group, read)

    def keep(self, group: str, sha256: str, value: str) -> None:
        """Keep the parsed index note of those bytes, in place of the one kept before."""
        insert = "INSERT OR REPLACE INTO kept VALUES ('index note', ?, ?)"

        def write(database: sqlite3.Connection) -> None:
            database.execute(insert, (sha256, value))

        self._run(group, write, transaction="IMMEDIATE")

    def close(self) -> None:
        """Close every file; the next call opens what it needs again."""
        with self._lock:
            for database in self._open.values():
                database.close()
            self._open.clear()

    def _run(
        self, group: str, work: Callable[[sqlite3.Connection], _Result], *, transaction: str = ""
    ) -> _Result:
        """`work` on the group's database: in one transaction of that kind where it writes, or
        where its statements must see the same state.
        """
        with self._lock:
            database = self._open.get(group)
            if database is None:
                database = self._open[group] = open_database(self._path(group), group)
            try:
                if not transaction:
                    return work(database)
                return _in_transaction(database, transaction, work)
            except sqlite3.Error as error:
                self._open.pop(group).close()
                if damaged(error):
                    discard(self._path(group))
                raise SearchIndexError(
                    f"the search index of {group} failed: {error}", next_step="pmem reindex"
                ) from error

    def _path(self, group: str) -> Path:
        return self._folder / f"{short_hash(group)}.sqlite3"


def _in_transaction(
    database: sqlite3.Connection, kind: str, work: Callable[[sqlite3.Connection], _Result]
) -> _Result:
    database.execute(f"BEGIN {kind}")
    try:
        result = work(database)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return result


def _select(scope: Scope, match: str, query: Query) -> tuple[str, list[object]]:
    """The statement for the most relevant matches, in the order of `Match`, and its values."""
    where: list[str] = []
    values: list[object] = []
    if match:
        source = f"{scope} CROSS JOIN sections ON sections.number = {scope}.rowid"
        where.append(f"{scope} MATCH ?")
        values.append(match)
        relevance, order = f"-{scope}.rank", f"{scope}.rank"
    else:
        source, relevance, order = "sections", "1.0", "on_date DESC"
        where.append("scope = ?")
        values.append(scope)
    for condition, found in _filters(query):
        where.append(condition)
        values.extend(found)
    statement = (
        f"SELECT path, place, {relevance}, on_date, superseded, confidence, kind "  # noqa: S608
        f"FROM {source} WHERE {' AND '.join(where)} ORDER BY {order} LIMIT ?"
    )
    return statement, [*values, _MATCHES_OF_A_PHRASE if query.phrases else MATCHES[scope]]


def _filters(query: Query) -> list[tuple[str, Sequence[str]]]:
    found: list[tuple[str, Sequence[str]]] = []
    if query.since:
        found.append(("on_date >= ?", (query.since,)))
    if query.who:
        found.append(("instr(who_folded, ?) > 0", (fold(query.who),)))
    for column, allowed in (("kind", query.kinds), ("path", query.paths)):
        if allowed:
            found.append((f"{column} IN ({', '.join('?' * len(allowed))})", allowed))
    return found


def _hits(
    database: sqlite3.Connection, order: Iterable[tuple[Match, float]], phrases: Sequence[str]
) -> Iterator[Hit]:
    """The sections of an order in full, of those that stand and hold every folded phrase."""
    select = f"SELECT {COLUMNS} FROM sections WHERE path = ? AND place = ?"  # noqa: S608
    for match, score in order:
        row = database.execute(select, (match.path, match.place)).fetchone()
        if row is None:
            continue
        section = read_section(row)
        if _holds(section, phrases):
            yield Hit(section, score, match.place)


def _holds(section: Section, phrases: Sequence[str]) -> bool:
    """Whether every phrase stands in the section as written, case and width aside."""
    if not phrases:
        return True
    text = fold(f"{section.title} {section.text}")
    return all(phrase in text for phrase in phrases)
