"""Notes and sections as Whoosh documents.

A note is one `card`: its stamp, its hash, and the keys of its sections in order. A section is a
document of its own that knows its note but not its place, so that one put in front of the others
leaves them untouched. Words are cut by `text.cjk`, never by Whoosh.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from whoosh.columns import NumericColumn, VarBytesColumn
from whoosh.fields import COLUMN, ID, FieldType, Schema
from whoosh.formats import Existence

from progressive_memory.disclosure.ranking.relevance import mark, times
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Stamp
from progressive_memory.text.cjk import fold


class Card(NamedTuple):
    """What stands of one note; `words` are those of all its sections, `agreed` the places of those
    that were agreed to, each with how far.
    """

    scope: Scope
    words: int
    stamp: Stamp
    sha256: str
    keys: tuple[str, ...]
    agreed: tuple[tuple[int, int], ...] = ()


class Facts(NamedTuple):
    """What ranking and filters read of a section; a higher `number` was written later."""

    key: str
    number: int
    path: str
    on: str
    superseded: bool
    confidence: float
    kind: str
    who: str


class Marked(FieldType):  # type: ignore[misc]  # Whoosh has no types
    """A field of words with a mark each; Whoosh keeps it, plus one, as the word's weight."""

    def __init__(self) -> None:
        super().__init__(Existence(), None)

    def index(
        self, value: Mapping[str, int], **_: object
    ) -> Iterator[tuple[bytes, int, float, bytes]]:
        """Each word as Whoosh stores it: its bytes, how often, its weight, nothing else."""
        return ((word.encode(), 1, mark + 1.0, b"") for word, mark in value.items())


SCHEMA = Schema(
    card=ID(),  # the path of the note that a card is of
    note=ID(),  # the path of the note that a section is of
    scope=ID(),
    entries=Marked(),
    log=Marked(),
    length=COLUMN(NumericColumn("I")),  # in words
    facts=COLUMN(VarBytesColumn()),
    section=COLUMN(VarBytesColumn()),
    standing=COLUMN(VarBytesColumn()),
)


def card_document(path: str, card: Card) -> dict[str, object]:
    """The fields of a note's card."""
    standing = [card.scope, card.words, *card.stamp, card.sha256]
    return {"card": path, "standing": _bytes([*standing, " ".join(card.keys), card.agreed])}


def read_card(standing: bytes) -> Card:
    """The card of a `standing` column."""
    scope, words, *times, sha256, joined, agreed = json.loads(standing)
    stamp, keys = Stamp(*times), tuple(joined.split())
    return Card(scope, words, stamp, sha256, keys, tuple((place, far) for place, far in agreed))


def section_document(
    scope: Scope, path: str, key: tuple[str, int], section: Section
) -> dict[str, Any]:
    """The fields of a section's document; `key` is its key and its number."""
    counted, length = times(scope, section)
    facts = Facts(
        *key,
        path,
        section.on,
        section.superseded,
        section.confidence,
        section.kind,
        fold(" ".join(section.who)),
    )
    return {
        "note": path,
        "scope": scope,
        scope: {word: mark(count, length) for word, count in counted.items()},
        "length": length,
        "facts": _bytes(facts),
        "section": _bytes(_row(section)),
    }


def read_facts(facts: bytes) -> Facts:
    """The facts of a `facts` column."""
    return Facts(*json.loads(facts))


def read_section(row: bytes) -> Section:
    """The section of a `section` column."""
    id_, path, heading, text, kind, title, on, who, *rest = json.loads(row)
    return Section(id_, path, heading, text, kind, title, on, tuple(who), *rest)


def keys(scope: Scope, sections: Sequence[Section]) -> tuple[str, ...]:
    """A key for each section of a note: the same for the same content, and never twice."""
    counted: dict[str, int] = {}
    found = []
    for section in sections:
        digest = hashlib.blake2b(_bytes([scope, *_row(section)]), digest_size=12).hexdigest()
        again = counted[digest] = counted.get(digest, -1) + 1
        found.append(f"{digest}-{again}" if again else digest)
    return tuple(found)


def _row(section: Section) -> list[object]:
    return [
        section.id,
        section.path,
        section.heading,
        section.text,
        section.kind,
        section.title,
        section.on,
        section.who,
        section.superseded,
        section.confidence,
        section.event_id,
        section.agreed,
    ]


def _bytes(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")
