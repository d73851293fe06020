"""`slack`: the zip of a workspace export, Slack's own or slackdump's.

Without a choice all public channels are read; private ones and direct messages only when they
are named. A message is known by its channel's id and its `ts`, so a renamed channel stays known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.document import (
    Document,
    Fields,
    needed,
    rows,
    table,
    with_edit,
    word,
)
from progressive_memory.adapters.chat_exports.json_stream import JsonStream
from progressive_memory.adapters.chat_exports.slack_text import reaction_key, said
from progressive_memory.adapters.chat_exports.slack_zip import Day, SlackZip
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem

_SAID = frozenset(
    ("", "thread_broadcast", "me_message", "bot_message", "file_share", "file_comment", "tombstone")
)
"""Subtypes somebody wrote; others are notices of the platform."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST_SECONDS = 253_402_300_799


class SlackExport(Document):
    """A ChatFeed of the zip, day by day over all channels chosen."""

    format = "slack"

    def __init__(self, source: Source, channels: Sequence[str]) -> None:
        super().__init__(source)
        self._wanted = channels
        self._names: dict[str, str] = {}
        self._bots: frozenset[str] = frozenset()
        self._channel = ""
        self._chosen: tuple[str, ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """The channels read, and what was passed over."""
        chosen = (f"channels: {', '.join(self._chosen)}",) if self._chosen else ()
        return chosen + super().remarks

    def _read(self) -> Iterator[ChatEvent | Problem]:
        export = SlackZip(self._source)
        with export.sound():
            users = export.users()
            self._names = {word(one.get("id")): _name(one) for one in users}
            self._bots = frozenset(
                word(one.get("id")) for one in users if one.get("is_bot") is True
            )
            days = export.days(self._wanted)
            self._chosen = tuple(sorted({day.channel_name for day in days}))
            for day in days:
                yield from self._day(export, day)

    def _day(self, export: SlackZip, day: Day) -> Iterator[ChatEvent | Problem]:
        self._channel = day.channel
        document = JsonStream(export.member(day.path))
        for item in self._each(document, self._events):
            if isinstance(item, Problem):
                yield replace(item, message=f"{day.path}, message {item.line}: {item.message}")
            else:
                yield item
        document.end()

    def _events(self, raw: Fields) -> Iterator[ChatEvent]:
        subtype, ts = word(raw.get("subtype")), needed(raw, "ts")
        if word(raw.get("type")) != "message" or subtype not in _SAID:
            self._passed_over[subtype or word(raw.get("type")) or "entry without a type"] += 1
            return
        sender = word(raw.get("user")) or word(raw.get("bot_id")) or needed(raw, "user")
        thread = word(raw.get("thread_ts"))
        text, forwarded = said(raw, self._names)
        is_bot = subtype == "bot_message" or bool(raw.get("bot_id")) or sender in self._bots
        event = ChatEvent(
            event_id=self._id(ts),
            at=_time(ts),
            sender=sender,
            text="" if subtype == "tombstone" else text,
            sender_name=self._shown(sender, raw),
            thread=self._id(thread) if thread and thread != ts else "",
            role="bot" if is_bot or sender == "USLACKBOT" else "user",
            forwarded=forwarded,
        )
        if subtype == "tombstone":
            yield event
            yield ChatEvent(f"{event.event_id}~deleted", event.at, sender, deletes=event.event_id)
            return
        edited = word(table(raw.get("edited")).get("ts"))
        yield from with_edit(event, _time(edited) if edited else None)
        yield from self._reactions(raw, event)

    def _reactions(self, raw: Fields, message: ChatEvent) -> Iterator[ChatEvent]:
        for reaction in rows(raw.get("reactions")):
            key, users = reaction_key(word(reaction.get("name"))), reaction.get("users")
            for who in map(word, users if isinstance(users, list) else []):
                if key and who:
                    yield replace(
                        ChatEvent(f"{message.event_id}~{key}~{who}", message.at, who),
                        sender_name=self._names.get(who, ""),
                        reacts_to=message.event_id,
                        key=key,
                        role="bot" if who in self._bots else "user",
                    )

    def _shown(self, sender: str, raw: Fields) -> str:
        profile = table(raw.get("user_profile"))
        bot = word(raw.get("username")) or word(table(raw.get("bot_profile")).get("name"))
        return self._names.get(sender) or _profile_name(profile) or bot

    def _id(self, ts: str) -> str:
        return f"slack:{self._channel}:{ts}"


def _name(user: Fields) -> str:
    return _profile_name(table(user.get("profile"))) or word(
        user.get("real_name") or user.get("name")
    )


def _profile_name(profile: Fields) -> str:
    return word(profile.get("display_name")) or word(profile.get("real_name"))


def _time(ts: str) -> datetime:
    """The time of a `ts`: seconds, a point, six digits of microseconds."""
    seconds, _, fraction = ts.partition(".")
    if not (seconds.isdecimal() and seconds.isascii() and int(seconds[:15]) <= _LATEST_SECONDS):
        raise BadLineError("bad_time", f'"ts" is no time of Slack: {ts[:40]!r}')
    micro = fraction[:6].ljust(6, "0")
    return _EPOCH + timedelta(
        seconds=int(seconds), microseconds=int(micro) if micro.isdecimal() else 0
    )
