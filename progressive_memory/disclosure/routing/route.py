"""The route: the one file of a group's routing table that a message asks for (DESIGN §6).

Every row is weighed by the same things; each shows in `Weighed`, so that a person can be
told why (`pmem route --explain`):

- trigger: the phrases of the row's trigger that the message names;
- cue: the words by which a message asks for the row's topic (who, why, blocked …), whatever its
  file is called (`disclosure.routing.topic`);
- content: how much of what the message names one section of the file holds;
- continuation: the message goes on where the chat stopped, and the row holds what is current;
- meaning: where the search engine has vectors, how near the message is to the file's nearest entry.

Where they disagree: a section that holds nearly all of what any section holds outweighs one strong
cue; a strong cue outweighs what several files hold alike, and a section that holds half. So `who
decided on X` goes to the decision, `who does X` to the roles, though tasks name X too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from progressive_memory.disclosure.lexicon import cue_text, cues, cues_topics
from progressive_memory.disclosure.routing.asked import (
    NOTHING,
    Asked,
    Held,
    Unit,
    asking_tokens,
    best_held,
    in_tokens,
    known_weight,
    tokenised,
    weights,
)
from progressive_memory.disclosure.routing.leave import asks_leave, asks_only_leave
from progressive_memory.disclosure.routing.nearness import Near, nearest
from progressive_memory.disclosure.routing.topic import priority_rank, topic
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.domain.group import Route
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import QUERY_CHARACTERS, Term, all_terms, query_terms, words

FULL_TRIGGER, PART_TRIGGER, ONE_WORD, CUE_TRIGGER = 1.6, 0.7, 0.8, 0.4
"""A phrase of the trigger named whole, in part, or whole where it is one word, or one of asking."""
STRONG_CUE, WEAK_CUE, ONE_MORE = 1.0, 0.45, 0.2
CONTENT = 2.0
CONTINUATION, CONTINUATION_WITH_CONTENT = 4.0, 0.8
_PRIORITY_STEP = 0.01
"""Below anything the weights can tell apart: priority decides ties only."""

_A_FEW = 2.0
"""The weight of two Chinese characters that stand together in a few sections."""
_A_WORD = 4.0
"""The weight of one rare word: what the notes must know of a message for content to count whole."""

A_RULE_ANSWERS, RULES_MAY_ANSWER = "a_rule_answers", "rules_may_answer"
BY_RULES = frozenset({A_RULE_ANSWERS, RULES_MAY_ANSWER})
"""Why a message gets the rules and no file: one says what it asks; or it asks for leave, and no
note says anything.
"""
_OF_A_RULE, _GUESSED = 0.3, 0.2
_FIRM = 0.5
_HOW_TO = (
    *("how do i", "how to", "how can i", "how would i", "write", "generate", "suggest"),
    *("recommend", "如何", "怎么把", "怎么用", "怎么写", "怎么做", "怎么实现", "怎么才能"),
)
_CLAUSES = re.compile(r"[,，.。!！?？;；、\n…—:：]+|吗")
_STANDS = (" is ", " are ", " was ", " were ", " has ", " have ", " did ")
_PHRASES = re.compile(r"[、,，;；/|\n]+|<br>|(?:(?<!\s)|(?<=\n))\s+(?:and|or|[-–—&+])\s+")


@dataclass(frozen=True)
class Weighed:
    """What speaks for one route. `share` is the part of what the message names (0–1) that the best
    section of the file holds; `because` are the words of the message and notes behind it.
    """

    route: Route
    about: str = ""
    trigger: float = 0.0
    cue: float = 0.0
    content: float = 0.0
    continuation: float = 0.0
    meaning: float = 0.0
    held: Held = NOTHING
    near: Near | None = None
    triggers: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()

    @property
    def total(self) -> float:
        """The route's weight; ties go to the lower priority number."""
        return self.said - _PRIORITY_STEP * priority_rank(self.route)

    @property
    def said(self) -> float:
        """All that speaks for the route."""
        return self.trigger + self.cue + self.content + self.continuation + self.meaning

    @property
    def because(self) -> tuple[str, ...]:
        """Trigger phrases, cues and the section's title behind the weight."""
        section = self.held.section
        title = (section.title or section.heading) if section else ""
        return tuple(dict.fromkeys(filter(None, (*self.triggers, *self.cues, title))))


@dataclass(frozen=True)
class Routing:
    """The one route, or None with the reason; and how every row was weighed, best first."""

    route: Route | None
    reason: str
    weighed: tuple[Weighed, ...]

    @property
    def about(self) -> str:
        """The topic of the row that was taken, "" when none was."""
        return self.weighed[0].about if self.route else ""

    @property
    def is_firm(self) -> bool:
        """Whether a looser search is not worth its while: enough of the message was found."""
        best = self.weighed[0] if self.weighed else None
        return best is None or bool(self.route and best.held.share >= _FIRM)


