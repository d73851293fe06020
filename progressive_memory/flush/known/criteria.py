"""Criteria: lists of targets that a later list of the same thing sets anew. Pure.

Two lists are of the same thing when most of what the shorter one measures is measured in both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from progressive_memory.text.similarity import terms

_COMPARED = re.compile(
    r"(?P<name>[A-Za-z@\u4e00-\u9fff][\w@% \u4e00-\u9fff-]{0,30}?)\s*"
    r"(?P<value>(?:≥|≤|>=|<=|>|<|＞|＜|不低于|不高于|不超过|at least|at most)\s*\d[\d.,]*\s*"
    r"(?:%|‰|[a-z]{1,3}\b)?)",
    re.IGNORECASE,
)
_LEAST_METRICS = 2
_MOST = 0.5


def resets(text: str, other: str) -> bool:
    """Whether two lists of targets are of the same thing and set it to different values."""
    mine, theirs = metrics(text), metrics(other)
    if min(len(mine), len(theirs)) < _LEAST_METRICS:
        return False
    pairs = [
        (value, theirs[match]) for name, value in mine.items() if (match := _match(name, theirs))
    ]
    enough = len(pairs) >= max(_LEAST_METRICS, _MOST * min(len(mine), len(theirs)))
    return enough and any(one != another for one, another in pairs)


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
    hit = re.search(r"(?<![A-Za-z])([A-Za-z]+\d+)$", name)
    return hit[1] if hit else ""
