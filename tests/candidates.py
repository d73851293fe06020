"""Messages and candidates made by hand, for the tests of what a flush does with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from progressive_memory.domain.candidate import (
    Candidate,
    Confirmation,
    Person,
    Slot,
    TaskState,
)
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.vault.ids import message_block_id
from progressive_memory.vault.layout import day_note

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
GROUP = "harbour"


def person(name: str) -> Person:
    """A member by name."""
    return Person(f"@{name.lower()}:example.org", name)


def said(event_id: str, name: str, text: str, minute: int = 0, group: str = GROUP) -> Message:
    """A logged message, `minute` minutes after the start."""
    at = START + timedelta(minutes=minute)
    return Message(
        event_id=event_id,
        block_id=message_block_id(event_id),
        at=at,
        sender=f"@{name.lower()}:example.org",
        sender_name=name,
        text=text,
        path=day_note(group, at.date()),
    )


@dataclass(frozen=True)
class Saying:
    """The pieces of a candidate a test cares about; the rest has plain defaults."""

    kind: Kind = Kind.DECISION
    slot: Slot = field(default_factory=lambda: Slot("order store", "engine", "postgresql 16"))
    title: str = "Move the order store to PostgreSQL 16"
    tail: tuple[str, ...] = ()
    fields: tuple[tuple[Field, str], ...] = ()
    state: TaskState = TaskState.OPEN
    decided_by: tuple[str, ...] = ("Ana",)
    confirmed_by: tuple[str, ...] = ("Bo",)
    confirmed: bool = True
    reason: str = ""

    def resting_on(self, *evidence: Message) -> Candidate:
        """The candidate with that evidence, earliest first."""
        return Candidate(
            kind=self.kind,
            title=self.title,
            evidence=evidence,
            slot=self.slot,
            tail=self.tail,
            fields=self.fields,
            state=self.state,
            decided_by=tuple(person(name) for name in self.decided_by),
            confirmed_by=tuple(Confirmation(person(name)) for name in self.confirmed_by),
            confirmed=self.confirmed,
            reason=self.reason,
        )


def block_ids(messages: Sequence[Message]) -> frozenset[str]:
    """The block ids of messages."""
    return frozenset(message.block_id for message in messages)
