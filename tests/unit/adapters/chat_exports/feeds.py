"""Feeds of bytes written in a test."""

from __future__ import annotations

import io
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from progressive_memory.adapters.chat_exports import NamedFeed, Source, open_feed
from progressive_memory.domain.chat_file import Choice
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem

SHANGHAI = ZoneInfo("Asia/Shanghai")


def read(
    data: bytes | str,
    form: str = "auto",
    *,
    name: str = "chat",
    language: Language = "zh",
    choice: Choice | None = None,
) -> list[ChatEvent | Problem]:
    """All a feed of the data yields."""
    return list(feed_of(data, form, name=name, language=language, choice=choice).events())


def feed_of(
    data: bytes | str,
    form: str = "auto",
    *,
    name: str = "chat",
    language: Language = "zh",
    choice: Choice | None = None,
) -> NamedFeed:
    """A feed of the data."""
    raw = data.encode() if isinstance(data, str) else data
    return open_feed(Source(name, io.BytesIO(raw)), form, SHANGHAI, language, choice)


def events(items: Sequence[ChatEvent | Problem]) -> list[ChatEvent]:
    """The events among them."""
    return [item for item in items if isinstance(item, ChatEvent)]


def problems(items: Sequence[ChatEvent | Problem]) -> list[tuple[int, str]]:
    """Line and code of each problem among them."""
    return [(item.line, item.code) for item in items if isinstance(item, Problem)]
