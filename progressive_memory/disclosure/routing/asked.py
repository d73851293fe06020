"""What a message asks about, and how much of it a section holds.

A message becomes units: a concept (`disclosure.lexicon.concepts`: the same thing in other words or
the other language), an English word, or two Chinese characters. A unit weighs the more, the fewer
of the sections found hold it. Words that name nothing (fillers, names spoken to) are no units.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from progressive_memory.disclosure.lexicon import cue_text, cues, cues_topics
from progressive_memory.disclosure.lexicon.concepts import CONCEPTS
from progressive_memory.disclosure.lexicon.concepts_life import CONCEPTS as OF_LIFE
from progressive_memory.disclosure.ranking.searchable import searchable
from progressive_memory.disclosure.sorts import is_done
from progressive_memory.domain.entry import Field
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import QUERY_CHARACTERS, Term, query_terms, words
from progressive_memory.vault.words import FIELD_BY_WORD

_SECTIONS, _RARE = 200, 1
"""How many sections a group is taken to have, and in how many of them a rare unit stands."""
_OTHER_WORDS = 0.8
"""What a unit counts in a section that holds it in other words."""
_BIGRAM = 0.6
"""What two Chinese characters weigh against an English word: most words give more than one."""
_CHARACTER = 0.3
"""What a Chinese character weighs by itself."""
_SHORT_NUMBER = 0.4
"""What a number of one or two digits weighs: it stands in many places by chance."""
_FOREIGN = 0.1
"""What a word that nothing holds weighs when the notes are in the other language."""
_SUPERSEDED, _DONE = 0.8, 0.85

_CODE = re.compile(r"```.*?(?:```|\Z)|https?://\S+", re.DOTALL)
_MENTION = re.compile(r"@\S+")
_CREDIT_FIELDS = (
    *(Field.DECIDED_BY, Field.CONFIRMED_BY, Field.EVIDENCE, Field.CONFIDENCE),
    *(Field.SUPERSEDES, Field.SUPERSEDED_BY, Field.CONTRADICTS),
)
_CREDIT = "|".join(word for word, field in FIELD_BY_WORD.items() if field in _CREDIT_FIELDS)
_CREDITS = re.compile(
    rf"^[ \t]*[-*+][ \t]+(?:{_CREDIT})::.*$",
    re.MULTILINE | re.IGNORECASE,
)
_LONG_FILLERS = re.compile(
    "|".join(sorted((f for f in cues.FILLERS_CJK if len(f) > 1), key=len, reverse=True))
)
_LIGHT = frozenset(filler for filler in cues.FILLERS_CJK if len(filler) == 1)

Form = tuple[Term, ...]
Tokenised = tuple[Section, frozenset[str]]
"""A section, and the tokens of what it says."""


@dataclass(frozen=True)
class Unit:
    """One thing a message names. It is held by a section with all terms of `own` or of one of
    `others`; `name` is how the message says it; `is_foreign`: in a language the notes are not in.
    """

    name: str
    own: Form
    others: tuple[Form, ...] = ()
    is_foreign: bool = False

    @property
    def is_bigram(self) -> bool:
        """Whether it is two Chinese characters that may be no word."""
        return not self.others and len(self.name) == 2 and not self.name.isascii()


@dataclass(frozen=True)
class Asked:
    """What a message asks about, and in which words to search for it."""

    units: tuple[Unit, ...]
    query: str
    loose: str = ""
    """Its Chinese characters one by one, and its English words as they may have been meant: for a
    second search, where the first finds little."""


@dataclass(frozen=True)
class Held:
    """What of a message one section holds: `weight` of it, its `share` of all that the message
    asks (0–1), its share of what any section holds (`known`, 0–1), and the units by name.
    """

    weight: float = 0.0
    share: float = 0.0
    known: float = 0.0
    names: tuple[str, ...] = ()
    section: Section | None = None


NOTHING = Held()


def asked(message: str, language: str, spent: str = "") -> Asked:
    """What `message` asks about, for notes in `language` ("zh" or "en"). `spent` is a cue that
    counts no more, in plain form: that of going on.
    """
    text = _MENTION.sub(" ", _CODE.sub(" ", message[:QUERY_CHARACTERS]))
    plain = cue_text.plain(text)
    if spent:
        plain = plain.replace(f" {spent} " if spent.isascii() else spent, " ")
    cut = _LONG_FILLERS.sub(" ", plain)
    terms = [term for term in query_terms(cut) if term.text not in _fillers()]
    concepts = _concepts_in(plain, cut)
    covered = {term.text for own, _ in concepts for term in own}
    written = {words(word)[0]: word for word in plain.split() if word.isascii() and words(word)}
    units = [_of_concept(own, others, language, written) for own, others in concepts]
    units += [_of_term(term, language, written) for term in terms if term.text not in covered]
    also = " ".join(
        word
        for own, others in concepts
        if not asking_tokens().issuperset(term.text for term in own)
        for word in others
    )
    return Asked(tuple(units), f"{cut.strip()} {also}".strip(), _loose(terms))


def weights(
    units: Sequence[Unit],
    sections: Sequence[Tokenised],
    spent: frozenset[str] = frozenset(),
) -> dict[Unit, float]:
    """A weight for each unit. One that no section holds weighs like a rare one, less where it is a
    word of the language the notes are not in, and nothing where it is a way of asking (`spent`:
    tokens of cues and triggers). Two Chinese characters that no section holds together may be the
    seam of two words: each counts by itself then, for little.
    """
    holding = {unit: sum(_holds(unit, tokens) > 0 for _, tokens in sections) for unit in units}
    explained = set(_LIGHT)
    for unit, count in holding.items():
        if count or not unit.is_bigram or unit.name in spent:
            explained.update(unit.name)
    found: dict[Unit, float] = {}
    for unit, count in holding.items():
        if count or not unit.is_bigram:
            if count or not all(term.text in spent for term in unit.own):
                found[unit] = _weight(unit, count)
            continue
        for char in unit.name:
            if char not in explained:
                alone = Unit(char, (Term(char, prefix=True),), (), unit.is_foreign)
                found[alone] = _weight(alone, sum(_holds(alone, t) > 0 for _, t in sections))
    return found


def _weight(unit: Unit, count: int) -> float:
    weight = math.log(1 + _SECTIONS / (max(count, _RARE) + 0.5))
    if unit.is_bigram:
        weight *= _BIGRAM
    elif len(unit.name) == 1 and not unit.name.isascii():
        weight *= _CHARACTER
    elif len(unit.name) < 3 and unit.name.isdecimal():
        weight *= _SHORT_NUMBER
    return weight * _FOREIGN if unit.is_foreign and not count else weight


def best_held(weighed: Mapping[Unit, float], sections: Sequence[Tokenised], known: float) -> Held:
    """What the section that holds most of a message holds. `known` is the weight of all units
    that any section of the group holds.
    """
    whole = sum(weighed.values())
    best = NOTHING
    for section, tokens in sections:
        names, weight = [], 0.0
        for unit, unit_weight in weighed.items():
            part = _holds(unit, tokens)
            if part:
                names.append(unit.name)
                weight += part * unit_weight
        if section.superseded:
            weight *= _SUPERSEDED
        elif is_done(section):
            weight *= _DONE
        if weight > best.weight:
            best = Held(weight, weight / whole, weight / known, tuple(names), section)
    return best


def known_weight(weighed: Mapping[Unit, float], sections: Sequence[Tokenised]) -> float:
    """The weight of the units that any of the sections holds."""
    return sum(
        weight
        for unit, weight in weighed.items()
        if any(_holds(unit, tokens) for _, tokens in sections)
    )


def tokenised(sections: Sequence[Section]) -> list[Tokenised]:
    """Each section with the tokens of what it says; who said, agreed and where is left out."""
    return [(section, _tokens(section)) for section in sections]


def in_tokens(term: Term, tokens: frozenset[str] | set[str]) -> bool:
    """Whether a section's tokens hold a term."""
    if term.text in tokens:
        return True
    return term.prefix and any(token.startswith(term.text) for token in tokens)


