"""Vectors of sections: kept in the group's database, compared in memory (docs/decisions/0014).

A vector stands in its row as bytes, one a dimension: as much of the direction as ranking can tell
apart, in a quarter of the space. Comparing a question with all of them is one product of a matrix.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from progressive_memory.adapters.search_sqlite.rows import COLUMNS, SOURCE, read_section
from progressive_memory.adapters.search_sqlite.scoring import Scored, WithMeaning
from progressive_memory.disclosure.ranking.meaning import NEAR, blended, embeddable, share_held
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Embedder, Hit, Query

if TYPE_CHECKING:  # numpy is loaded by the first question that is compared
    import numpy as np

    _Floats = np.ndarray[Any, np.dtype[np.float32]]
    _Numbers = np.ndarray[Any, np.dtype[np.int64]]

_AT_ONCE = 256
"""Sections embedded between two commits: what was done stays done when the program is stopped."""
_IN_MEMORY = 8
"""Matrices kept, of the groups and scopes searched last: 2 kB a section."""

Numbered = tuple[int, Section]


class Vectors:
    """The vectors of one embedder's model, in any group's database.

    A search asks for what is `waiting` until nothing is, and then compares by `blend`.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._held: dict[tuple[str, Scope], _Held] = {}
        self._asked: tuple[str, _Floats] | None = None

    def waiting(self, database: sqlite3.Connection, group: str, scope: Scope) -> list[Numbered]:
        """Up to 256 sections without a vector of this model; when there are none, the vectors that
        stand are what `blend` compares with.
        """
        held = self._held.get((group, scope))
        state = _state(database)
        if held and held.database is database and held.state == state:
            return []
        numbers = "SELECT number FROM vectors" if self._is_of_model(database) else "SELECT 0"
        select = (
            f"SELECT number, {COLUMNS} FROM {SOURCE} JOIN notes USING (path) "  # noqa: S608
            f"WHERE scope = ? AND number NOT IN ({numbers}) LIMIT ?"
        )
        rows = database.execute(select, (scope, _AT_ONCE)).fetchall()
        if not rows:
            self._held.pop((group, scope), None)
            self._held[group, scope] = _load(database, scope, state)
            for oldest in list(self._held)[:-_IN_MEMORY]:
                del self._held[oldest]
        return [(number, read_section(row)) for number, *row in rows]

    def embed(self, sections: Sequence[Numbered]) -> list[array[float]]:
        """A vector for each section, in order; the slow part, 1–10 ms a section."""
        return self._embedder.embed([embeddable(section) for _, section in sections])

    def keep(
        self,
        database: sqlite3.Connection,
        sections: Sequence[Numbered],
        vectors: Sequence[array[float]],
    ) -> None:
        """Write vectors, of those sections that stand as they were embedded."""
        if not self._is_of_model(database):
            database.execute("DELETE FROM vectors")
            insert = "INSERT OR REPLACE INTO kept VALUES ('embedder', '', ?)"
            database.execute(insert, (self._embedder.model,))
        insert = "INSERT OR REPLACE INTO vectors VALUES (?, ?)"
        for (number, section), vector in zip(sections, vectors, strict=True):
            if _section(database, number) == section:
                database.execute(insert, (number, _as_bytes(vector)))

    def blend(
        self, database: sqlite3.Connection, group: str, scope: Scope, query: Query
    ) -> WithMeaning:
        """What gives the sections found for a question one relevance of words and meaning."""

        def with_meaning(
            found: list[Scored], allowed: set[int] | None, wanted: int
        ) -> list[Scored]:
            held = self._matrix(database, group, scope)
            asked = self._vector(query.asked or query.text)
            near = held.near(asked, [number for _, number in found], allowed, wanted)
            first = _section(database, found[0][1]) if found else None
            share = share_held(query.text, first) if first else 0.0
            return blended(scope, {number: score for score, number in found}, near, share)

        return with_meaning

    def measured(
        self,
        database: sqlite3.Connection,
        group: str,
        scope: Scope,
        query: Query,
        hits: Sequence[Hit],
    ) -> tuple[Hit, ...]:
        """The hits of a query, each with its nearness."""
        select = "SELECT number FROM sections WHERE path = ? AND place = ?"
        found = [
            database.execute(select, (hit.section.path, hit.place)).fetchone()[0] for hit in hits
        ]
        asked = self._vector(query.asked or query.text)
        near = self._matrix(database, group, scope).near(asked, found, (), 0)
        return tuple(
            replace(hit, nearness=near.get(number, 0.0))
            for hit, number in zip(hits, found, strict=True)
        )

    def _matrix(self, database: sqlite3.Connection, group: str, scope: Scope) -> _Held:
        """The vectors of a scope; read again when searches of other groups have put them out."""
        held = self._held.get((group, scope))
        if held is None:
            held = self._held[group, scope] = _load(database, scope, _state(database))
        return held

    def _is_of_model(self, database: sqlite3.Connection) -> bool:
        select = "SELECT value FROM kept WHERE name = 'embedder'"
        kept: tuple[str] | None = database.execute(select).fetchone()
        return kept == (self._embedder.model,)

    def _vector(self, question: str) -> _Floats:
        """The question's vector; one recall searches for the same question twice."""
        import numpy as np

        if self._asked is None or self._asked[0] != question:
            (vector,) = self._embedder.embed([question])
            self._asked = (question, np.frombuffer(vector, dtype=np.float32))
        return self._asked[1]


