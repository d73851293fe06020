"""What the formats that are one document share: sound to its end, or nothing is logged."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.canonical import MAX_ID_CHARACTERS
from progressive_memory.adapters.chat_exports.json_stream import JsonStream
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ChatSourceError

Fields = Mapping[str, Any]
Reading = Callable[[Fields], Iterable[ChatEvent]]


class Document(ABC):
    """A ChatFeed of a document that is read twice: first to see that it is whole."""

    format = ""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._passed_over: Counter[str] = Counter()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to tell of how it was read; complete after `events`."""
        kinds = [f"{count} {kind}" for kind, count in self._passed_over.most_common(5)]
        return (f"passed over: {', '.join(kinds)}",) if kinds else ()

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The messages and what was done to them, in the order of the document.

        Raises:
            ChatSourceError: it is truncated, wrongly encoded or in another format; nothing has
                been handed over then.
        """
        first_bad, events = "", 0
        for item in self._reading():
            if isinstance(item, Problem):
                first_bad = first_bad or f"message {item.line}: {item.message}"
            else:
                events += 1
        if first_bad and not events:
            raise ChatSourceError(
                f"{self._source.name} holds no message that reads as {self.format} ({first_bad})",
                next_step="pmem log FILE --group NAME --format auto",
            )
        yield from self._reading()

    def _reading(self) -> Iterator[ChatEvent | Problem]:
        self._source.again()
        self._passed_over.clear()
        return self._read()

    @abstractmethod
    def _read(self) -> Iterator[ChatEvent | Problem]:
        """One reading, from the start to the end."""

    def _each(self, document: JsonStream, read: Reading) -> Iterator[ChatEvent | Problem]:
        """What `read` makes of each element of the list here; a bad one is a Problem."""
        for place in document.elements():
            item = document.value()
            try:
                if not isinstance(item, dict):
                    raise BadLineError("not_json", "not a JSON object")
                for event in read(item):
                    yield replace(event, line=place)
            except BadLineError as error:
                yield Problem(self._source.name, place, error.code, str(error))


def table(value: object) -> Fields:
    """The value, when it is an object; else an empty one."""
    return value if isinstance(value, dict) else {}


def rows(value: object) -> list[Fields]:
    """The objects of a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def word(value: object) -> str:
    """The value, when it is text, on one line and at most 500 characters; numbers are written."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    text = " ".join(value.split()) if isinstance(value, str) else ""
    return "".join(one for one in text if ord(one) >= 32)[:MAX_ID_CHARACTERS]


def needed(fields: Fields, name: str) -> str:
    """The word of that name.

    Raises:
        BadLineError: there is none.
    """
    found = word(fields.get(name))
    if not found:
        raise BadLineError("missing_field", f'"{name}" is missing')
    return found


def with_edit(event: ChatEvent, edited: datetime | None) -> Sequence[ChatEvent]:
    """The message, and where it was edited also the edit, so that a later export tells of it."""
    if edited is None:
        return (event,)
    name = f"{event.event_id}~{int(edited.timestamp() * 1000)}"
    edit = replace(
        event, event_id=name, at=edited, replaces=event.event_id, reply_to="", thread="", key=""
    )
    return event, edit


def joined(*parts: str) -> str:
    """What a message says and carries, each on lines of its own."""
    return "\n".join(part for part in parts if part)


def carried(name: str) -> str:
    """How a file that came with a message is written."""
    return f"📎 {name}" if name else ""
