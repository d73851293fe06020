"""Statements: the entries a new statement bears on, found by the words they share. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from progressive_memory.domain.candidate import Candidate, Slot
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.wording.slots import slot_of
from progressive_memory.flush.known.homes import EVERYWHERE
from progressive_memory.flush.known.known import Known
from progressive_memory.flush.known.statement.bearing import Bearing, bearing
from progressive_memory.text.similarity import terms

_STATED = frozenset({Kind.DECISION, Kind.CONVENTION, Kind.ENVIRONMENT, Kind.RULE})
"""Kinds whose words say what holds; the others are known by whom or what they are about."""

_RARE = 30
"""A term that so few entries of a kind have leads to them alone."""

_LONGER = 1.5
"""A decision told in more than so many times its title's length is told with its story."""


class Statements:
    """Entries that state something, by the terms of their words."""

    def __init__(self, by_id: Mapping[str, Known]) -> None:
        self._by_id = by_id
        self._terms: dict[Kind, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))

    def put(self, known: Known) -> None:
        """Add an entry; nothing happens with one that states nothing."""
        if known.kind in _STATED:
            for term in terms(said_by(known)):
                self._terms[known.kind][term][known.id] = None

    def drop(self, known: Known) -> None:
        """Forget an entry."""
        if known.kind in _STATED:
            for term in terms(said_by(known)):
                self._terms[known.kind][term].pop(known.id, None)

    def touched_by(self, candidate: Candidate) -> Iterator[tuple[Known, Bearing]]:
        """The entries of its kind the candidate bears on, by id."""
        if not is_stated(candidate.kind, candidate.slot):
            return
        said = said_by(candidate)
        for entry_id in sorted(self._near(candidate.kind, said)):
            found = bears(said, self._by_id[entry_id])
            if found is not Bearing.APART:
                yield self._by_id[entry_id], found

    def _near(self, kind: Kind, said: str) -> Iterator[str]:
        """The entries that share two terms with it, or one that is rare."""
        by_term = self._terms[kind]
        shared: Counter[str] = Counter()
        for term in terms(said):
            here = by_term.get(term, {})
            shared.update(dict.fromkeys(here, 2 if len(here) <= _RARE else 1))
        return (entry_id for entry_id, count in shared.items() if count > 1)


def bears(said: str, known: Known) -> Bearing:
    """How what is said bears on an entry: on its words, or on what was added to it before."""
    found = bearing(said_by(known), said)
    if found is Bearing.MORE:
        added = (value for field, value in known.fields if field is Field.CONTEXT)
        if any(bearing(value, said) is Bearing.SAME for value in added):
            return Bearing.SAME
    return found


def is_stated(kind: Kind, slot: Slot) -> bool:
    """Whether words say what it means; with an attribute of its own the slot says it."""
    return kind in _STATED and slot.attribute in ("", EVERYWHERE)


def points_at(candidate: Candidate) -> bool:
    """Whether its slot was given the subject of an entry it is said to replace: its words give
    another. So a model says which entry it means.
    """
    subject = candidate.slot.subject
    return bool(subject) and subject != slot_of(candidate.title).subject


def said_by(one: Known | Candidate) -> str:
    """What it states: its title, or in full where the title is cut short or a heading's."""
    full = next((value for field, value in one.fields if field is Field.DECISION), "")
    cut = one.title.endswith("…")
    return full if full and (cut or len(full) <= _LONGER * len(one.title)) else one.title
