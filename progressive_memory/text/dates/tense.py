"""Whether the clause around a phrase tells of the past."""

from __future__ import annotations

import re
from bisect import bisect_right

_CLAUSE_END = re.compile(r"[。！？；，,;!?\n]|\.(?=\s|$)")
_PAST = re.compile(
    r"[了过過]|已|刚|剛"
    r"|\b(?:was|were|did|didn['’]t|had|went|sent|came|said|told|got|made|met|saw|found|left"
    r"|ran|broke|since|wrote|took|gave|began|fell|lost|spoke|built|ago|[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"要|(?<!开)会|會|将|將|得|需|应|應|准备|準備|打算|计划|計劃|安排|前|截止|再|吧"
    r"|\b(?:will|won['’]t|shall|should|must|can|could|would|may|might|needs?|needed|going\sto"
    r"|gonna|plan|plans|planned|planning|by|until|till|before|due|deadline|let['’]s|please|wants?"
    r"|wanted|expect|expected|have\sto|scheduled?|if|(?:to|for)\s(?:mon|tue|wed|thu|fri|sat|sun))"
    r"|['’]ll\b",
    re.IGNORECASE,
)


class Tense:
    """The clauses of one text; each is looked at once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: list[int] | None = None
        self._known: dict[int, bool] = {}

    def is_past(self, place: int) -> bool:
        """Whether the clause at a place has a cue of the past and none of what is to come."""
        if self._ends is None:
            self._ends = [match.end() for match in _CLAUSE_END.finditer(self._text)]
        number = bisect_right(self._ends, place)
        if number not in self._known:
            start = self._ends[number - 1] if number else 0
            end = self._ends[number] if number < len(self._ends) else len(self._text)
            past = _PAST.search(self._text, start, end)
            self._known[number] = bool(past and not _FUTURE.search(self._text, start, end))
        return self._known[number]
