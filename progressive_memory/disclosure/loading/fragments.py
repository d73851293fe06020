"""Fragments: the entries of a note that answer, where the note is never loaded whole."""

from __future__ import annotations

from collections.abc import Sequence

from progressive_memory.disclosure.loading.selection import Found, answers
from progressive_memory.disclosure.render import is_entry
from progressive_memory.domain.section import Section

LIMIT = 8
"""Entries in one answer."""
NEWEST = 5
"""Entries shown when the question names nothing: the newest."""


def pick(sections: Sequence[Section], found: Found, *, names_something: bool) -> tuple[int, ...]:
    """The places in `sections` of the entries that answer, best first.

    `found` is what a search in this note gave. A question that names nothing (“what was decided
    lately?”) gets the newest entries.
    """
    if not names_something:
        entries = [place for place, section in enumerate(sections) if is_entry(section)]
        newest = sorted(entries, key=lambda place: sections[place].on, reverse=True)
        return tuple(newest[:NEWEST])
    return answers(sections, found, LIMIT)
