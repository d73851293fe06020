"""Shelf: what is known, looked up the ways the judge asks for it. Pure.

Three questions, in this order: is it known already (`same`), is it a second reading of what is
known (`reread`), what can no longer hold beside it (`rivals`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from progressive_memory.domain.candidate import Candidate, Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.judge.keys import Keys
from progressive_memory.flush.judge.statements import (
    Statements,
    bears,
    is_stated,
    points_at,
    said_by,
)
from progressive_memory.flush.judge.work import Work
from progressive_memory.flush.known import criteria, meaning
from progressive_memory.flush.known.known import ENDED, Known, Place
from progressive_memory.flush.known.meaning import STATE_KINDS
from progressive_memory.flush.known.statement.bearing import Bearing

_MEANS_IT = frozenset({Bearing.SAME, Bearing.MORE})


class Shelf:
    """Everything known, by id, by subject and by words; its keys; the work among it.

    `put` adds or replaces; `drop` takes away. Lookups answer in the order things were put.
    """

    def __init__(
        self,
        known: Mapping[str, Known],
        key_name: str,
        spent_keys: frozenset[str] = frozenset(),
        quiet_days: int = 14,
    ) -> None:
        """`spent_keys` are keys of entries that are gone for good: taken, though held by none."""
        self.by_id: dict[str, Known] = {}
        self.keys = Keys(key_name, spent_keys)
        self.work = Work(quiet_days)
        self._statements = Statements(self.by_id)
        self._subjects: dict[str, dict[str, None]] = defaultdict(dict)
        self._unclaimed = set(known)
        for one in known.values():
            self.put(one)

    def put(self, known: Known) -> None:
        """Add an entry, or replace the one of that id."""
        self.drop(known.id)
        self.by_id[known.id] = known
        self.keys.holders[known.key] = known.id
        self._statements.put(known)
        self.work.put(known)
        for mark in _subjects(known):
            self._subjects[mark][known.id] = None

    def drop(self, entry_id: str) -> None:
        """Forget an entry; nothing happens where there is none."""
        known = self.by_id.pop(entry_id, None)
        if known is not None:
            self.keys.holders.pop(known.key, None)
            self._statements.drop(known)
            self.work.drop(known)
            for mark in _subjects(known):
                self._subjects[mark].pop(entry_id, None)

    def claim(self, candidates: Iterable[Candidate]) -> None:
        """Note which entries mean what one of the candidates means: no other may take them over.
        The others take their places, by title, in the line for the keys of their first message.
        """
        for candidate in sorted(candidates, key=lambda one: one.title):
            twin = self.same(candidate)
            if twin is not None:
                self._unclaimed.discard(twin.id)
            else:
                self.keys.queue([candidate])

    def same(self, candidate: Candidate) -> Known | None:
        """The entry that means the same: as it reads now, or as it was first written.

        Entries standing come before pending ones, those it only repeats before those it adds to,
        and among equals the one with the candidate's own key comes first. A superseded or ended
        entry is the same only when it rests on the same messages: what is said anew after it
        ended is new.
        """
        found = [one for one in self._alike(candidate) if _still_that(one, candidate)]
        if not found and candidate.kind is Kind.TASK:
            found = self.work.read_before(candidate) or self.work.one_with(candidate)
        if len(found) < 2:
            return found[0] if found else None
        own = self.keys.taken(candidate.kind, candidate.evidence[0].event_id)
        return min(
            found,
            key=lambda one: (
                one.place is Place.PENDING,
                adds_to(one, candidate),
                one.key not in own,
            ),
        )

    def reread(self, candidate: Candidate, *, fresh: bool, edited: bool) -> Known | None:
        """The entry this candidate is a second reading of, though the meanings differ: it has the
        candidate's first message, no candidate means what it means, and either nothing is new or
        all it rests on is in the candidate's evidence too. A standing entry whose first message
        was `edited` to say something else of the same is none.
        """
        evidence = _evidence(candidate)
        for key in self.keys.taken(candidate.kind, candidate.evidence[0].event_id):
            holder = self.by_id.get(self.keys.holders.get(key, ""))
            if holder is None or holder.id not in self._unclaimed:
                continue
            if edited and holder.place is Place.STANDING and _says_otherwise(holder, candidate):
                continue
            if not fresh or holder.evidence_ids <= evidence:
                self._unclaimed.discard(holder.id)
                return holder
        return None

    def rivals(self, candidate: Candidate) -> tuple[Known, ...]:
        """The standing entries of the kind about the same that cannot hold beside it, oldest
        first; never superseded ones. Kinds with a course have no rivals.
        """
        if candidate.kind in STATE_KINDS:
            return ()
        found = {
            one.id: one
            for one in (*self._of_another_value(candidate), *self._reset_by(candidate))
            if one.place is Place.STANDING and not one.superseded_by
        }
        return tuple(sorted(found.values(), key=lambda one: one.latest))

    def pending_about(self, candidate: Candidate) -> tuple[tuple[Known, bool], ...]:
        """The pending items about the same, each with whether it means the same."""
        found = {one.id: (one, True) for one in self._alike(candidate)}
        for one in self._of_another_value(candidate):
            found.setdefault(one.id, (one, False))
        return tuple(pair for pair in found.values() if pair[0].place is Place.PENDING)

    def _alike(self, candidate: Candidate) -> Iterator[Known]:
        """The entries that mean what the candidate means."""
        about = self._about(candidate.kind, candidate.slot)
        found = {one.id: one for one in about if means(one, candidate)}
        for one, bearing in self._statements.touched_by(candidate):
            if bearing in _MEANS_IT:
                found.setdefault(one.id, one)
        yield from found.values()

    def _of_another_value(self, candidate: Candidate) -> Iterator[Known]:
        """The entries that give another value to what the candidate is about. What it gives up
        without saying of what, is meant only where one entry alone can be.
        """
        if not is_stated(candidate.kind, candidate.slot):
            about = self._about(candidate.kind, candidate.slot)
            yield from (one for one in about if not means(one, candidate))
            return
        touched = [
            (one, bearing)
            for one, bearing in self._statements.touched_by(candidate)
            if not one.superseded_by
        ]
        yield from (one for one, bearing in touched if bearing is Bearing.OTHER)
        if points_at(candidate):
            about = self._about(candidate.kind, candidate.slot)
            yield from (one for one in about if not means(one, candidate))
        given_up = [one for one, bearing in touched if bearing is Bearing.GIVEN_UP]
        if len(given_up) == 1:
            yield from given_up

    def _reset_by(self, candidate: Candidate) -> Iterator[Known]:
        """Decisions and conventions that set the same list of targets to other values."""
        if candidate.kind in (Kind.DECISION, Kind.CONVENTION) and criteria.metrics(
            said_by(candidate)
        ):
            for one in self.by_id.values():
                if one.kind is candidate.kind and criteria.resets(said_by(one), said_by(candidate)):
                    yield one

    def _about(self, kind: Kind, slot: Slot) -> Iterator[Known]:
        if any(meaning.subject_key(slot)):
            for entry_id in self._subjects.get(meaning.subject_mark(kind, slot), ()):
                yield self.by_id[entry_id]


def means(known: Known, candidate: Candidate) -> bool:
    """Whether an entry about the same means the same, as it reads now or was first written."""
    return (
        candidate.kind in STATE_KINDS
        or known.fingerprint == meaning.fingerprint(candidate.kind, candidate.slot)
        or (
            not is_stated(candidate.kind, candidate.slot)
            and meaning.same(known.slot, candidate.slot)
        )
    )


def adds_to(known: Known, candidate: Candidate) -> bool:
    """Whether the candidate says what an entry says, and more."""
    stated = is_stated(candidate.kind, candidate.slot)
    return stated and bears(said_by(candidate), known) is Bearing.MORE


def _still_that(known: Known, candidate: Candidate) -> bool:
    over = bool(known.superseded_by) or (known.state in ENDED and candidate.state not in ENDED)
    return not over or bool(known.evidence_ids & _evidence(candidate))


def _evidence(candidate: Candidate) -> frozenset[str]:
    cited = (*candidate.evidence, *candidate.named_in)
    return frozenset(message.block_id for message in cited)


def _subjects(known: Known) -> frozenset[str]:
    """What it is about, as it reads now and as it was first written."""
    return frozenset({meaning.subject_mark(known.kind, known.slot), known.subject_mark} - {""})


def _says_otherwise(known: Known, candidate: Candidate) -> bool:
    """Whether the candidate gives another value to what the entry is about."""
    if meaning.misspelt(known.slot, candidate.slot):
        return False
    if is_stated(candidate.kind, candidate.slot):
        return bears(said_by(candidate), known) is Bearing.OTHER
    return meaning.rivals(known.slot, candidate.slot)
