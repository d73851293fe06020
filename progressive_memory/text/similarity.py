"""How alike two statements are, and the ways in which alike is not the same (DESIGN §5 "Judge").

Terms are CJK bigrams and stems of Latin words. Numbers and negation are compared apart, since
`500/s` and `600/s`, `使用` and `不使用` share nearly every term and are different facts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

_LATIN = re.compile(r"[a-z][a-z0-9_]*(?:\+\+|#|['’][a-z]+)?", re.IGNORECASE)
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
# A number with the unit glued to it; `v2.1`, `P95` and `8→6` count, the digits of a date too.
_QUANTITY = re.compile(r"\d+(?:[.,:/-]\d+)*\s?(?:%|‰|[a-zµ]{1,3}(?:/[a-z]+)?\b|万|千|亿)?", re.I)
_NEGATION_ZH = re.compile(
    r"不(?!过|同|断|仅|只|但|错|少|久|妨|管)|没有?|未|无(?!论)|非(?!常)|别(?!人|的)|勿|禁"
)
_NEGATION_EN = re.compile(
    r"\b(?:not?|never|none|without|cannot|neither|nor|don'?t|do not|stop|avoid)\b|n['’]t\b", re.I
)
_ZH_STOP = frozenset(
    "的了是在我你他她它们这那和与及或也都就还再很把被让给对从到而但吗呢吧啊呀哦嗯么个一下"
)
_EN_STOP = frozenset(
    (
        "a an the and or but if of to in on at by for with from as is are was were be been "
        "being it its this that these those i you he she we they me him her us them my your "
        "our their do does did have has had will would can could should may might must shall "
        "not no so too very just also then than there here what which who when where how why "
        "all any some about into out up down over again now first ok okay yes let lets get "
        "got go going make made need want like i'm i'll we're we'll it's that's don't"
    ).split()
)
_SUFFIXES = ("ization", "ations", "ation", "ments", "ment", "ingly", "ings", "ing", "ions", "ion",
             "edly", "ies", "ied", "ers", "er", "ed", "es", "ly", "s", "e")  # fmt: skip
_MIN_STEM = 3


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """The word in lower case without its commonest English ending; never shorter than 3 letters."""
    low = word.lower()
    for suffix in _SUFFIXES:
        if low.endswith(suffix) and len(low) - len(suffix) >= _MIN_STEM:
            cut = low[: -len(suffix)]
            if len(cut) > _MIN_STEM and cut[-1] == cut[-2] and cut[-1] not in "aeiouls":
                cut = cut[:-1]
            return cut
    return low


@lru_cache(maxsize=16384)
def terms(text: str) -> frozenset[str]:
    """CJK bigrams and stems of `text` that carry meaning; a lone CJK character counts itself."""
    found = set(map(_meant, _LATIN.findall(text)))
    found.discard("")
    for run in _CJK.findall(text):
        if len(run) == 1:
            found.add(run)
        for pair in pairwise(run):
            if pair[0] not in _ZH_STOP and pair[1] not in _ZH_STOP:
                found.add("".join(pair))
    return frozenset(found)


@lru_cache(maxsize=32768)
def _meant(word: str) -> str:
    """The stem of a word that carries meaning; "" for any other."""
    stops = len(word) == 1 or word.lower().replace("’", "'") in _EN_STOP
    return "" if stops else stem(word)


def quantities(text: str) -> frozenset[str]:
    """The numbers in `text` with their units, spaces taken out, lower case."""
    return frozenset(hit.group().replace(" ", "").lower() for hit in _QUANTITY.finditer(text))


def negated(text: str) -> bool:
    """True when the words deny an odd number of times: `不使用`, "do not use", but not "不得不"."""
    count = len(_NEGATION_ZH.findall(text)) + len(_NEGATION_EN.findall(text))
    return count % 2 == 1


def overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of the smaller set that the other one holds, 0 to 1; 0 when either is empty."""
    smaller = min(len(a), len(b))
    return len(a & b) / smaller if smaller else 0.0


def likeness(a: frozenset[str], b: frozenset[str]) -> float:
    """Dice's coefficient of two sets, 0 to 1; 0 when both are empty."""
    total = len(a) + len(b)
    return 2 * len(a & b) / total if total else 0.0


def repeats(title: str, text: str) -> bool:
    """True when `text` holds at least half of what `title` says, and two terms of it: a report that
    names the work it ends.
    """
    mine = terms(title)
    shared = len(mine & terms(text))
    return shared >= 2 and 2 * shared >= len(mine)
