"""Events become messages: edits replace text, Deletions blank it, reactions attach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo

from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ChatEvent, Message, Reaction
from progressive_memory.flush.chatlog.days import home
from progressive_memory.flush.chatlog.ledger import Key, Ledger, edit_key
from progressive_memory.flush.chatlog.policy import shaped
from progressive_memory.flush.chatlog.requests import Requests
from progressive_memory.flush.chatlog.stored import stored_text
from progressive_memory.flush.chatlog.wanted import REMEMBERED, is_plain
from progressive_memory.text.redact import redact
from progressive_memory.vault.ids import message_block_id, short_hash
from progressive_memory.vault.layout import day_note


@dataclass(frozen=True)
class Chat:
    """The group as the log needs it. `optouts` are hashes of senders who are not logged,
    `forgotten` hashes of events that must not come back.
    """

    group: str
    language: Language
    zone: tzinfo
    optouts: frozenset[str] = frozenset()
    forgotten: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Standing:
    """What stands in the log: the day note of each block id looked for and found, the messages
    read, the zone of each day note near the batch, and what was said on the days of answers.
    """

    paths: Mapping[str, str] = field(default_factory=dict)
    messages: Mapping[str, Message] = field(default_factory=dict)
    zones: Mapping[date, tzinfo] = field(default_factory=dict)
    said: Sequence[Message] = ()


@dataclass
class Counts:
    """How many events did what. `redacted` counts secrets; `ignored` are edits of somebody
    else's message or of a deleted one, and a second press of the same reaction; `forgotten` are
    about what is forgotten.
    """

    logged: int = 0
    duplicates: int = 0
    edited: int = 0
    deleted: int = 0
    reactions: int = 0
    redacted: int = 0
    opted_out: int = 0
    ignored: int = 0
    forgotten: int = 0


@dataclass(frozen=True)
class Folded:
    """`new` and `changed` messages; `waiting` are events whose message is not known yet."""

    new: tuple[Message, ...]
    changed: tuple[Message, ...]
    waiting: tuple[ChatEvent, ...]
    counts: Counts


def fold(events: Sequence[ChatEvent], chat: Chat, standing: Standing, ledger: Ledger) -> Folded:
    """The messages a batch adds and changes; `ledger` is brought up to date.

    The result does not hang on the order of the events, but for messages of the same instant.
    """
    return _Fold(chat, standing, ledger).run(events)


class _Fold:
    """One batch on its way. `_drafts` are messages as they will be stored but for their text;
    `_typed` the event whose text to store, of those that are new or show a new edit.
    """

    def __init__(self, chat: Chat, standing: Standing, ledger: Ledger) -> None:
        self._chat = chat
        self._standing = standing
        self._ledger = ledger
        self._zones = dict(standing.zones)
        self._drafts: dict[str, Message] = {}
        self._typed: dict[str, ChatEvent] = {}
        self._names: dict[str, str] = {}
        self._new: set[str] = set()
        self._waiting: list[ChatEvent] = []
        self._counts = Counts()
        self._holders = {
            reaction.event_id: block_id
            for block_id, message in standing.messages.items()
            for reaction in message.reactions
        }

    def run(self, events: Sequence[ChatEvent]) -> Folded:
        """Messages first, then what takes away, then what adds to them, in order of time."""
        kept = self._kept(events)
        edits = sorted((one for one in kept if one.replaces), key=_edit_key)
        reactions = sorted((one for one in kept if one.reacts_to), key=_when)
        for event in sorted((one for one in kept if is_plain(one)), key=lambda one: one.at):
            self._add(event)
        here = {event.event_id for event in (*edits, *reactions)}
        for event in sorted((one for one in kept if one.deletes), key=_when):
            self._delete(event, here)
        for event in edits:
            self._edit(event)
        for event in reactions:
            self._react(event)
        return self._folded()

    def _kept(self, events: Sequence[ChatEvent]) -> list[ChatEvent]:
        """Each event once, without those of people who opted out and of what was forgotten."""
        kept: dict[str, ChatEvent] = {}
        for event in events:
            if event.event_id in kept:
                self._counts.duplicates += 1
            elif not event.deletes and _among(self._chat.optouts, event.sender):
                self._counts.opted_out += 1
            elif _among(self._chat.forgotten, event.event_id, *_about(event)):
                self._counts.forgotten += 1
            else:
                kept[event.event_id] = event
        return list(kept.values())

    def _message(self, block_id: str) -> Message | None:
        return self._drafts.get(block_id) or self._standing.messages.get(block_id)

    def _add(self, event: ChatEvent) -> None:
        block_id = message_block_id(event.event_id)
        if block_id in self._standing.paths or block_id in self._drafts:
            self._counts.duplicates += 1
            return
        day = home(event.at, self._zones, self._chat.zone)
        self._zones.setdefault(day.on, day.new_zone)
        self._drafts[block_id] = Message(
            event_id=event.event_id,
            block_id=block_id,
            at=day.at,
            sender=event.sender,
            sender_name=self._name(event.sender_name, event.sender),
            text="",
            reply_to=message_block_id(event.reply_to) if event.reply_to else "",
            thread=message_block_id(event.thread) if event.thread else "",
            role=event.role,
            forwarded=event.forwarded,
            deleted=self._ledger.is_deleted(event.event_id),
            path=day_note(self._chat.group, day.on),
        )
        self._typed[block_id] = event
        self._new.add(block_id)
        self._counts.logged += 1

    def _delete(self, event: ChatEvent, here: set[str]) -> None:
        """Blank a message, or take away an edit or a reaction, standing or in this batch."""
        target = event.deletes
        message = self._message(message_block_id(target))
        edited = self._ledger.edited_message(target)
        holder = self._message(self._holders.get(target, ""))
        if self._ledger.is_deleted(target) or (message and message.deleted):
            self._counts.duplicates += 1
            return
        if message:
            self._blank(message)
        elif edited:
            self._take_back_edit(edited, target)
        elif holder:
            others = tuple(one for one in holder.reactions if one.event_id != target)
            self._drafts[holder.block_id] = replace(holder, reactions=others)
        elif target not in here:
            self._waiting.append(event)
            return
        if not message:
            self._ledger.delete(target)
        self._counts.deleted += 1

    def _blank(self, message: Message) -> None:
        self._typed.pop(message.block_id, None)
        self._drafts[message.block_id] = replace(message, text="", edited=0, deleted=True)

    def _take_back_edit(self, block_id: str, event_id: str) -> None:
        """A folded edit goes with its text. What stood before it is kept nowhere, so the message
        is blank where that edit shows; an older edit leaves no text to take away.
        """
        message = self._message(block_id)
        shown = self._ledger.shown(block_id)
        if message and not message.deleted and shown and shown[1] == short_hash(event_id):
            self._blank(message)

    def _edit(self, event: ChatEvent) -> None:
        """Matrix's rule: only the sender edits a message, and the latest edit shows."""
        block_id = message_block_id(event.replaces)
        message = self._message(block_id)
        logged_alone = message_block_id(event.event_id) in self._standing.paths
        if self._ledger.has_edit(event.event_id) or logged_alone:
            self._counts.duplicates += 1
        elif message is None:
            self._waiting.append(event)
        elif message.sender != event.sender or message.deleted:
            self._counts.ignored += 1
        else:
            shown, key = self._ledger.shown(block_id), _edit_key(event)
            self._ledger.add_edit(block_id, key)
            self._drafts[block_id] = replace(message, edited=message.edited + 1)
            if shown is None or key > shown:
                self._typed[block_id] = event
            self._counts.edited += 1

    def _react(self, event: ChatEvent) -> None:
        message = self._message(message_block_id(event.reacts_to))
        if self._ledger.is_deleted(event.event_id):
            self._counts.duplicates += 1
        elif message is None:
            self._waiting.append(event)
        elif any(one.event_id == event.event_id for one in message.reactions):
            self._counts.duplicates += 1
        elif any((one.sender, one.key) == (event.sender, event.key) for one in message.reactions):
            self._counts.ignored += 1
        else:
            key, _ = stored_text(event.key, message.at, self._chat.language)
            name = self._name(event.sender_name, event.sender)
            pressed = Reaction(key, event.sender, name, event.event_id)
            reactions = (*message.reactions, pressed)
            self._drafts[message.block_id] = replace(message, reactions=reactions)
            self._counts.reactions += 1

    def _name(self, name: str, sender: str) -> str:
        """What people read for a sender, without a secret that was put there."""
        if not name or name == sender or name in self._names:
            return self._names.get(name, name)
        clean = redact(name, self._chat.language)
        self._names[name] = clean.text
        return clean.text

    def _folded(self) -> Folded:
        requests = Requests(self._said())
        messages = [self._with_text(draft, requests) for draft in self._drafts.values()]
        return Folded(
            new=tuple(one for one in messages if one.block_id in self._new),
            changed=tuple(one for one in messages if one.block_id not in self._new),
            waiting=tuple(self._waiting),
            counts=self._counts,
        )

    def _with_text(self, draft: Message, requests: Requests) -> Message:
        if draft.deleted or draft.block_id not in self._typed:
            return draft
        event, secrets = self._typed[draft.block_id], 0
        typed = event.text
        if draft.role != "user" and not draft.event_id.startswith(REMEMBERED):
            answer = replace(event, role=draft.role, sender_name=draft.sender_name)
            request = self._request(draft, requests)
            typed, secrets = shaped(answer, request, self._chat.language)
        text, more = stored_text(typed, draft.at, self._chat.language)
        self._counts.redacted += secrets + more
        return replace(draft, text=text)

    def _request(self, answer: Message, requests: Requests) -> str:
        """What a person said that `answer` answers; "" when that is not known."""
        if not answer.reply_to:
            return requests.before(answer)
        asked = self._message(answer.reply_to)
        return self._words(asked) if asked and asked.role == "user" else ""

    def _said(self) -> Iterator[tuple[Message, str]]:
        """What stands and what comes, where somebody's answer is among it."""
        if any(draft.role == "assistant" for draft in self._drafts.values()):
            standing = (one for one in self._standing.said if one.block_id not in self._drafts)
            for message in (*standing, *self._drafts.values()):
                yield message, self._words(message)

    def _words(self, message: Message) -> str:
        typed = self._typed.get(message.block_id)
        return typed.text if typed else message.text


def _among(hashes: frozenset[str], *names: str) -> bool:
    """Whether one of the names stands there by its hash; most groups have no such hashes."""
    return bool(hashes) and any(name and short_hash(name) in hashes for name in names)


def _about(event: ChatEvent) -> tuple[str, str, str]:
    """The event that this one is about, if any, in its place."""
    return event.replaces, event.deletes, event.reacts_to


def _edit_key(event: ChatEvent) -> Key:
    return edit_key(event.at, event.event_id)


def _when(event: ChatEvent) -> tuple[datetime, str]:
    return event.at, event.event_id
