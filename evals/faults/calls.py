"""The layer between a process and its files: every call below one folder is counted, and one of
them can stop the process, fail, or be cut in half.

It stands in for the functions of `os` and for `open`, so no code of the product knows of it;
`sqlite_calls` does the same for what SQLite asks of the system.
"""

from __future__ import annotations

import builtins
import errno
import fcntl
import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from unittest.mock import patch

from progressive_memory.adapters.vault_files import exchange

_Result = TypeVar("_Result")
_BY_PATH = (
    "open access chmod link listdir lstat mkdir readlink remove rename replace rmdir scandir stat"
    " truncate unlink utime"
).split()
_BY_DESCRIPTOR = ("fstat", "fsync", "ftruncate", "read", "write")
WRITING = frozenset(
    "create chmod link mkdir remove rename replace renameat2 rmdir truncate unlink utime ftruncate"
    " write fallocate fsync".split()
)
"""The calls that change what is on the disk, or make it last."""
WITHOUT_NAME = frozenset(("read", "write", "fsync", "fstat", "ftruncate", "flock", "close"))
"""The calls whose errors name no file."""


_lstat = os.lstat


class Stopped(BaseException):
    """The process is gone: nothing it does from here on reaches the disk."""


@dataclass(frozen=True)
class Call:
    """One call: its name, the path it is about, below the folder, and the bytes it writes."""

    name: str
    path: str
    bytes: int = 0


@dataclass(frozen=True)
class Fault:
    """What happens at call `number` (from 1).

    `number_of_error` 0 stops the process, there and for good; else the call fails with it, and
    with `lasting` every later one that it fits does too. `after` lets the call happen first;
    `torn` lets half of a write happen.
    """

    number: int
    error: int = 0
    lasting: bool = False
    after: bool = False
    torn: bool = False

    def __str__(self) -> str:
        what = errno.errorcode[self.error] if self.error else "stop"
        how = [w for w in ("lasting", "after", "torn") if getattr(self, w)]
        return " ".join([what, *how, f"at {self.number}"])


def fits(error: int, name: str) -> bool:
    """Whether a call of that name can fail so."""
    if error == errno.ENOSPC:
        return name in WRITING - {"unlink", "remove", "rmdir", "chmod", "utime", "truncate"}
    if error == errno.EACCES:
        return name not in WITHOUT_NAME | {"fallocate"}
    return True


def opening(path: str, flags: int) -> str:
    """What opening a file so is: it is made by some opens that may make it, and not by others."""
    if not flags & os.O_CREAT:
        return "open"
    try:
        _lstat(path)
    except OSError:
        return "create"
    return "open"


