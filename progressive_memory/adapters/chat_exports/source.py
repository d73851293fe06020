"""The bytes of a chat file or of standard input: looked at first, then read, never held."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

from progressive_memory.errors import ChatSourceError

MAX_LINE_BYTES = 1 << 20
"""A longer line is reported and passed over, without being held."""

MAX_FILE_MEGABYTES = 100
"""Formats that must be read whole (one JSON document) stop here, unless they are told otherwise."""

LINE_CUT_OFF = "the last line has no end: left out, until a file comes that goes on"
_CHUNK_BYTES = 1 << 16
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_NULS_LOOKED_AT = 1_000
_PAIRS = 32
_TWO_BYTES_UNKNOWN = "\ufffd\ufffd"


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
        self._head_as_read = b""
        self._copy: BinaryIO | None = None
        self.is_ended = True
        """Whether the last line that `lines` gave had an end."""

    def head(self) -> bytes:
        """The first 64 KiB, or all there is; kept for the reading that follows.

        Raises:
            ChatSourceError: the bytes are UTF-16.
        """
        if self._head is None:
            head = b""
            while len(head) < _CHUNK_BYTES and (chunk := self._read()):
                head += chunk
            if head.startswith(_UTF16) or _has_nuls(head):
                raise ChatSourceError(
                    f"{self.name} is UTF-16 text",
                    next_step="save it as UTF-8, then run the command again",
                )
            self._head_as_read = head
            self._head = head.removeprefix(_BOM)
        return self._head

    def lines(self) -> Iterator[tuple[int, bytes | None]]:
        """Each line's number (from 1) and bytes without line ending; None for one that is longer
        than `MAX_LINE_BYTES`.
        """
        number, line, length = 0, bytearray(), 0
        self.is_ended = True
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
            self.is_ended = False
            yield number + 1, _without_return(line) if length <= MAX_LINE_BYTES else None

    def again(self) -> BinaryIO:
        """The stream at its start, able to go back; what is read of the source starts there too.

        A pipe is copied first, to a temporary file without a name, until `close`.
        """
        if not self._stream.seekable():
            self._copy = _copied(self._stream, self._head_as_read, self.name)
            self._stream = self._copy
        self._stream.seek(0)
        self._head = None
        return self._stream

    def close(self) -> None:
        """Let go of what was copied; the stream itself belongs to who opened it."""
        if self._copy is not None:
            self._copy.close()

    def tell(self, done: int) -> None:
        """Tell how many bytes have been read, for who reads the stream itself."""
        if self._on_read:
            self._on_read(done)

    def chunks(self) -> Iterator[bytes]:
        """All bytes but a BOM, in pieces of at most 64 KiB, from where the source stands."""
        return self._chunks()

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


def text_of_line(line: bytes) -> str | None:
    """The line as text. Old logs mix encodings: a byte that is not UTF-8 does not lose the line;
    None where characters of more than one byte cannot be read.
    """
    text = line.decode("utf-8", "replace")
    return None if _TWO_BYTES_UNKNOWN in text and _TWO_BYTES_UNKNOWN.encode() not in line else text


def refuse_another_encoding(source: Source) -> None:
    """Look at the beginning: most of what is not ASCII must be UTF-8.

    Raises:
        ChatSourceError: it is in an encoding of more than one byte a character (GBK, Big5, …).
    """
    lines = [line for line in source.head().split(b"\n")[:-1] if not line.isascii()]
    lost = sum(text_of_line(line) is None for line in lines)
    if lost > len(lines) - lost:
        raise ChatSourceError(
            f"{source.name} is not UTF-8 text: {lost} of its first lines cannot be read",
            next_step="convert it (iconv -f GBK -t UTF-8, or what it is in), then log that file; "
            "nothing of it was logged",
        )


def _has_nuls(head: bytes) -> bool:
    """Whether it is text of two bytes a character without a mark that says so."""
    pairs = head[:_NULS_LOOKED_AT]
    most, few = sorted((pairs[::2].count(0), pairs[1::2].count(0)), reverse=True)
    return len(pairs) > _PAIRS and most * 5 > len(pairs) and few * 20 < len(pairs)


def _copied(stream: BinaryIO, head: bytes, name: str) -> BinaryIO:
    from shutil import copyfileobj
    from tempfile import TemporaryFile

    copy = TemporaryFile()  # noqa: SIM115 — it lives as long as the source
    copy.write(head)
    try:
        copyfileobj(stream, copy)
    except OSError as error:
        raise ChatSourceError(
            f"{name} cannot be kept to be read twice: {error.strerror}",
            next_step="write it to a file, and log that file",
        ) from error
    return cast("BinaryIO", copy)


def _without_return(line: bytearray) -> bytes:
    return bytes(line[:-1] if line.endswith(b"\r") else line)
