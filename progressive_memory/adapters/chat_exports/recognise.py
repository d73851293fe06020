"""`--format auto`: what a file is, by its beginning."""

from __future__ import annotations

import json
import re
from typing import Literal

from progressive_memory.adapters.chat_exports.irc import looks_like_irc
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.errors import ChatSourceError

Format = Literal["jsonl", "teamchat", "irc"]
FORMATS: dict[Format, str] = {
    "jsonl": "one JSON object a line: event_id, ts, sender, text, …",
    "teamchat": 'a JSON document with a "conversation_list" and a roster',
    "irc": "a log of weechat, irssi or ZNC",
}
"""What `--format` takes beside `auto`, each with what it reads."""

_CANONICAL = re.compile(r'"(?:event_id|ts|sender)"\s*:')
_LINES_LOOKED_AT = 50


def recognise(source: Source) -> Format:
    """The format of the source by its first 64 KiB; an empty one is `jsonl`.

    Raises:
        ChatSourceError: it is none of the formats.
    """
    text = source.head().decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if line.strip()][:_LINES_LOOKED_AT]
    if not lines:
        return "jsonl"
    if text.lstrip().startswith("{") and not _is_object(lines[0]):
        if '"conversation_list"' in text or '"session_meta"' in text:
            return "teamchat"
    elif '"conversation_list"' in lines[0]:
        return "teamchat"
    if any(_CANONICAL.search(line) for line in lines if line.lstrip().startswith("{")):
        return "jsonl"
    if any(looks_like_irc(line) for line in lines):
        return "irc"
    known = "; ".join(f"{name}: {what}" for name, what in FORMATS.items())
    raise ChatSourceError(
        f"{source.name} is in no format known here ({known})",
        next_step="convert it to one JSON object a line and use --format jsonl",
    )


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
