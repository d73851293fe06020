"""How relevant a section is to a query: BM25, the same in every engine.

An engine keeps a mark for each word of a section, and the sum of sections and of their words;
that is all the score asks for.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from functools import lru_cache

from progressive_memory.disclosure.ranking.searchable import searchable
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import words

POSTINGS = 40_000
"""Postings read for a query, the rarest terms first: what could still come after them weighs
little, and the search stays fast in a log of any size."""
COMMON = 1 / 10
"""A term that a larger share of the sections holds brings in none where rarer terms found enough;
it still counts for those."""
OF_A_PHRASE = 2_000
"""Matches of a query with phrases: whether one stands as written is seen in the full text only."""
_TITLE_TIMES: dict[Scope, int] = {"entries": 2, "log": 1}
"""How often a word of the title counts; of a message it is the sender's name."""
_K1, _B = 1.2, 0.75
"""BM25's usual constants: how soon repeats stop to count, how much length counts against it."""
_LOG_RARITY, _NUMBER = 1.5, 2.0
"""The power that a word's rarity is raised to in the log, and what a number counts."""
_LONGEST = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 768)
"""Sections are as long as the bound of their class, in words; beyond the last, twice that."""
_TIMES_BITS = 3
MOST_TIMES = 1 << _TIMES_BITS
"""A word that counts more often than this counts as often as this."""


def times(scope: Scope, section: Section) -> tuple[Counter[str], int]:
    """How often each word counts in a section, and how many words it has."""
    title, body = searchable(section)
    if _TITLE_TIMES[scope] == 1:
        found = words(f"{title}\n{body}")
        return Counter(found), len(found)
    in_title, in_body = words(title), words(body)
    return Counter(in_body + _TITLE_TIMES[scope] * in_title), len(in_title) + len(in_body)


def mark(counted: int, length: int) -> int:
    """What a posting says in a byte: a word that counts `counted` ≥ 1 times stands in a section of
    `length` words.
    """
    return bisect_left(_LONGEST, length) << _TIMES_BITS | min(counted, MOST_TIMES) - 1


@lru_cache(maxsize=8)
def shares(average_length: float) -> tuple[float, ...]:
    """BM25's share of each mark, by the average length of the sections; the rest is the term's."""
    found: list[float] = []
    for longest in (*_LONGEST, 2 * _LONGEST[-1]):
        norm = _K1 * (1 - _B + _B * longest / (average_length or 1.0))
        found += [count * (_K1 + 1) / (count + norm) for count in range(1, MOST_TIMES + 1)]
    return tuple(found)


def weight(scope: Scope, term: str, sections: int, holding: int) -> float:
    """BM25's weight of a term that `holding` of all `sections` hold; > 0 for the most common.

    In the log a rare word counts for more than that, and one with a number (an issue, a version)
    for most: talk is full of common words (docs/decisions/0015).
    """
    found = math.log(1 + (max(sections - holding, 0) + 0.5) / (holding + 0.5))
    if scope == "entries":
        return found
    times = _NUMBER if any(map(str.isdigit, term)) else 1.0
    return times * math.pow(found, _LOG_RARITY)
