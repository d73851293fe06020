"""The route: the one file of a group's routing table that a message asks for (DESIGN §6).

Every row is weighed by the same four things; each shows in `Weighed`, so that a person can be
told why (`pmem route --explain`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from progressive_memory.disclosure import cues
from progressive_memory.disclosure.searchable import searchable
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.domain.group import Route
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import QUERY_CHARACTERS, Term, all_terms, query_terms, words

_FULL_TRIGGER, _PART_TRIGGER = 2.0, 1.2
_STRONG_CUE, _WEAK_CUE = 1.6, 0.6
_CONTENT = 2.6
_SUPERSEDED = 0.8
_CONTINUATION, _CONTINUATION_WITH_CONTENT = 4.0, 0.8
_PRIORITY_STEP = 0.02
"""Below anything the weights can tell apart: priority decides ties only."""

_ENOUGH_CONTENT, _ENOUGH_ALONE = 0.45, 0.6
"""The share of a general question that one section must hold, for it to name the group's things;
the second, when it is but one term."""
_ENOUGH = 0.75
"""What must speak for a route when memory is needed: a strong cue, or content of this weight."""

_SECTIONS, _RARE = 200, 2
"""How many sections a group is taken to have, and in how many of them a rare term stands."""

_PHRASES = re.compile(r"[、,，;；/|\n]+|<br>|\s+(?:and|or)\s+|\s+[-–—&+]\s+")
_TOPIC_OF_PRIORITY = {"P0": "attention", "P1": "project", "P2": "experience", "P3": "people"}
_PRIORITY = re.compile(r"P\s*(\d)(\s*-\s*L\d)?", re.IGNORECASE)


@dataclass(frozen=True)
class Weighed:
    """What speaks for one route. `content` is the share of what is asked (0–1) that its best
    section holds, in so many `terms`; `because` are the words of the message and notes behind it.
    """

    route: Route
    trigger: float = 0.0
    cue: float = 0.0
    content: float = 0.0
    terms: int = 0
    continuation: float = 0.0
    because: tuple[str, ...] = ()

    @property
    def total(self) -> float:
        """The route's weight; ties go to the lower priority number."""
        return self.said - _PRIORITY_STEP * priority_rank(self.route)

    @property
    def said(self) -> float:
        """All that speaks for the route."""
        return self.trigger + self.cue + _CONTENT * self.content + self.continuation


@dataclass(frozen=True)
class Routing:
    """The one route, or None with the reason; and how every row was weighed, best first."""

    route: Route | None
    reason: str
    weighed: tuple[Weighed, ...]


def choose(
    message: str, gate: Gate, routes: Sequence[Route], found: Mapping[str, Sequence[Section]]
) -> Routing:
    """Exactly one route for a message that the gate let pass, or none.

    `routes` are the rows that may be taken, in the note's order; `found` are the sections that a
    search for the message gave, by the file they stand in (as the row names it).
    """
    terms = _content_terms(message, gate)
    held = {file: _tokenised(sections) for file, sections in found.items()}
    weights = _weights(terms, [each for sections in held.values() for each in sections])
    weighed = [
        _weigh(message, gate, route, _Content(weights, held.get(route.file, ())))
        for route in routes
    ]
    weighed.sort(key=lambda each: -each.total)
    if not weighed:
        return Routing(None, "no_rows", ())
    best = weighed[0]
    if _speaks_for(best, gate) or _asks_for_nothing_else(best, terms):
        return Routing(best.route, "routed", tuple(weighed))
    reason = "names_nothing_of_the_group" if gate.need is Need.IF_NAMED else "nothing_matches"
    return Routing(None, reason, tuple(weighed))


def names_a_rule(message: str, rules: Sequence[Section]) -> bool:
    """Whether a rule that always holds says what the message asks about."""
    held = _tokenised(rules)
    share, terms, _ = _best_share(_Content(_weights(query_terms(message), held), held))
    return _names(share, terms)


def topic(route: Route) -> str:
    """What a route is about: attention, project, experience, people, conventions or "".

    By its file's name; a file of another name by its priority.
    """
    name = route.file.rsplit("/", 1)[-1].removesuffix(".md").casefold()
    if name in cues.TOPICS:
        return name
    if route.file.startswith("conventions/"):
        return "conventions"
    found = _PRIORITY.search(route.priority)
    return _TOPIC_OF_PRIORITY.get(f"P{found[1]}", "") if found and not found[2] else ""


def priority_rank(route: Route) -> float:
    """0 for P0 … 3 for P3, half a step more for a detail file (`P2-L3`); last when unreadable."""
    found = _PRIORITY.search(route.priority)
    return int(found[1]) + (0.5 if found[2] else 0.0) if found else 9.0


_Tokenised = tuple[Section, frozenset[str]]
"""A section and the tokens of its title and body."""


@dataclass(frozen=True)
class _Content:
    """The weights of the message's terms, and the sections of one file that a search found."""

    weights: Mapping[Term, float]
    sections: Sequence[_Tokenised]


