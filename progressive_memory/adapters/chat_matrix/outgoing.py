"""A message of ours as the content of Matrix events. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from progressive_memory.domain.chat_room import Outgoing

CONTENT_BYTES = 40_000
"""An event may have 65,536 bytes; encryption adds a third and the server its envelope."""


@dataclass(frozen=True)
class Part:
    """One event to send: sent twice with the same `txn`, it is there once."""

    txn: str
    kind: str
    content: dict[str, Any]


def parts(message: Outgoing) -> list[Part]:
    """The events that say it, in order; more than one where the text is too long for one."""
    if message.kind == "reaction":
        relation = {"rel_type": "m.annotation", "event_id": message.reply_to, "key": message.key}
        return [Part(message.txn, "m.reaction", {"m.relates_to": relation})]

    def fits(text: str) -> bool:
        return len(json.dumps(_edit(message, text), ensure_ascii=False).encode()) <= CONTENT_BYTES

    first, *more = split(message.text, fits)
    make = _edit if message.kind == "edit" else _notice
    made = [make(message, first), *(_notice(message, text) for text in more)]
    return [
        Part(f"{message.txn}.{number}" if number else message.txn, "m.room.message", content)
        for number, content in enumerate(made)
    ]


def split(text: str, fits: Callable[[str], bool]) -> list[str]:
    """The text in pieces that fit, cut between paragraphs, lines or words where it can be."""
    if fits(text) or len(text) < 2:
        return [text]
    middle = len(text) // 2
    for border in ("\n\n", "\n", " "):
        cuts = [text.rfind(border, 1, middle), text.find(border, middle)]
        near = [cut for cut in cuts if len(text) // 8 < cut < len(text) * 7 // 8]
        if near:
            middle = min(near, key=lambda cut: abs(cut - len(text) // 2))
            break
    head, tail = text[:middle].rstrip("\n"), text[middle:].lstrip("\n ")
    if not (head and tail):
        return split(head or tail, fits)
    return [*split(head, fits), *split(tail, fits)]


def _notice(message: Outgoing, text: str) -> dict[str, Any]:
    content = {**_words(text), "m.mentions": _mentions(message)}
    relation: dict[str, Any] = {}
    if message.thread:
        relation = {"rel_type": "m.thread", "event_id": message.thread}
        relation["is_falling_back"] = not message.reply_to
    if message.thread or message.reply_to:
        relation["m.in_reply_to"] = {"event_id": message.reply_to or message.thread}
        content["m.relates_to"] = relation
    return content


def _edit(message: Outgoing, text: str) -> dict[str, Any]:
    new = {**_words(text), "m.mentions": _mentions(message)}
    return {
        "msgtype": "m.notice",
        "body": f"* {text}",
        "m.new_content": new,
        "m.mentions": {},
        "m.relates_to": {"rel_type": "m.replace", "event_id": message.replaces},
    }


def _mentions(message: Outgoing) -> dict[str, list[str]]:
    return {"user_ids": list(message.mentions)} if message.mentions else {}


def _words(text: str) -> dict[str, str]:
    """Text, and its Markdown as HTML where there is any; HTML in it is shown as it is written."""
    words = {"msgtype": "m.notice", "body": text}
    html = _html(text)
    if re.search(r"<(?!/?p>|br />)", html):
        words |= {"format": "org.matrix.custom.html", "formatted_body": html}
    return words


def _html(text: str) -> str:
    from markdown_it import MarkdownIt  # only a bot needs it at this point

    reader = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough")
    return str(reader.disable("image").render(text)).strip()