@dataclass(frozen=True)
class _Held:
    """The vectors of one scope of a group as they stand in a state of its database: the numbers of
    the sections, ascending, and a row of length 1 for each.
    """

    database: sqlite3.Connection
    state: tuple[int, ...]
    numbers: _Numbers
    matrix: _Floats

    def near(
        self, asked: _Floats, found: Sequence[int], allowed: Collection[int] | None, wanted: int
    ) -> dict[int, float]:
        """Section number → cosine, of those `found` and of the `wanted` nearest allowed ones."""
        import numpy as np

        if not len(self.numbers):
            return {}
        cosines = np.einsum("ij,j->i", self.matrix, asked)  # unlike `@`, in one thread
        rows = np.minimum(np.searchsorted(self.numbers, found), len(self.numbers) - 1)
        near = {
            number: float(cosines[row])
            for number, row in zip(found, rows, strict=True)
            if self.numbers[row] == number
        }
        rows = np.flatnonzero(cosines >= NEAR)
        rows = rows[np.argsort(-cosines[rows], kind="stable")]
        left = wanted
        for number, cosine in zip(self.numbers[rows].tolist(), cosines[rows].tolist(), strict=True):
            if allowed is None or number in allowed:
                near[number] = cosine
                left -= 1
                if not left:
                    break
        return near


def _state(database: sqlite3.Connection) -> tuple[int, ...]:
    """What differs after any write, of this connection or another."""
    return (database.total_changes, *database.execute("PRAGMA data_version").fetchone())


def _load(database: sqlite3.Connection, scope: Scope, state: tuple[int, ...]) -> _Held:
    import numpy as np

    select = (
        "SELECT number, vector FROM vectors JOIN sections USING (number) JOIN notes USING (path) "
        "WHERE scope = ? ORDER BY number"
    )
    rows = database.execute(select, (scope,)).fetchall()
    numbers = np.array([number for number, _ in rows], dtype=np.int64)
    raw = np.frombuffer(b"".join(vector for _, vector in rows), dtype=np.int8)
    matrix = raw.reshape(len(rows), -1).astype(np.float32) if rows else raw.astype(np.float32)
    if rows:
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    return _Held(database, state, numbers, matrix)


def _as_bytes(vector: array[float]) -> bytes:
    """A vector's direction, one signed byte a dimension; it has length 1 again when loaded."""
    most = max(map(abs, vector))
    return array("b", [round(value * 127 / most) for value in vector]).tobytes()


def _section(database: sqlite3.Connection, number: int) -> Section | None:
    select = f"SELECT {COLUMNS} FROM {SOURCE} WHERE number = ?"  # noqa: S608
    row = database.execute(select, (number,)).fetchone()
    return read_section(row) if row else None
