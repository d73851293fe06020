"""Ticked lines people typed into pending.md: to be remembered, in the reviewer's name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.flush.chatlog import REMEMBERED
from progressive_memory.flush.judge import pending
from progressive_memory.flush.judge.reviewer import reviewer
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import group_homes
from progressive_memory.services.log.one_message import log_one
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import flush_state, layout
from progressive_memory.vault.ids import message_block_id, short_hash


@dataclass(frozen=True)
class TypedLine:
    """A line a person typed and ticked: its exact text in the note, and the message it became."""

    block: str
    message: Message


def take(ports: Ports, note: IndexNote, now: datetime, *, dry_run: bool) -> tuple[TypedLine, ...]:
    """The typed lines of a group's pending.md, each logged so that its entry has evidence (with
    `dry_run` only as it would be logged). The same line taken twice is one message; one that was
    forgotten on the same day is passed over.
    """
    text = text_of(ports.vault.read(group_homes(ports.vault, note).pending))
    events = [(typed.block, _event(note, now, typed)) for typed in _typed(text)]
    if events:
        state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
        gone = state.group(note.group_name).forgotten
        events = [one for one in events if short_hash(one[1].event_id) not in gone]
    return tuple(
        TypedLine(block, _as_logged(note, event) if dry_run else log_one(ports, note, event))
        for block, event in events
    )


def _typed(text: str) -> Iterator[pending.Typed]:
    # Cheap first: most notes hold no tick at all, and need no parser.
    if "[x]" in text or "[X]" in text:
        yield from pending.typed_lines(text)


def _event(note: IndexNote, now: datetime, typed: pending.Typed) -> ChatEvent:
    at = now.astimezone(ZoneInfo(note.timezone))
    person = reviewer(note.language)
    return ChatEvent(
        event_id=REMEMBERED + short_hash(f"{note.key_name}\n{typed.words}\n{at.date()}"),
        at=at,
        sender=person.sender,
        sender_name=person.name,
        text=typed.words,
        line=1,
    )


def _as_logged(note: IndexNote, event: ChatEvent) -> Message:
    return Message(
        event_id=event.event_id,
        block_id=message_block_id(event.event_id),
        at=event.at,
        sender=event.sender,
        sender_name=event.sender_name,
        text=event.text,
        path=layout.day_note(note.group_name, event.at.date()),
    )
