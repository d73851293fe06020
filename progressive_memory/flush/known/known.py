"""Known: one entry as the judge sees it, whether it stands, waits in pending.md or is new.

A flush decides by turning what is known before into what is known after; `writeback` writes the
difference. So every rule about entries is a step from one `Known` to another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from progressive_memory.domain.candidate import Candidate, Confirmation, Slot, TaskState
from progressive_memory.domain.entry import Entry, Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.wording.slots import names_more
from progressive_memory.flush.known import meaning
from progressive_memory.flush.known.meaning import STATE_KINDS
from progressive_memory.vault.entry_format import message_link

ENDED = frozenset({TaskState.DONE, TaskState.DROPPED})
ARCHIVED = ENDED | {TaskState.CLOSED, TaskState.QUIET}
"""States of what stands in the archive; what has not ended itself may come back from there."""

_YEAR = re.compile(r"\d{4}-")
_BARE_KINDS = STATE_KINDS | {Kind.ENVIRONMENT}
"""Kinds of attention.md: a line says it all, and only people and evidence are nested in it."""


class Place(StrEnum):
    """Where an entry is."""

    STANDING = "standing"
    PENDING = "pending"


@dataclass(frozen=True)
class Cited:
    """A message as evidence: its block id, its link, its local minute (`2026-05-15 14:02`, "" when
    not told) and its event id ("" when only the link is known).
    """

    block_id: str
    link: str
    at: str = ""
    event_id: str = ""

    @property
    def path(self) -> str:
        """The day note the link names."""
        return self.link.removeprefix("[[").partition("#")[0] + ".md"


@dataclass(frozen=True)
class Known:
    """One entry.

    `title` is its line without `tail` and without what it is `about`; people are names as they are
    written, a confirmer with the reaction behind. `supersedes`, `superseded_by`, `contradicts` hold
    entry ids. `confidence` is 0–1. `closed_with` is what a closed task ended with. `said_by`,
    `said_on` (ISO day) and `reason` (a code, or words read back) are shown while it is pending.
    `ended_on` is the ISO day a task, blocker or loop ended, or was last spoken of where it went
    quiet. `fingerprint` and `subject_mark` are the meaning and subject it was first written with
    ("" unknown), so that a person's rewording does not make it another one. `entry` is the block
    on disk, None before it is written. `shelf` is the note that it stands in, or shall, as an older
    line of the archive ("" = none).
    """

    id: str
    kind: Kind
    title: str
    slot: Slot
    evidence: tuple[Cited, ...] = ()
    tail: tuple[str, ...] = ()
    fields: tuple[tuple[Field, str], ...] = ()
    state: TaskState = TaskState.OPEN
    decided_by: tuple[str, ...] = ()
    confirmed_by: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    confidence: float = 1.0
    place: Place = Place.STANDING
    reason: str = ""
    said_by: str = ""
    said_on: str = ""
    ended_on: str = ""
    closed_with: str = ""
    fingerprint: str = ""
    subject_mark: str = ""
    entry: Entry | None = None
    about: str = ""
    shelf: str = ""

    @property
    def key(self) -> str:
        """The entry key: the hash part of its id."""
        return self.id.rsplit("-", 1)[-1]

    @cached_property
    def latest(self) -> str:
        """The local minute of its newest evidence; "" when none is told."""
        return max((cited.at for cited in self.evidence), default="")

    @property
    def voices(self) -> frozenset[str]:
        """Names of those who decided or confirmed it."""
        return frozenset(self.decided_by) | {name_of(voice) for voice in self.confirmed_by}

    @cached_property
    def evidence_ids(self) -> frozenset[str]:
        """Block ids of the messages it rests on."""
        return frozenset(cited.block_id for cited in self.evidence)


def cite(message: Message) -> Cited:
    """The message as evidence."""
    return Cited(
        message.block_id, message_link(message), f"{message.at:%Y-%m-%d %H:%M}", message.event_id
    )


def from_candidate(candidate: Candidate, entry_id: str, place: Place) -> Known:
    """The entry a candidate becomes under that id."""
    ended = candidate.state in ENDED
    return Known(
        id=entry_id,
        kind=candidate.kind,
        title=candidate.title,
        slot=candidate.slot,
        about=candidate.about,
        evidence=tuple(map(cite, dict.fromkeys((*candidate.evidence, *candidate.named_in)))),
        tail=candidate.tail,
        fields=() if candidate.kind in _BARE_KINDS else candidate.fields,
        state=candidate.state,
        decided_by=tuple(person.name for person in candidate.decided_by),
        confirmed_by=tuple(voice_of(confirmation) for confirmation in candidate.confirmed_by),
        place=place,
        reason=candidate.reason if place is Place.PENDING else "",
        said_by=_speaker(candidate),
        said_on=f"{candidate.said_in.at:%Y-%m-%d}",
        ended_on=f"{candidate.evidence[-1].at:%Y-%m-%d}" if ended else "",
        fingerprint=meaning.fingerprint(candidate.kind, candidate.slot),
        subject_mark=meaning.subject_mark(candidate.kind, candidate.slot),
    )


def absorb(known: Known, candidate: Candidate) -> Known:
    """`known` with what the candidate adds; equal to `known` when it adds nothing.

    The words that stand stay, unless they are a bare key (`PR-118`) and the thing now has a name;
    people, evidence and missing fields are added. Of a task, blocker or loop the newer statement
    also gives the state, owner and date, and that it was spoken of again is kept.
    """
    said = from_candidate(candidate, known.id, known.place)
    merged = replace(
        known,
        title=said.title if names_more(known.title, said.title) else known.title,
        fields=known.fields + _missing_fields(known, said),
        decided_by=_union(known.decided_by, said.decided_by),
        confirmed_by=_with_confirmers(known, said.confirmed_by),
    )
    if known.kind in STATE_KINDS and said.latest >= known.latest:
        merged = replace(
            merged,
            state=said.state,
            ended_on=said.ended_on,
            closed_with="",
            tail=_tail(known.tail, said.tail),
        )
    if merged == known and not _heard_again(known, said):
        return known
    return replace(merged, evidence=_with_evidence(known.evidence, said.evidence))


def _heard_again(known: Known, said: Known) -> bool:
    """Whether something with a course is spoken of on a later day: it has not gone quiet."""
    return known.kind in STATE_KINDS and said.latest[:10] > known.latest[:10]


def voice_of(confirmation: Confirmation) -> str:
    """A confirmer as written: the name, and the reaction behind it."""
    return f"{confirmation.person.name} {confirmation.key}".strip()


def name_of(voice: str) -> str:
    """The name of a confirmer as written: what stands before a reaction."""
    head, _, last = voice.rpartition(" ")
    return head if head and not any(char.isalnum() for char in last) else voice


def _speaker(candidate: Candidate) -> str:
    if candidate.decided_by:
        return candidate.decided_by[0].name
    last = candidate.evidence[-1]
    return last.sender_name or last.sender


def _missing_fields(known: Known, said: Known) -> tuple[tuple[Field, str], ...]:
    standing = {field for field, _ in known.fields}
    return tuple((field, value) for field, value in said.fields if field not in standing)


def _with_confirmers(known: Known, said: tuple[str, ...]) -> tuple[str, ...]:
    names = known.voices
    return known.confirmed_by + tuple(voice for voice in said if name_of(voice) not in names)


def _with_evidence(standing: tuple[Cited, ...], said: tuple[Cited, ...]) -> tuple[Cited, ...]:
    ids = {cited.block_id for cited in standing}
    return standing + tuple(cited for cited in said if cited.block_id not in ids)


def _union(standing: tuple[str, ...], said: tuple[str, ...]) -> tuple[str, ...]:
    return standing + tuple(name for name in said if name not in standing)


def _tail(standing: tuple[str, ...], said: tuple[str, ...]) -> tuple[str, ...]:
    """The newer owner and date in the places of the old ones; what was not said again stays."""
    pieces = {has_date(piece): piece for piece in said}
    kept = tuple(pieces.pop(has_date(piece), piece) for piece in standing)
    return kept + tuple(piece for piece in said if piece in pieces.values())


def has_date(piece: str) -> bool:
    """Whether a piece of a tail tells a day; the other pieces name people."""
    return _YEAR.search(piece) is not None
