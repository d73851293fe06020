"""Grounding: a model's wording may say only what the messages say it rests on.

A quote proves that something was said, not that the sentence above it follows. So the sentence's
words, names and figures must be those of its evidence, with the same polarity; and it must neither
hold a secret nor speak to a machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from progressive_memory.domain.candidate import Person
from progressive_memory.flush.extract.grammar.clauses import cut
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.model.evidence import Refused, Said, folded
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.text.redact import redact
from progressive_memory.text.similarity import negated, quantities, stem, terms
from progressive_memory.text.to_agent import speaks_to_agent

INVENTED = "invented"
HIDDEN = "secret"
TO_MACHINE = "to_machine"

_SHORT = 4  # terms; all of so few must be in the evidence
_SPARE = 5  # of longer texts one term in so many may be the model's own
_FORMS = 0.7
_CHARACTERS = 0.7  # share of the Chinese characters that must be in the evidence
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z][\w]*")
# Names and addresses: a letter inside that is large, a digit, or a sign that joins.
_PARTICULAR = re.compile(
    r"[A-Za-z0-9_]*(?:[a-z0-9_][A-Z]|[/@#\\]|\w\.\w|\w_\w|[A-Z]{2})[^\s，。；、（）()]*"
)
_TO_SOMEONE = re.compile(r"\b(?:you|your|yours|yourself)\b|[你您]", re.IGNORECASE)
_MARKS = ("（已隐去:", "(redacted:")
_JUST_BEFORE = 12  # characters before a quote in which a "not" turns it round
_FUNCTION = frozenset(
    "的了是在和与及或也都就还再把被让给对从到由为用改做将会要以后于中上下不没未无每各个"
)


def checked(text: str, said: Sequence[Said], people: Iterable[Person]) -> str:
    """The title a text makes, when it says no more than what was said.

    Raises:
        Refused: it does, or holds a secret, or speaks to a machine.
    """
    _refuse_unsafe(text, said)
    title = phrase.title(text)
    if not is_grounded(title, said, people) or not _same_polarity(title, said):
        raise Refused(INVENTED)
    return title


def stands_alone(title: str, *, voted: bool) -> bool:
    """Whether a title is understood without the chat. What was `voted` on was put with care: there
    an "it" may stand for what the title itself names before.
    """
    if phrase.starts_bare(title) or _TO_SOMEONE.search(title):
        return False
    opens_elsewhere = bool(phrase.words_of(title).pronoun.match(title))
    return phrase.clear(title) or (voted and not opens_elsewhere and len(terms(title)) > 1)


def is_grounded(text: str, said: Sequence[Said], people: Iterable[Person] = ()) -> bool:
    """Whether the words, names and figures of a text are those of the messages said."""
    source = folded(" ".join(one.message.text for one in said))
    names = " ".join(person.name for person in people)
    if not quantities(text) <= quantities(source):
        return False
    low = f"{source} {names}".casefold()
    if any(hit.group().rstrip(".,;:").casefold() not in low for hit in _PARTICULAR.finditer(text)):
        return False
    return _latin_grounded(text, f"{source} {names}") and _cjk_grounded(text, f"{source} {names}")


def is_safe(text: str, said: Sequence[Said]) -> bool:
    """Whether a text holds no secret and speaks to no machine."""
    try:
        _refuse_unsafe(text, said)
    except Refused:
        return False
    return True


def _refuse_unsafe(text: str, said: Sequence[Said]) -> None:
    if redact(text, "en").kinds or any(mark in text for mark in _MARKS):
        raise Refused(HIDDEN)
    if speaks_to_agent(text) or not cut(replace(said[0].message, text=text), Members(())).clauses:
        raise Refused(TO_MACHINE)


def _latin_grounded(text: str, source: str) -> bool:
    mine = {term for term in terms(text) if term.isascii()}
    theirs = {stem(word) for word in _LATIN.findall(source)} | terms(source)
    missing = sum(not _inflected(term, theirs) for term in mine - theirs)
    return missing <= (0 if len(mine) <= _SHORT else len(mine) // _SPARE)


def _inflected(term: str, words: Iterable[str]) -> bool:
    """Whether one of the words is another form of the term: "hold" of "held"."""
    return any(
        word[0] == term[0] and SequenceMatcher(None, word, term, autojunk=False).ratio() >= _FORMS
        for word in words
        if word
    )


def _cjk_grounded(text: str, source: str) -> bool:
    mine = [char for char in _CJK.findall(text) if char not in _FUNCTION]
    found = sum(char in source for char in mine)
    return found >= _CHARACTERS * len(mine)


def _same_polarity(title: str, said: Sequence[Said]) -> bool:
    """Whether one of the quotes denies as often as the title, with no "not" just before it."""
    return any(
        negated(title) == (negated(one.words) != _denied_before(one, clause.text))
        for one in said
        for clause in one.moves
    )


def _denied_before(one: Said, clause: str) -> bool:
    at = folded(clause).find(one.words)
    return at > 0 and negated(folded(clause)[max(0, at - _JUST_BEFORE) : at])