def _weigh(message: str, gate: Gate, route: Route, content: _Content) -> Weighed:
    text = cues.plain(message[:QUERY_CHARACTERS])
    trigger, trigger_words = _trigger(message, route)
    cue, cue_word = _cue(text, topic(route))
    share, held, section = _best_share(content)
    because = [*trigger_words, cue_word, section.title or section.heading if section else ""]
    goes_on = 0.0
    if gate.need is Need.CONTINUATION and topic(route) == "attention":
        goes_on = _CONTINUATION_WITH_CONTENT if content.weights else _CONTINUATION
        because.append(gate.cue)
    return Weighed(
        route=route,
        trigger=trigger,
        cue=cue,
        content=share,
        terms=held,
        continuation=goes_on,
        because=tuple(dict.fromkeys(filter(None, because))),
    )


def _speaks_for(best: Weighed, gate: Gate) -> bool:
    """Whether enough speaks for the best route to hand memory over."""
    if best.trigger >= _FULL_TRIGGER or best.continuation:
        return True
    if gate.need is Need.IF_NAMED:
        return _names(best.content, best.terms)
    return best.said >= _ENOUGH and (best.content + best.trigger > 0 or best.cue >= _STRONG_CUE)


def _names(share: float, terms: int) -> bool:
    """Whether a section that holds this share of a question, in so many terms, is meant by it."""
    return share >= (_ENOUGH_CONTENT if terms > 1 else _ENOUGH_ALONE)


def _asks_for_nothing_else(best: Weighed, terms: Sequence[Term]) -> bool:
    """Whether a message is all cue: `is anything open?` names nothing, and asks for one topic."""
    if not best.cue:
        return False
    spent = set(words(" ".join(cue for group in cues.TOPICS[topic(best.route)] for cue in group)))
    return all(_in(term, spent) for term in terms)


def _trigger(message: str, route: Route) -> tuple[float, list[str]]:
    """The weight of the row's trigger phrases, and those the message names."""
    spoken = set(words(message[:QUERY_CHARACTERS]))
    weight, named = 0.0, []
    for phrase in _PHRASES.split(route.trigger):
        terms = query_terms(phrase) or all_terms(phrase)
        share = sum(_in(term, spoken) for term in terms) / len(terms) if terms else 0.0
        if share > 0:
            named.append(phrase.strip())
        weight = max(weight, _FULL_TRIGGER if share == 1 else _PART_TRIGGER * share)
    return weight + 0.1 * max(0, len(named) - 1), named


def _cue(text: str, about: str) -> tuple[float, str]:
    """The weight of question words for a topic, and the word itself."""
    strong, weak = cues.TOPICS.get(about, ((), ()))
    if found := cues.said(strong, text):
        return _STRONG_CUE + (_WEAK_CUE / 2 if cues.said(weak, text) else 0.0), found
    if found := cues.said(weak, text):
        return _WEAK_CUE, found
    return 0.0, ""


def _content_terms(message: str, gate: Gate) -> tuple[Term, ...]:
    terms = query_terms(message)
    if gate.need is not Need.CONTINUATION:
        return terms
    spent = set(words(gate.cue))
    return tuple(term for term in terms if not _in(term, spent))


def _weights(terms: Sequence[Term], sections: Sequence[_Tokenised]) -> dict[Term, float]:
    """A weight for each term: the fewer of the sections found hold it, the more it says.

    A term that none holds weighs like a rare one. Of Chinese it may be no word but the seam of
    two (`率目` in 命中率目标): it weighs less by each character that a bigram found explains.
    """
    holding = {term: sum(_in(term, tokens) for _, tokens in sections) for term in terms}
    explained = {char for term, count in holding.items() if count for char in term.text}
    weights = {}
    for term, count in holding.items():
        weight = math.log(1 + _SECTIONS / (max(count, _RARE) + 0.5))
        if not count and not term.text.isascii():
            weight *= sum(char not in explained for char in term.text) / len(term.text)
        weights[term] = weight
    return weights


def _best_share(content: _Content) -> tuple[float, int, Section | None]:
    """The largest share of what is asked that one section holds (0–1), in how many terms, and
    that section.
    """
    whole = sum(content.weights.values())
    best: tuple[float, int, Section | None] = (0.0, 0, None)
    for section, tokens in content.sections:
        held = [weight for term, weight in content.weights.items() if _in(term, tokens)]
        share = (sum(held) / whole if whole else 0.0) * (_SUPERSEDED if section.superseded else 1.0)
        if share > best[0]:
            best = (share, len(held), section)
    return best


def _tokenised(sections: Sequence[Section]) -> list[_Tokenised]:
    return [(each, frozenset(words("\n".join(searchable(each))))) for each in sections]


def _in(term: Term, tokens: frozenset[str] | set[str]) -> bool:
    if term.text in tokens:
        return True
    return term.prefix and any(token.startswith(term.text) for token in tokens)
