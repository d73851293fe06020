"""Words and meaning in one relevance, where an engine has vectors (docs/decisions/0014)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from progressive_memory.disclosure.ranking.searchable import searchable
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import all_terms, query_terms, words

NEAR = 0.22
"""How near in meaning (cosine) a section must be that shares no word with the question: of
unrelated notes one in a hundred comes as near."""
MEANING: dict[Scope, float] = {"entries": 0.9, "log": 0.4}
"""What meaning counts against the words of a section that holds all that the question asks for.
Less among messages, where ranking adds up what stands near each other."""
_STRAY = 1.5
"""The power that a share of the question's words is raised to: one word of six is an accident."""

Key = TypeVar("Key", bound=Hashable)


def embeddable(section: Section) -> str:
    """The text whose vector stands for a section: a message with its sender, an entry with its
    title and its people.
    """
    if section.kind == "m":
        return f"{' '.join(section.who)}: {section.title}"
    return "\n".join(part for part in searchable(section) if part.strip())


def share_held(question: str, section: Section) -> float:
    """The share (0–1) of a question's words that a section holds."""
    terms = query_terms(question) or all_terms(question)
    held = set(words("\n".join(searchable(section))))
    found = [
        term.text in held or (term.prefix and any(word.startswith(term.text) for word in held))
        for term in terms
    ]
    return sum(found) / len(found) if found else 0.0


def blended(
    scope: Scope, found: Mapping[Key, float], near: Mapping[Key, float], share: float
) -> list[tuple[float, Key]]:
    """Words and meaning in one relevance of 0–2, best first; ties keep the order of `found`.

    `found` are relevances by words, on any scale; `near` the cosines (−1–1) of those found and of
    others. `share` is how much of the question the first of `found` holds (`share_held`): it says
    how much the words mean, since a question in another language shares a stray word at most.
    """
    best = max(found.values(), default=0.0) or 1.0
    weight = MEANING[scope]
    relevance = {
        key: (share * found.get(key, 0.0) / best) ** _STRAY + weight * max(0.0, near.get(key, 0.0))
        for key in (*found, *near)
    }
    pairs = [(value, key) for key, value in relevance.items()]
    return sorted(pairs, key=lambda pair: -pair[0])