@dataclass
class Calls:
    """The calls of one process to what stands below `folder`.

    `gone` says that a fault has stopped it; `stop` is how (raise `Stopped`, or leave for real).
    `before` is told each call before it happens. `made` are the calls so far; `done` those that
    changed something, and how: two runs of one program with the same leave the same on the disk.
    """

    folder: str
    fault: Fault | None = None
    stop: Callable[[], None] | None = None
    before: Callable[[int, Call], None] | None = None
    made: list[Call] = field(default_factory=list)
    done: list[tuple[Call, str]] = field(default_factory=list)
    gone: bool = False
    failed: int = 0
    _open: dict[int, str] = field(default_factory=dict)
    _busy: bool = False

    def concerns(self, path: object) -> str | None:
        """The path below the folder; None for any other."""
        if isinstance(path, int):
            return self._open.get(path)
        if not isinstance(path, (str, bytes, os.PathLike)):
            return None
        full = os.fsdecode(path)
        if full == self.folder or full.startswith(self.folder + "/"):
            return full[len(self.folder) + 1 :]
        return None

    def opened(self, descriptor: int, path: str) -> None:
        """Note which file a descriptor is."""
        self._open[descriptor] = path

    def closed(self, descriptor: int) -> None:
        """Note that a descriptor is closed; that a process which is gone does too."""
        self._open.pop(descriptor, None)

    def pass_through(
        self,
        call: Call,
        perform: Callable[[], _Result],
        half: Callable[[], object] | None = None,
    ) -> _Result:
        """Let a call happen, or not."""
        if self._busy:  # of somebody else: `before` saves a note
            return perform()
        if self.gone:
            raise Stopped
        self.made.append(call)
        if self.before is not None:
            self._busy = True
            self.before(len(self.made), call)
            self._busy = False
        fault = self.fault
        if fault is None or not self._meets(fault, call):
            return self._perform(call, perform)
        if fault.torn and half is not None:
            self._perform(call, half, "half")
        if fault.error:
            self.failed += 1
            named = () if call.name in WITHOUT_NAME else (f"{self.folder}/{call.path}",)
            raise OSError(fault.error, os.strerror(fault.error), *named)
        if fault.after:
            self._perform(call, perform)
        self.end()
        raise Stopped

    def _perform(self, call: Call, perform: Callable[[], _Result], how: str = "") -> _Result:
        result = perform()
        if call.name in WRITING:
            self.done.append((call, how))
        return result

    def end(self) -> None:
        """Stop the process."""
        self.gone = True
        if self.stop is not None:
            self.stop()

    def _meets(self, fault: Fault, call: Call) -> bool:
        here = len(self.made)
        if here == fault.number:
            return True
        return fault.lasting and here > fault.number and fits(fault.error, call.name)

    @contextmanager
    def watched(self) -> Iterator[Calls]:
        """Stand between: every call made inside is counted, and the fault happens."""
        with patch.multiple(os, **self._of_os()), patch.multiple(exchange, **self._of_exchange()):
            opener = self._open_file()
            with patch.object(builtins, "open", opener), patch.object(io, "open", opener):
                with (
                    patch.object(fcntl, "flock", self._flock()),
                    patch.object(time, "sleep", lambda _: None),  # nobody else is at work
                ):
                    yield self

    def _of_os(self) -> dict[str, Callable[..., Any]]:
        wrapped: dict[str, Callable[..., Any]] = {
            name: self._by_path(name, getattr(os, name)) for name in _BY_PATH if name != "open"
        }
        wrapped |= {name: self._by_descriptor(name, getattr(os, name)) for name in _BY_DESCRIPTOR}
        return {**wrapped, "open": self._os_open(os.open), "close": self._close(os.close)}

    def _by_path(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            path = self.concerns(args[0]) if args else None
            if path is None:
                return real(*args, **options)
            if name == "scandir" and isinstance(args[0], int):
                return real(*args, **options)
            return self.pass_through(Call(name, path), lambda: real(*args, **options))

        return call

    def _by_descriptor(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(descriptor: int, *args: Any) -> Any:
            path = self.concerns(descriptor)
            if path is None:
                return real(descriptor, *args)
            if name == "write":
                size = len(args[0])
                half = lambda: real(descriptor, args[0][: size // 2])  # noqa: E731
                whole = lambda: real(descriptor, *args)  # noqa: E731
                return self.pass_through(Call(name, path, size), whole, half)
            perform = (lambda: None) if name == "fsync" else lambda: real(descriptor, *args)
            return self.pass_through(Call(name, path), perform)

        return call

    def _os_open(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(path: Any, flags: int, *args: Any, **options: Any) -> int:
            below = self.concerns(path)
            if below is None:
                return real(path, flags, *args, **options)
            name = opening(path, flags)
            perform = lambda: real(path, flags, *args, **options)  # noqa: E731
            descriptor = self.pass_through(Call(name, below), perform)
            self.opened(descriptor, below)
            return descriptor

        return call

    def _close(self, real: Callable[[int], None]) -> Callable[[int], None]:
        def call(descriptor: int) -> None:
            self.closed(descriptor)
            real(descriptor)

        return call

    def _flock(self) -> Callable[..., None]:
        real = fcntl.flock

        def call(descriptor: int, operation: int) -> None:
            path = self.concerns(descriptor)
            if path is None or operation & fcntl.LOCK_UN:
                return real(descriptor, operation)
            return self.pass_through(Call("flock", path), lambda: real(descriptor, operation))

        return call

    def _of_exchange(self) -> dict[str, Callable[..., Any]]:
        real = exchange._renameat2()  # noqa: SLF001

        def call(*args: Any) -> int:
            path = self.concerns(args[3])
            if path is None:
                return int(real(*args))
            try:
                return self.pass_through(Call("renameat2", path), lambda: int(real(*args)))
            except OSError as error:
                import ctypes

                ctypes.set_errno(error.errno or 0)
                return -1

        return {"_renameat2": (lambda: call) if real is not None else (lambda: None)}

    def _open_file(self) -> Callable[..., Any]:
        real = open

        def call(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
            if isinstance(file, int) or self.concerns(file) is None:
                return real(file, mode, *args, **options)
            return opened_file(self, os.fspath(file), mode, *args, **options)

        return call


class WatchedFile(io.FileIO):
    """A file whose reads and writes are counted."""

    def __init__(self, calls: Calls, path: str, mode: str, opener: Any) -> None:
        self._calls = calls
        self._below = calls.concerns(path) or ""
        opener = opener or (lambda path, flags: os.open(path, flags, 0o666))
        super().__init__(path, mode, opener=opener)

    def read(self, size: int | None = -1, /) -> bytes:
        return self._counted("read", lambda: super(WatchedFile, self).read(size))  # type: ignore[arg-type, return-value]

    def readall(self) -> bytes:
        return self._counted("read", super().readall)  # type: ignore[return-value]

    def readinto(self, buffer: Any, /) -> int:
        return self._counted("read", lambda: super(WatchedFile, self).readinto(buffer))  # type: ignore[return-value]

    def write(self, data: Any, /) -> int:
        if self._calls.gone:
            return len(data)  # what is left in a buffer goes with its process
        view = memoryview(data)
        half = lambda: super(WatchedFile, self).write(view[: len(view) // 2])  # noqa: E731
        whole = lambda: super(WatchedFile, self).write(data)  # noqa: E731
        return self._calls.pass_through(Call("write", self._below, len(view)), whole, half)

    def truncate(self, size: int | None = None, /) -> int:
        return self._counted("truncate", lambda: super(WatchedFile, self).truncate(size))

    def close(self) -> None:
        if not self.closed:
            self._calls.closed(self.fileno())
        super().close()

    def _counted(self, name: str, perform: Callable[[], _Result]) -> _Result:
        return self._calls.pass_through(Call(name, self._below), perform)


def opened_file(
    calls: Calls,
    path: str,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,
    opener: Any = None,
) -> Any:
    """What `open` gives, on a watched file."""
    raw = WatchedFile(calls, path, mode.replace("b", "").replace("t", ""), opener)
    if buffering == 0:
        return raw
    if "+" in mode:
        buffer: Any = io.BufferedRandom(raw)
    elif raw.readable():
        buffer = io.BufferedReader(raw)
    else:
        buffer = io.BufferedWriter(raw)
    if "b" in mode:
        return buffer
    return io.TextIOWrapper(buffer, encoding or "utf-8", errors, newline)
