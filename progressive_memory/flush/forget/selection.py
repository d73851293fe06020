"""Which messages and reactions go: those of a person, of some days, or named. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from progressive_memory.domain.message import Message, Reaction
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.log_note import day_of, shown_name


@dataclass(frozen=True)
class Going:
    """What goes of one group: `messages` as they read, by block id; `reactions` on messages that
        stay, by the block id of the message; `entries` that were asked for; `names` are a person's
    whose rows of people.md go. `before` are block ids of what went before: an entry that rests on
    it all the same, since it could not be written then or a copy brought it back, goes now.
    """

    messages: Mapping[str, Message] = field(default_factory=dict)
    reactions: Mapping[str, tuple[Reaction, ...]] = field(default_factory=dict)
    entries: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()

    @property
    def block_ids(self) -> frozenset[str]:
        """Of all messages that no entry may rest on."""
        return self.before.union(self.messages)

    @property
    def hashes(self) -> frozenset[str]:
        """Of everything that must not come back."""
        pressed = (one for many in self.reactions.values() for one in many)
        return frozenset(
            {
                *(block_id.removeprefix("m-") for block_id in self.messages),
                *(short_hash(one.event_id) for one in pressed),
                *(entry_id.rpartition("-")[2] for entry_id in self.entries),
            }
        )


@dataclass(frozen=True)
class Span:
    """Days of the log, both inclusive; None is open."""

    since: date | None = None
    until: date | None = None

    def holds(self, message: Message) -> bool:
        """Whether a message stands in the log of one of the days."""
        on = day_of(message.path)
        return (
            on is not None
            and (self.since is None or self.since <= on)
            and (self.until is None or on <= self.until)
        )


def people(messages: Iterable[Message]) -> dict[str, frozenset[str]]:
    """Everybody who wrote or pressed something: the chat's id → the names people read for it."""
    found: dict[str, set[str]] = defaultdict(set)
    for message in messages:
        if message.sender:
            found[message.sender].add(shown_name(message.sender_name, message.sender))
        for one in message.reactions:
            found[one.sender].add(shown_name(one.sender_name, one.sender))
    return {sender: frozenset(names) for sender, names in found.items()}


def called(given: str, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """The ids of those who have that id, else of those with that name; in order."""
    wanted = " ".join(given.split()).casefold()
    if given in known:
        return (given,)
    ids = [one for one in known if one.casefold() == wanted]
    if not ids:
        ids = [one for one, names in known.items() if wanted in {n.casefold() for n in names}]
    return tuple(sorted(ids))


def of_person(
    messages: Iterable[Message], sender: str, span: Span
) -> tuple[dict[str, Message], dict[str, tuple[Reaction, ...]]]:
    """What a person wrote, and what they pressed on other people's messages, in some days."""
    wrote: dict[str, Message] = {}
    pressed: dict[str, tuple[Reaction, ...]] = {}
    for one in messages:
        if one.forgotten or not span.holds(one):
            continue
        if one.sender == sender:
            wrote[one.block_id] = one
        elif mine := tuple(each for each in one.reactions if each.sender == sender):
            pressed[one.block_id] = mine
    return wrote, pressed


def of_days(messages: Iterable[Message], span: Span) -> dict[str, Message]:
    """What was written in some days."""
    return {one.block_id: one for one in messages if not one.forgotten and span.holds(one)}


def said_again(going: Mapping[str, Message], staying: Iterable[Message]) -> tuple[str, ...]:
    """The block ids of messages that stay and hold a whole line of one that goes: who quoted or
    forwarded it. Lines under a dozen bytes say too little to be known by.
    """
    said = {line for one in going.values() for line in _lines(one.text)}
    return tuple(
        one.block_id
        for one in staying
        if one.block_id not in going and not said.isdisjoint(_lines(one.text))
    )


def signs(going: Mapping[str, Message]) -> frozenset[str]:
    """For each line that `said_again` looks for, a part of it that stands in a day note as it was
    said, whatever is escaped there; in lower case.
    """
    said = (line for one in going.values() for line in _lines(one.text))
    return frozenset(max(re.split(r"[^\w ]+", line), key=len) for line in said)


_LEAST_BYTES = 12


def _lines(text: str) -> set[str]:
    plain = (line.lstrip("> \t").rstrip().casefold() for line in text.split("\n"))
    return {line for line in plain if len(line.encode()) >= _LEAST_BYTES}
