"""The most relevant sections for a query, by BM25 over the postings."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest
from itertools import islice

from progressive_memory.adapters.search_sqlite import postings
from progressive_memory.disclosure.ranking.relevance import (
    COMMON,
    OF_A_PHRASE,
    POSTINGS,
    shares,
    weight,
)
from progressive_memory.domain.match import Match, Scope
from progressive_memory.ports import Query
from progressive_memory.text.cjk import Term, all_terms, fold, phrase_terms, query_terms

_READ_AT_ONCE = 100
_SELECT_MATCHES = (
    "WITH best (score, section) AS "  # noqa: S608
    f"(VALUES {', '.join(['(?, ?)'] * _READ_AT_ONCE)}) "
    "SELECT path, place, score, on_date, superseded, confidence, kind, who_folded "
    "FROM best CROSS JOIN sections ON number = section"
)

Scored = tuple[float, int]
"""A relevance and the number of the section that has it."""
WithMeaning = Callable[[list[Scored], set[int] | None, int], list[Scored]]
"""Gives the sections found by their words, and of those allowed (None: all) at most so many that
are near in meaning, one relevance."""


def asks_nothing(query: Query) -> bool:
    """Whether the text of a query holds signs only, which no index has."""
    return bool(query.text.strip()) and not all_terms(query.text)


def matches(
    database: sqlite3.Connection,
    scope: Scope,
    query: Query,
    wanted: int,
    with_meaning: WithMeaning | None = None,
) -> list[Match]:
    """The `wanted` most relevant sections, best first; the newest where the query has no words."""
    if query.phrases:
        wanted = max(wanted, OF_A_PHRASE)
    terms = query_terms(query.text) or all_terms(query.text)
    phrases = [found for phrase in query.phrases if (found := phrase_terms(phrase))]
    allowed = _allowed(database, scope, query)
    if not terms and not phrases:
        return _newest(database, scope, allowed, wanted)
    for phrase in phrases:
        holding = _holding(database, scope, phrase)
        allowed = holding if allowed is None else allowed & holding
    terms = (*terms, *(term for phrase in phrases for term in phrase))
    scores = _scores(database, scope, dict.fromkeys(terms), wanted, allowed)
    best = _best(scores, wanted)
    if with_meaning is not None:
        best = with_meaning(best, allowed, wanted)
    return _read(database, best)


def _best(scores: Mapping[int, Mapping[int, float]], wanted: int) -> list[Scored]:
    """The `wanted` best of (score, section number), best and newest first."""
    values = [score for places in scores.values() for score in places.values()]
    if not values:
        return []
    if len(values) > 20 * wanted:
        floor = nlargest(wanted, values)[-1]
    else:  # floats alone sort fast
        values.sort()
        floor = values[-min(wanted, len(values))]
    best = [
        (score, chunk << postings.CHUNK_BITS | place)
        for chunk, places in scores.items()
        for place, score in places.items()
        if score >= floor
    ]
    return sorted(best, reverse=True)[:wanted]


def _scores(
    database: sqlite3.Connection,
    scope: Scope,
    terms: Iterable[Term],
    wanted: int,
    allowed: set[int] | None,
) -> dict[int, dict[int, float]]:
    """Chunk → place in the chunk → BM25 of the section there."""
    select = "SELECT sections, words FROM sizes WHERE scope = ?"
    sections, words = database.execute(select, (scope,)).fetchone()
    worths = shares(words / max(sections, 1))
    scores: dict[int, dict[int, float]] = {}
    left = POSTINGS
    found = [(term, postings.read(database, scope, term)) for term in terms]
    for term, rows in sorted(found, key=lambda pair: postings.count(pair[1])):
        count = postings.count(rows)
        only_known = (
            allowed is None
            and count > COMMON * sections
            and sum(map(len, scores.values())) >= wanted
        )
        longer = weight(scope, term.text, sections, count)
        own = 0.0
        if term.prefix:
            own = weight(scope, term.text, sections, postings.count(rows, term.text))
        for row in sorted(rows, key=lambda row: -row.chunk):
            counts = longer + own if row.term == term.text else longer
            add = _add_known if only_known else _add
            add(scores.setdefault(row.chunk, {}), row, counts, worths)
            left -= len(row.marks)
            if left < 0 and allowed is None:
                return scores
    if allowed is None:
        return scores
    return _within(scores, allowed)


def _add(
    places: dict[int, float], row: postings.Row, weight: float, worths: Sequence[float]
) -> None:
    """Add what a term gives to the sections of one chunk."""
    numbers = memoryview(row.places).cast("H")
    before = places.get
    if len(numbers) < len(worths):
        for place, mark in zip(numbers, row.marks, strict=True):
            places[place] = before(place, 0.0) + weight * worths[mark]
        return
    worth = [weight * share for share in worths]
    if not places:
        places.update(zip(numbers, map(worth.__getitem__, row.marks), strict=True))
        return
    for place, mark in zip(numbers, row.marks, strict=True):
        places[place] = before(place, 0.0) + worth[mark]


def _add_known(
    places: dict[int, float], row: postings.Row, weight: float, worths: Sequence[float]
) -> None:
    """Add what a term gives to those sections of one chunk that were found before."""
    for place, mark in zip(memoryview(row.places).cast("H"), row.marks, strict=True):
        if place in places:
            places[place] += weight * worths[mark]


def _within(
    scores: Mapping[int, Mapping[int, float]], allowed: set[int]
) -> dict[int, dict[int, float]]:
    """What of the scores belongs to sections that are allowed."""
    return {
        chunk: {
            place: score
            for place, score in places.items()
            if chunk << postings.CHUNK_BITS | place in allowed
        }
        for chunk, places in scores.items()
    }


def _holding(database: sqlite3.Connection, scope: Scope, phrase: Sequence[Term]) -> set[int]:
    """The sections that hold every word of a phrase."""
    found: set[int] | None = None
    for term in phrase:
        rows = postings.read(database, scope, term)
        numbers = {number for row in rows for number in row.numbers()}
        found = numbers if found is None else found & numbers
        if not found:
            break
    return found or set()


def _allowed(database: sqlite3.Connection, scope: Scope, query: Query) -> set[int] | None:
    """The sections that pass the filters; None where there are none."""
    where: list[str] = []
    values: list[object] = [scope]
    if query.since:
        where.append("on_date >= ?")
        values.append(query.since)
    if query.who:
        where.append("instr(who_folded, ?) > 0")
        values.append(fold(query.who))
    for column, allowed in (("kind", query.kinds), ("path", query.paths)):
        if allowed:
            where.append(f"{column} IN ({', '.join('?' * len(allowed))})")
            values.extend(allowed)
    if not where:
        return None
    select = (
        "SELECT number FROM notes JOIN sections USING (path) "  # noqa: S608
        f"WHERE scope = ? AND {' AND '.join(where)}"
    )
    return {number for (number,) in database.execute(select, values)}


def _newest(
    database: sqlite3.Connection, scope: Scope, allowed: set[int] | None, wanted: int
) -> list[Match]:
    select = (
        "SELECT number FROM sections JOIN notes USING (path) WHERE scope = ? "
        "ORDER BY on_date DESC, number DESC"
    )
    rows = database.execute(select, (scope,))
    numbers = (number for (number,) in rows if allowed is None or number in allowed)
    return _read(database, [(1.0, number) for number in islice(numbers, wanted)])


def _read(database: sqlite3.Connection, best: Sequence[Scored]) -> list[Match]:
    """What ranking reads of the sections, in the order of `best`."""
    found: list[Match] = []
    for start in range(0, len(best), _READ_AT_ONCE):
        some = best[start : start + _READ_AT_ONCE]
        nobody = [(0.0, -1)] * (_READ_AT_ONCE - len(some))  # one statement for any number of them
        values = [value for pair in (*some, *nobody) for value in pair]
        found.extend(map(Match._make, database.execute(_SELECT_MATCHES, values)))
    return found
