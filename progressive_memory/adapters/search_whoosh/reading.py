"""One group's index as it stood when it was opened: cards, places, matches, sections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nlargest
from itertools import islice

from whoosh.reading import IndexReader

from progressive_memory.adapters.search_whoosh.documents import (
    Card,
    Facts,
    read_card,
    read_facts,
    read_section,
)
from progressive_memory.adapters.search_whoosh.postings import Size, every, holding, scores
from progressive_memory.disclosure.ranking.rank import matches_wanted, ranked
from progressive_memory.disclosure.ranking.relevance import OF_A_PHRASE
from progressive_memory.domain.agreed import Agreed
from progressive_memory.domain.match import Match, Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Hit, Query
from progressive_memory.text.cjk import all_terms, fold, phrase_terms, query_terms


class Reading:
    """What one Whoosh reader sees. It is never refreshed: a later commit needs a new one."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self._cards: dict[str, Card] = {}
        self._numbers: dict[str, dict[str, int]] = {}

    def close(self) -> None:
        """Let go of the index's files."""
        self._reader.close()

    def cards(self) -> Iterator[tuple[str, Card]]:
        """Every note's path and card."""
        for path in self._paths:
            card = self.card(path)
            if card is not None:
                yield path, card

    def card(self, path: str) -> Card | None:
        """What stands of a note; None when it is not indexed."""
        if path not in self._cards:
            for number in every(self._reader, "card", path):
                self._cards[path] = read_card(self._standing[number])
        return self._cards.get(path)

    def numbers(self, path: str) -> dict[str, int]:
        """Key → document number of each section of a note."""
        if path not in self._numbers:
            found = every(self._reader, "note", path)
            self._numbers[path] = {self._facts_of(number).key: number for number in found}
        return self._numbers[path]

    def card_numbers(self, path: str) -> list[int]:
        """The document numbers of a note's card."""
        return every(self._reader, "card", path)

    def sections(self, path: str, first: int, end: int | None) -> tuple[Section, ...]:
        """The sections of a note at places `first` to `end` (exclusive), in order."""
        card = self.card(path)
        if card is None:
            return ()
        numbers = self.numbers(path)
        return tuple(
            read_section(self._sections[numbers[key]]) for key in card.keys[max(first, 0) : end]
        )

    def search(self, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
        """The best sections for a query."""
        terms = query_terms(query.text) or all_terms(query.text)
        loose = [fold(phrase) for phrase in query.phrases if fold(phrase)]
        if not terms and not loose and query.text.strip():
            return ()  # only punctuation or emoji: nothing can be found by it
        phrases = [found for phrase in query.phrases if (found := phrase_terms(phrase))]
        wanted = matches_wanted(scope, limit, only_matches=query.narrows)
        wanted = max(wanted, OF_A_PHRASE if query.phrases else 0)
        allowed = self._allowed(scope, query)
        for phrase in phrases:
            numbers = holding(self._reader, scope, phrase)
            allowed = numbers if allowed is None else allowed & numbers
        terms = (*terms, *(term for phrase in phrases for term in phrase))
        if terms:
            cut = wanted if allowed is None else None
            scored = scores(self._reader, scope, self._size(scope), dict.fromkeys(terms), cut)
            if allowed is not None:
                scored = {number: scored[number] for number in scored.keys() & allowed}
            best = self._best(scored, wanted)
        else:
            best = self._newest(scope, allowed, wanted)
        matches = [self._match(facts, score) for facts, score in best]
        order = ranked(scope, matches, query.text, agreed=self._agreed, only_matches=query.narrows)
        return tuple(islice(self._hits(order, loose), limit))

    def _agreed(self, paths: Iterable[str]) -> Iterator[Agreed]:
        """The messages of these day notes that people agreed to."""
        for path in paths:
            card = self.card(path)
            for place, after in card.agreed if card else ():
                yield Agreed(path, place, after)

    def length(self, number: int) -> int:
        """How many words a section holds."""
        return int(self._lengths[number])

    def _size(self, scope: Scope) -> Size:
        cards = [card for _, card in self.cards() if card.scope == scope]
        return Size(sum(len(card.keys) for card in cards), sum(card.words for card in cards))

    def _allowed(self, scope: Scope, query: Query) -> set[int] | None:
        """The sections that pass the filters; None where there are none."""
        if not (query.since or query.who or query.kinds or query.paths):
            return None
        numbers = every(self._reader, "scope", scope)
        return {number for number in numbers if _passes(self._facts_of(number), query)}

    def _best(self, found: Mapping[int, float], wanted: int) -> list[tuple[Facts, float]]:
        """The most relevant sections, the newest first where two are alike."""
        floor = min(nlargest(wanted, found.values()), default=0.0)
        best = [(self._facts_of(n), score) for n, score in found.items() if score >= floor]
        best.sort(key=lambda pair: (-pair[1], -pair[0].number))
        return best[:wanted]

    def _newest(
        self, scope: Scope, allowed: set[int] | None, wanted: int
    ) -> list[tuple[Facts, float]]:
        """Sections for a query without words."""
        numbers = every(self._reader, "scope", scope) if allowed is None else allowed
        facts = sorted(map(self._facts_of, numbers), key=lambda each: (each.on, each.number))
        return [(each, 1.0) for each in facts[: -wanted - 1 : -1]]

    def _match(self, facts: Facts, score: float) -> Match:
        card = self.card(facts.path)
        place = card.keys.index(facts.key) if card else 0
        return Match(
            facts.path,
            place,
            score,
            facts.on,
            facts.superseded,
            facts.confidence,
            facts.kind,
            facts.who,
        )

    def _hits(self, order: Iterable[tuple[Match, float]], phrases: Sequence[str]) -> Iterator[Hit]:
        """The sections of an order in full, of those that stand and hold every folded phrase."""
        for match, score in order:
            if match.place < 0:
                continue
            for section in self.sections(match.path, match.place, match.place + 1):
                text = fold(f"{section.title} {section.text}") if phrases else ""
                if all(phrase in text for phrase in phrases):
                    yield Hit(section, score, match.place)

    def _facts_of(self, number: int) -> Facts:
        return read_facts(self._facts[number])

    @cached_property
    def _paths(self) -> list[str]:
        return [name.decode("utf-8") for name in self._reader.lexicon("card")]

    @cached_property
    def _lengths(self) -> Sequence[int]:
        column: Sequence[int] = self._reader.column_reader("length")
        return column

    @cached_property
    def _facts(self) -> Sequence[bytes]:
        column: Sequence[bytes] = self._reader.column_reader("facts")
        return column

    @cached_property
    def _sections(self) -> Sequence[bytes]:
        column: Sequence[bytes] = self._reader.column_reader("section")
        return column

    @cached_property
    def _standing(self) -> Sequence[bytes]:
        column: Sequence[bytes] = self._reader.column_reader("standing")
        return column


def _passes(facts: Facts, query: Query) -> bool:
    return (
        (not query.since or facts.on >= query.since)
        and (not query.who or fold(query.who) in facts.who)
        and (not query.kinds or facts.kind in query.kinds)
        and (not query.paths or facts.path in query.paths)
    )