@dataclass(frozen=True)
class Found:
    """What a search for a message gave, by file as its row names it: sections, and what kinds of
    entries the note holds where its name and trigger leave that open; the rules that hold whatever
    is loaded; and, where the engine has vectors, sections with how near they are in meaning.
    """

    sections: Mapping[str, Sequence[Section]]
    kinds: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    rules: Sequence[Section] = ()
    near: Mapping[str, Sequence[tuple[float, Section]]] = field(default_factory=dict)


def choose(message: str, gate: Gate, routes: Sequence[Route], found: Found, what: Asked) -> Routing:
    """Exactly one route for a message that the gate let pass, or none.

    `routes` are the rows that may be taken, in the note's order; `what` is the message as
    `disclosure.routing.asked` reads it.
    """
    held = {file: tokenised(sections) for file, sections in found.sections.items()}
    every = [each for sections in held.values() for each in sections]
    triggers = words("\n".join(route.trigger for route in routes))
    units = weights(what.units, every, asking_tokens() | frozenset(triggers))
    known = known_weight(units, every)
    spoken = _spoken(message)
    abouts = [topic(route, found.kinds.get(route.file)) for route in routes]
    firm = [cue for strong, _ in cues_topics.TOPICS.values() for cue in strong]
    spent = cue_text.every_said(firm, spoken.text)
    asks = {about: _cue(spoken.text, about, spent) for about in dict.fromkeys(abouts)}
    near = nearest(found.near)
    weighed = [
        _weigh(
            spoken,
            gate,
            (route, about),
            asks[about],
            best_held(units, held.get(route.file, ()), known),
            near.get(route.file),
        )
        for route, about in zip(routes, abouts, strict=True)
    ]
    weighed.sort(key=lambda each: -each.total)
    best = weighed[0] if weighed else None
    speaks = best is not None and _speaks_for(best, gate, spoken, units)
    if _a_rule_answers(spoken, found.rules, what, best if speaks else None):
        return Routing(None, A_RULE_ANSWERS, tuple(weighed))
    if best is not None and speaks:
        return Routing(best.route, "routed", tuple(weighed))
    if guess := _guess(weighed, gate):
        weighed.sort(key=lambda each: each is not guess)
        return Routing(guess.route, "guessed", tuple(weighed))
    if spoken.only_leave and gate.need is Need.MEMORY and found.rules:
        return Routing(None, RULES_MAY_ANSWER, tuple(weighed))
    reason = "names_nothing_of_the_group" if gate.need is Need.IF_NAMED else "nothing_matches"
    return Routing(None, reason if weighed else "no_rows", tuple(weighed))


def _a_rule_answers(
    spoken: _Spoken, rules: Sequence[Section], what: Asked, best: Weighed | None
) -> bool:
    """Whether a rule that always holds says what the message asks about: most of it, or one thing
    of it where the message asks whether something may be done; and no less than a row's note.
    """
    held = tokenised(rules)
    units = weights(what.units, held, asking_tokens())
    rule = best_held(units, held, known_weight(units, held))
    may = asks_leave(spoken.text)
    if best is None:
        least = _GUESSED if spoken.only_leave else _OF_A_RULE if may else 0.6
        return rule.share >= least and (may or len(rule.names) > 1)
    if spoken.only_leave and rule.share >= best.held.share:
        return rule.share >= min(_OF_A_RULE, best.held.share)
    asked_else = best.cue >= STRONG_CUE or best.trigger >= FULL_TRIGGER
    least = best.held.share * 0.85 if spoken.only_leave else best.held.share + (0 if may else 0.15)
    return not asked_else and rule.share >= max(_OF_A_RULE, least)


@dataclass(frozen=True)
class _Spoken:
    """A message in plain form, its tokens, and its clauses in plain form."""

    text: str
    tokens: set[str]
    clauses: tuple[str, ...]
    only_leave: bool


def _spoken(message: str) -> _Spoken:
    read = message[:QUERY_CHARACTERS]
    clauses = tuple(map(cue_text.plain, _CLAUSES.split(read)))
    return _Spoken(cue_text.plain(read), set(words(read)), clauses, asks_only_leave(read, clauses))


def _weigh(
    spoken: _Spoken,
    gate: Gate,
    row: tuple[Route, str],
    asks: tuple[float, list[str]],
    held: Held,
    near: Near | None,
) -> Weighed:
    """What speaks for a row and its topic, given how the message asks for that topic."""
    route, about = row
    trigger, triggers = _trigger(spoken, route)
    cue, said = asks
    goes_on = 0.0
    if gate.need is Need.CONTINUATION and about == "attention":
        goes_on = CONTINUATION_WITH_CONTENT if held.weight else CONTINUATION
        said = [gate.cue, *said]
    if gate.reason == "statement" and about == "attention" and gate.cue in cues.PROGRESS:
        cue, said = cue + STRONG_CUE, [gate.cue, *said]
    known = held.weight / held.known if held.known else 0.0
    strength = min(1.0, known / _A_WORD)
    return Weighed(
        route=route,
        about=about,
        trigger=trigger,
        cue=cue,
        content=CONTENT * held.known * strength,
        continuation=goes_on,
        meaning=near.weight if near else 0.0,
        held=held,
        near=near,
        triggers=tuple(triggers),
        cues=tuple(said),
    )


