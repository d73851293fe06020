"""A JSON document read piece by piece: memory stays that of its largest message.

A walk: `fields` and `elements` step into an object or a list and stop before each value; there
the caller takes it with `value`, steps into it, or goes on, and it is passed over.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator

from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.errors import ChatSourceError

MAX_VALUE_CHARACTERS = 1 << 24
"""A larger single value is no message of a chat."""

_DECODER = json.JSONDecoder()
_WALKED_OVER = 4
"""How many levels deep what is passed over is walked; what lies deeper is read at once."""
_NUMBER = 5_000
"""Characters looked at for the end of a number; Python reads none that is longer."""
_SPACE = " \t\r\n"


class JsonStream:
    """A walk through the source's one document, from where the source stands.

    Every method raises ChatSourceError where the document ends early, is not JSON or not UTF-8.
    """

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._chunks = source.chunks()
        self._decode = codecs.getincrementaldecoder("utf-8")()
        self._text = ""
        self._at = 0
        self._before = 0
        self._ended = False
        self._taken = 0

    def fields(self) -> Iterator[str]:
        """The keys of the object here, in its order."""
        self._expect("{", "an object")
        more = self._next() != "}"
        while more:
            key = self.value()
            if not isinstance(key, str):
                raise self._broken("a key is not text")
            self._expect(":", '":"')
            taken = self._taken
            yield key
            if self._taken == taken:
                self.skip()
            more = self._goes_on("}")
        self._expect("}", '"}"')
        self._taken += 1

    def elements(self) -> Iterator[int]:
        """The places (from 1) of the elements of the list here."""
        self._expect("[", "a list")
        place, more = 0, self._next() != "]"
        while more:
            place += 1
            taken = self._taken
            yield place
            if self._taken == taken:
                self.skip()
            more = self._goes_on("]")
        self._expect("]", '"]"')
        self._taken += 1

    def value(self) -> object:
        """The value here, read whole."""
        self._next()
        while True:
            value, problem = None, "a number is too long"
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                end, problem = -1, error.msg
            except RecursionError as error:
                raise self._broken("nested too deeply") from error
            except ValueError:  # an integer of more digits than Python reads
                end = -1
            if end >= 0 and (self._ended or self._is_whole(value, end)):
                self._at = end
                self._taken += 1
                return value
            if self._ended or len(self._text) - self._at > MAX_VALUE_CHARACTERS:
                raise self._broken(f"{problem}; is it cut off?")
            wanted = 2 * (len(self._text) - self._at)
            while len(self._text) - self._at < wanted and self._more():
                pass

    def skip(self) -> None:
        """Pass over the value here."""
        self._skip(_WALKED_OVER)

    def end(self) -> None:
        """See that the document is the last thing in the source."""
        while self._more() or self._at < len(self._text):
            rest = self._text[self._at :].lstrip(_SPACE)
            if rest:
                self._at = len(self._text) - len(rest)
                raise self._broken("something follows the document")
            self._at = len(self._text)

    def _is_whole(self, value: object, end: int) -> bool:
        """Whether the value would be the same with more text after it: `1.` goes on as `1.5`."""
        if isinstance(value, int | float):
            rest = self._text[end : end + _NUMBER]
            end += len(rest) - len(rest.lstrip("0123456789.eE+-"))
        return end < len(self._text)

    def _skip(self, levels: int) -> None:
        inside: Iterator[object] = iter(())
        here = self._next() if levels else ""
        if here == "{":
            inside = self.fields()
        elif here == "[":
            inside = self.elements()
        else:
            self.value()
        for _ in inside:
            self._skip(levels - 1)

    def _goes_on(self, closing: str) -> bool:
        here = self._next()
        if here == ",":
            self._at += 1
            return True
        if here != closing:
            raise self._broken(f'neither "," nor "{closing}"')
        return False

    def _expect(self, character: str, what: str) -> None:
        if self._next() != character:
            raise self._broken(f"{what} is expected")
        self._at += 1

    def _next(self) -> str:
        """The next character that is no space."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                raise self._broken("it ends too early")

    def _more(self) -> bool:
        if self._ended:
            return False
        chunk = next(self._chunks, b"")
        try:
            text = self._decode.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            raise ChatSourceError(
                f"{self._name} is not UTF-8 text: {error.reason}",
                next_step="save it as UTF-8, then log that file; nothing of this one was logged",
            ) from error
        self._ended = not chunk
        self._before += self._at
        self._text, self._at = self._text[self._at :] + text, 0
        return not self._ended

    def _broken(self, why: str) -> ChatSourceError:
        place = self._before + self._at + 1
        return ChatSourceError(
            f"{self._name} is not a whole JSON document: {why} (character {place})",
            next_step="export the chat again, and log that file; nothing of this one was logged",
        )
