"""SqliteSearchIndex: the default engine (DESIGN §7)."""

from __future__ import annotations

import sqlite3
import threading
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from progressive_memory.adapters.search_sqlite import scoring
from progressive_memory.adapters.search_sqlite.files import IndexFiles
from progressive_memory.adapters.search_sqlite.rows import COLUMNS, SOURCE, Batch, read_section
from progressive_memory.disclosure.ranking.rank import matches_wanted, ranked
from progressive_memory.domain.agreed import Agreed
from progressive_memory.domain.match import Match, Scope
from progressive_memory.domain.notice import Tell
from progressive_memory.domain.section import Section
from progressive_memory.errors import SearchIndexError
from progressive_memory.ports import Embedder, Hit, Query, Stamp
from progressive_memory.text.cjk import all_terms, fold

if TYPE_CHECKING:
    from progressive_memory.adapters.search_sqlite.vectors import Numbered, Vectors

_Result = TypeVar("_Result")
_WRITTEN_AT_ONCE = 5_000
"""Sections in one transaction: about a second, in which others wait to write."""
_READ_AT_ONCE = 10
_SELECT_HITS = (
    "WITH best (its_path, its_place, score) AS "  # noqa: S608
    f"(VALUES {', '.join(['(?, ?, ?)'] * _READ_AT_ONCE)}) "
    f"SELECT {COLUMNS}, place, score FROM best "
    f"CROSS JOIN sections ON path = its_path AND place = its_place JOIN texts USING (number)"
)