def _speaks_for(best: Weighed, gate: Gate, spoken: _Spoken, units: Mapping[Unit, float]) -> bool:
    """Whether enough speaks for the best route to hand memory over."""
    if best.trigger >= FULL_TRIGGER or best.continuation:
        return True
    share = best.held.share
    slight = best.cue + best.trigger > 0
    several = len(best.held.names) > 1
    if not sum(units.values()):
        return best.cue >= WEAK_CUE
    if gate.reason == "statement":
        least = 0.25 if best.cue >= STRONG_CUE else 0.35 if best.about == "attention" else 0.6
        return share >= least and (several or best.cue >= STRONG_CUE)
    if gate.reason == "meaning":
        return several and share >= 0.5
    if best.cue >= STRONG_CUE:
        named = best.held.weight >= _A_FEW and share >= 0.12
        return named or _asked_with(best.about, spoken.clauses, units) < _A_FEW
    if best.cue and sum(units.values()) < _A_FEW and not any(unit.is_foreign for unit in units):
        return True
    if gate.need is not Need.IF_NAMED:
        least = 0.15 if slight else 0.25 if several else 0.34
    elif slight:
        least = 0.15 if several else 0.2
    elif cue_text.said(_HOW_TO, spoken.text):
        least = 0.5
    else:
        least = 0.25 if several else 0.33 if best.held.weight >= _A_FEW else 0.5
    return share >= least


def _guess(weighed: Sequence[Weighed], gate: Gate) -> Weighed | None:
    """The row whose topic a message plainly asks for, though no note holds what it names: what kind
    of question it is must do. None where it may be no question to the group.
    """
    if gate.need is not Need.MEMORY:
        return None
    best = max(weighed, key=lambda each: (each.cue, each.total), default=None)
    return best if best and best.cue >= STRONG_CUE else None


def _asked_with(about: str, said: Sequence[str], units: Mapping[Unit, float]) -> float:
    """The weight of what the message names in the clauses that hold a topic's own words: what it
    tells besides (`any blockers? I come by on Saturday`) need stand nowhere.
    """
    strong, _ = cues_topics.TOPICS.get(about, ((), ()))
    clauses = [clause for clause in said if cue_text.said(strong, clause)]
    spoken = frozenset(words(" ".join(clauses))) if clauses else None
    return sum(
        weight
        for unit, weight in units.items()
        if spoken is None or all(in_tokens(term, spoken) for term in unit.own)
    )


def _trigger(spoken: _Spoken, route: Route) -> tuple[float, list[str]]:
    """The weight of the row's trigger phrases, and those the message names."""
    weight, named = 0.0, []
    for phrase in _PHRASES.split(route.trigger):
        terms = query_terms(phrase)
        if not terms and cue_text.plain(phrase) in spoken.text:
            terms = all_terms(phrase)  # only words of asking: they count as they stand
        shared = [term for term in terms if in_tokens(term, spoken.tokens)]
        if not shared:
            continue
        named.append(phrase.strip())
        full = FULL_TRIGGER
        if len(terms) == 1:
            full = CUE_TRIGGER if _is_cue(terms[0]) else ONE_WORD
        part = PART_TRIGGER * len(shared) / len(terms)
        weight = max(weight, full if len(shared) == len(terms) else part)
    return weight + 0.1 * max(0, len(named) - 1), named


def _is_cue(term: Term) -> bool:
    """Whether a trigger's one word is a word by which anything may be asked."""
    return term.text in asking_tokens() or term.text in cues.FILLERS


def _cue(text: str, about: str, every_firm: Sequence[str]) -> tuple[float, list[str]]:
    """The weight of question words for a topic, and the words. A word that only leans to it counts
    nothing inside a strong cue of any topic (`every_firm`): `who can i ask` asks for no leave.
    """
    about = "project" if about == "conventions" else about
    strong, weak = cues_topics.TOPICS.get(about, ((), ()))
    firm, slight = cue_text.every_said(strong, text), cue_text.every_said(weak, text)
    if about == "attention" and text.startswith(_STANDS):
        slight += cue_text.every_said(cues_topics.STATES, text)
    slight = [cue for cue in slight if not any(cue in other for other in every_firm)]
    first = STRONG_CUE if firm else WEAK_CUE if slight else 0.0
    more = min(2 if firm else 1, len(firm) + len(slight) - 1) if first else 0
    return first + ONE_MORE * more, [*firm, *slight][:3]
