"""Chats exported to files, one module a format, each a `ChatFeed`."""

from __future__ import annotations

from datetime import tzinfo
from typing import Protocol

from progressive_memory.adapters.chat_exports.lines import Lines
from progressive_memory.adapters.chat_exports.recognise import FORMATS, Format, recognise
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.adapters.chat_exports.unpacked import unpacked
from progressive_memory.domain.chat_file import Choice
from progressive_memory.domain.group import Language
from progressive_memory.errors import ChatSourceError
from progressive_memory.ports import ChatFeed

__all__ = ["FORMATS", "Format", "NamedFeed", "Source", "open_feed", "recognise"]

_OF_SEVERAL_CHATS = frozenset(("slack", "telegram"))
_OF_OPEN_DATES = frozenset(("whatsapp",))


class NamedFeed(ChatFeed, Protocol):
    """A feed that knows the name of its format, and can tell how it was read."""

    format: str

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences without an end mark, complete once all events were taken."""
        ...


def open_feed(
    source: Source,
    name: str,
    zone: tzinfo,
    language: Language,
    choice: Choice | None = None,
) -> NamedFeed:
    """A feed of the source in the format named; `auto` looks at its first 64 KiB.

    `zone` dates lines without an offset where the format has none (IRC, WhatsApp); `language` is
    what a roster is written in. A zip that holds one chat is looked into.

    Raises:
        ChatSourceError: no such format, or `auto` recognises none.
    """
    choice = choice or Choice()
    if name != "slack":
        source = unpacked(source)
    if name == "auto":
        name = recognise(source)
    if name not in FORMATS:
        known = ", ".join(FORMATS)
        raise ChatSourceError(
            f"no format is called {name}", next_step=f"--format auto, or one of {known}"
        )
    _refuse_unused(source, name, choice)
    return _opened(source, name, zone, language, choice)


def _refuse_unused(source: Source, name: str, choice: Choice) -> None:
    """A choice that this format would pass over in silence is an error."""
    if choice.channels and name not in _OF_SEVERAL_CHATS:
        option, what = "--channel", "one chat"
    elif choice.dates and name not in _OF_OPEN_DATES:
        option, what = "--dates", "clear dates"
    else:
        return
    raise ChatSourceError(
        f"{source.name} is read as {name}, which has {what}: {option} changes nothing",
        next_step=f"leave out {option}, or say what it is with --format",
    )


def _opened(
    source: Source, name: str, zone: tzinfo, language: Language, choice: Choice
) -> NamedFeed:
    """The feed of that format; only its own reader is loaded."""
    if name == "irc":
        from progressive_memory.adapters.chat_exports.irc import IrcLog

        return Lines(source, name, IrcLog(source, zone))
    if name == "teamchat":
        from progressive_memory.adapters.chat_exports.teamchat import TeamChat

        return TeamChat(source, language)
    if name == "mbox":
        from progressive_memory.adapters.chat_exports.mbox import MailArchive

        return Lines(source, name, MailArchive(source))
    if name == "jsonl":
        from progressive_memory.adapters.chat_exports.jsonl import JsonLines

        return Lines(source, name, JsonLines(source))
    return _exported(source, name, zone, choice)


def _exported(source: Source, name: str, zone: tzinfo, choice: Choice) -> NamedFeed:
    """The feed of a chat program's own export."""
    if name == "slack":
        from progressive_memory.adapters.chat_exports.slack import SlackExport

        return SlackExport(source, choice.channels)
    if name == "telegram":
        from progressive_memory.adapters.chat_exports.telegram import TelegramExport

        return TelegramExport(source, zone, choice.channels)
    if name == "discord":
        from progressive_memory.adapters.chat_exports.discord import DiscordExport

        return DiscordExport(source)
    if name == "element":
        from progressive_memory.adapters.chat_exports.element import ElementExport

        return ElementExport(source)
    from progressive_memory.adapters.chat_exports.whatsapp import WhatsAppText

    return WhatsAppText(source, zone, choice.dates)
