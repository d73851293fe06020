"""Called up: a ticket put on the floor by its link and its title, in whatever order:
"ABC-12 - Login loops - https://… - [Ann]", "next: Login loops: https://…/browse/ABC-12".

Such a line says nothing but what comes next, though its title reads like a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from progressive_memory.flush.extract.wording.ticket_lines import key_written

_BROWSED = re.compile(
    r"https?://\S+?/(?:browse|tickets?)/(?P<key>[A-Z][A-Z0-9]{1,9}-\d{1,6})(?=[\s),;>]|\.(?:\s|$)|$)"
)
_LINK = re.compile(r"https?://\S+")
_LEAD = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|and|alright|done|great|thanks|now)[,.! -]+)*"
    r"(?:(?:next|first|last|finally|up|another|one more|starting|beginning)\w*(?: (?:one|up|on|with|off|ticket|issue|item|is))*\s*[:,–-]+\s*)?",
    re.IGNORECASE,
)
_KEY_FIRST = re.compile(
    r"^\[?(?P<key>[A-Z]{2,10}-\d{1,6})\b\]?\s*(?P<colon>:|[-–—]+)?\s*", re.IGNORECASE
)
_KIND = re.compile(r"^(?:[A-Z][\w ]{2,14}/[A-Z][\w ]{2,14})\s+[-–—]\s+")
_WHO = re.compile(r"(?<!\s)\s*(?:[-–—]\s*)?\[[^\[\]/]*/[^\[\]]*\]\s*$")
_NEXT = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|done|great|thanks[^.,]*(?=[,.])|alright|cool|yes|yep|now|moving on|comment added)[,.! -]+)*(?:thanks[^.,]*[! -])?"
    r"(?:(?:next|first|last|finally|up|on|another|one more|starting|beginning|start|moving on|then)\w*"
    r"(?: (?:one|up|on|list|the|to|in|is|our|with|off|ticket|issue|item|comes?|today|again))*\s*[,:–-]*\s*"
    r"|(?:(?:the|our|other|another|last|next) )+[\w. ]{0,50}\b(?:is|are|up|:) )?"
    r"(?P<key>(?:[A-Za-z]{2,10}-|#)\d{1,6})\b(?: (?:first|next|now|then))?\W*$",
    re.IGNORECASE,
)
_EDGES = " \t:;,.-–—()<>|"
_LONGEST = 200  # characters of a title
_LEAST_WORDS = 3  # of a title before its link
# What goes on about the link is a remark on it: "… is resolved", "… needs a look".
_GOES_ON = re.compile(
    r"^(?:(?:is|was|has|have|had|are|were|in|at|and|or|but|for|to|from|see|re|about|also|if|because|which|that|resolved|closed|fixed|done|"
    r"awaiting|would|should|could|can|will|needs?|looks?|seems?|etc|duplicates?|now|here|again|\d+:)\b|[+-]\s?\d)|"
    r"^(?:can|should|could|is|are|do|does|did|any\w*|what|how|why|who|where|when|thoughts|ideas|comments)\b.*\?\)?\s*$",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"\b(?:i|i'll|i'm|i've|we|we've|you|he|she|they|could|please|thanks|anyone|let'?s|maybe)\b",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"(?:this|that|these|here|there|any|another|one|also|see|re|regarding|well|if|so|it|its|and|or|but|from|on|about|next|last|first|second|third|"
    r"approval|reminder|fyi|btw|then|finally|over|back|just)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class CalledUp:
    """The ticket a line puts on the floor; `name` is "" where the line gives only its key."""

    key: str
    name: str


def called_up(text: str) -> CalledUp | None:
    """The one ticket whose link and title are all that `text` says; None of anything else."""
    if "://" not in text:
        return None
    links = {hit["key"] for hit in _BROWSED.finditer(text)}
    if len(links) != 1 or len(_LINK.findall(text)) > 1:
        return None
    begins = _LINK.match(_LEAD.sub("", text, count=1).lstrip(_EDGES)) is not None
    rest = _LEAD.sub("", _WHO.sub("", _LINK.sub(" ", text)), count=1).strip(_EDGES)
    first = _KEY_FIRST.match(rest)
    if first is not None and key_written(first["key"]) not in links:
        return None
    rest = rest[first.end() :] if first is not None else rest
    name = _KIND.sub("", rest.strip(_EDGES)).strip(_EDGES)
    key = next(iter(links))
    if not name:
        return CalledUp(key, "")
    titled = not _GOES_ON.search(name) if begins or first is not None else _is_title(name)
    return CalledUp(key, name) if titled and len(name) <= _LONGEST else None


def next_key(text: str) -> str | None:
    """The key of the ticket that `text` calls up, and says no more of: "done. next, ABC-12"."""
    hit = _NEXT.match(text)
    return key_written(hit["key"]) if hit else None


def floor_taken(text: str) -> CalledUp | None:
    """The ticket a line puts on the floor, by link or by key alone; None of anything else."""
    by_link = called_up(text)
    if by_link is not None:
        return by_link
    key = next_key(text)
    return CalledUp(key, "") if key is not None else None


def _is_title(name: str) -> bool:
    """True for words before a link that could be what it is called."""
    words = len(name.split())
    told = name[:1].islower() or _NO_TITLE.match(name) or _REMARK.search(name)
    return words >= _LEAST_WORDS and not told and not name.endswith("?")
