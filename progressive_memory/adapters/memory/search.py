"""MemorySearchIndex: SearchIndex in dictionaries, by the same rules as the SQLite engine."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from progressive_memory.disclosure.rank import ranked
from progressive_memory.disclosure.searchable import searchable
from progressive_memory.domain.section import Section
from progressive_memory.ports import Hit, Query, Scope, Stamp
from progressive_memory.text.cjk import Term, all_terms, fold, phrase_terms, query_terms, words


@dataclass(frozen=True)
class _Note:
    scope: Scope
    stamp: Stamp
    sha256: str
    sections: tuple[Section, ...]


class MemorySearchIndex:
    """SearchIndex that lives as long as the object."""

    def __init__(self) -> None:
        self._notes: dict[str, dict[str, _Note]] = {}
        self._kept: dict[str, tuple[str, str]] = {}

    def indexed(self, group: str) -> dict[str, tuple[Stamp, str]]:
        """Path → the stamp and sha256 it was indexed at."""
        notes = self._notes.get(group, {})
        return {path: (note.stamp, note.sha256) for path, note in notes.items()}

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

    def drop(self, group: str, path: str) -> None:
        """Forget one note's sections."""
        self._notes.get(group, {}).pop(path, None)

    def sections(self, group: str, path: str) -> tuple[Section, ...]:
        """The sections of one note, in order."""
        note = self._notes.get(group, {}).get(path)
        return note.sections if note else ()

    def search(self, group: str, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
        """The best sections for a query, by how many of its rarer terms they hold."""
        terms = query_terms(query.text) or all_terms(query.text)
        phrases = [phrase for phrase in query.phrases if fold(phrase)]
        if not terms and not phrases and query.text.strip():
            return ()
        notes = [note for note in self._notes.get(group, {}).values() if note.scope == scope]
        sections = [s for note in notes for s in note.sections if _passes(s, query)]
        tokens = {id(section): _tokens(section) for section in sections}
        titles = {id(section): set(words(searchable(section)[0])) for section in sections}
        wanted = [*terms, *(term for phrase in phrases for term in phrase_terms(phrase))]
        weights = {term: _rarity(term, list(tokens.values())) for term in wanted}
        found = []
        for section in sections:
            if not all(fold(phrase) in fold(_as_written(section)) for phrase in phrases):
                continue
            score = sum(w for term, w in weights.items() if _in(term, tokens[id(section)]))
            score += sum(w for term, w in weights.items() if _in(term, titles[id(section)]))
            if score or not terms:
                found.append((section, score or 1.0))
        found.sort(key=lambda pair: -pair[1])
        return tuple(Hit(section, score) for section, score in ranked(found)[:limit])

    def clear(self) -> None:
        """Forget every group."""
        self._notes.clear()
        self._kept.clear()

    def kept(self, group: str, sha256: str) -> str | None:
        """What `keep` kept of the group's index note with those bytes, or None."""
        kept_sha, value = self._kept.get(group, ("", ""))
        return value if kept_sha == sha256 else None

    def keep(self, group: str, sha256: str, value: str) -> None:
        """Keep the parsed index note of those bytes, in place of the one kept before."""
        self._kept[group] = (sha256, value)


def _as_written(section: Section) -> str:
    return f"{section.title} {section.text}"


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
