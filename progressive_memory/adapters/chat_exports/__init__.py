"""Chats exported to files, one module a format, each a `ChatFeed`."""

from __future__ import annotations

from datetime import tzinfo
from typing import Protocol

from progressive_memory.adapters.chat_exports.irc import IrcLog
from progressive_memory.adapters.chat_exports.jsonl import JsonLines
from progressive_memory.adapters.chat_exports.recognise import FORMATS, Format, recognise
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.adapters.chat_exports.teamchat import TeamChat
from progressive_memory.domain.group import Language
from progressive_memory.errors import ChatSourceError
from progressive_memory.ports import ChatFeed

__all__ = ["FORMATS", "Format", "NamedFeed", "Source", "open_feed", "recognise"]


class NamedFeed(ChatFeed, Protocol):
    """A feed that knows the name of its format."""

    format: str


def open_feed(source: Source, name: str, zone: tzinfo, language: Language) -> NamedFeed:
    """A feed of the source in the format named; `auto` looks at its first 64 KiB.

    `zone` dates lines without an offset where the format has none (IRC); `language` is what a
    roster is written in.

    Raises:
        ChatSourceError: no such format, or `auto` recognises none.
    """
    if name == "auto":
        name = recognise(source)
    if name == "jsonl":
        return JsonLines(source)
    if name == "teamchat":
        return TeamChat(source, language)
    if name == "irc":
        return IrcLog(source, zone)
    raise ChatSourceError(
        f"no format is called {name}", next_step=f"--format auto, or one of {', '.join(FORMATS)}"
    )
