"""Dates put behind the phrases that mean them."""

from __future__ import annotations

from datetime import date, datetime

from progressive_memory.domain.group import Language
from progressive_memory.text.dates.resolution import dated_phrases, strip_annotations
from progressive_memory.text.dates.span import DateSpan

MAX_CHARACTERS = 50_000
"""A longer text is a pasted file, not talk; it is left as it is."""


def annotate(text: str, at: datetime, language: Language) -> str:
    """The text with a date behind each dated phrase, in the brackets of the group's language.

    `at` is the message's own time, aware, in the group's zone. A phrase that already has a date
    in brackets behind it keeps that one, so annotating stored text adds nothing.
    """
    if len(text) > MAX_CHARACTERS:
        return text
    bare, standing = strip_annotations(text)
    spans = dated_phrases(bare, at.date())
    if not spans:
        return text
    dated = {position for position, _ in standing}
    added = [(span.end, _bracket(span, language)) for span in spans if span.end not in dated]
    pieces, position = [], 0
    for place, annotation in sorted([*standing, *added], key=lambda item: item[0]):
        pieces += [bare[position:place], annotation]
        position = place
    return "".join([*pieces, bare[position:]])


def _bracket(span: DateSpan, language: Language) -> str:
    shown = _shown(span)
    return f"（{shown}）" if language == "zh" else f" ({shown})"


def _shown(span: DateSpan) -> str:
    if span.precision == "year":
        return f"{span.first.year:04}"
    if span.precision in {"month", "months"}:
        first, last = _month(span.first), _month(span.last)
    else:
        first, last = span.first.isoformat(), span.last.isoformat()
    return first if first == last else f"{first} – {last}"


def _month(day: date) -> str:
    return day.isoformat()[:7]