def _tokens(section: Section) -> frozenset[str]:
    bare = section._replace(text=_CREDITS.sub("", section.text), who=())
    return frozenset(words("\n".join(searchable(bare))))


def _loose(terms: Sequence[Term]) -> str:
    """Characters, or where there are none words with a letter swapped or too many taken back: the
    two do not mix in one query.
    """
    chars = dict.fromkeys(
        char
        for term in terms
        if not term.text.isascii()
        for char in term.text
        if char not in _LIGHT
    )
    return " ".join(chars)


def _holds(unit: Unit, tokens: frozenset[str]) -> float:
    """1 when the section holds the unit as said, less in other words, 0 when not at all."""
    if all(in_tokens(term, tokens) for term in unit.own):
        return 1.0
    other = any(all(in_tokens(term, tokens) for term in form) for form in unit.others)
    return _OTHER_WORDS if other else 0.0


def _of_term(term: Term, language: str, written: Mapping[str, str]) -> Unit:
    is_cjk = not term.text.isascii()
    foreign = (is_cjk and language == "en") or (
        not is_cjk and language == "zh" and term.text.isalpha()
    )
    return Unit(written.get(term.text, term.text), (term,), (), foreign)


def _of_concept(
    own: Form, others: Sequence[str], language: str, written: Mapping[str, str]
) -> Unit:
    if own[0].text.isascii():
        name = " ".join(written.get(term.text, term.text) for term in own)
    else:
        name = own[0].text + "".join(term.text[-1] for term in own[1:])
    nothing = _fillers() | cues.QUESTION_HEADS
    forms = tuple(
        form
        for form in map(_form, others)
        if form != own and not nothing.issuperset(term.text for term in form)
    )
    return Unit(name, own, forms, _of_term(own[0], language, written).is_foreign)


