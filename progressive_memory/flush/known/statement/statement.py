"""A statement taken apart: what it is about, what it says of it, what it takes back. Pure.

Two statements are compared by these parts, never by how alike their words are (`bearing`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from progressive_memory.flush.known.statement import words
from progressive_memory.flush.known.statement.concepts import named_alike
from progressive_memory.flush.known.statement.values import Value, taken_out
from progressive_memory.text.similarity import negated, stem

_LATIN = re.compile(r"[A-Za-z0-9]\w*(?:[-./:@+#&]+\w+)*[+#]*")
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_NAME = re.compile(r"[A-Z].*[A-Z]|[-./:@+#\d_]|^[A-Z]")
_IDENTIFIER = re.compile(r"[-./:@+#\d_]")


@dataclass(frozen=True)
class Statement:
    """The parts of a statement, as concepts.

    `about` is all it speaks of but its values; `held` are those of them that stand where a value
    stands (`moved to X`, `改用 X`), `names` those written as names are. `replaced` is what it says
    is given up; `extra` what it adds behind: an exception, a reason, one thing more. `changes`:
    it says that something is other than it was; `swaps`: that one thing takes another's place.
    `adds`: it says that something comes to what there was. `settles`: its verb gives a thing one
    value, so that another would take its place. `is_act`: it is something to do, and to do it to
    another is no change of mind.
    """

    about: frozenset[str]
    values: tuple[Value, ...] = ()
    held: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    replaced: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()
    negated: bool = False
    changes: bool = False
    swaps: bool = False
    adds: bool = False
    settles: bool = False
    is_act: bool = False


@lru_cache(maxsize=16384)
def read(text: str) -> Statement:
    """The parts of a statement on one line."""
    whole = " ".join(unicodedata.normalize("NFKC", text).strip(" \t.。!！").split())
    main, extra = _parted(whole)
    main, replaced = _without_replaced(main)
    values, rest = taken_out(main)
    held = " ; ".join(hit["v"] for pattern in words.HELD for hit in pattern.finditer(rest))
    in_chinese = _CJK.search(whole) is not None
    return Statement(
        about=_concepts(rest),
        values=values,
        held=_concepts(held),
        names=_names(rest, in_chinese=in_chinese),
        replaced=_concepts(replaced),
        extra=_concepts(extra),
        negated=negated(main),
        changes=bool(replaced) or words.CHANGES.search(main) is not None,
        swaps=words.SWAPS.search(main) is not None,
        adds=words.ADDS.search(main) is not None,
        settles=words.SETTLES.search(main) is not None,
        is_act=words.ACT.search(main) is not None,
    )


def _parted(text: str) -> tuple[str, str]:
    """The main clause, and what is added behind it."""
    hit = words.EXTRA.search(text)
    if hit is None or hit.start() == 0:
        return text, ""
    return text[: hit.start()], text[hit.start() :]


def _without_replaced(text: str) -> tuple[str, str]:
    """The clause without what it says is given up, and that."""
    found = []
    patterns = (*words.REPLACED, words.FROM_TO) if words.CHANGES.search(text) else words.REPLACED
    for pattern in patterns:
        hit = pattern.search(text)
        if hit is not None:
            found.append(hit["old"])
            text = f"{text[: hit.start()]} {text[hit.end() :]}"
    return text, " ; ".join(found)


@lru_cache(maxsize=8192)
def _concepts(text: str) -> frozenset[str]:
    """The concepts of a text; words that only hold a sentence together, or say that something is
    set or changed, are none.
    """
    if not text:
        return frozenset()
    alike = named_alike(text)
    if not alike.isascii():
        alike = words.LINKING_ZH.sub(" ", words.PARTICLES_ZH.sub("", alike))
    found: set[str] = set()
    for word in _LATIN.findall(words.LINKING_EN.sub(" ", alike)):
        if not words.is_empty(word):
            found.add(word.casefold() if _IDENTIFIER.search(word) else stem(word))
    for run in _CJK.findall(alike):
        found |= {"".join(pair) for pair in pairwise(run)} if len(run) > 1 else {run}
    return frozenset(found)


def _names(text: str, *, in_chinese: bool) -> frozenset[str]:
    """The concepts that are written as names: with a capital, a digit, a sign; or in Latin letters
    amid Chinese. The first word of a sentence has its capital for another reason.
    """
    found: set[str] = set()
    for hit in _LATIN.finditer(text):
        word = hit[0]
        first = not text[: hit.start()].strip()
        if in_chinese or (_NAME.search(word) and not (first and _plain(word))):
            found |= _concepts(word)
    return frozenset(found)


def _plain(word: str) -> bool:
    return word[1:].islower()
