"""The scores of a query's terms over Whoosh's postings, by `disclosure.ranking.relevance`.

A query becomes terms, never a text for Whoosh's parser: nobody's words are syntax.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from whoosh.matching import Matcher
from whoosh.reading import IndexReader

from progressive_memory.disclosure.ranking.relevance import COMMON, POSTINGS, shares, weight
from progressive_memory.domain.match import Scope
from progressive_memory.text.cjk import Term


class Size(NamedTuple):
    """How many sections a scope has, and how many words they have."""

    sections: int
    words: int


_Postings = list[tuple[int, int]]
"""(document number, mark) of every section that holds a word."""


def scores(
    reader: IndexReader,
    scope: Scope,
    size: Size,
    terms: Iterable[Term],
    wanted: int | None,
) -> dict[int, float]:
    """Document number → relevance > 0 of the sections that hold a term.

    With `wanted` a common term brings no section in once that many are found, and at most
    `POSTINGS` are read, the rarest terms first; with None everything is.
    """
    worths = shares(size.words / max(size.sections, 1))
    found: dict[int, float] = {}
    left = POSTINGS
    read = [(term, _postings(reader, scope, term)) for term in terms]
    for term, words in sorted(read, key=lambda pair: _count(pair[1].values())):
        count = _count(words.values())
        only_known = wanted is not None and count > COMMON * size.sections and len(found) >= wanted
        longer = weight(scope, term.text, size.sections, count)
        own = 0.0
        if term.prefix:
            own = weight(scope, term.text, size.sections, len(words.get(term.text, ())))
        for word, postings in words.items():
            counts = longer + own if word == term.text else longer
            for number, mark in postings:
                if number in found or not only_known:
                    found[number] = found.get(number, 0.0) + counts * worths[mark]
        left -= count
        if left < 0 and wanted is not None:
            break
    return found


def holding(reader: IndexReader, scope: Scope, phrase: Iterable[Term]) -> set[int]:
    """The sections that hold every word of a phrase."""
    found: set[int] | None = None
    for term in phrase:
        words = _postings(reader, scope, term).values()
        numbers = {number for postings in words for number, _ in postings}
        found = numbers if found is None else found & numbers
        if not found:
            break
    return found or set()


def every(reader: IndexReader, field: str, value: str) -> list[int]:
    """The numbers of the documents whose field is that value; deleted ones are left out."""
    found: list[int] = []
    for matcher, first in _matchers(reader, field, value):
        found.extend(first + number for number in matcher.all_ids())
    return found


def _postings(reader: IndexReader, scope: Scope, term: Term) -> dict[str, _Postings]:
    """The postings of a term, and of all words that begin with it where it is a prefix."""
    words = [term.text]
    if term.prefix:
        words = [word.decode() for word in reader.expand_prefix(scope, term.text)]
    return {word: _of_word(reader, scope, word) for word in words}


def _of_word(reader: IndexReader, scope: Scope, word: str) -> _Postings:
    found: _Postings = []
    for matcher, first in _matchers(reader, scope, word):
        while matcher.is_active():
            found.append((first + matcher.id(), int(matcher.weight()) - 1))
            matcher.next()
    return found


def _count(words: Collection[_Postings]) -> int:
    return sum(map(len, words))


def _matchers(reader: IndexReader, field: str, word: str) -> Iterator[tuple[Matcher, int]]:
    """A matcher for each segment that knows the word, and the segment's first number."""
    for leaf, first in reader.leaf_readers():
        if (field, word) in leaf:
            yield leaf.postings(field, word), first