def _concepts_in(plain: str, cut: str) -> list[tuple[Form, tuple[str, ...]]]:
    """The concepts a message names: its own words as terms, and all words for the same. Where
    two share a word the longer phrase is meant.
    """
    table = _table()
    said = [word for word in cut.split() if word.isascii()]
    stems = [words(word)[0] for word in said if words(word)]
    found: dict[Form, set[str]] = {}
    for size in (3, 2, 1):
        for at in range(len(stems) - size + 1):
            form = tuple(stems[at : at + size])
            for number in table.english.get(form, ()):
                own = tuple(Term(stem) for stem in form)
                found.setdefault(own, set()).update(table.words[number])
    for word in table.chinese:  # longest first
        if word in plain:
            plain = plain.replace(word, " ")
            for number in table.chinese[word]:
                found.setdefault(_form(word), set()).update(table.words[number])
    kept: list[tuple[Form, tuple[str, ...]]] = []
    taken: set[str] = set()
    for own in sorted(found, key=len, reverse=True):
        names = {term.text for term in own}
        if not names & taken and not names <= _fillers():
            taken |= names
            kept.append((own, tuple(sorted(found[own]))))
    return kept


@dataclass(frozen=True)
class _Table:
    words: tuple[tuple[str, ...], ...]
    english: Mapping[tuple[str, ...], tuple[int, ...]]
    chinese: Mapping[str, tuple[int, ...]]


@cache
def _table() -> _Table:
    """The concepts, found by stems and by Chinese words."""
    lines = tuple(cue_text.listed(line) for line in (*CONCEPTS, *OF_LIFE))
    english: dict[tuple[str, ...], tuple[int, ...]] = {}
    chinese: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(lines):
        for word in line:
            if word.isascii():
                form = tuple(words(word))
                english[form] = (*english.get(form, ()), number)
            else:
                chinese[word] = (*chinese.get(word, ()), number)
    longest_first = sorted(chinese, key=len, reverse=True)
    return _Table(lines, english, {word: chinese[word] for word in longest_first})


@cache
def _form(word: str) -> Form:
    if word.isascii():
        return tuple(Term(token) for token in words(word))
    if len(word) == 1:
        return (Term(word, prefix=True),)
    return tuple(Term(word[at : at + 2]) for at in range(len(word) - 1))


@cache
def asking_tokens() -> frozenset[str]:
    """The tokens of the words by which a topic is asked for; phrases name more than that."""
    said = [cue for both in cues_topics.TOPICS.values() for kind in both for cue in kind]
    return frozenset(words("\n".join(cue for cue in (*said, *cues.RECENT) if " " not in cue)))


@cache
def _fillers() -> frozenset[str]:
    return frozenset(token for filler in cues.FILLERS for token in words(filler))