class SqliteSearchIndex:
    """SearchIndex in one SQLite file a group, below `folder`; each can be deleted at any time.

    Safe for several threads and processes. A damaged file is thrown away: `indexed` is then
    empty, so the next refresh fills it again; any other call raises SearchIndexError once. One that
    cannot be used for another reason gives way to an index in memory. Both are told.
    """

    def __init__(
        self, folder: Path, embedder: Embedder | None = None, tell: Tell = lambda _: None
    ) -> None:
        self._folder = folder
        self._files = IndexFiles(folder, tell)
        self._vectors = _vectors(embedder) if embedder else None
        self._batches: dict[str, Batch] = {}
        self._lock = threading.RLock()

    def indexed(self, group: str) -> dict[str, Stamp]:
        """Path → the stamp it was indexed at."""
        select = "SELECT path, mtime_ns, size_bytes, ctime_ns FROM notes"

        def read(database: sqlite3.Connection) -> dict[str, Stamp]:
            rows = database.execute(select)
            return {path: Stamp(*stamp) for path, *stamp in rows}

        try:
            return self._run(group, read)
        except SearchIndexError:
            return self._run(group, read)

    def sha256(self, group: str, path: str) -> str:
        """The hex sha256 of the bytes a note was indexed with; "" when it is not indexed."""
        select = "SELECT sha256 FROM notes WHERE path = ?"

        def read(database: sqlite3.Connection) -> str:
            row: tuple[str] | None = database.execute(select, (path,)).fetchone()
            return row[0] if row else ""

        return self._run(group, read)

    @contextmanager
    def batch(self, group: str) -> Iterator[None]:
        """Write what is put and dropped inside together, a few thousand sections at a time."""
        with self._writing(group):
            yield

    def put(
        self,
        group: str,
        scope: Scope,
        snapshot: tuple[str, Stamp, str],
        sections: Sequence[Section],
    ) -> None:
        """Replace all sections of one note; sections that did not change are left in place, and
        words that are gone do not stay in free pages or in the WAL.
        """
        with self._writing(group) as batch:
            batch.replace(scope, snapshot, sections)
            if batch.waiting >= _WRITTEN_AT_ONCE:
                batch.flush()
                database = self._files.opened(group)
                database.execute("COMMIT")
                self._files.checkpoint(group)
                database.execute("BEGIN IMMEDIATE")
                batch.number()

    def touch(self, group: str, path: str, stamp: Stamp) -> None:
        """Give a note a new stamp: its file was touched, its bytes are the same."""
        with self._writing(group) as batch:
            batch.touch(path, stamp)

    def drop(self, group: str, path: str) -> None:
        """Forget one note's sections; their words do not stay in free pages or in the WAL."""
        with self._writing(group) as batch:
            batch.drop(path)

    def sections(
        self, group: str, path: str, first: int = 0, end: int | None = None
    ) -> tuple[Section, ...]:
        """The sections of one note, in order; only those at places `first` to `end` (exclusive)."""
        within = "place >= ?" if end is None else "place >= ? AND place < ?"
        select = f"SELECT {COLUMNS} FROM {SOURCE} WHERE path = ? AND {within} ORDER BY place"  # noqa: S608
        values = (path, first) if end is None else (path, first, end)

        def read(database: sqlite3.Connection) -> tuple[Section, ...]:
            return tuple(read_section(row) for row in database.execute(select, values))

        return self._run(group, read)

    def search(self, group: str, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
        """The best sections for a query; no syntax of the query's text is ever obeyed."""
        loose = [fold(phrase) for phrase in query.phrases if fold(phrase)]
        if not loose and scoring.asks_nothing(query):
            return ()  # only punctuation or emoji: nothing can be found by it

        wanted = matches_wanted(scope, limit, only_matches=query.narrows)
        vectors = self._vectors if all_terms(query.text) else None
        if vectors is not None:
            self._embed(vectors, group, scope)

        def read(database: sqlite3.Connection) -> tuple[Hit, ...]:
            with_meaning = vectors.blend(database, group, scope, query) if vectors else None
            matches = scoring.matches(database, scope, query, wanted, with_meaning)
            order = ranked(
                scope,
                matches,
                query.text,
                agreed=partial(_agreed, database),
                only_matches=query.narrows,
            )
            hits = tuple(islice(_hits(database, order, loose), limit))
            return vectors.measured(database, group, scope, query, hits) if vectors else hits

        return self._run(group, read, in_one_state=True)

    def clear(self, group: str = "") -> None:
        """Forget one group, or with "" every group, also those that are gone from the vault, and
        what another engine left in the folder.
        """
        with self._lock:
            try:
                self._files.clear(group)
            except OSError as error:
                raise SearchIndexError(
                    f"the search index cannot be removed: {error}",
                    next_step=f"make {self._folder} writable, then run the command again",
                ) from error

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
        with self._writing(group):
            self._files.opened(group).execute(insert, (sha256, value))

    def close(self) -> None:
        """Close every file; the next call opens what it needs again."""
        with self._lock:
            self._files.close()

    def _embed(self, vectors: Vectors, group: str, scope: Scope) -> None:
        """Give every section of the scope its vector; no lock is held while the model works."""

        def read(database: sqlite3.Connection) -> list[Numbered]:
            return vectors.waiting(database, group, scope)

        while waiting := self._run(group, read):
            self._keep_vectors(group, vectors, waiting, vectors.embed(waiting))

    def _keep_vectors(
        self,
        group: str,
        vectors: Vectors,
        sections: Sequence[Numbered],
        new: Sequence[array[float]],
    ) -> None:
        def write(database: sqlite3.Connection) -> None:
            vectors.keep(database, sections, new)

        with self._writing(group):
            self._run(group, write)

    def _run(
        self,
        group: str,
        work: Callable[[sqlite3.Connection], _Result],
        *,
        in_one_state: bool = False,
    ) -> _Result:
        """`work` on the group's database. `in_one_state`: nobody else's writes come in between."""
        with self._guarded(group) as database:
            if group in self._batches:
                self._batches[group].flush()
                return work(database)
            if not in_one_state:
                return work(database)
            database.execute("BEGIN")
            try:
                return work(database)
            finally:
                database.execute("COMMIT")

    @contextmanager
    def _writing(self, group: str) -> Iterator[Batch]:
        """The batch that is open, or one of its own."""
        with self._guarded(group) as database:
            if group in self._batches:
                yield self._batches[group]
                return
            with self._files.signing(group):
                database.execute("BEGIN IMMEDIATE")
                try:
                    batch = self._batches[group] = Batch(database)
                    yield batch
                    batch.flush()
                    database.execute("COMMIT")
                except BaseException:
                    if database.in_transaction:
                        database.execute("ROLLBACK")
                    raise
                finally:
                    self._batches.pop(group, None)  # there is none when the file is damaged
                # What an edit took out is not to stay in the WAL either.
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _guarded(self, group: str) -> Iterator[sqlite3.Connection]:
        """The group's database, for one thread; a damaged file is thrown away.

        Raises:
            SearchIndexError: the database failed.
        """
        with self._lock:
            database = self._files.opened(group)
            if group in self._batches:  # then it is guarded already
                yield database
                return
            try:
                yield database
            except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
                self._files.give_up(group, error)
                raise SearchIndexError(
                    f"the search index of {group} failed: {error}", next_step="pmem reindex"
                ) from error


def _vectors(embedder: Embedder) -> Vectors:
    from progressive_memory.adapters.search_sqlite.vectors import Vectors

    return Vectors(embedder)


def _agreed(database: sqlite3.Connection, paths: Collection[str]) -> list[Agreed]:
    """The messages of these day notes that people agreed to."""
    select = (
        "SELECT path, place, agreed FROM sections "  # noqa: S608
        f"WHERE agreed > 0 AND path IN ({', '.join('?' * len(paths))})"
    )
    return list(map(Agreed._make, database.execute(select, tuple(paths))))


def _hits(
    database: sqlite3.Connection, order: Iterable[tuple[Match, float]], phrases: Sequence[str]
) -> Iterator[Hit]:
    """The sections of an order in full, of those that stand and hold every folded phrase."""
    rest = iter(order)
    while some := list(islice(rest, _READ_AT_ONCE)):
        values: list[object] = [value for match, score in some for value in (*match[:2], score)]
        values += [None, None, None] * (_READ_AT_ONCE - len(some))  # one statement for any number
        for *row, place, score in database.execute(_SELECT_HITS, values).fetchall():
            section = read_section(row)
            if _holds(section, phrases):
                yield Hit(section, score, place)


def _holds(section: Section, phrases: Sequence[str]) -> bool:
    """Whether every phrase stands in the section as written, case and width aside."""
    if not phrases:
        return True
    text = fold(f"{section.title} {section.text}")
    return all(phrase in text for phrase in phrases)
