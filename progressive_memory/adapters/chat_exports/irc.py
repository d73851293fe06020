"""`irc`: logs of weechat, irssi, ZNC and their like; times are in the group's zone.

The day comes from the line itself, from a day line (`--- Day changed …`), or from the file's
name; a clock that falls back by more than twelve hours starts the next day. Messages and actions
(`* nick waves`) are read; joins, quits, nick changes, notices of servers are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from progressive_memory.adapters.chat_exports.ids import OrdinalIds
from progressive_memory.adapters.chat_exports.source import (
    LINE_CUT_OFF,
    MAX_LINE_BYTES,
    Source,
    refuse_another_encoding,
    text_of_line,
)
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ChatSourceError

_NICK = r"[~&@%+!* ]?(?P<nick>[^\s<>]{1,64})"
_STAMP = re.compile(
    r"[\[(]?(?:(?P<day>\d{4}-\d\d-\d\d)[ T])?(?P<clock>\d\d?:\d\d(?::\d\d)?)(?:[.,]\d{1,6})?[\])]?"
    r"(?P<tab> ?\t)?[ ]?"
)
_SAID = re.compile(rf"<{_NICK} ?>(?: (?P<text>.*))?")
_ACTED = re.compile(r"[ \t]{0,3}\*[ \t](?P<nick>[^\s*<>]{1,64})(?: (?P<text>.*))?")
_COLUMN = re.compile(rf"{_NICK}\t(?P<text>.*)")
_NOISE = re.compile(
    r"[ \t]*(?:!\S{1,64} |(?:-!-|-->|<--|--|===|=!=|\*{3}|---)(?:[ \t]|$)|"
    rf"-{_NICK}- |[^\w\s]{{0,4}}\t)"
)
_DAY_LINE = re.compile(
    r"(?:Day changed(?: to)?|Log opened|Session Start:?|BEGIN LOGGING AT)\s"
    r"(?:\w{3},?\s)?(?P<rest>.{8,40})",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"(?:---|\*{3,4})?\s?(?:Log closed|Session Close|ENDING LOGGING)", re.IGNORECASE
)
_NAMED_DAY = re.compile(
    r"(?<!\d)((?:19|20)\d\d)[-_]?(0[1-9]|1[0-2])[-_]?(0[1-9]|[12]\d|3[01])(?!\d)"
)
_DAY_FORMATS = ("%Y-%m-%d", "%b %d %Y", "%d %b %Y", "%b %d %H:%M:%S %Y", "%Y-%m-%d %H:%M:%S")
_FALLS_BACK = timedelta(hours=12)


@dataclass(frozen=True)
class IrcLine:
    """A line that says something: `day` is None where it has only a clock; `nick` "" = noise."""

    day: date | None
    clock: time
    nick: str
    text: str


class IrcLog:
    """A ChatFeed of an IRC log, streamed; `zone` is the group's."""

    def __init__(self, source: Source, zone: tzinfo) -> None:
        self._source = source
        self._zone = zone
        self._day = day_in(re.split(r"[/\\]", source.name)[-1])
        self._last: datetime | None = None

    def events(self) -> Iterator[ChatEvent | Problem]:
        """Messages and actions, in the order of the file; a last line without an end is left out,
        as a log that is still written, or a copy cut off, has one.

        Raises:
            ChatSourceError: no line, day line or file name says what day it is, or the text is not
                UTF-8; nothing has been handed over then.
        """
        refuse_another_encoding(self._source)
        ids = OrdinalIds()
        for number, line in self._source.lines():
            read = self._line(number, line)
            if isinstance(read, Problem):
                yield read
            elif read is not None:
                at = self._time(read)
                if read.nick:
                    event_id = ids.next_id(at, read.nick)
                    yield ChatEvent(event_id, at, read.nick, read.text, read.nick, line=number)

    def _line(self, number: int, line: bytes | None) -> IrcLine | Problem | None:
        if line is None:
            return self._problem(number, "long_line", f"longer than {MAX_LINE_BYTES >> 20} MiB")
        if not self._source.is_ended:
            return self._problem(number, "cut_off", LINE_CUT_OFF)
        text = text_of_line(line)
        if text is None:
            return self._problem(number, "not_utf8", "not UTF-8 text")
        return self._read(number, text)

    def _read(self, number: int, text: str) -> IrcLine | Problem | None:
        try:
            read = read_line(text)
        except ValueError as error:
            return self._problem(number, "bad_time", str(error))
        if (read is None or not read.nick) and self._turns_the_day(text):
            return None
        if read is None and text.strip() and not _NOISE.match(text):
            return self._problem(number, "not_irc", f"no line of an IRC log: {text[:60]!r}")
        return read

    def _problem(self, number: int, code: str, message: str) -> Problem:
        return Problem(self._source.name, number, code, message)

    def _turns_the_day(self, text: str) -> bool:
        """Whether the line only says what day it is, or that the log was closed."""
        line = _DAY_LINE.search(text[:200])
        day = _day_from(line["rest"]) if line else None
        if day is not None:
            self._day, self._last = day, None
            return True
        return bool(_CLOSED.match(text))

    def _time(self, line: IrcLine) -> datetime:
        if line.day is not None:
            self._day, self._last = line.day, None
        if self._day is None:
            raise ChatSourceError(
                f"{self._source.name} does not say what day it is",
                next_step="name the file after its day (2026-05-15.log), or log with dates",
            )
        at = datetime.combine(self._day, line.clock)
        if self._last is not None and self._last - at > _FALLS_BACK:
            self._day += timedelta(days=1)
            at += timedelta(days=1)
        self._last = at
        return at.replace(tzinfo=self._zone)


