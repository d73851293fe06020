"""Step three of a flush: what people did first, then what was said since (DESIGN §5). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from progressive_memory.domain.candidate import Candidate, Ruling, Verdict
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.work.reports import Report
from progressive_memory.flush.judge import pending, questions, reviewer
from progressive_memory.flush.judge.bench import Bench
from progressive_memory.flush.judge.course import quieted
from progressive_memory.flush.judge.judge import Judgement, judge
from progressive_memory.flush.judge.questions import is_question
from progressive_memory.flush.judge.withdrawn import without_evidence, without_reactions
from progressive_memory.flush.known import meaning, vetoes
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.vetoes import Veto
from progressive_memory.vault import layout
from progressive_memory.vault.ids import OUR_ID


@dataclass(frozen=True)
class Room:
    """Everything one group's flush is decided on, as values.

    `known` are the entries standing and pending, by id. `seen` holds the marks of those seen last;
    of those that are gone, `asleep` were never seen by this machine. `living_notes` are the paths
    of the notes that are there and not blank, `hidden` ids of entries seen last that still stand in
    a note, where code or a comment hides them.
    `fresh` are block ids of messages new or changed since the last flush, `changed` those edited
    or deleted. `messages` are, by block id, those that entries rest on which were touched since.
    `pending_since` maps a pending id to the ISO day it was put there. `newest` is the ISO day of
    the group's newest message; "" = nothing goes quiet. `reports` and `days` are as in
    `bench.Bench`.
    """

    homes: Homes
    key_name: str
    language: Language
    today: date
    known: Mapping[str, Known] = field(default_factory=dict)
    seen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asleep: frozenset[str] = frozenset()
    living_notes: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    fresh: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    messages: Mapping[str, Message] = field(default_factory=dict)
    vetoes: tuple[Veto, ...] = ()
    expired: frozenset[str] = frozenset()
    pending_since: Mapping[str, str] = field(default_factory=dict)
    pending_days: int = 14
    newest: str = ""
    quiet_task_days: int = 14
    reports: tuple[Report, ...] = ()
    days: Mapping[str, Sequence[Message]] = field(default_factory=dict)
    deciders: frozenset[str] = frozenset()
    authorities: frozenset[str] = frozenset()
    reviewed_by: str = ""


@dataclass(frozen=True)
class Decided:
    """What a flush made of a group: what is known after, the verdicts, how many were turned down
    and why, and what the next flush has to remember.
    """

    after: dict[str, Known]
    verdicts: tuple[Verdict, ...]
    rejected: dict[str, int]
    vetoes: tuple[Veto, ...]
    expired: frozenset[str]
    pending_since: dict[str, str]


def compare(
    room: Room, candidates: Sequence[Candidate], reread: Sequence[Candidate] = ()
) -> Decided:
    """Obey what people did to the notes, then judge the candidates, then withdraw what lost its
    evidence.

    `reread` are candidates that are not judged: they lend ticked items the fields that a line of
    pending.md lacks.
    """
    reviewed = pending.review(
        room.known.values(), room.pending_since, room.today, room.pending_days
    )
    missing = _gone(room)
    gone = tuple(veto for entry_id, veto in missing.items() if entry_id not in room.asleep)
    refused = tuple(_veto(one) for one in reviewed.rejected if not is_question(one))
    all_vetoes = (*room.vetoes, *gone, *refused)
    # What is hidden, or was not seen here, is not to be written a second time, and no veto: it may
    # come out again, or in from another device.
    hidden = (vetoes.veto_of(entry_id, room.seen[entry_id]) for entry_id in sorted(room.hidden))
    asleep = (veto for entry_id, veto in missing.items() if entry_id in room.asleep)
    forbidden = (*all_vetoes, *filter(None, hidden), *asleep)
    known = _obeyed(room, reviewed, gone)
    accepted = _accepted(room, reviewed, [*candidates, *reread])
    judgement = _judged(room, known, candidates, accepted, forbidden)
    after, withdrawn = _upheld(room, judgement)
    # Last, so that what confirms an item on its last day still finds it.
    expired = _expire(after, reviewed.expired)
    after = quieted(after, room.newest, room.quiet_task_days)
    rejected = Counter(
        deleted=len(gone),
        rejected=len(reviewed.rejected),
        expired=len(expired),
        withdrawn=withdrawn,
        no_message_left=_unreadable(reviewed, accepted),
    )
    rejected.update(judgement.settled.values())
    rejected.update(_turned_down(judgement.verdicts, room.fresh))
    return Decided(
        after=after,
        verdicts=judgement.verdicts,
        rejected={reason: count for reason, count in sorted(rejected.items()) if count},
        vetoes=all_vetoes,
        expired=room.expired | expired,
        pending_since=_since(room, after),
    )


def _obeyed(room: Room, reviewed: pending.Reviewed, gone: Sequence[Veto]) -> dict[str, Known]:
    """What is known once the rejected items are gone and the questions answered; to delete one
    is to reject it.
    """
    known = dict(room.known)
    for question in questions.deleted(gone, known, room.language):
        known.update(pending.answered(question, known, newer_holds=False))
    for question in (*reviewed.accepted, *reviewed.rejected):
        if is_question(question):
            newer_holds = question in reviewed.accepted
            known.update(pending.answered(question, known, newer_holds=newer_holds))
            known.pop(question.id)
    for one in reviewed.rejected:
        known.pop(one.id, None)
    return known


def _expire(after: dict[str, Known], overdue: Sequence[Known]) -> frozenset[str]:
    """Take out the overdue items that still wait; their keys."""
    keys = set()
    for one in overdue:
        if one.id in after and after[one.id].place is Place.PENDING:
            del after[one.id]
            keys.add(one.key)
    return frozenset(keys)


def _unreadable(reviewed: pending.Reviewed, accepted: Mapping[str, Candidate]) -> int:
    """How many ticked items have no message left to rest on; they stay where they are."""
    ticked = [one for one in reviewed.accepted if not is_question(one)]
    return sum(one.id not in accepted for one in ticked)


def _accepted(
    room: Room, reviewed: pending.Reviewed, candidates: Sequence[Candidate]
) -> dict[str, Candidate]:
    found = {}
    for one in reviewed.accepted:
        if not is_question(one):
            by = reviewer.reviewer(room.language, room.reviewed_by)
            candidate = pending.accepted_candidate(one, room.messages, candidates, by)
            if candidate is not None:
                found[one.id] = candidate
    return found


def _judged(
    room: Room,
    known: Mapping[str, Known],
    candidates: Sequence[Candidate],
    accepted: Mapping[str, Candidate],
    forbidden: tuple[Veto, ...],
) -> Judgement:
    bench = Bench(
        key_name=room.key_name,
        language=room.language,
        deciders=room.deciders,
        authorities=room.authorities | {reviewer.SENDER},
        fresh=room.fresh,
        edited=room.changed,
        vetoes=forbidden,
        expired=room.expired,
        reports=room.reports,
        days=room.days,
        quiet_task_days=room.quiet_task_days,
    )
    return judge(candidates, known, bench, accepted)


def _gone(room: Room) -> dict[str, Veto]:
    """Vetoes for what was seen and is gone, by entry id: a person deleted it.

    A note that is missing or blank tells nothing: it may still be on its way from another device.
    """
    vetoed = {veto.key for veto in room.vetoes}
    found = {}
    for entry_id, marks in room.seen.items():
        ours = OUR_ID.match(entry_id)
        if entry_id in room.known or entry_id in room.hidden or ours is None:
            continue
        kind = Kind(ours["kind"])
        shelf = vetoes.shelf_in(marks)
        home = layout.note(room.homes.group, shelf) if shelf else room.homes.standing(kind)
        alive = {home, room.homes.pending} <= room.living_notes
        veto = vetoes.veto_of(entry_id, marks)
        if alive and veto is not None and veto.key not in vetoed:
            found[entry_id] = veto
    return found


def _veto(rejected: Known) -> Veto:
    said = rejected.fingerprint or meaning.fingerprint(rejected.kind, rejected.slot)
    return Veto(rejected.key, rejected.kind, rejected.evidence_ids, said)


def _upheld(room: Room, judgement: Judgement) -> tuple[dict[str, Known], int]:
    """What is known after what lost its evidence has moved, and how many pending items ended."""
    supported = {
        verdict.entry_id for verdict in judgement.verdicts if verdict.ruling is not Ruling.REJECTED
    }
    confirmed = {
        verdict.entry_id
        for verdict in judgement.verdicts
        if verdict.entry_id in supported and verdict.candidate.confirmed
    }
    after = dict(judgement.after)
    after |= without_reactions(after, room.fresh, room.messages, confirmed)
    moved = without_evidence(after, room.changed, room.messages, supported, room.language)
    ended = 0
    for entry_id, then in moved.items():
        if then is None:
            del after[entry_id]
            ended += 1
        else:
            after[entry_id] = then
    return after, ended


def _turned_down(verdicts: Sequence[Verdict], fresh: frozenset[str]) -> Iterator[str]:
    """Why each candidate was turned down; one read again was counted by the flush before."""
    for verdict in verdicts:
        if not fresh.isdisjoint(message.block_id for message in verdict.candidate.evidence):
            if verdict.ruling is Ruling.REJECTED:
                yield verdict.reason
            elif verdict.ruling is Ruling.DUPLICATE:
                yield "duplicate"


def _since(room: Room, after: Mapping[str, Known]) -> dict[str, str]:
    """Since when each item waits: today for one that was not there before."""
    return {
        one.id: room.pending_since.get(one.id, str(room.today))
        for one in after.values()
        if one.place is Place.PENDING
    }
