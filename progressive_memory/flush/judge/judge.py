"""The judge: what each candidate means for what is known (DESIGN §5 "Judge"). Pure.

Candidates are judged one after the other, oldest first, each against everything known and judged
before it. A candidate that rests on nothing new was judged by an earlier flush already: it can
fill a gap, but never changes what stands, so reading a segment again is harmless.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from progressive_memory.domain.candidate import Candidate, Person, Ruling, Verdict
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.work.reports import Report
from progressive_memory.flush.judge import course
from progressive_memory.flush.judge.course import Milestone
from progressive_memory.flush.judge.questions import CONTRADICTS, which_holds
from progressive_memory.flush.judge.shelf import Shelf, means
from progressive_memory.flush.known import meaning, vetoes
from progressive_memory.flush.known.known import Known, Place, absorb, cite, from_candidate
from progressive_memory.flush.known.vetoes import Veto
from progressive_memory.vault.ids import entry_id

ROSTER = "roster:"
"""Event ids of an imported roster, which is authority for roles (DESIGN §5)."""

NOTED_BY_AGENT = "agent"
"""The reason code of what an agent asked to remember: never confirmed, but shown to people."""

_TWO_VOICES = frozenset({Kind.ROLE, Kind.ENVIRONMENT, Kind.RULE})
"""Kinds one member's unconfirmed word never changes (DESIGN §8)."""


@dataclass(frozen=True)
class Bench:
    """What the judge goes by.

    `key_name` makes entry keys. `deciders` are sender ids or names; empty = no one is named.
    `authorities` are senders whose word counts in this run alone, as a decider's. `fresh` are
    block ids of messages no flush has judged as they read now, `edited` those that read otherwise
    when one did. `expired` are keys of pending
    items whose time ran out. `reports` tell what was done or is over; `days` holds the messages of
    the day notes that tasks rest on, where a report needs them.
    """

    key_name: str
    language: Language
    deciders: frozenset[str] = frozenset()
    authorities: frozenset[str] = frozenset()
    fresh: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
    vetoes: tuple[Veto, ...] = ()
    expired: frozenset[str] = frozenset()
    reports: tuple[Report, ...] = ()
    days: Mapping[str, Sequence[Message]] = field(default_factory=dict)
    quiet_task_days: int = 14


@dataclass(frozen=True)
class Judgement:
    """The verdicts in the order they were made; what is known after them, by entry id; and the
    pending items they settled: id → reason code.
    """

    verdicts: tuple[Verdict, ...]
    after: dict[str, Known]
    settled: dict[str, str]


def judge(
    candidates: Sequence[Candidate],
    known: Mapping[str, Known],
    bench: Bench,
    accepted: Mapping[str, Candidate] | None = None,
) -> Judgement:
    """Rule on every candidate, oldest first; before them on `accepted`: pending items by id, as
    the candidates a person made of them, which no veto holds back.

    Things said in one message get their ordinals by title, whatever came later to each.
    """
    ordered = sorted(candidates, key=lambda one: (one.evidence[-1].at, one.evidence[0].at))
    hearing = _Hearing(known, bench)
    for item_id, candidate in (accepted or {}).items():
        hearing.accept(item_id, candidate)
    hearing.shelf.claim(candidates)
    waiting = deque(sorted(bench.reports, key=lambda one: one.message.at))
    for candidate in ordered:
        while waiting and waiting[0].message.at < candidate.evidence[-1].at:
            hearing.note(waiting.popleft())
        hearing.hear(_guarded(candidate, bench))
    for report in waiting:
        hearing.note(report)
    return Judgement(tuple(hearing.verdicts), hearing.shelf.by_id, hearing.settled)


