"""Keynotes: which of many texts say most of what all of them say; extractive, no model.

A text says much when it holds terms that the talk around it repeats and most other talks do not.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from progressive_memory.text.cjk import is_stop_word
from progressive_memory.text.similarity import terms

_LINK = re.compile(r"https?://\S+")
_LATIN = re.compile(r"(?<!['’\w])[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9](?!['’\w])")
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_LOOSE = frozenset(
    "的了是在我你他她它们这那和与及或也都就还再很把被让给对从到而但吗呢吧啊呀哦嗯么个一下要会能不没有去来说做用先后等上里"
)
"""Characters that begin or end no name."""
_LONGEST_NAME = 6
_FEW_WORDS = 8.0
"""Terms a text may have before length stops paying."""

Rarity = dict[str, float]


def rarity(talks: Iterable[Iterable[str]]) -> Rarity:
    """Term → how rare it is among the talks (each the texts that were said in it), > 0."""
    held: Counter[str] = Counter()
    count = 0
    for talk in talks:
        count += 1
        held.update(frozenset().union(*map(terms, talk)))
    return {term: math.log((count + 1) / (times + 0.5)) for term, times in held.items()}


def weights(texts: Sequence[str], rare: Rarity) -> list[float]:
    """How much each text of one talk says of it, ≥ 0."""
    here: Counter[str] = Counter()
    for text in texts:
        here.update(terms(text))
    return [
        sum(rare.get(term, 0.0) * min(here[term], 4) for term in found) / (len(found) + _FEW_WORDS)
        for found in map(terms, texts)
    ]


def topics(
    texts: Sequence[str], rare: Rarity, speakers: frozenset[str] = frozenset(), most: int = 4
) -> tuple[str, ...]:
    """The words that name what the texts are about, the weightiest first; each is in two or more,
    and none is the name of one of `speakers` (in lower case).

    A name is a Latin word, or a run of Chinese characters that is said as a whole.
    """
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for text in texts:
        names = {name.casefold(): name for name in _names(text)}
        counts.update(names.keys())
        written |= {low: name for low, name in names.items() if low not in written}
    shares = {
        name: count**0.5 * _rare(name, rare) * _likely(written[name])
        for name, count in _whole(counts).items()
        if count > 1 and name not in speakers
    }
    found: list[str] = []
    for name in sorted(shares, key=lambda name: (-shares[name], name)):
        if not any(terms(name) & terms(other) for other in found):
            found.append(name)
        if len(found) == most:
            break
    return tuple(written[name] for name in found)


def _rare(name: str, rare: Rarity) -> float:
    known = [rare.get(term, 0.0) for term in terms(name)]
    return sum(known) / len(known) if known else 0.0


def _likely(name: str) -> float:
    """How much it looks like the name of a thing: the longer in Chinese, the odder in Latin."""
    if _CJK.match(name):
        return float(len(name))
    return 6.0 if any(not char.islower() for char in name[1:]) else 2.0 + name[0].isupper()


def _names(text: str) -> Iterator[str]:
    text = _LINK.sub(" ", text)
    yield from (
        word for word in _LATIN.findall(text) if terms(word) and not is_stop_word(word.casefold())
    )
    for run in _CJK.findall(text):
        for size in range(2, _LONGEST_NAME + 1):
            yield from (run[at : at + size] for at in range(len(run) - size + 1))


def _whole(counts: Counter[str]) -> dict[str, int]:
    """The names without those that are nearly always said as part of a longer one."""
    part_of: Counter[str] = Counter()
    for name, count in counts.items():
        if _CJK.match(name) and len(name) > 2:
            for part in (name[1:], name[:-1]):
                part_of[part] = max(part_of[part], count)
    return {
        name: count
        for name, count in counts.items()
        if not _CJK.match(name)
        or (part_of[name] < 0.6 * count and not {name[0], name[-1]} & _LOOSE)
    }
