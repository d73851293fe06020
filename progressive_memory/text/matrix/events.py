"""One Matrix event, as any server or export has it, into a ChatEvent. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypedDict

from progressive_memory.domain.message import ChatEvent
from progressive_memory.text.matrix.contents import (
    POLLS,
    message_text,
    poll_text,
    table,
    text,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = 253_402_300_799_999  # ms: the last of the year 9999
_WORDS = ("m.room.message", "m.sticker", "m.room.encrypted", *POLLS)
"""Types of events that are messages: deleted, they leave an empty one."""


class _Parts(TypedDict, total=False):
    """The fields of a ChatEvent that depend on the event's type."""

    text: str
    reply_to: str
    thread: str
    replaces: str
    deletes: str
    reacts_to: str
    key: str


def chat_event(raw: Mapping[str, Any], names: Mapping[str, str], me: str = "") -> ChatEvent | None:
    """The event; None for a type that is no part of a conversation, and for a malformed one.

    `names` maps user ids to shown names. What `me` sent, and any notice, has the role "bot".
    A message deleted before it came here is an empty one.
    """
    at = _instant(raw.get("origin_server_ts"))
    event_id, sender, kind = (text(raw.get(key)) for key in ("event_id", "sender", "type"))
    content = table(raw.get("content"))
    if not (event_id and sender and at) or "state_key" in raw:
        return None
    parts = _parts(kind, raw, content, names.get(sender) or sender)
    if parts is None:
        return None
    body = table(content.get("m.new_content")) if parts.get("replaces") else content
    bot = (me and sender == me) or body.get("msgtype") == "m.notice"
    return ChatEvent(
        event_id,
        at,
        sender,
        sender_name=names.get(sender, ""),
        role="bot" if bot else "user",
        **parts,
    )


def mentions(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """The user ids that an event says it is for."""
    users = table(table(raw.get("content")).get("m.mentions")).get("user_ids")
    named = users if isinstance(users, list) else []
    return tuple(dict.fromkeys(text(one) for one in named if isinstance(one, str)))


def _instant(value: object) -> datetime | None:
    fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LATEST
    return _EPOCH + timedelta(milliseconds=value) if fine else None  # type: ignore[arg-type]


def _parts(
    kind: str, raw: Mapping[str, Any], content: Mapping[str, Any], who: str
) -> _Parts | None:
    if kind == "m.room.redaction":
        gone = text(raw.get("redacts")) or text(content.get("redacts"))
        return {"deletes": gone} if gone else None
    if kind in _WORDS and "redacted_because" in table(raw.get("unsigned")):
        return {"text": ""}
    if kind == "m.reaction":
        return _reaction(table(content.get("m.relates_to")))
    if kind == "m.room.message":
        return _message(content, who)
    if kind == "m.sticker":
        words: str | None = text(content.get("body"))
    else:
        words = poll_text(kind, content) if kind in POLLS else None
    return {**_relation(content), "text": words} if words else None


def _reaction(relation: Mapping[str, Any]) -> _Parts | None:
    target, key = text(relation.get("event_id")), text(relation.get("key"))
    if relation.get("rel_type") != "m.annotation" or not (target and key):
        return None
    return {"reacts_to": target, "key": key}


def _message(content: Mapping[str, Any], who: str) -> _Parts | None:
    relation = table(content.get("m.relates_to"))
    if relation.get("rel_type") == "m.replace":
        words = message_text(table(content.get("m.new_content")), who)
        target = text(relation.get("event_id"))
        return {"text": words, "replaces": target} if words is not None and target else None
    about = _relation(content)
    answers = bool(table(relation.get("m.in_reply_to")))
    words = message_text(content, who, reply=answers)
    return None if words is None else {**about, "text": words}


def _relation(content: Mapping[str, Any]) -> _Parts:
    """What a message answers, and the thread it stands in."""
    relation = table(content.get("m.relates_to"))
    answered = text(table(relation.get("m.in_reply_to")).get("event_id"))
    thread = text(relation.get("event_id")) if relation.get("rel_type") == "m.thread" else ""
    if thread and relation.get("is_falling_back") is True:
        answered = ""  # for clients that know no threads: the last message there, not an answer
    return {"reply_to": answered, "thread": thread}
