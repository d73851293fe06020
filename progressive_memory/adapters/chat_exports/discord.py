"""`discord`: a channel or thread as DiscordChatExporter writes it in JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.canonical import time_from
from progressive_memory.adapters.chat_exports.document import (
    Document,
    Fields,
    carried,
    joined,
    needed,
    rows,
    table,
    with_edit,
    word,
)
from progressive_memory.adapters.chat_exports.json_stream import JsonStream
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ChatSourceError

_SAID = frozenset(("Default", "Reply", "20", "21", "23"))
"""Kinds of messages somebody wrote; 20 and 23 are commands, 21 opens a thread. Others are notices
of the platform: who joined, what was pinned.
"""

_MENTION = re.compile(r"<@!?(\d{1,20})>")
_OPENS_THREAD = "21"


class DiscordExport(Document):
    """A ChatFeed of one file. A thread's messages hang on the message it was made from."""

    format = "discord"

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._thread = ""

    def _read(self) -> Iterator[ChatEvent | Problem]:
        document, found = JsonStream(self._source), set()
        for key in document.fields():
            found.add(key)
            if key == "channel":
                channel = table(document.value())
                is_thread = "Thread" in word(channel.get("type"))
                self._thread = _id(word(channel.get("id"))) if is_thread else ""
            elif key == "messages" and "channel" in found:
                yield from self._each(document, self._events)
        document.end()
        if not {"guild", "channel", "messages"} <= found:
            raise ChatSourceError(
                f'{self._source.name} lacks "guild", "channel" or "messages", which an export '
                "by DiscordChatExporter has",
                next_step="pmem log FILE --group NAME --format auto",
            )

    def _events(self, raw: Fields) -> Iterator[ChatEvent]:
        event_id, kind = _id(needed(raw, "id")), needed(raw, "type")
        if kind not in _SAID or (kind == _OPENS_THREAD and not raw.get("content")):
            self._passed_over[kind] += 1
            return
        author = table(raw.get("author"))
        forwarded = table(raw.get("forwardedMessage"))
        answered = table(raw.get("reference")) if kind == "Reply" else {}
        edited = raw.get("timestampEdited")
        event = ChatEvent(
            event_id=event_id,
            at=time_from(raw.get("timestamp"), "timestamp"),
            sender=needed(author, "id"),
            text=joined(_text(raw), _text(forwarded)),
            sender_name=_name(author),
            reply_to=_id(word(answered.get("messageId"))),
            thread=self._thread if self._thread != event_id else "",
            role="bot" if author.get("isBot") is True else "user",
            forwarded=bool(forwarded),
        )
        yield from with_edit(event, time_from(edited, "timestampEdited") if edited else None)
        yield from _reactions(raw, event)


def _id(snowflake: str) -> str:
    return f"discord:{snowflake}" if snowflake else ""


def _name(person: Fields) -> str:
    return word(person.get("nickname")) or word(person.get("name"))


def _text(raw: Fields) -> str:
    """The words, else those of embeds, and the names of files and stickers."""
    content = raw.get("content", "")
    if not isinstance(content, str):
        raise BadLineError("bad_field", '"content" is not text')
    names = {word(one.get("id")): _name(one) for one in rows(raw.get("mentions"))}
    content = _MENTION.sub(lambda found: f"@{names.get(found[1]) or found[1]}", content)
    embeds = [
        joined(word(one.get("title")), str(one.get("description") or ""))
        for one in rows(raw.get("embeds"))
    ]
    files = [carried(word(one.get("fileName"))) for one in rows(raw.get("attachments"))]
    stickers = [f":{word(one.get('name'))}:" for one in rows(raw.get("stickers"))]
    return joined(content, *(() if content else embeds), *stickers, *files)


def _reactions(raw: Fields, message: ChatEvent) -> Iterator[ChatEvent]:
    """One event for each person and key; older exports count without naming anybody."""
    for reaction in rows(raw.get("reactions")):
        emoji = table(reaction.get("emoji"))
        name = word(emoji.get("name"))
        key = f":{name}:" if emoji.get("id") else name
        for person in rows(reaction.get("users")):
            who = word(person.get("id"))
            if key and who:
                yield replace(
                    ChatEvent(f"{message.event_id}~{key}~{who}", message.at, who),
                    sender_name=_name(person),
                    reacts_to=message.event_id,
                    key=key,
                    role="bot" if person.get("isBot") is True else "user",
                )
