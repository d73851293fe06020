"""Shelf: what is known, looked up the ways the judge asks for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice

from progressive_memory.domain.candidate import Candidate, Slot
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.work import deliverable
from progressive_memory.flush.extract.work.deliverable import Rarity
from progressive_memory.flush.judge.course import due_of, is_ours_to_end, is_quiet
from progressive_memory.flush.known import criteria, meaning
from progressive_memory.flush.known.known import ENDED, Known, Place, has_date
from progressive_memory.flush.known.meaning import STATE_KINDS
from progressive_memory.text import similarity
from progressive_memory.vault.ids import entry_key

_MAX_ORDINALS = 64
"""No message states more things of one kind; a longer chain of taken keys ends the search."""

_WEEKS_ON_IT = 2  # times as long as a task goes quiet after: an owner still reports on it then


class Shelf:
    """Everything known, by id, by key and by subject.

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
        self._quiet_days = quiet_days
        self.by_id: dict[str, Known] = {}
        self._key_name = key_name
        self._spent_keys = spent_keys
        self._subjects: dict[str, dict[str, None]] = defaultdict(dict)
        self._keys: dict[str, str] = {}
        self._unclaimed = set(known)
        self._line: dict[tuple[Kind, str], list[str]] = defaultdict(list)
        for one in known.values():
            self.put(one)

    def put(self, known: Known) -> None:
        """Add an entry, or replace the one of that id."""
        self.drop(known.id)
        self.by_id[known.id] = known
        self._keys[known.key] = known.id
        for mark in _subjects(known):
            self._subjects[mark][known.id] = None

    def drop(self, entry_id: str) -> None:
        """Forget an entry; nothing happens where there is none."""
        known = self.by_id.pop(entry_id, None)
        if known is not None:
            self._keys.pop(known.key, None)
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
                self._line[candidate.kind, candidate.evidence[0].event_id].append(_said(candidate))

    def taken_keys(self, kind: Kind, event_id: str) -> tuple[str, ...]:
        """The keys taken of those an entry resting first on that message may have, lowest ordinal
        first.
        """
        return tuple(islice(self._taken(kind, event_id), _MAX_ORDINALS))

    def key_for(self, candidate: Candidate) -> str:
        """The key of a new entry: the free one with the lowest ordinal, less those kept for
        candidates that are before it in the line and not judged yet.
        """
        event_id = candidate.evidence[0].event_id
        waiting = self._line[candidate.kind, event_id]
        said = _said(candidate)
        ahead = waiting.index(said) if said in waiting else 0
        free = (
            key
            for ordinal in count()
            if (key := entry_key(self._key_name, candidate.kind, event_id, ordinal))
            not in self._keys
            and key not in self._spent_keys
        )
        if said in waiting:
            waiting.remove(said)
        return next(islice(free, ahead, None))

    def leave_line(self, candidate: Candidate) -> None:
        """Give up the candidate's place in the line for keys: it is no new entry."""
        waiting = self._line[candidate.kind, candidate.evidence[0].event_id]
        if _said(candidate) in waiting:
            waiting.remove(_said(candidate))

    def free_key(self, kind: Kind, event_id: str) -> str:
        """The key with the lowest ordinal that is free."""
        ordinal = len(self.taken_keys(kind, event_id))
        return entry_key(self._key_name, kind, event_id, ordinal)

    def _taken(self, kind: Kind, event_id: str) -> Iterator[str]:
        for ordinal in count():
            key = entry_key(self._key_name, kind, event_id, ordinal)
            if key not in self._keys and key not in self._spent_keys:
                return
            yield key

    def same(self, candidate: Candidate) -> Known | None:
        """The entry that means the same: as it reads now, or as it was first written.

        Entries standing come before pending ones, and among equals the one with the candidate's
        own key comes first. A superseded or ended entry is the same only when it rests on the
        same messages: what is said anew after it ended is new.
        """
        found = [one for one in self._alike(candidate) if _still_that(one, candidate)]
        if not found and candidate.kind is Kind.TASK:
            found = self._read_before(candidate) or self._one_work_with(candidate)
        if len(found) < 2:
            return found[0] if found else None
        own = self.taken_keys(candidate.kind, candidate.evidence[0].event_id)
        return min(found, key=lambda one: (one.place is Place.PENDING, one.key not in own))

    def reread(self, candidate: Candidate, *, fresh: bool, edited: bool) -> Known | None:
        """The entry this candidate is a second reading of, though the meanings differ: it has the
        candidate's first message, no candidate means what it means, and either nothing is new or
        all it rests on is in the candidate's evidence too. A standing entry whose first message
        was `edited` to say something else of the same is none.
        """
        evidence = _evidence(candidate)
        for key in self.taken_keys(candidate.kind, candidate.evidence[0].event_id):
            holder = self.by_id.get(self._keys.get(key, ""))
            if holder is None or holder.id not in self._unclaimed:
                continue
            if edited and holder.place is Place.STANDING and _says_otherwise(holder, candidate):
                continue
            if not fresh or holder.evidence_ids <= evidence:
                self._unclaimed.discard(holder.id)
                return holder
        return None

    def rivals(self, candidate: Candidate) -> tuple[Known, ...]:
        """Entries of the kind about the same subject and attribute that cannot hold beside it,
        oldest first; never superseded ones. Kinds with a course have no rivals.
        """
        if candidate.kind in STATE_KINDS:
            return ()
        about = {one.id: one for one in self._about(candidate.kind, candidate.slot)}
        about |= {one.id: one for one in self._reset_by(candidate)}
        return tuple(
            sorted(
                (
                    one
                    for one in about.values()
                    if not one.superseded_by and not means(one, candidate)
                ),
                key=lambda one: one.latest,
            )
        )

    def _reset_by(self, candidate: Candidate) -> Iterator[Known]:
        """Standing decisions and conventions that set the same targets to other values."""
        if candidate.kind in (Kind.DECISION, Kind.CONVENTION):
            said = _statement(candidate.title, candidate.fields)
            for one in self.by_id.values():
                standing = one.kind is candidate.kind and one.place is Place.STANDING
                if standing and criteria.resets(_statement(one.title, one.fields), said):
                    yield one

    def pending_about(self, candidate: Candidate) -> tuple[Known, ...]:
        """Pending items of the kind about the same subject and attribute."""
        about = self._about(candidate.kind, candidate.slot)
        return tuple(one for one in about if one.place is Place.PENDING)

    def _alike(self, candidate: Candidate) -> Iterator[Known]:
        return (one for one in self._about(candidate.kind, candidate.slot) if means(one, candidate))

    def open_tasks(self) -> tuple[Known, ...]:
        """The tasks that have not ended, those gone quiet, closed or pending among them."""
        return tuple(
            one for one in self.by_id.values() if one.kind is Kind.TASK and one.state not in ENDED
        )

    def active(self) -> tuple[Known, ...]:
        """What has a course and is open as we wrote it."""
        return tuple(one for one in self.by_id.values() if is_ours_to_end(one))

    def ended_by(self, report: str, names: frozenset[str], at: str) -> tuple[Known, ...]:
        """The open tasks that people's report of the local minute `at` tells to be done. Of
        somebody else's, and of what has long gone quiet, it must name most; of their own it need
        name what none of their other open tasks has.
        """
        tasks = self.open_tasks()
        of_all, of_own = _rarity(tasks), _rarity(_owned(tasks, names))
        return tuple(
            one
            for one in tasks
            if one.latest < at
            and deliverable.ends(
                one.title,
                report,
                of_own if self._is_on_it(one, names, at, _WEEKS_ON_IT) else of_all,
                by_owner=self._is_on_it(one, names, at, _WEEKS_ON_IT),
            )
        )

    def followed_by(self, told: str, names: frozenset[str], at: str) -> tuple[Known, ...]:
        """The open tasks of these people, not gone quiet by then, about whose thing they tell
        more on a later day, by its name.
        """
        tasks = _owned(self.active(), names)
        rarity = _rarity(tasks)
        return tuple(
            one
            for one in tasks
            if one.kind is Kind.TASK
            and one.latest[:10] < at[:10]
            and self._is_on_it(one, names, at, 1)
            and deliverable.tells_of(one.title, told, rarity)
        )

    def freed_by(self, report: str, at: str) -> tuple[Known, ...]:
        """The open blockers that a report of the local minute `at` says are out of the way: it
        names what was stuck, or what that waited for.
        """
        return tuple(
            one
            for one in self.active()
            if one.kind is Kind.BLOCKER
            and one.latest < at
            and any(
                similarity.repeats(said, report)
                for said in (one.slot.subject, one.slot.value, one.title)
            )
        )

    def due_on(self, day: str, owner: str) -> tuple[Known, ...]:
        """The open tasks of that person that are due on the ISO day."""
        tasks = _owned(self.active(), frozenset({owner}))
        return tuple(one for one in tasks if one.kind is Kind.TASK and due_of(one) == day)

    def _is_on_it(self, task: Known, names: frozenset[str], at: str, times: int) -> bool:
        own = bool(names & owners(task.tail))
        return own and not is_quiet(task, at[:10], times * self._quiet_days)

    def _read_before(self, candidate: Candidate) -> list[Known]:
        """The tasks that rest on all of its messages and were known then to be its work."""
        evidence = _evidence(candidate)
        return [
            one
            for one in self.by_id.values()
            if one.kind is Kind.TASK
            and one.place is Place.STANDING
            and evidence <= one.evidence_ids
            and owners(candidate.tail) & owners(one.tail)
            and deliverable.may_be_one(one.title, candidate.title)
        ]

    def _one_work_with(self, candidate: Candidate) -> list[Known]:
        """The open tasks of its owner that it announces, or ends, in other words."""
        mine = owners(candidate.tail)
        theirs = [one for one in self.open_tasks() if mine & owners(one.tail)]
        if candidate.state in ENDED:
            at = f"{candidate.evidence[-1].at:%Y-%m-%d %H:%M}"
            short = deliverable.falls_short(candidate.title)
            pieces = () if short else deliverable.pieces(candidate.title)
            told = {one.id for piece in pieces for one in self.ended_by(piece, mine, at)}
            return [one for one in theirs if one.id in told or _ended_by(one, candidate)]
        said_on = f"{candidate.evidence[-1].at:%Y-%m-%d}"
        return [
            one
            for one in theirs
            if deliverable.one_work(one.title, candidate.title, same_day=one.latest[:10] == said_on)
        ]

    def _about(self, kind: Kind, slot: Slot) -> Iterator[Known]:
        if any(meaning.subject_key(slot)):
            for entry_id in self._subjects.get(meaning.subject_mark(kind, slot), ()):
                yield self.by_id[entry_id]