class _Hearing:
    """One run of the judge: the shelf as it fills, and the verdicts so far."""

    def __init__(self, known: Mapping[str, Known], bench: Bench) -> None:
        self.bench = bench
        spent = frozenset(veto.key for veto in bench.vetoes) | bench.expired
        self.shelf = Shelf(known, bench.key_name, spent, bench.quiet_task_days)
        self.verdicts: list[Verdict] = []
        self.settled: dict[str, str] = {}

    def hear(self, candidate: Candidate) -> None:
        """Rule on one candidate."""
        fresh = any(message.block_id in self.bench.fresh for message in candidate.evidence)
        edited = candidate.evidence[0].block_id in self.bench.edited
        twin = self.shelf.same(candidate) or self.shelf.reread(
            candidate, fresh=fresh, edited=edited
        )
        if not _by_a_person(candidate) and candidate.reason != NOTED_BY_AGENT:
            self._say(Ruling.REJECTED, candidate, reason="no_person")
        elif twin is not None:
            self.shelf.leave_line(candidate)
            self._again(candidate, twin, fresh=fresh)
        elif refusal := self._refusal(candidate, fresh=fresh):
            self._say(Ruling.REJECTED, candidate, reason=refusal)
        else:
            self._anew(candidate, fresh=fresh)

    def note(self, report: Report) -> None:
        """End the open tasks a new report ends, and add to those it tells more of."""
        message = report.message
        if message.block_id not in self.bench.fresh or not _by_a_person_said(message):
            return
        at = cite(message).at
        self._note_work(report, at)
        if report.scope:
            over = Milestone(report.over, report.scope, at, self.bench.quiet_task_days)
            for task in self.shelf.active():
                if course.belongs(task, over, self.bench.days):
                    self._end(task, course.closed(task, over, self.bench.language), message)

    def _note_work(self, report: Report, at: str) -> None:
        names = frozenset({report.person.name})
        for piece in report.pieces:
            for task in self.shelf.ended_by(piece, names, at):
                self._end(task, course.done(task, at), report.message)
        for blocker in self.shelf.freed_by(report.freed, at):
            self._end(blocker, course.done(blocker, at), report.message)
        if report.submitter:
            handed_in = self.shelf.due_on(at[:10], report.submitter.name)
            if len(handed_in) == 1:  # of two nobody can tell which
                self._end(handed_in[0], course.done(handed_in[0], at), report.message)
        if report.told:
            for task in self.shelf.followed_by(report.told, names, at):
                self._follow(task, report.message)

    def _follow(self, task: Known, message: Message) -> None:
        """Put what its owner told more of it among a task's evidence; it stays as it is."""
        said = Candidate(task.kind, task.title, (message,), task.slot, task.tail, state=task.state)
        if not self._is_vetoed(said):
            self.shelf.put(replace(task, evidence=(*task.evidence, cite(message))))
            self._say(Ruling.EXTENDS, said, task.id, task.id)

    def _end(self, task: Known, ended: Known, message: Message) -> None:
        """Put an ended task in the place of the open one, the message among its evidence."""
        candidate = Candidate(
            task.kind, task.title, (message,), task.slot, task.tail, state=ended.state
        )
        if self._is_vetoed(candidate):
            return
        evidence = (*task.evidence, cite(message))
        self.shelf.put(replace(ended, evidence=evidence, place=Place.STANDING, reason=""))
        ruling = Ruling.EXTENDS if task.place is Place.STANDING else Ruling.NEW
        self._say(ruling, candidate, task.id, task.id)

    def accept(self, item_id: str, candidate: Candidate) -> None:
        """Let a pending item stand, or do to a standing entry what it says of it."""
        twin = self.shelf.same(candidate)
        if twin is None or twin.place is Place.PENDING:
            self._write(candidate, item_id)
            return
        merged = absorb(twin, candidate)
        ruling = Ruling.DUPLICATE if merged == twin else Ruling.EXTENDS
        self.shelf.put(merged)
        self.shelf.drop(item_id)
        self._say(ruling, candidate, twin.id, twin.id)

    def _again(self, candidate: Candidate, twin: Known, *, fresh: bool) -> None:
        """What is known already is said again."""
        if twin.place is Place.PENDING:
            merged = from_candidate(candidate, twin.id, Place.STANDING)
            changed = candidate.confirmed
        else:
            merged = absorb(twin, candidate) if fresh and not twin.superseded_by else twin
            changed = merged != twin
        if not changed:
            self._say(Ruling.DUPLICATE, candidate, twin.id, twin.id)
        elif self._is_vetoed(candidate):
            self._say(Ruling.REJECTED, candidate, twin.id, twin.id, "vetoed")
        elif not candidate.confirmed:
            self._unconfirmed_change(candidate, twin, merged)
        elif twin.place is Place.PENDING:
            self._write(candidate, twin.id)
        else:
            self.shelf.put(merged)
            self._say(Ruling.EXTENDS, candidate, twin.id, twin.id)
            self._settle_pending(candidate, twin.id)

    def _is_vetoed(self, candidate: Candidate) -> bool:
        """Whether it means what was vetoed and rests on the same messages."""
        evidence = frozenset(message.block_id for message in candidate.evidence)
        said = meaning.fingerprint(candidate.kind, candidate.slot)
        return any(
            vetoes.forbids(veto, candidate.kind, evidence, said) for veto in self.bench.vetoes
        )

    def _unconfirmed_change(self, candidate: Candidate, twin: Known, merged: Known) -> None:
        """Another course of a task than the one that stands is put to people; more of the same
        is not worth a question.
        """
        if (merged.state, merged.tail) != (twin.state, twin.tail):
            self._pend(candidate, self._new_id(candidate))
        else:
            self._say(Ruling.DUPLICATE, candidate, twin.id, twin.id)

    def _refusal(self, candidate: Candidate, *, fresh: bool) -> str:
        """Why it may not be written at all; "" when it may."""
        own = self.shelf.taken_keys(candidate.kind, candidate.evidence[0].event_id)
        said = meaning.fingerprint(candidate.kind, candidate.slot)
        own_veto = any(
            veto.key in own and (not fresh or veto.meaning in ("", said))
            for veto in self.bench.vetoes
        )
        if own_veto or self._is_vetoed(candidate):
            return "vetoed"
        confirmed_anew = fresh and candidate.confirmed
        if not confirmed_anew and self.bench.expired.intersection(own):
            return "expired"
        return ""

    def _anew(self, candidate: Candidate, *, fresh: bool) -> None:
        """Nothing known means the same."""
        rivals = [one for one in self.shelf.rivals(candidate) if one.place is Place.STANDING]
        if rivals and not fresh:
            self._say(Ruling.DUPLICATE, candidate, rivals[-1].id, rivals[-1].id, "judged_before")
        elif candidate.confirmed:
            self._write(candidate, self._new_id(candidate))
        elif rivals:
            self._pend(replace(candidate, reason=CONTRADICTS), self._new_id(candidate))
        else:
            self._pend(candidate, self._new_id(candidate))

    def _pend(self, candidate: Candidate, new_id: str) -> None:
        self.shelf.put(from_candidate(candidate, new_id, Place.PENDING))
        self._say(Ruling.PENDING, candidate, new_id, reason=candidate.reason)

    def _write(self, candidate: Candidate, new_id: str) -> None:
        """Let it stand under that id, beside or above what speaks of the same."""
        rivals = [one for one in self.shelf.rivals(candidate) if one.place is Place.STANDING]
        new = from_candidate(candidate, new_id, Place.STANDING)
        waited = self.shelf.by_id.get(new_id)
        if waited is not None:
            first = (one for one in waited.evidence if one.block_id not in new.evidence_ids)
            new = replace(new, evidence=(*first, *new.evidence))
        self.shelf.put(new)
        self._settle_pending(candidate, new_id)
        for rival in rivals:
            new = self.shelf.by_id[new_id]
            if new.latest >= rival.latest and _has_authority(new, rival, candidate, self.bench):
                self._supersede(new, rival)
                self._say(Ruling.SUPERSEDES, candidate, new_id, rival.id)
            else:
                self._contradict(new, rival)
                self._say(Ruling.CONTRADICTS, candidate, new_id, rival.id)
        if not rivals:
            self._say(Ruling.NEW, candidate, new_id)

    def _supersede(self, new: Known, old: Known) -> None:
        self.shelf.put(replace(new, supersedes=(*new.supersedes, old.id)))
        halved = old.confidence / 2
        self.shelf.put(replace(old, superseded_by=(*old.superseded_by, new.id), confidence=halved))

    def _contradict(self, new: Known, old: Known) -> None:
        self.shelf.put(replace(new, contradicts=(*new.contradicts, old.id)))
        self.shelf.put(replace(old, contradicts=(*old.contradicts, new.id)))
        first = new.evidence[0]
        key = self.shelf.free_key(Kind.OPEN_LOOP, first.event_id)
        question_id = entry_id(Kind.OPEN_LOOP, date.fromisoformat(first.at[:10]), key)
        self.shelf.put(which_holds(new, old, question_id, self.bench.language))

    def _settle_pending(self, candidate: Candidate, written_id: str) -> None:
        """Pending items that say the same, or what can no longer hold, are settled by it."""
        for one in self.shelf.pending_about(candidate):
            if one.id != written_id:
                self.settled[one.id] = "settled" if means(one, candidate) else "contradicted"
                self.shelf.drop(one.id)

    def _new_id(self, candidate: Candidate) -> str:
        first = candidate.evidence[0]
        key = self.shelf.key_for(candidate)
        return entry_id(candidate.kind, first.at.date(), key)

    def _say(
        self,
        ruling: Ruling,
        candidate: Candidate,
        written_id: str = "",
        standing_id: str = "",
        reason: str = "",
    ) -> None:
        self.verdicts.append(Verdict(ruling, candidate, written_id, standing_id, reason))


