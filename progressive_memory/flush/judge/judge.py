"""The judge: what each candidate means for what is known (DESIGN §5 "Judge"). Pure.

Candidates are judged one after the other, oldest first, each against everything known and judged
before it. Of each it is asked, in this order:

1. Is it known already (`Shelf.same`, `Shelf.reread`)? → Duplicate, or Extends with what it adds.
2. May it be written at all (a person said it, nobody vetoed it)? → Rejected.
3. Is it confirmed? → else Pending.
4. What can no longer hold beside it (`Shelf.rivals`)? → New for nothing; Supersedes where its
   people may overrule (`authority`), else Contradicts, and a question to people.

A candidate that rests on nothing new was judged by an earlier flush already: it can fill a gap,
but never changes what stands, so reading a segment again is harmless.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from progressive_memory.domain.candidate import Candidate, Ruling, TaskState, Verdict
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.grammar.draft import NOTED_BY_AGENT
from progressive_memory.flush.extract.work.reports import Report
from progressive_memory.flush.judge import progress
from progressive_memory.flush.judge.authority import Authority
from progressive_memory.flush.judge.bench import Bench, by_a_person
from progressive_memory.flush.judge.questions import CONTRADICTS, is_question, which_holds
from progressive_memory.flush.judge.shelf import Shelf, adds_to
from progressive_memory.flush.judge.statements import said_by
from progressive_memory.flush.known import meaning
from progressive_memory.flush.known.known import Known, Place, absorb, from_candidate
from progressive_memory.flush.known.meaning import STATE_KINDS
from progressive_memory.vault.ids import entry_id

_CHANGES = frozenset({Kind.DECISION, Kind.FIX})


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
    hearing.recall_vetoed(candidates)
    waiting = deque(sorted(bench.reports, key=lambda one: one.message.at))
    for candidate in ordered:
        while waiting and waiting[0].message.at < candidate.evidence[-1].at:
            hearing.note(waiting.popleft())
        hearing.hear(candidate)
    for report in waiting:
        hearing.note(report)
    return Judgement(tuple(hearing.verdicts), hearing.shelf.by_id, hearing.settled)


class _Hearing:
    """One run of the judge: the shelf as it fills, what was vetoed, and the verdicts so far."""

    def __init__(self, known: Mapping[str, Known], bench: Bench) -> None:
        self.bench = bench
        spent = frozenset(veto.key for veto in bench.vetoes) | bench.expired
        self.shelf = Shelf(known, bench.key_name, spent, bench.quiet_task_days)
        self.refused = Shelf({}, bench.key_name)
        self.authority = Authority(bench, known.values())
        self.verdicts: list[Verdict] = []
        self.settled: dict[str, str] = {}

    def hear(self, candidate: Candidate) -> None:
        """Rule on one candidate."""
        candidate = self.authority.guarded(candidate)
        fresh = self._is_fresh(candidate)
        edited = candidate.evidence[0].block_id in self.bench.edited
        twin = self.shelf.same(candidate) or self.shelf.reread(
            candidate, fresh=fresh, edited=edited
        )
        if not any(map(by_a_person, candidate.evidence)) and candidate.reason != NOTED_BY_AGENT:
            self._say(Ruling.REJECTED, candidate, reason="no_person")
        elif twin is not None:
            self.shelf.keys.leave_line(candidate)
            self._again(candidate, twin, fresh=fresh)
        elif refusal := self._refusal(candidate, fresh=fresh):
            self._say(Ruling.REJECTED, candidate, reason=refusal)
        else:
            self._anew(candidate, fresh=fresh)

    def recall_vetoed(self, candidates: Sequence[Candidate]) -> None:
        """Keep in mind what is vetoed of the candidates, as it would stand while it was open."""
        for one in candidates if self.bench.vetoes else ():
            if self._is_vetoed(one, fresh=self._is_fresh(one)):
                first = one.evidence[0]
                key = self.refused.keys.free(one.kind, first.event_id)
                refused_id = entry_id(one.kind, first.at.date(), key)
                ghost = from_candidate(one, refused_id, Place.STANDING)
                self.refused.put(replace(ghost, state=TaskState.OPEN))

    def _is_fresh(self, candidate: Candidate) -> bool:
        return any(message.block_id in self.bench.fresh for message in candidate.evidence)

    def note(self, report: Report) -> None:
        """Let a new report end the open tasks it ends, and add to those it tells more of."""
        self.verdicts.extend(progress.note(report, self.shelf, self.bench))

    def accept(self, item_id: str, candidate: Candidate) -> None:
        """Let a pending item stand, or do to a standing entry what it says of it."""
        twin = self.shelf.same(candidate)
        if twin is None or twin.place is Place.PENDING:
            self._write(candidate, item_id)
            return
        merged = _with_more(twin, candidate)
        ruling = Ruling.DUPLICATE if merged == twin else Ruling.EXTENDS
        self.shelf.put(merged)
        self.shelf.drop(item_id)
        self._say(ruling, candidate, twin.id, twin.id)

    def _again(self, candidate: Candidate, twin: Known, *, fresh: bool) -> None:
        """What is known already is said again."""
        if twin.place is Place.PENDING:
            merged = from_candidate(candidate, twin.id, Place.STANDING)
            # The same words read again, with less talk around them, bear nothing out.
            told = {message.block_id for message in candidate.evidence} - twin.evidence_ids
            changed = candidate.confirmed and (fresh or bool(told))
        else:
            merged = _with_more(twin, candidate) if fresh and not twin.superseded_by else twin
            changed = merged != twin
        if not changed:
            self._say(Ruling.DUPLICATE, candidate, twin.id, twin.id)
        elif self.bench.forbids(candidate):
            self._say(Ruling.REJECTED, candidate, twin.id, twin.id, "vetoed")
        elif not candidate.confirmed:
            self._unconfirmed_change(candidate, twin, merged)
        elif twin.place is Place.PENDING:
            self._confirm(candidate, twin)
        else:
            self.shelf.put(merged)
            self._say(Ruling.EXTENDS, candidate, twin.id, twin.id)
            self._settle_pending(candidate, twin.id)
            self._settle_conflict(candidate, twin.id)

    def _confirm(self, candidate: Candidate, waiting: Known) -> None:
        """Let what waits stand, under its id. What was put forward anew and agreed to then stands
        under its own: whether a flush fell after the first time must not tell (DESIGN §4).
        """
        same_course = candidate.kind in STATE_KINDS
        if same_course or candidate.evidence[0].block_id in waiting.evidence_ids:
            self._write(candidate, waiting.id)
            return
        self.settled[waiting.id] = "settled"
        self.shelf.drop(waiting.id)
        self._write(candidate, self._new_id(candidate))

    def _unconfirmed_change(self, candidate: Candidate, twin: Known, merged: Known) -> None:
        """Another course of a task than the one that stands, and what is said beyond a statement,
        is put to people; another voice for the same is not worth a question.
        """
        says_more = adds_to(twin, candidate)
        if says_more or (merged.state, merged.tail) != (twin.state, twin.tail):
            self._pend(candidate, self._new_id(candidate))
        else:
            self._say(Ruling.DUPLICATE, candidate, twin.id, twin.id)

    def _refusal(self, candidate: Candidate, *, fresh: bool) -> str:
        """Why it may not be written at all; "" when it may."""
        if self._is_vetoed(candidate, fresh=fresh) or self._is_of_the_vetoed(candidate):
            return "vetoed"
        own = self.shelf.keys.taken(candidate.kind, candidate.evidence[0].event_id)
        confirmed_anew = fresh and candidate.confirmed
        if not confirmed_anew and self.bench.expired.intersection(own):
            return "expired"
        return ""

    def _is_vetoed(self, candidate: Candidate, *, fresh: bool) -> bool:
        own = self.shelf.keys.taken(candidate.kind, candidate.evidence[0].event_id)
        said = meaning.fingerprint(candidate.kind, candidate.slot)
        own_veto = any(
            veto.key in own and (not fresh or veto.meaning in ("", said))
            for veto in self.bench.vetoes
        )
        return own_veto or self.bench.forbids(candidate)

    def _is_of_the_vetoed(self, candidate: Candidate) -> bool:
        """Whether it would have been one with an entry that is vetoed: it says the same in other
        words, and rests on a message of a vetoed entry or is not confirmed.
        """
        if self.refused.same(candidate) is None:
            return False
        here = {message.block_id for message in candidate.evidence}
        rests_on_it = any(
            veto.kind is candidate.kind and not here.isdisjoint(veto.evidence)
            for veto in self.bench.vetoes
        )
        return rests_on_it or not candidate.confirmed

    def _anew(self, candidate: Candidate, *, fresh: bool) -> None:
        """Nothing known means the same."""
        rivals = self.shelf.rivals(candidate)
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
        rivals = self.shelf.rivals(candidate)
        new = from_candidate(candidate, new_id, Place.STANDING)
        waited = self.shelf.by_id.get(new_id)
        if waited is not None:
            first = (one for one in waited.evidence if one.block_id not in new.evidence_ids)
            new = replace(new, evidence=(*first, *new.evidence))
        self.shelf.put(new)
        if new.kind in _CHANGES:
            for said in candidate.evidence:
                self.verdicts.extend(progress.set_anew(said.text, said, self.shelf, self.bench))
        if new.kind is Kind.ROLE:
            self.authority.learn(self.shelf.by_id.values())
        self._settle_pending(candidate, new_id)
        for rival in rivals:
            new = self.shelf.by_id[new_id]
            later = new.latest >= rival.latest
            if later and self.authority.may_overrule(new, rival, candidate):
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
        for one in tuple(self.shelf.by_id.values()):
            if is_question(one) and old.id in one.contradicts:
                self.settled[one.id] = "settled"
                self.shelf.drop(one.id)

    def _contradict(self, new: Known, old: Known) -> None:
        self.shelf.put(replace(new, contradicts=(*new.contradicts, old.id)))
        self.shelf.put(replace(old, contradicts=(*old.contradicts, new.id)))
        first = new.evidence[0]
        key = self.shelf.keys.free(Kind.OPEN_LOOP, first.event_id)
        question_id = entry_id(Kind.OPEN_LOOP, date.fromisoformat(first.at[:10]), key)
        self.shelf.put(which_holds(new, old, question_id, self.bench.language))

    def _settle_pending(self, candidate: Candidate, written_id: str) -> None:
        """Pending items that say the same, or what can no longer hold, are settled by it."""
        for one, is_same in self.shelf.pending_about(candidate):
            if one.id != written_id:
                self.settled[one.id] = "settled" if is_same else "contradicted"
                self.shelf.drop(one.id)

    def _settle_conflict(self, candidate: Candidate, standing_id: str) -> None:
        """Who may settle it says again what stands: what stands against it is superseded."""
        if not self.authority.settles(candidate):
            return
        for other_id in self.shelf.by_id[standing_id].contradicts:
            other = self.shelf.by_id.get(other_id)
            if other is not None and not other.superseded_by:
                self._supersede(self.shelf.by_id[standing_id], other)
                self._say(Ruling.SUPERSEDES, candidate, standing_id, other_id)

    def _new_id(self, candidate: Candidate) -> str:
        first = candidate.evidence[0]
        key = self.shelf.keys.next_for(candidate)
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


def _with_more(known: Known, candidate: Candidate) -> Known:
    """The entry with what the candidate adds; the statement in full where it says more."""
    merged = absorb(known, candidate)
    if not adds_to(known, candidate):
        return merged
    said = (Field.CONTEXT, said_by(candidate))
    return merged if said in merged.fields else replace(merged, fields=(*merged.fields, said))
