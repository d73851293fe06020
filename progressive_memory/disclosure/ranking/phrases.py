"""A search as a person types it: words, and phrases in quotes that must stand as written."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"([^"]{1,200})"|“([^”]{1,200})”|「([^」]{1,200})」|『([^』]{1,200})』')


def split_phrases(text: str) -> tuple[str, tuple[str, ...]]:
    """(the words outside of quotes, the quoted phrases). A quote that is not closed is a letter."""
    phrases = [next(filter(None, found)).strip() for found in _QUOTED.findall(text)]
    return _QUOTED.sub(" ", text).strip(), tuple(phrase for phrase in phrases if phrase)