def _guarded(candidate: Candidate, bench: Bench) -> Candidate:
    """The candidate, made pending where one member's word alone would change a role, a rule or
    the environment.
    """
    if not candidate.confirmed or candidate.kind not in _TWO_VOICES:
        return candidate
    roster = candidate.kind is Kind.ROLE and candidate.evidence[0].event_id.startswith(ROSTER)
    names = {person.name for person in _people(candidate)}
    if roster or len(names) > 1 or _is_decided(candidate, bench):
        return candidate
    return replace(candidate, confirmed=False, reason="one_person")


def _by_a_person(candidate: Candidate) -> bool:
    return any(_by_a_person_said(message) for message in candidate.evidence)


def _by_a_person_said(message: Message) -> bool:
    return message.role == "user" and not message.forwarded and not message.deleted


def _has_authority(new: Known, old: Known, candidate: Candidate, bench: Bench) -> bool:
    """Whether the people behind `new` may overrule `old`: a decider is among them, or one of
    those who made the old entry, or (where nobody is named decider) at least as many people.
    """
    if _is_decided(candidate, bench) or new.voices & old.voices:
        return True
    return not bench.deciders and len(new.voices) >= len(old.voices)


def _is_decided(candidate: Candidate, bench: Bench) -> bool:
    """Whether a decider, or an authority of this run, is among its people."""
    return any(
        person.sender in bench.authorities
        or person.sender in bench.deciders
        or person.name in bench.deciders
        for person in _people(candidate)
    )


def _people(candidate: Candidate) -> tuple[Person, ...]:
    return (*candidate.decided_by, *(one.person for one in candidate.confirmed_by))
