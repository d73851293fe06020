"""`whatsapp`: the text of "Export chat", in the language and date order of the phone.

The file says neither its order of dates nor its zone: the order is taken from the whole file, and
told; times are in the group's zone. Messages have no ids, so ids are made (`ids`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from progressive_memory.adapters.chat_exports.ids import OrdinalIds
from progressive_memory.adapters.chat_exports.source import LINE_CUT_OFF, MAX_LINE_BYTES, Source
from progressive_memory.adapters.chat_exports.whatsapp_lines import (
    Guess,
    Head,
    Order,
    head_of,
    said,
)
from progressive_memory.domain.chat_file import DateOrder
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ChatSourceError

MAX_MESSAGE_CHARACTERS = 1 << 20
"""A longer message is cut off there."""

_READ_AS = {"dmy": "day, month, year", "mdy": "month, day, year", "ymd": "year, month, day"}
_OTHER = {"dmy": "mdy", "mdy": "dmy", "ymd": "dmy"}


class WhatsAppText:
    """A ChatFeed of the text, read twice; `dates` overrides what the file suggests."""

    format = "whatsapp"

    def __init__(self, source: Source, zone: tzinfo, dates: DateOrder) -> None:
        self._source = source
        self._zone = zone
        self._dates = dates
        self._ids = OrdinalIds("whatsapp:")
        self._notices = 0
        self.remarks: tuple[str, ...] = ()

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The messages in the order of the file; what was deleted comes as an empty one.

        Raises:
            ChatSourceError: no line begins a message, or the text is not UTF-8; nothing has been
                handed over then.
        """
        order = self._order()
        self._ids, self._notices = OrdinalIds("whatsapp:"), 0
        self._source.again()
        for number, head, text, is_whole in self._messages():
            if is_whole:
                yield from self._events(number, head, text, order)
            else:  # its last line would be known as the whole for ever
                yield self._problem(number, "cut_off", LINE_CUT_OFF)
        if self._notices:
            self.remarks += (f"passed over: {self._notices} notices of the platform",)

    def _order(self) -> Order:
        guess = Guess()
        self._source.again()
        for _, line in self._lines():
            if head := head_of(line):
                guess.see(head)
        if not guess.heads:
            raise ChatSourceError(
                f"{self._source.name} has no line that begins a message of WhatsApp",
                next_step="pmem log FILE --group NAME --format auto",
            )
        order: Order = self._dates or guess.order()
        why = "as told" if self._dates else "as the file suggests"
        if guess.is_open() and not self._dates:
            why = f"a guess, all of them fit both; --dates {_OTHER[order]} reads them otherwise"
        self.remarks = (f"dates read as {_READ_AS[order]} ({why})",)
        return order

    def _events(
        self, number: int, head: Head | None, text: str, order: Order
    ) -> Iterator[ChatEvent | Problem]:
        if head is None:
            yield self._problem(number, "not_whatsapp", f"before any message: {text[:60]!r}")
            return
        try:
            at = head.at(order).replace(tzinfo=self._zone)
        except ValueError as error:
            yield self._problem(number, "bad_time", f"no such time: {error}")
            return
        told = said(text[:MAX_MESSAGE_CHARACTERS])
        if told is None:
            self._notices += 1
            return
        event_id = self._ids.next_id(at, told.who)
        yield ChatEvent(event_id, at, told.who, told.text, told.who, line=number)
        if told.deleted:
            yield ChatEvent(f"{event_id}~deleted", at, told.who, deletes=event_id, line=number)

    def _messages(self) -> Iterator[tuple[int, Head | None, str, bool]]:
        """Each message's first line's number, its head, its text over all its lines, and whether
        its last line has an end; what stands before the first one has no head.
        """
        begun: tuple[int, Head] | None = None
        text: list[str] = []
        for number, line in self._lines():
            head = head_of(line)
            if head is not None:
                if begun:
                    yield (*begun, "\n".join(text).rstrip(), True)
                begun, text = (number, head), [head.rest]
            elif begun:
                text.append(line)
            elif line.strip():
                yield number, None, line, True
        if begun:
            yield (*begun, "\n".join(text).rstrip(), self._source.is_ended)

    def _lines(self) -> Iterator[tuple[int, str]]:
        for number, line in self._source.lines():
            try:
                text = (line or b"").decode()
            except UnicodeDecodeError as error:
                cut = error.reason == "unexpected end of data"
                if cut and not self._source.is_ended:  # in the midst of a character
                    yield number, (line or b"").decode("utf-8", "replace")
                    return
                raise ChatSourceError(
                    f"{self._source.name} is not UTF-8 text: line {number}",
                    next_step="save it as UTF-8, then log that file; nothing of it was logged",
                ) from error
            if line is None:
                text = f"(a line of more than {MAX_LINE_BYTES >> 20} MiB)"
            yield number, text

    def _problem(self, number: int, code: str, message: str) -> Problem:
        return Problem(self._source.name, number, code, message)