def read_line(text: str) -> IrcLine | None:
    """A stamped line of an IRC log, or None where it is none.

    Raises:
        ValueError: the stamp is no time (25:61).
    """
    stamp = _STAMP.match(text)
    if stamp is None:
        return None
    rest = text[stamp.end() :]
    nick, said = _in_columns(rest) if stamp["tab"] else _spoken(rest)
    if not nick and not _NOISE.match(rest):
        return None
    day = date.fromisoformat(stamp["day"]) if stamp["day"] else None
    return IrcLine(day, time.fromisoformat(stamp["clock"].zfill(5)), nick, said)


def day_in(name: str) -> date | None:
    """The day a file's name carries (`2026-05-15.log`, `#chan_20260515.log`), or None."""
    found = _NAMED_DAY.search(name)
    try:
        return date(*(int(part) for part in found.groups())) if found else None
    except ValueError:
        return None


def looks_like_irc(text: str) -> bool:
    """Whether a line is a message, an action or a day line of an IRC log."""
    try:
        read = read_line(text)
    except ValueError:
        return False
    return bool((read and read.nick) or _DAY_LINE.search(text[:80]))


def _spoken(rest: str) -> tuple[str, str]:
    """Nick and text of `<nick> text`, or of an action, which keeps its star: `* nick waves`."""
    said = _SAID.match(rest)
    if said:
        return said["nick"], said["text"] or ""
    acted = _ACTED.match(rest)
    if acted is None:
        return "", ""
    return acted["nick"], f"* {acted['nick']} {acted['text'] or ''}".rstrip()


def _in_columns(rest: str) -> tuple[str, str]:
    """Nick and text of a weechat line, `nick<tab>text`; of an action, ` *<tab>nick waves`."""
    column = _COLUMN.match(rest)
    if rest.lstrip().startswith("*\t"):
        return _spoken("* " + rest.partition("\t")[2])
    if column is None or not re.search(r"\w", column["nick"]):
        return "", ""
    return column["nick"], column["text"]


def _day_from(text: str) -> date | None:
    for pattern in _DAY_FORMATS:
        for words in range(5, 0, -1):
            candidate = " ".join(text.split()[:words])
            try:
                return datetime.strptime(candidate, pattern).date()
            except ValueError:
                continue
    return None
