"""Answers of a language model, for tests of what code makes of them."""

from __future__ import annotations

import json
from collections.abc import Sequence

Quoted = tuple[str, str]
"""A message's number on the sheet, like "m1", and words of it."""


def item(
    kind: str,
    text: str,
    quotes: Sequence[Quoted],
    confirmations: Sequence[Quoted] = (),
    **others: object,
) -> dict[str, object]:
    """One item of an answer; `others` replace what it has by default."""
    found: dict[str, object] = {
        "kind": kind,
        "text": text,
        "quotes": [{"id": number, "quote": words} for number, words in quotes],
        "confirmations": [{"id": number, "quote": words} for number, words in confirmations],
        "people": [],
        "state": "open",
        "details": dict.fromkeys(("context", "attempt", "why_wrong", "right_way", "lesson")),
        "relation": {"op": "new", "target": None},
    }
    return {**found, **others}


def answer(*items: object) -> str:
    """An answer that holds these items."""
    return json.dumps({"items": items}, ensure_ascii=False)
