"""Dates put behind the phrases that mean them."""

from __future__ import annotations

from datetime import datetime

from progressive_memory.domain.group import Language
from progressive_memory.text.dates.brackets import MAX_CHARACTERS, strip_annotations
from progressive_memory.text.dates.hints import may_hang_on_a_day
from progressive_memory.text.dates.span import Interval


def annotate(text: str, at: datetime, language: Language) -> str:
    """The text with a date behind each dated phrase, in the brackets of the group's language.

    `at` is the message's own time, aware, in the group's zone. A phrase that already has a date
    in brackets behind it keeps that one, so annotating stored text adds nothing.
    """
    if len(text) > MAX_CHARACTERS or not may_hang_on_a_day(text):
        return text
    from progressive_memory.text.dates.reading import dated_places

    bare, standing = strip_annotations(text)
    places = dated_places(bare, at)
    if not places:
        return text
    dated = {position for position, _ in standing}
    added = [(end, _bracket(interval, language)) for end, interval in places if end not in dated]
    pieces, position = [], 0
    for place, annotation in sorted([*standing, *added], key=lambda item: item[0]):
        pieces += [bare[position:place], annotation]
        position = place
    return "".join([*pieces, bare[position:]])


def _bracket(interval: Interval, language: Language) -> str:
    shown = _shown(interval)
    return f"（{shown}）" if language == "zh" else f" ({shown})"


def _shown(interval: Interval) -> str:
    """A year, months or days, the last one only where there are several."""
    length = {"year": 4, "half": 7, "quarter": 7, "month": 7}.get(interval.grain, 10)
    last = interval.until - interval.until.resolution
    first, final = interval.begin.isoformat()[:length], last.isoformat()[:length]
    return first if first == final else f"{first} – {final}"
