"""What dateparser makes of a text: the floor that our dates are measured beside."""

from __future__ import annotations

import warnings
from datetime import datetime
from functools import cache
from typing import Any, cast


@cache
def _dateparser() -> tuple[Any, Any] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import dateparser
            from dateparser.search import search_dates
        except ModuleNotFoundError:
            return None
    return dateparser.parse, search_dates


def dateparser_reads(text: str, language: str, at: datetime) -> datetime | None:
    """The moment a text means, seen from `at` and read as one to come; None without one, or without
    dateparser.
    """
    tools = _dateparser()
    if not tools:
        return None
    settings = {
        "RELATIVE_BASE": at.replace(tzinfo=None),
        "PREFER_DATES_FROM": "future",
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    try:
        return cast("datetime | None", tools[0](text, languages=[language], settings=settings))
    except Exception:  # noqa: BLE001 — it fails on some rows with whatever its parsers raise
        return None


def dateparser_phrases(text: str, language: str, at: datetime) -> set[str]:
    """The phrases it finds in a text, in small letters."""
    tools = _dateparser()
    if not tools:
        return set()
    settings = {"RELATIVE_BASE": at.replace(tzinfo=None)}
    try:
        found = tools[1](text, languages=[language], settings=settings) or []
    except Exception:  # noqa: BLE001
        return set()
    return {phrase.strip().lower() for phrase, _ in found}
