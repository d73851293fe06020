"""Which sections hold a word, as rows of one table.

FTS5 ranks at about 1.5 µs a matching section, most of it to look up how long the section is; a
question of twelve words matches a third of a group. Here a posting carries what BM25 needs, and
scoring it costs a tenth of that (docs/decisions/0006).

The sections are numbered; 8,192 numbers are a chunk. A row of (scope, term, chunk) holds the places
in the chunk of the sections with that term, two bytes each, ascending, and one byte each for how
often it stands there and how long the section is.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from sys import byteorder
from typing import NamedTuple

from progressive_memory.disclosure.ranking.relevance import mark
from progressive_memory.domain.match import Scope
from progressive_memory.text.cjk import Term

CHUNK_BITS = 13
_IN_CHUNK = (1 << CHUNK_BITS) - 1


class Row(NamedTuple):
    """The postings of one term in one chunk."""

    term: str
    chunk: int
    places: bytes
    marks: bytes

    def numbers(self) -> Iterator[int]:
        """The numbers of the sections."""
        base = self.chunk << CHUNK_BITS
        return (base | place for place in memoryview(self.places).cast("H"))


def count(rows: Iterable[Row], term: str = "") -> int:
    """How many postings the rows have, of one term or with "" of all."""
    return sum(len(row.marks) for row in rows if not term or row.term == term)


def read(database: sqlite3.Connection, scope: Scope, term: Term) -> list[Row]:
    """The postings of a term, and of all terms that begin with it where it is a prefix."""
    select = "SELECT term, chunk, places, marks FROM postings WHERE scope = ? AND term "
    if not term.prefix:
        found = database.execute(f"{select} = ?", (scope, term.text))
    else:
        past = term.text[:-1] + chr(ord(term.text[-1]) + 1)
        found = database.execute(f"{select} >= ? AND term < ?", (scope, term.text, past))
    return list(map(Row._make, found))


def add(
    database: sqlite3.Connection, scope: Scope, chunk: int, new: Mapping[str, Sequence[int]]
) -> None:
    """Add the postings (`first`) of sections newer than all in the index, ascending, by term."""
    database.executemany(
        "INSERT INTO postings VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
        "places = CAST(places || excluded.places AS BLOB), "
        "marks = CAST(marks || excluded.marks AS BLOB)",
        (
            (
                scope,
                term,
                chunk,
                *_split(found),
            )
            for term, found in sorted(new.items())  # in the order of the table
        ),
    )


def _split(found: Sequence[int]) -> tuple[bytes, bytes]:
    """The places and the marks of postings, as the table holds them."""
    raw = array("I", found).tobytes()
    halves = array("H", raw)  # of each its mark, then its place; or the other way
    if byteorder == "little":
        return halves[1::2].tobytes(), raw[0::4]
    return halves[0::2].tobytes(), raw[3::4]


def first(number: int, length: int) -> int:
    """A section's place in its chunk, and in the low half its mark for a word that counts once: a
    posting is that plus the times beyond the first.
    """
    return (number & _IN_CHUNK) << 16 | mark(1, length)


def remove(
    database: sqlite3.Connection, scope: Scope, gone: Mapping[tuple[str, int], Iterable[int]]
) -> None:
    """Take section numbers out of the postings: (term, chunk) → numbers."""
    for (term, chunk), numbers in gone.items():
        key = (scope, term, chunk)
        select = "SELECT places, marks FROM postings WHERE scope = ? AND term = ? AND chunk = ?"
        row = database.execute(select, key).fetchone()
        if row is None:
            continue
        places = array("H", row[0])
        marks = bytearray(row[1])
        for number in numbers:
            place = number & _IN_CHUNK
            at = bisect_left(places, place)
            if at < len(places) and places[at] == place:
                del places[at], marks[at]
        if places:
            insert = "INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?, ?)"
            database.execute(insert, (*key, places.tobytes(), bytes(marks)))
        else:
            delete = "DELETE FROM postings WHERE scope = ? AND term = ? AND chunk = ?"
            database.execute(delete, key)
