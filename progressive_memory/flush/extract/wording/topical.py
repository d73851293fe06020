"""Topical: words said on an agenda item made to stand alone: "update the RFC" names which one."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.wording import phrase

_THE_ITEM = re.compile(
    r"\b(?:the|this|that) (?:rfc|pr|mr|pull request|proposal|ticket|issue)s?\b(?! (?:for|about|on|of|that|process|template|author)\b)|这个(?:提案|PR|RFC|工单)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:,? and (?:i|we|you|then|it|a note)\b|, (?:then|so|which|but|as)\b|,? (?:so that|because|unless|fwiw|btw)\b|;\s|\.\s| [–—-] ).*$",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"(?:,|(?<![,\s]))\s+(?:(?:to|and|by|with|for|about|of|on|in|from|as|along|per) )*(?:[a-z]+ )?(?:that|this|it|those|them|these|those lines|as required)(?: (?:as required|now|up|too|then))?$",
    re.IGNORECASE,
)
_DO_THAT = re.compile(r"(?<=\bdo )(?:that|it|this)$", re.IGNORECASE)
_REFLECTS = re.compile(
    r",? to (?:reflect|incorporate|address|capture|match|include) (?:that|this|it|those|these|all that)(?: \w+)?$",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|its)\b", re.IGNORECASE)
_LONGEST = 90  # characters of an item's name inside another title


def naming(text: str, topic: str) -> str:
    """`text` with "the RFC" called by the key and name of `topic`; as it is without one."""
    called = _called(topic)
    return _THE_ITEM.sub(phrase.literal(called), text, count=1) if called else text


def _called(topic: str) -> str:
    key, colon, name = topic.partition(": ")
    return f"{key} ({phrase.shorten(name, 'en', _LONGEST)})" if colon else ""


def in_item(body: str, topic: str) -> str:
    """A title for work or a choice said while `topic` (`PR-12: Name`, or "") was on the floor:
    "the RFC" is called by its key and name, a tail that points elsewhere is left out.
    """
    text = _GOES_ON.sub("", body.strip(" .!?:)"))
    called, key = _called(topic), topic.partition(": ")[0]
    named = naming(text, topic)
    if called:
        named = _DO_THAT.sub(phrase.literal(called), named)
    text = _POINTS_BACK.sub("", _REFLECTS.sub("", named))
    if called and called in text:
        head, _, tail = text.partition(called)
        text = head + called + _IT.sub(phrase.literal(key), tail)
    return phrase.title(text)
