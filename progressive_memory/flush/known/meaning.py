"""When two statements mean the same, and when they are rivals (DESIGN §5 "Judge").

Slots decide, never similarity: `500/s` and `600/s`, `使用` and `不使用` are different facts.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

from progressive_memory.domain.candidate import Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.text import similarity
from progressive_memory.vault.ids import short_hash

STATE_KINDS = frozenset({Kind.TASK, Kind.BLOCKER, Kind.OPEN_LOOP})
"""Kinds that have a course: what is said later about the same thing changes the entry in place."""

_SHARED = 0.5
_LIKE = 0.8
# Signs that no number follows are read past in one go; group 1 is a word, or "" for them.
_WORD = re.compile(
    r"[^\w\s]+(?![^\w\s]|\d)|([a-z0-9][\w./:%+#@-]*|[^\W\d_a-z]+|[^\w\s]*\d[\w./:%+-]*)"
)
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NOT = re.compile(r"[不没未无别勿非]|\b(?:not|no|never|without|cannot)\b|n['’]t\b")
_EDGE = " \t\r\n.,;:!?。，；：！？、\"'“”‘’「」《》()（）"


def normal(text: str) -> str:
    """`text` as it is compared: NFKC, casefolded, one space between words, no outer punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split()).strip(_EDGE)


def same(one: Slot, other: Slot) -> bool:
    """Whether two slots state one fact: equal, or one only says more about the same value."""
    return (
        same_subject(one, other)
        and one.negated == other.negated
        and _compatible(normal(one.value), normal(other.value))
    )


def rivals(one: Slot, other: Slot) -> bool:
    """Whether both speak of the same subject and attribute, but cannot both hold."""
    return same_subject(one, other) and not same(one, other)


def misspelt(one: Slot, other: Slot) -> bool:
    """Whether the values differ by letters only, as a slip of the pen and its correction do."""
    first, second = normal(one.value), normal(other.value)
    return (
        one.negated == other.negated
        and sorted(_NUMBER.findall(first)) == sorted(_NUMBER.findall(second))
        and SequenceMatcher(None, first, second, autojunk=False).ratio() >= _LIKE
    )


def same_subject(one: Slot, other: Slot) -> bool:
    """Whether both speak of the same subject and attribute; see `subject_key`."""
    return any(subject_key(one)) and subject_key(one) == subject_key(other)


def subject_key(slot: Slot) -> tuple[str, str]:
    """Subject and attribute as they are compared, to look a slot up by.

    A statement without a subject is about what it says as a whole: only its own words match it.
    """
    subject = normal(slot.subject)
    return (subject, normal(slot.attribute)) if subject else ("", normal(slot.value))


def fingerprint(kind: Kind, slot: Slot) -> str:
    """`w-` + a hash of what a statement of that kind means; holds none of its words.

    Of a thing with a course it is the thing, whatever its state.
    """
    value = "" if kind in STATE_KINDS else normal(slot.value)
    polarity = "not" if slot.negated else ""
    return "w-" + short_hash("\n".join((kind, *subject_key(slot), value, polarity)))


def subject_mark(kind: Kind, slot: Slot) -> str:
    """`s-` + a hash of what a statement of that kind is about; holds none of its words."""
    return "s-" + short_hash("\n".join((kind, *subject_key(slot))))


def said_in(title: str, text: str) -> bool:
    """Whether `text` still says what `title` says, in whatever words: at least half the terms, no
    number that is not there, the same polarity. A check on one statement, never a reason to merge.
    """
    return (
        similarity.overlap(similarity.terms(title), similarity.terms(text)) >= _SHARED
        and similarity.quantities(title) <= similarity.quantities(text)
        and similarity.negated(title) == similarity.negated(text)
    )


def _compatible(one: str, other: str) -> bool:
    if one == other or not one or not other:
        return True
    less, more = sorted((one, other), key=len)
    numbers, nots = _NUMBER.findall, _NOT.findall
    return (
        _words(less) < _words(more)
        and set(numbers(less)) <= set(numbers(more))
        and len(nots(less)) == len(nots(more))
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(filter(None, _WORD.findall(text)))
