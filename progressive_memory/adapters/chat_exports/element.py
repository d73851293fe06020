"""`element`: what Element writes under "Export chat", JSON: the room's raw events.

They go through the reader of live events (`text.matrix`), so ids, replies, threads and texts are
those a bot in the room would log, and both together are logged once.
"""

from __future__ import annotations

from collections.abc import Iterator

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.document import Document, Fields, needed, table, word
from progressive_memory.adapters.chat_exports.json_stream import JsonStream
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ChatSourceError
from progressive_memory.text.matrix import chat_event


class ElementExport(Document):
    """A ChatFeed of the export; the names people have are those of its last member events."""

    format = "element"

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._names: dict[str, str] = {}

    def _read(self) -> Iterator[ChatEvent | Problem]:
        document, found = JsonStream(self._source), False
        for key in document.fields():
            if key == "messages":
                found = True
                yield from self._each(document, self._events)
        document.end()
        if not found:
            raise ChatSourceError(
                f'{self._source.name} has no "messages", as Element\'s export has',
                next_step="pmem log FILE --group NAME --format auto",
            )

    def _events(self, raw: Fields) -> Iterator[ChatEvent]:
        kind = needed(raw, "type")
        needed(raw, "event_id")
        needed(raw, "sender")
        if not isinstance(raw.get("origin_server_ts"), int):
            raise BadLineError("bad_time", '"origin_server_ts" is no number of milliseconds')
        content = table(raw.get("content"))
        if kind == "m.room.encrypted" or content.get("msgtype") == "m.bad.encrypted":
            raise BadLineError("encrypted", "Element could not decrypt this message")
        if kind == "m.room.member":
            name = word(content.get("displayname"))
            if name:
                self._names[word(raw.get("state_key"))] = name
        told = [one for part in _parts(raw) if (one := chat_event(part, self._names))]
        if not told:
            self._passed_over[kind] += 1
        yield from told


def _parts(raw: Fields) -> Iterator[Fields]:
    """The event, the edit a server put beside it, and the Deletion it was blanked by."""
    yield raw
    unsigned = table(raw.get("unsigned"))
    for part in (
        table(table(unsigned.get("m.relations")).get("m.replace")),
        table(unsigned.get("redacted_because")),
    ):
        if part:
            yield part
