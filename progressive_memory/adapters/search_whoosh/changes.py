"""What waits to be written, and how it is: what did not change is not touched."""

from __future__ import annotations

import time
from typing import NamedTuple

from whoosh.writing import SegmentWriter

from progressive_memory.adapters.search_whoosh.documents import (
    Card,
    card_document,
    keys,
    section_document,
)
from progressive_memory.adapters.search_whoosh.reading import Reading
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Stamp


class Put(NamedTuple):
    """A note with all its sections."""

    scope: Scope
    stamp: Stamp
    sha256: str
    sections: tuple[Section, ...]


class Drop(NamedTuple):
    """A note to be forgotten."""

    sections: tuple[Section, ...] = ()


def write(writer: SegmentWriter, standing: Reading, path: str, change: Put | Drop) -> None:
    """Bring a note of the commit to what the change says; `standing` is what was there before."""
    before = standing.numbers(path)
    gone = [*standing.card_numbers(path)]
    wanted: tuple[str, ...] = ()
    if isinstance(change, Put):
        wanted = keys(change.scope, change.sections)
        words = _add(writer, standing, path, change)
        agreed = tuple((n, each.agreed) for n, each in enumerate(change.sections) if each.agreed)
        card = Card(change.scope, words, change.stamp, change.sha256, wanted, agreed)
        writer.add_document(**card_document(path, card))
    gone += [before[key] for key in before.keys() - set(wanted)]
    for number in gone:
        writer.delete_document(number)


def _add(writer: SegmentWriter, standing: Reading, path: str, put: Put) -> int:
    """Add the sections that do not stand yet; how many words all of them have."""
    before = standing.numbers(path)
    words = 0
    first = time.time_ns()  # a later section gets a higher number, in whatever process
    for place, (key, section) in enumerate(
        zip(keys(put.scope, put.sections), put.sections, strict=True)
    ):
        if key in before:
            words += standing.length(before[key])
            continue
        document = section_document(put.scope, path, (key, first + place), section)
        words += document["length"]
        writer.add_document(**document)
    return words
