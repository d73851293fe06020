"""The bytes of a chat file or of standard input: looked at first, then read once, never held."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO

from progressive_memory.errors import ChatSourceError

MAX_LINE_BYTES = 1 << 20
"""A longer line is reported and passed over, without being held."""

MAX_FILE_MEGABYTES = 100
"""Formats that must be read whole (one JSON document) stop here, unless they are told otherwise."""

_CHUNK_BYTES = 1 << 16
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Source:
    """A stream of bytes with a name. `head` may be called before `lines` or `whole`.

    `on_read` is told how many bytes have been handed out so far. `max_megabytes` (of 1,000,000
    bytes) bounds what is read whole.
    """

    def __init__(
        self,
        name: str,
        stream: BinaryIO,
        on_read: Callable[[int], None] | None = None,
        *,
        max_megabytes: int = MAX_FILE_MEGABYTES,
    ) -> None:
        self.name = name
        self._stream = stream
        self._on_read = on_read
        self._max_megabytes = max_megabytes
        self._head: bytes | None = None

    def head(self) -> bytes:
        """The first 64 KiB, or all there is; kept for the reading that follows.

        Raises:
            ChatSourceError: the bytes are UTF-16.
        """
        if self._head is None:
            head = b""
            while len(head) < _CHUNK_BYTES and (chunk := self._read()):
                head += chunk
            if head.startswith(_UTF16):
                raise ChatSourceError(
                    f"{self.name} is UTF-16 text",
                    next_step="save it as UTF-8, then run the command again",
                )
            self._head = head.removeprefix(_BOM)
        return self._head

    def lines(self) -> Iterator[tuple[int, bytes | None]]:
        """Each line's number (from 1) and bytes without line ending; None for one that is longer
        than `MAX_LINE_BYTES`.
        """
        number, line, length = 0, bytearray(), 0
        for chunk in self._chunks():
            *ended, rest = chunk.split(b"\n")
            for part in ended:
                number += 1
                length += len(part)
                line += part[: MAX_LINE_BYTES + 1 - len(line)]
                yield number, _without_return(line) if length <= MAX_LINE_BYTES else None
                line, length = bytearray(), 0
            length += len(rest)
            line += rest[: MAX_LINE_BYTES + 1 - len(line)]
        if length:
            yield number + 1, _without_return(line) if length <= MAX_LINE_BYTES else None

    def whole(self) -> bytes:
        """All bytes.

        Raises:
            ChatSourceError: there are more than it may hold.
        """
        data = bytearray()
        for chunk in self._chunks():
            data += chunk
            if len(data) > self._max_megabytes * 1_000_000:
                raise ChatSourceError(
                    f"{self.name} is one JSON document of more than {self._max_megabytes} MB",
                    next_step="export it in parts, or write a larger max_export_mb under [log] in "
                    "progressive-memory.toml (it takes about ten times as much memory)",
                )
        return bytes(data)

    def _chunks(self) -> Iterator[bytes]:
        chunk, handed_out = self.head(), 0
        while chunk:
            handed_out += len(chunk)
            if self._on_read:
                self._on_read(handed_out)
            yield chunk
            chunk = self._read()

    def _read(self) -> bytes:
        try:
            return self._stream.read(_CHUNK_BYTES)
        except OSError as error:
            raise ChatSourceError(
                f"{self.name} cannot be read: {error.strerror}",
                next_step="copy the file to this machine, then run the command again",
            ) from error


def _without_return(line: bytearray) -> bytes:
    return bytes(line[:-1] if line.endswith(b"\r") else line)
