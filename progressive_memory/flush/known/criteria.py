"""Criteria: targets and values that a later statement of the same thing sets anew. Pure.

Two lists of targets are of the same thing when most of what the shorter one measures is measured
in both; two single statements, when all but the value is the same in both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from progressive_memory.flush.extract.work.deliverable import told_apart
from progressive_memory.text.similarity import likeness, negated, terms

_COMPARED = re.compile(
    r"(?P<name>[A-Za-z@\u4e00-\u9fff][\w@% \u4e00-\u9fff-]{0,30}?)\s*"
    r"(?P<value>(?:≥|≤|>=|<=|>|<|＞|＜|不低于|不高于|不超过|at least|at most)\s*\d[\d.,]*\s*"
    r"(?:%|‰|[a-z]{1,3}\b)?)",
    re.IGNORECASE,
)
_OFTEN = re.compile(
    r"每(?:隔)?(?:半|两|三|[\d一]+)?\s?个?(?:天|日|周|月|小时|分钟|季度|晚|早)(?:[一二两三四\d]+次)?|一(?:天|周|日|个?月)[一二两三四\d]+次|"
    r"\b(?:hourly|daily|weekly|monthly|nightly|"
    r"(?:once|twice|\w+ times) (?:a|an|per|every) (?:minute|hour|day|week|month|night)|"
    r"every (?:\w+ )?(?:minute|hour|day|week|month|night)s?)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:≥|≤|>=|<=|>|<|=)\s*\d[\d.,]*\s*(?:%|[a-z]{1,3}\b)?|\d[\d.,]*\s?(?:%|‰|ms|s|h|min|minutes?|hours?|"
    r"days?|weeks?|GB|MB|KB|秒|毫秒|分钟|小时|天|周|个月|次|条|人|元)(?![A-Za-z])",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"从|改为|改成|调到|调整为|提高到|降到|定为|设为|更新一次|一次|以后|现在|今后|→|"
    r"\b(?:from now on|instead|now|changed?|set|raised?|lower(?:ed)?|to|from|"
    r"will|shall|should|be|is|are)\b",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"\b[A-Z]\b|(?<![\w.])\d+(?![\w.%])")
_LEAST_METRICS = 2
_MOST = 0.5
_FRAME = 0.8
_LEAST_FRAME = 2


def resets(text: str, other: str) -> bool:
    """Whether two statements set the same thing to different values, and so cannot both hold."""
    mine, theirs = metrics(text), metrics(other)
    if len(mine) >= _LEAST_METRICS and len(theirs) >= _LEAST_METRICS:
        pairs = [
            (value, theirs[match])
            for name, value in mine.items()
            if (match := _match(name, theirs))
        ]
        enough = len(pairs) >= max(_LEAST_METRICS, _MOST * min(len(mine), len(theirs)))
        return enough and any(one != another for one, another in pairs)
    return _same_frame(text, other) and _values(text) != _values(other)


@lru_cache(maxsize=4096)
def metrics(text: str) -> dict[str, str]:
    """What a statement measures, each with its bound; {} when it sets none."""
    return {
        hit["name"].strip().casefold(): "".join(hit["value"].split()).casefold()
        for hit in _COMPARED.finditer(text)
    }


def _match(name: str, others: dict[str, str]) -> str:
    """The metric of `others` that is called so too, or by a part of the name; "" for none."""
    found = [
        other
        for other in others
        if (mine := terms(name)) and (theirs := terms(other)) and (mine <= theirs or theirs <= mine)
    ] or [other for other in others if _last(name) and _last(name) == _last(other)]
    return found[0] if len(found) == 1 else ""


def _last(name: str) -> str:
    """The Latin word a Chinese metric ends in: `首次响应P95`."""
    hit = re.search(r"[\u4e00-\u9fff]?([A-Za-z]+\d+)$", name)
    return hit[1] if hit else ""


def _same_frame(text: str, other: str) -> bool:
    if not _values(text) or not _values(other) or negated(text) != negated(other):
        return False
    mine, theirs = _frame(text), _frame(other)
    if _LABELLED.findall(mine) != _LABELLED.findall(theirs) or told_apart(mine, theirs):
        return False
    some, others = terms(mine), terms(theirs)
    return min(len(some), len(others)) >= _LEAST_FRAME and likeness(some, others) >= _FRAME


def _values(text: str) -> frozenset[str]:
    found = [*_OFTEN.findall(text), *_AMOUNT.findall(_OFTEN.sub(" ", text))]
    return frozenset("".join(one.split()).casefold() for one in found)


def _frame(text: str) -> str:
    """What a statement says but its values and that it changes them."""
    return _CHANGES.sub(" ", _AMOUNT.sub(" ", _OFTEN.sub(" ", text)))
