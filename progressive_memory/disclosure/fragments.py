"""Fragments: the entries of a note that answer, where the note is never loaded whole."""

from __future__ import annotations

from collections.abc import Sequence

from progressive_memory.disclosure.render import is_entry
from progressive_memory.domain.section import Section

LIMIT = 8
"""Entries in one answer."""
NEWEST = 5
"""Entries shown when the question names nothing: the newest."""
_WORTH = 0.35
"""What a fragment must score against the best one to be shown with it."""


def pick(
    sections: Sequence[Section], hits: Sequence[tuple[Section, float]], *, names_something: bool
) -> tuple[int, ...]:
    """The places in `sections` of the entries that answer, best first.

    `hits` are what a search in this note found, best first. A question that names nothing
    (“what was decided lately?”) gets the newest entries.
    """
    places = {id_: place for place, section in enumerate(sections) if (id_ := section.id)}
    if not names_something:
        entries = [place for place, section in enumerate(sections) if is_entry(section)]
        newest = sorted(entries, key=lambda place: sections[place].on, reverse=True)
        return tuple(newest[:NEWEST])
    best = hits[0][1] if hits else 0.0
    found = [places[hit.id] for hit, score in hits if hit.id in places and score >= _WORTH * best]
    return tuple(dict.fromkeys(found))[:LIMIT]
