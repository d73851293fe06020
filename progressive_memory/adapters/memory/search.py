"""MemorySearchIndex: SearchIndex in dictionaries, by the same rules as the SQLite engine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from operator import mul

from progressive_memory.disclosure.ranking.meaning import (
    NEAR,
    blended,
    embeddable,
    share_held,
)
from progressive_memory.disclosure.ranking.rank import MATCHES, ranked
from progressive_memory.disclosure.ranking.searchable import searchable
from progressive_memory.domain.agreed import Agreed
from progressive_memory.domain.match import Match, Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Embedder, Hit, Query, Stamp
from progressive_memory.text.cjk import Term, all_terms, fold, phrase_terms, query_terms, words


@dataclass(frozen=True)
class _Note:
    scope: Scope
    stamp: Stamp
    sha256: str
    sections: tuple[Section, ...]


class MemorySearchIndex:
    """SearchIndex that lives as long as the object."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._notes: dict[str, dict[str, _Note]] = {}
        self._kept: dict[str, tuple[str, str]] = {}

    def indexed(self, group: str) -> dict[str, Stamp]:
        """Path → the stamp it was indexed at."""
        return {path: note.stamp for path, note in self._notes.get(group, {}).items()}

    def sha256(self, group: str, path: str) -> str:
        """The hex sha256 of the bytes a note was indexed with; "" when it is not indexed."""
        note = self._notes.get(group, {}).get(path)
        return note.sha256 if note else ""

    def put(
        self,
        group: str,
        scope: Scope,
        snapshot: tuple[str, Stamp, str],
        sections: Sequence[Section],
    ) -> None:
        """Replace all sections of one note."""
        path, stamp, sha256 = snapshot
        self._notes.setdefault(group, {})[path] = _Note(scope, stamp, sha256, tuple(sections))

    @contextmanager
    def batch(self, group: str) -> Iterator[None]:
        """Nothing to gain here: each note is put at once."""
        self._notes.setdefault(group, {})
        yield

    def touch(self, group: str, path: str, stamp: Stamp) -> None:
        """Give a note a new stamp."""
        notes = self._notes.get(group, {})
        if path in notes:
            notes[path] = replace(notes[path], stamp=stamp)

    def drop(self, group: str, path: str) -> None:
        """Forget one note's sections."""
        self._notes.get(group, {}).pop(path, None)

    def sections(
        self, group: str, path: str, first: int = 0, end: int | None = None
    ) -> tuple[Section, ...]:
        """The sections of one note, in order; only those at places `first` to `end` (exclusive)."""
        note = self._notes.get(group, {}).get(path)
        return note.sections[max(first, 0) : end] if note else ()

    def search(self, group: str, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
        """The best sections for a query, by how many of its rarer terms they hold."""
        terms = query_terms(query.text) or all_terms(query.text)
        phrases = [phrase for phrase in query.phrases if fold(phrase)]
        if not terms and not phrases and query.text.strip():
            return ()
        notes = {p: n for p, n in self._notes.get(group, {}).items() if n.scope == scope}
        passing = [
            (path, place, section)
            for path, note in notes.items()
            for place, section in enumerate(note.sections)
            if _passes(section, query) and _holds(section, phrases)
        ]
        tokens = [_tokens(section) for _, _, section in passing]
        quoted = [term for phrase in phrases for term in phrase_terms(phrase)]
        wanted = [*terms, *quoted]
        weights = {term: _rarity(term, tokens) for term in wanted}
        matches = []
        for (path, place, section), held in zip(passing, tokens, strict=True):
            title = set(words(searchable(section)[0]))
            score = sum(weight for term, weight in weights.items() if _in(term, held))
            score += sum(weight for term, weight in weights.items() if _in(term, title))
            if score or not terms:
                matches.append(_match(path, place, section, score or 1.0))
        best = sorted(matches, key=lambda match: -match.relevance)[: MATCHES[scope]]
        near: dict[tuple[str, int], float] = {}
        if self._embedder is not None and terms:
            near = _near(self._embedder, query.asked or query.text, best, passing)
            best = _with_meaning(scope, query.text, best, passing, near)
        agreed = [
            Agreed(path, place, section.agreed)
            for path, note in notes.items()
            for place, section in enumerate(note.sections)
            if section.agreed
        ]
        order = ranked(scope, best, query.text, agreed=lambda _: agreed, only_matches=query.narrows)
        standing = (
            Hit(
                notes[match.path].sections[match.place],
                score,
                match.place,
                near.get((match.path, match.place), 0.0),
            )
            for match, score in order
            if match.path in notes and 0 <= match.place < len(notes[match.path].sections)
        )
        return tuple(islice(standing, limit))

    def clear(self, group: str = "") -> None:
        """Forget one group, or with "" every group."""
        for each in [group] if group else [*self._notes, *self._kept]:
            self._notes.pop(each, None)
            self._kept.pop(each, None)

    def kept(self, group: str, sha256: str) -> str | None:
        """What `keep` kept of the group's index note with those bytes, or None."""
        kept_sha, value = self._kept.get(group, ("", ""))
        return value if kept_sha == sha256 else None

    def keep(self, group: str, sha256: str, value: str) -> None:
        """Keep the parsed index note of those bytes, in place of the one kept before."""
        self._kept[group] = (sha256, value)


def _match(path: str, place: int, section: Section, relevance: float) -> Match:
    return Match(
        path,
        place,
        relevance,
        section.on,
        section.superseded,
        section.confidence,
        section.kind,
        fold(" ".join(section.who)),
    )


_Place = tuple[str, int, Section]
"""A section with the path of its note and its place there."""


def _near(
    embedder: Embedder, question: str, best: Sequence[Match], passing: Sequence[_Place]
) -> dict[tuple[str, int], float]:
    """The cosines of the best by their words, and of what else is near in meaning."""
    (asked,) = embedder.embed([question])
    vectors = embedder.embed([embeddable(section) for _, _, section in passing])
    cosines = [sum(map(mul, vector, asked)) for vector in vectors]
    found = {(match.path, match.place) for match in best}
    return {
        (path, place): cosine
        for (path, place, _), cosine in zip(passing, cosines, strict=True)
        if cosine >= NEAR or (path, place) in found
    }


def _with_meaning(
    scope: Scope,
    question: str,
    best: Sequence[Match],
    passing: Sequence[_Place],
    near: Mapping[tuple[str, int], float],
) -> list[Match]:
    """The best by their words and those near in meaning, by one relevance."""
    standing = {(path, place): section for path, place, section in passing}
    found = {(match.path, match.place): match.relevance for match in best}
    share = share_held(question, standing[best[0].path, best[0].place]) if best else 0.0
    return [
        _match(*key, standing[key], relevance)
        for relevance, key in blended(scope, found, near, share)
    ]


def _holds(section: Section, phrases: Sequence[str]) -> bool:
    """Whether each phrase stands there as written, in whole words."""
    if not phrases:
        return True
    as_written, tokens = fold(f"{section.title} {section.text}"), _tokens(section)
    whole = all(_in(term, tokens) for phrase in phrases for term in phrase_terms(phrase))
    return whole and all(fold(phrase) in as_written for phrase in phrases)


def _tokens(section: Section) -> set[str]:
    title, body = searchable(section)
    return {*words(title), *words(body)}


def _in(term: Term, tokens: set[str]) -> bool:
    if term.text in tokens:
        return True
    return term.prefix and any(token.startswith(term.text) for token in tokens)


def _rarity(term: Term, documents: Sequence[set[str]]) -> float:
    holding = sum(1 for tokens in documents if _in(term, tokens))
    return math.log(1 + (len(documents) - holding + 0.5) / (holding + 0.5))


def _passes(section: Section, query: Query) -> bool:
    return (
        (not query.since or section.on >= query.since)
        and (not query.who or fold(query.who) in fold(" ".join(section.who)))
        and (not query.kinds or section.kind in query.kinds)
        and (not query.paths or section.path in query.paths)
    )
