"""`telegram`: `result.json` of Telegram Desktop, of one chat or of a whole account.

An account holds private talks beside groups, so of it only the chats named are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.canonical import time_from
from progressive_memory.adapters.chat_exports.document import (
    Document,
    Fields,
    joined,
    needed,
    rows,
    with_edit,
    word,
)
from progressive_memory.adapters.chat_exports.json_stream import JsonStream
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.adapters.chat_exports.telegram_text import media, words
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ChatSourceError

_KINDS = ("message", "service", "unsupported")
_LISTED = 20


class TelegramExport(Document):
    """A ChatFeed of the export. `zone` dates messages of old exports, which have no UTC time;
    `channels` are names or ids of the chats to read, none = the one chat there is.
    """

    format = "telegram"

    def __init__(self, source: Source, zone: tzinfo, channels: Sequence[str]) -> None:
        super().__init__(source)
        self._zone = zone
        self._channels = {one.casefold() for one in channels}
        self._chats: list[str] = []
        self._read_chats = 0
        self._chat = ""

    def _read(self) -> Iterator[ChatEvent | Problem]:
        self._chats, self._read_chats = [], 0
        document, is_account = JsonStream(self._source), False
        chat: dict[str, object] = {}
        for key in document.fields():
            if key in ("chats", "left_chats"):
                is_account = True
                for inner in document.fields():
                    if inner == "list":
                        for _ in document.elements():
                            yield from self._account_chat(document)
            elif key == "messages":
                yield from self._messages(document, chat, chosen=not self._channels)
            elif key in ("name", "id"):
                chat[key] = document.value()
        document.end()
        if not self._read_chats:
            raise self._nothing_chosen(is_account=is_account)

    def _account_chat(self, document: JsonStream) -> Iterator[ChatEvent | Problem]:
        chat: dict[str, object] = {}
        for key in document.fields():
            if key == "messages":
                yield from self._messages(document, chat, chosen=False)
            else:
                chat[key] = document.value()

    def _messages(
        self, document: JsonStream, chat: Fields, *, chosen: bool
    ) -> Iterator[ChatEvent | Problem]:
        name, chat_id = word(chat.get("name")), word(chat.get("id"))
        self._chats.append(f"{name} ({chat_id})")
        if chosen or {name.casefold(), chat_id} & self._channels:
            self._read_chats += 1
            self._chat = chat_id or name
            yield from self._each(document, self._events)

    def _nothing_chosen(self, *, is_account: bool) -> ChatSourceError:
        if not self._chats:
            return ChatSourceError(
                f'{self._source.name} has no "messages" and no "chats", as Telegram\'s export has',
                next_step="pmem log FILE --group NAME --format auto",
            )
        there = ", ".join(self._chats[:_LISTED])
        there += f" and {more} more" if (more := len(self._chats) - _LISTED) > 0 else ""
        what = "a whole account" if is_account else "one chat"
        return ChatSourceError(
            f"{self._source.name} is an export of {what}; in it: {there}",
            next_step="name the chats that belong to this group, each with --channel NAME or ID",
        )

    def _events(self, raw: Fields) -> Iterator[ChatEvent]:
        kind = needed(raw, "type")
        if kind not in _KINDS:
            raise BadLineError("bad_field", f'"type" is none of {", ".join(_KINDS)}')
        if kind != "message":
            self._passed_over[word(raw.get("action")) or kind] += 1
            return
        event_id = self._id(needed(raw, "id"))
        elsewhere = bool(raw.get("reply_to_peer_id"))
        answered = "" if elsewhere else word(raw.get("reply_to_message_id"))
        event = ChatEvent(
            event_id=event_id,
            at=self._time(raw, "date"),
            sender=word(raw.get("from_id")) or needed(raw, "from"),
            text=joined(words(raw.get("text")), media(raw)),
            sender_name=word(raw.get("from")),
            reply_to=self._id(answered) if answered else "",
            role="bot" if raw.get("via_bot") else "user",
            forwarded="forwarded_from" in raw or "saved_from" in raw,
        )
        edited = "edited_unixtime" in raw or "edited" in raw
        yield from with_edit(event, self._time(raw, "edited") if edited else None)
        yield from _reactions(raw, event)

    def _id(self, number: str) -> str:
        return f"telegram:{self._chat}:{number}"

    def _time(self, raw: Fields, name: str) -> datetime:
        """UTC seconds where they are told, else the clock of the machine that exported."""
        seconds = word(raw.get(f"{name}_unixtime"))
        if seconds.isdecimal() and len(seconds) < 13:
            return time_from(int(seconds) * 1000, name)
        text = needed(raw, name)
        try:
            return datetime.fromisoformat(text).replace(tzinfo=self._zone)
        except ValueError as error:
            raise BadLineError("bad_time", f'"{name}" is no time: {text[:40]!r}') from error


def _reactions(raw: Fields, message: ChatEvent) -> Iterator[ChatEvent]:
    """One event for each person that is named; most exports name only the latest."""
    for reaction in rows(raw.get("reactions")):
        key = word(reaction.get("emoji"))
        for person in rows(reaction.get("recent")):
            who = word(person.get("from_id"))
            if key and who:
                pressed = ChatEvent(f"{message.event_id}~{key}~{who}", message.at, who)
                name = word(person.get("from"))
                yield replace(pressed, sender_name=name, reacts_to=message.event_id, key=key)
