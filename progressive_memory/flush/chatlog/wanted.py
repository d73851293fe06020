"""What must be read before a batch of events can be folded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, tzinfo

from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.flush.chatlog.days import near
from progressive_memory.flush.chatlog.ledger import Ledger
from progressive_memory.flush.chatlog.requests import WITHIN
from progressive_memory.vault.ids import message_block_id

ROSTER = "roster:"
REMEMBERED = "remember:"
"""Event ids of what `pmem remember` logged: evidence, but nothing to extract from or to shape."""


@dataclass(frozen=True)
class Wanted:
    """Block ids by what must be known of them.

    `days`: where the events' own messages may stand. `own`: their block ids, to be looked for on
    those days. `anywhere`: of these (a roster row keeps its id and may change its time) in the
    whole log. `targets`: messages that edits, Deletions and reactions are about, and those that
    assistants answer; to be read. `reactions`: event ids that a Deletion names and that may be
    reactions. `answered`: days on which a request may stand that an assistant answers without
    saying so.
    """

    days: tuple[date, ...]
    own: frozenset[str]
    anywhere: frozenset[str]
    targets: frozenset[str]
    reactions: frozenset[str]
    answered: tuple[date, ...] = ()


def wanted(events: Sequence[ChatEvent], ledger: Ledger, zone: tzinfo) -> Wanted:
    """What a batch needs; `zone` is the group's."""
    # An edit whose message never came stands as a message of its own.
    plain = [event for event in events if is_plain(event) or event.replaces]
    deleted = {event.deletes for event in events if event.deletes}
    targets = {message_block_id(target) for target in deleted}
    targets |= {ledger.edited_message(target) for target in deleted} - {""}
    targets |= {
        message_block_id(event.replaces or event.reacts_to)
        for event in events
        if event.replaces or event.reacts_to
    }
    answers = [event for event in plain if event.role == "assistant"]
    targets |= {message_block_id(event.reply_to) for event in answers if event.reply_to}
    times = [at for one in answers if not one.reply_to for at in (one.at - WITHIN, one.at)]
    return Wanted(
        days=tuple(sorted({day for event in plain for day in near(event.at, zone)})),
        own=frozenset(message_block_id(event.event_id) for event in plain),
        anywhere=frozenset(
            message_block_id(event.event_id) for event in plain if event.event_id.startswith(ROSTER)
        ),
        targets=frozenset(targets),
        reactions=frozenset(deleted - {event.event_id for event in events}),
        answered=tuple(sorted({at.astimezone(zone).date() for at in times})),
    )


def is_plain(event: ChatEvent) -> bool:
    """Whether the event is a message of its own, not about another one."""
    return not (event.replaces or event.deletes or event.reacts_to)


def links(messages: Iterable[Message]) -> frozenset[str]:
    """The block ids that messages link to, whose day notes must be known to write them."""
    return frozenset(
        block_id for message in messages for block_id in (message.reply_to, message.thread)
    ) - {""}


def on_their_own(waiting: Sequence[ChatEvent]) -> list[ChatEvent]:
    """Events whose message never came, to be folded a last time.

    An edit becomes a message, an answer to the one it edits: its text is said nowhere else.
    """
    return [
        replace(event, replaces="", reply_to=event.replaces) if event.replaces else event
        for event in waiting
    ]


def let_go(waiting: Sequence[ChatEvent], ledger: Ledger) -> int:
    """Give up on events whose message never came; how many reactions are lost.

    A Deletion is remembered: should its message come, it comes deleted.
    """
    for event in waiting:
        if event.deletes:
            ledger.delete(event.deletes)
    return sum(1 for event in waiting if event.reacts_to)
