"""What a Matrix event's content says, as plain text. Pure: JSON in, text out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_QUOTED_SENDER = re.compile(r"> (?:\* )?<[^>\n]+>")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MEDIA = ("m.image", "m.file", "m.audio", "m.video")
POLLS = {"m.poll.start": "m.poll", "org.matrix.msc3381.poll.start": "org.matrix.msc3381.poll.start"}
"""Event type of a poll → the key of its content that holds question and answers."""


def table(value: object) -> Mapping[str, Any]:
    """The value, when it is a JSON object; else an empty one."""
    return value if isinstance(value, Mapping) else {}


def text(value: object) -> str:
    """The value, when it is a text; else none. Half a character (JSON can spell a lone surrogate,
    and no server sees what is encrypted) becomes U+FFFD: no file could hold it.
    """
    return _SURROGATE.sub("\ufffd", value) if isinstance(value, str) else ""


def message_text(content: Mapping[str, Any], who: str, *, reply: bool = False) -> str | None:
    """What a message says; None when it says nothing that can be read.

    A file is "📎 its name" below its caption, a place "📍 its name", an emote "* who does".
    `reply` takes off what older clients quote at the head of an answer.
    """
    kind, body = content.get("msgtype"), content.get("body")
    if not isinstance(kind, str) or not isinstance(body, str) or kind.startswith("m.key."):
        return None
    body = without_quote(text(body)) if reply else text(body)
    if kind in _MEDIA:
        name = text(content.get("filename")) or body
        return f"📎 {name}" if body in ("", name) else f"{body}\n📎 {name}"
    if kind == "m.location":
        return f"📍 {body}"
    return f"* {who} {body}" if kind == "m.emote" else body


def without_quote(body: str) -> str:
    """An answer's own words: the lines that quote what it answers are taken off its head."""
    if not _QUOTED_SENDER.match(body):
        return body
    lines = body.split("\n")
    quoted = next((n for n, line in enumerate(lines) if not line.startswith(">")), len(lines))
    own = "\n".join(lines[quoted:])
    return own[1:] if own.startswith("\n") else own


def poll_text(kind: str, content: Mapping[str, Any]) -> str | None:
    """A poll's question, and its answers as a list below; None when it asks nothing."""
    poll = table(content.get(POLLS[kind]))
    question = _wording(poll.get("question"))
    answers = poll.get("answers")
    listed = [_wording(answer) for answer in answers] if isinstance(answers, list) else []
    return "\n".join([question, *(f"- {answer}" for answer in listed if answer)]) or None


def _wording(value: object) -> str:
    """The text of an extensible event's part, in the stable or the older form."""
    part = table(value)
    stable = part.get("m.text")
    if isinstance(stable, list):
        return next((text(table(one).get("body")) for one in stable if table(one).get("body")), "")
    return text(part.get("org.matrix.msc1767.text")) or text(part.get("body"))
