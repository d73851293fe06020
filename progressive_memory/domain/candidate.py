"""Candidate: something extraction thinks worth keeping, with its evidence; and Verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message


@dataclass(frozen=True)
class Person:
    """A member as the envelope names them: `sender` is the chat id, `name` what people read."""

    sender: str
    name: str


@dataclass(frozen=True)
class Confirmation:
    """Who agreed, and how: `key` is the reaction, "" for words."""

    person: Person
    key: str = ""


@dataclass(frozen=True)
class Slot:
    """What a statement is about, for the judge: the same subject and attribute with another value
    supersedes. `value` is normalised; `negated` flips its meaning. Similarity alone never merges.
    """

    subject: str
    attribute: str = ""
    value: str = ""
    negated: bool = False


class TaskState(StrEnum):
    """Where a task, blocker or loop stands. `CLOSED`: what it belonged to was reported over.
    `QUIET`: nobody has spoken of it for a while; neither says that it was done.
    """

    OPEN = "open"
    DONE = "done"
    BLOCKED = "blocked"
    DROPPED = "dropped"
    CLOSED = "closed"
    QUIET = "quiet"


@dataclass(frozen=True)
class Candidate:
    """What extraction proposes to remember.

    `evidence` is never empty, earliest first; its first message makes the entry key. `title` is
    self-contained and carries no date. `tail` are the pieces a list item shows after it (owner,
    due date, reporter). `fields` are the experience.md fields but for people and evidence.
    `confirmed` False means pending, and `reason` (a code, `vault.words` has its wording) says why.
    `about` are words of the messages `named_in` that tell what a title is about which names nothing
    itself ("" = it needs none); what it means and rests on is not changed by them.
    `carried_out_in` is the one of its messages that tells that a plan was carried out: it bears
    the plan out, but was not the day of it.
    """

    kind: Kind
    title: str
    evidence: tuple[Message, ...]
    slot: Slot
    tail: tuple[str, ...] = ()
    fields: tuple[tuple[Field, str], ...] = ()
    state: TaskState = TaskState.OPEN
    decided_by: tuple[Person, ...] = ()
    confirmed_by: tuple[Confirmation, ...] = ()
    confirmed: bool = True
    reason: str = ""
    about: str = ""
    named_in: tuple[Message, ...] = ()
    carried_out_in: Message | None = None

    @property
    def said_in(self) -> Message:
        """The last of the messages in which it was said or agreed to."""
        said = [one for one in self.evidence if one != self.carried_out_in]
        return said[-1] if said else self.evidence[-1]


class Ruling(StrEnum):
    """The judge's word on a candidate (DESIGN §2)."""

    NEW = "New"
    DUPLICATE = "Duplicate"
    EXTENDS = "Extends"
    SUPERSEDES = "Supersedes"
    CONTRADICTS = "Contradicts"
    PENDING = "Pending"
    REJECTED = "Rejected"


@dataclass(frozen=True)
class Verdict:
    """A ruling on one candidate: `entry_id` is the id it is (or would be) written under,
    `standing_id` the entry it is judged against ("" for New, Pending, Rejected), `reason` a code.
    """

    ruling: Ruling
    candidate: Candidate
    entry_id: str
    standing_id: str = ""
    reason: str = ""
