"""Writing notes into the tables: what did not change is not touched."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from progressive_memory.adapters.search_sqlite import postings
from progressive_memory.disclosure.ranking.relevance import MOST_TIMES, times
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Stamp
from progressive_memory.text.cjk import fold

COLUMNS = (
    "id, path, heading, text, kind, title, on_date, who, superseded, confidence, event_id, agreed"
)
SOURCE = "sections JOIN texts USING (number)"
_NAME_BREAK = "\n"

_Row = tuple[str, str, str, str, str, str, str, str, int, float, str, int]


class Batch:
    """Notes being written in one transaction; rows and postings wait for `flush`."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self.number()
        self._sections: list[tuple[object, ...]] = []
        self._texts: list[tuple[object, ...]] = []
        self._postings: dict[Scope, defaultdict[str, list[int]]] = {
            "entries": defaultdict(list),
            "log": defaultdict(list),
        }
        self._words: Counter[Scope] = Counter()
        self._count: Counter[Scope] = Counter()
        self.removed = False

    def number(self) -> None:
        """Number new sections from the last one that stands, in the transaction that is open."""
        (last,) = self._database.execute("SELECT max(number) FROM sections").fetchone()
        self._next = self._first = (last or 0) + 1

    def replace(
        self, scope: Scope, snapshot: tuple[str, Stamp, str], sections: Sequence[Section]
    ) -> None:
        """Bring a note's rows to `sections`."""
        path, stamp, sha256 = snapshot
        before = self._scope(path)
        if before is not None and before != scope:
            self.drop(path)
        if before == scope:
            self._replace(scope, path, sections)
        else:
            self._add(scope, path, enumerate(sections))
        insert = "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?, ?)"
        self._database.execute(insert, (path, scope, *stamp, sha256))

    def drop(self, path: str) -> None:
        """Take a note out, with every word that only it held."""
        scope = self._scope(path)
        if scope is None:
            return
        self._replace(scope, path, ())
        self._database.execute("DELETE FROM notes WHERE path = ?", (path,))

    def touch(self, path: str, stamp: Stamp) -> None:
        """Give a note another stamp."""
        update = "UPDATE notes SET mtime_ns = ?, size_bytes = ?, ctime_ns = ? WHERE path = ?"
        self._database.execute(update, (*stamp, path))

    @property
    def waiting(self) -> int:
        """How many sections wait to be written."""
        return len(self._sections)

    def flush(self) -> None:
        """Write what waits."""
        database = self._database
        database.executemany(
            "INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", self._sections
        )
        database.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?)", self._texts)
        for scope, new in self._postings.items():
            postings.add(database, scope, self._first >> postings.CHUNK_BITS, new)
            new.clear()
        for scope, count in self._count.items():
            update = "UPDATE sizes SET sections = sections + ?, words = words + ? WHERE scope = ?"
            database.execute(update, (count, self._words[scope], scope))
        for waiting in (self._sections, self._texts, self._count, self._words):
            waiting.clear()
        self._first = self._next

    def _scope(self, path: str) -> Scope | None:
        select = "SELECT scope FROM notes WHERE path = ?"
        found: tuple[Scope] | None = self._database.execute(select, (path,)).fetchone()
        return found[0] if found else None

    def _replace(self, scope: Scope, path: str, sections: Sequence[Section]) -> None:
        self.flush()  # what it holds may be of this note
        standing: dict[_Row, list[tuple[int, int]]] = {}
        select = f"SELECT number, place, {COLUMNS} FROM {SOURCE} WHERE path = ?"  # noqa: S608
        for number, place, *row in self._database.execute(select, (path,)):
            standing.setdefault(tuple(row), []).append((number, place))
        new: list[tuple[int, Section]] = []
        for place, section in enumerate(sections):
            same = standing.get(_row(section))
            if not same:
                new.append((place, section))
                continue
            number, old_place = same.pop(0)
            if old_place != place:
                update = "UPDATE sections SET place = ? WHERE number = ?"
                self._database.execute(update, (place, number))
        self._remove(scope, [(n, row) for row, left in standing.items() for n, _ in left])
        self._add(scope, path, new)

    def _add(self, scope: Scope, path: str, new: Iterable[tuple[int, Section]]) -> None:
        """Number sections of a note, each with its place, and let their rows wait."""
        add_section, add_text = self._sections.append, self._texts.append
        for place, section in new:
            number = self._next
            if number >> postings.CHUNK_BITS != self._first >> postings.CHUNK_BITS:
                self.flush()
            self._next += 1
            id_, _, heading, text, kind, title, on, who = section[:8]
            superseded, confidence, event_id, agreed = section[8:]
            folded = fold(" ".join(who)) if who else ""
            add_section((number, path, place, on, superseded, confidence, kind, folded, agreed))
            add_text((number, id_, heading, text, title, _NAME_BREAK.join(who), event_id))
            self._count_words(scope, number, section)

    def _count_words(self, scope: Scope, number: int, section: Section) -> None:
        counted, length = times(scope, section)
        self._words[scope] += length
        self._count[scope] += 1
        new = self._postings[scope]
        base = postings.first(number, length) - 1
        if length > MOST_TIMES and max(counted.values()) > MOST_TIMES:
            counted = Counter({term: min(count, MOST_TIMES) for term, count in counted.items()})
        for term, count in counted.items():
            new[term].append(base + count)

    def _remove(self, scope: Scope, gone: Sequence[tuple[int, _Row]]) -> None:
        if not gone:
            return
        self.removed = True
        terms: dict[tuple[str, int], list[int]] = {}
        for number, row in gone:
            counted, length = times(scope, read_section(row))
            self._words[scope] -= length
            self._count[scope] -= 1
            for term in counted:
                terms.setdefault((term, number >> postings.CHUNK_BITS), []).append(number)
        postings.remove(self._database, scope, terms)
        numbers = [(number,) for number, _ in gone]
        for table in ("sections", "texts", "vectors"):
            delete = f"DELETE FROM {table} WHERE number = ?"  # noqa: S608
            self._database.executemany(delete, numbers)


def _row(section: Section) -> _Row:
    return (
        section.id,
        section.path,
        section.heading,
        section.text,
        section.kind,
        section.title,
        section.on,
        _NAME_BREAK.join(section.who),
        int(section.superseded),
        section.confidence,
        section.event_id,
        section.agreed,
    )


def read_section(row: Sequence[Any]) -> Section:
    """The section of a row selected by `COLUMNS`."""
    who = tuple(row[7].split(_NAME_BREAK)) if row[7] else ()
    id_, path, heading, text, kind, title, on, _, superseded, *rest = row
    return Section(id_, path, heading, text, kind, title, on, who, bool(superseded), *rest)
