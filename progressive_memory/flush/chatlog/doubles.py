"""The same message told by two platforms: what a second export tells again is left out.

Ids come first: what stands by its id is known. Then words: a message is the double of one from
another platform when the same person said the same within 90 seconds (decision 0031).
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.flush.chatlog.stored import stored_text
from progressive_memory.flush.chatlog.wanted import REMEMBERED, ROSTER, is_plain

APART = timedelta(seconds=90)
"""A clock of whole minutes is up to 60 s behind one of seconds; the rest is for a bridge."""

_Value = TypeVar("_Value")
_REMEMBERED = 100_000
_PLATFORMS = ("slack", "discord", "telegram", "whatsapp", "mail")
_MARKS = re.compile(r"[*_~`\\]+")


def platform(event_id: str) -> str:
    """Where an id comes from: a chat program, `made` (IRC, team chats), or `other`."""
    prefix, colon, _ = event_id.partition(":")
    if colon and prefix in _PLATFORMS:
        return prefix
    if event_id.startswith("$"):
        return "matrix"
    return "made" if event_id.startswith("x-") else "other"


class Doubles:
    """What one import told that stands already, told by another platform.

    The latest 100,000 pairs are remembered, so that an answer, an edit or a reaction further down
    finds the message that stands.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._standing: OrderedDict[str, Message] = OrderedDict()
        self._taken: OrderedDict[str, None] = OrderedDict()
        self.count = 0

    def left_out(
        self, events: Sequence[ChatEvent], new: Iterable[ChatEvent], standing: Iterable[Message]
    ) -> list[ChatEvent]:
        """The events without doubles; what is about a double is about what stands instead.

        `new` are those of the events that do not stand by their id, `standing` the messages that
        stand on their days.
        """
        there: dict[str, list[Message]] = {}
        for message in standing:
            if not message.deleted and not message.event_id.startswith((ROSTER, REMEMBERED)):
                there.setdefault(_words(message.text), []).append(message)
        fresh = sorted((one for one in new if is_plain(one)), key=lambda one: one.at)
        for event in fresh if there else ():
            twin = self._twin(event, there)
            if twin is not None:
                self.count += 1
                _remember(self._standing, event.event_id, twin)
                _remember(self._taken, twin.block_id, None)
        if not self._standing:
            return list(events)
        kept = (one for one in events if one.event_id not in self._standing)
        return [self._pointed(one) for one in kept if not self._says_the_same(one)]

    def _twin(self, event: ChatEvent, there: dict[str, list[Message]]) -> Message | None:
        """The nearest message that says the same, each taken once."""
        text, _ = stored_text(event.text, event.at, self._language)
        apart = [
            (abs(message.at - event.at), place, message)
            for place, message in enumerate(there.get(_words(text), ()))
            if message.block_id not in self._taken
            and platform(message.event_id) != platform(event.event_id)
            and _same_person(message, event)
        ]
        nearest = min(apart, key=lambda one: one[:2], default=None)
        return nearest[2] if nearest and nearest[0] <= APART else None

    def _says_the_same(self, edit: ChatEvent) -> bool:
        """An edit of a double that only brings the wording that stands."""
        standing = self._standing.get(edit.replaces) if edit.replaces else None
        if standing is None:
            return False
        text, _ = stored_text(edit.text, standing.at, self._language)
        return _words(text) == _words(standing.text)

    def _pointed(self, event: ChatEvent) -> ChatEvent:
        links: dict[str, Any] = {
            name: self._standing[link].event_id
            for name in ("reply_to", "thread", "replaces", "deletes", "reacts_to")
            if (link := getattr(event, name)) in self._standing
        }
        return replace(event, **links) if links else event


def _remember(book: OrderedDict[str, _Value], key: str, value: _Value) -> None:
    book[key] = value
    if len(book) > _REMEMBERED:
        book.popitem(last=False)


def _words(text: str) -> str:
    """The text without marks of Markdown, spaces and case, by which platforms differ."""
    return " ".join(_MARKS.sub("", text).split()).casefold()


def _same_person(message: Message, event: ChatEvent) -> bool:
    names = {message.sender_name.casefold()} - {""}
    return message.sender == event.sender or event.sender_name.casefold() in names
