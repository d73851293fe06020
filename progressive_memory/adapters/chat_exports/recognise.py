"""`--format auto`: what a file is, by its beginning."""

from __future__ import annotations

import io
import json
import re
from contextlib import suppress
from typing import Literal

from progressive_memory.adapters.chat_exports.irc import looks_like_irc
from progressive_memory.adapters.chat_exports.json_stream import JsonStream
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.adapters.chat_exports.unpacked import ZIP
from progressive_memory.adapters.chat_exports.whatsapp_lines import looks_like_whatsapp
from progressive_memory.errors import ChatSourceError

Format = Literal[
    "jsonl", "element", "slack", "discord", "telegram", "whatsapp", "mbox", "teamchat", "irc"
]
FORMATS: dict[Format, str] = {
    "jsonl": "one JSON object a line: event_id, ts, sender, text, …",
    "element": "Element's “Export chat” as JSON",
    "slack": "the zip of a Slack workspace export",
    "discord": "JSON of DiscordChatExporter",
    "telegram": "result.json of Telegram Desktop",
    "whatsapp": "the text of WhatsApp's “Export chat”",
    "mbox": "a mailing list's archive",
    "teamchat": 'a JSON document with a "conversation_list" and a roster',
    "irc": "a log of weechat, irssi or ZNC",
}
"""What `--format` takes beside `auto`, each with what it reads."""

_CANONICAL_KEYS = frozenset(("event_id", "ts", "sender"))
_CANONICAL = re.compile(r'"(?:event_id|ts|sender)"\s*:')
_LINES_LOOKED_AT = 50
_KEYS: tuple[tuple[Format, frozenset[str]], ...] = (
    ("element", frozenset(("room_name", "exported_by"))),
    ("discord", frozenset(("guild", "channel"))),
    ("telegram", frozenset(("name", "type", "messages"))),
    ("telegram", frozenset(("chats",))),
    ("telegram", frozenset(("personal_information",))),
    ("teamchat", frozenset(("conversation_list",))),
    ("teamchat", frozenset(("session_meta",))),
)
"""The keys of a document that give it away, all of them within its first 64 KiB."""


def recognise(source: Source) -> Format:
    """The format of the source by its first 64 KiB; an empty one is `jsonl`.

    Raises:
        ChatSourceError: it is none of the formats.
    """
    head = source.head()
    if head.startswith(ZIP):
        return "slack"
    text = head.decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if line.strip()][:_LINES_LOOKED_AT]
    if not lines:
        return "jsonl"
    if not _is_canonical(lines[0]):
        keys = _keys(head)
        for form, needed in _KEYS:
            if needed <= keys:
                return form
    if any(_CANONICAL.search(line) for line in lines if line.lstrip().startswith("{")):
        return "jsonl"
    if any(looks_like_whatsapp(line) for line in lines):
        return "whatsapp"
    if lines[0].startswith("From ") and "\nMessage-ID:".lower() in text.lower():
        return "mbox"
    if any(looks_like_irc(line) for line in lines):
        return "irc"
    known = "; ".join(f"{name}: {what}" for name, what in FORMATS.items())
    raise ChatSourceError(
        f"{source.name} is in no format known here ({known})",
        next_step="convert it to one JSON object a line and use --format jsonl",
    )


def _keys(head: bytes) -> set[str]:
    """The keys of a document that begins so; the last may be that of a value cut off."""
    found: set[str] = set()
    if head.lstrip().startswith(b"{"):
        readable = head.decode("utf-8", "replace").encode()
        with suppress(ChatSourceError):
            for key in JsonStream(Source("", io.BytesIO(readable))).fields():
                found.add(key)
    return found


def _is_canonical(line: str) -> bool:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and bool(value.keys() & _CANONICAL_KEYS)