def _ended_by(task: Known, candidate: Candidate) -> bool:
    """Whether the owner of an open task says in other words that it is done."""
    return (
        similarity.repeats(task.title, candidate.title)
        and meaning.said_in(candidate.title, task.title)
        and not deliverable.told_apart(task.title, candidate.title)
        and not deliverable.only_about(task.title, candidate.title)
        and not deliverable.falls_short(candidate.title)
    )


def _statement(title: str, fields: tuple[tuple[Field, str], ...]) -> str:
    """What was decided, in full: a title may be cut."""
    return next((value for name, value in fields if name is Field.DECISION), title)


def owners(tail: tuple[str, ...]) -> frozenset[str]:
    """The people a tail names."""
    names = next((piece for piece in tail if not has_date(piece)), "")
    return frozenset(name.strip() for name in names.split(",") if name.strip())


def _still_that(known: Known, candidate: Candidate) -> bool:
    over = bool(known.superseded_by) or (known.state in ENDED and candidate.state not in ENDED)
    return not over or bool(known.evidence_ids & _evidence(candidate))


def _said(candidate: Candidate) -> str:
    """What tells candidates of one kind and message apart."""
    return meaning.fingerprint(candidate.kind, candidate.slot)


def _evidence(candidate: Candidate) -> frozenset[str]:
    return frozenset(message.block_id for message in candidate.evidence)


def _subjects(known: Known) -> frozenset[str]:
    """What it is about, as it reads now and as it was first written."""
    return frozenset({meaning.subject_mark(known.kind, known.slot), known.subject_mark} - {""})


def _says_otherwise(known: Known, candidate: Candidate) -> bool:
    """Whether the candidate gives another value to what the entry is about."""
    one, other = known.slot, candidate.slot
    return meaning.rivals(one, other) and not meaning.misspelt(one, other)


def means(known: Known, candidate: Candidate) -> bool:
    """Whether an entry about the same means the same, as it reads now or was first written."""
    return (
        candidate.kind in STATE_KINDS
        or meaning.same(known.slot, candidate.slot)
        or known.fingerprint == meaning.fingerprint(candidate.kind, candidate.slot)
    )


def _owned(tasks: Iterable[Known], names: frozenset[str]) -> list[Known]:
    return [one for one in tasks if names & owners(one.tail)]


def _rarity(tasks: Iterable[Known]) -> Rarity:
    return Rarity(one.title for one in tasks)
