"""What a message of Telegram says: its parts as Markdown, and what it carries. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from progressive_memory.adapters.chat_exports.document import (
    Fields,
    carried,
    joined,
    rows,
    table,
    word,
)

_AROUND = {"bold": "**", "italic": "_", "strikethrough": "~~", "code": "`"}
_NOT_THERE = re.compile(r"^(?P<name>.*?) ?\(File [^()]*\)$")


def words(value: object) -> str:
    """The text, or its parts put together; what is quoted is quoted in Markdown too."""
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else []
    return "".join(_part(one) for one in parts)


def media(raw: Fields) -> str:
    """A line for each thing the message carries; phone numbers of contacts are left out."""
    contact, place = table(raw.get("contact_information")), table(raw.get("location_information"))
    person = f"{word(contact.get('first_name'))} {word(contact.get('last_name'))}".strip()
    where = word(raw.get("place_name"))
    if place and not where:
        where = f"{place.get('latitude')}, {place.get('longitude')}"
    sticker = raw.get("media_type") == "sticker"
    return joined(
        word(raw.get("sticker_emoji")) if sticker else carried(_file(raw)),
        f"👤 {person}" if person else "",
        f"📍 {where}" if where else "",
        _poll(table(raw.get("poll"))),
        word(raw.get("game_title")),
    )


def _file(raw: Fields) -> str:
    """The name of a file or picture; its kind where it was not exported."""
    if "photo" in raw:
        return _named(word(raw.get("photo"))) or "photo"
    if "file" in raw:
        kind = word(raw.get("media_type")).replace("_", " ")
        return word(raw.get("file_name")) or _named(word(raw.get("file"))) or kind or "file"
    return ""


def _named(path: str) -> str:
    absent = _NOT_THERE.match(path)
    return (absent["name"] if absent else path).replace("\\", "/").rpartition("/")[2]


def _poll(poll: Fields) -> str:
    answers = (word(one.get("text")) for one in rows(poll.get("answers")))
    return joined(word(poll.get("question")), *(f"- {answer}" for answer in answers if answer))


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    fields: Mapping[str, object] = table(part)
    text, kind = fields.get("text"), fields.get("type")
    if not isinstance(text, str) or not text:
        return ""
    if kind == "text_link" and (link := word(fields.get("href"))):
        return f"[{text}]({link})"
    if kind == "pre":
        return f"\n```{word(fields.get('language'))}\n{text}\n```\n"
    if kind == "blockquote":
        return "\n" + "\n".join(f"> {line}" for line in text.split("\n")) + "\n"
    mark = _AROUND.get(str(kind), "")
    core = text.strip()
    if not mark or not core or "\n" in core:
        return text
    return text.replace(core, f"{mark}{core}{mark}", 1)
