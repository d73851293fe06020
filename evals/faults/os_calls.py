"""What Python asks of the system about files, put through the layer of `calls`."""

from __future__ import annotations

import builtins
import ctypes
import fcntl
import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from evals.faults.calls import Call, Calls, opening
from progressive_memory.adapters.vault_files import exchange

_BY_PATH = (
    "access chmod link listdir lstat mkdir readlink remove rename replace rmdir scandir stat"
    " truncate unlink utime".split()
)
_BY_DESCRIPTOR = "fstat ftruncate read".split()


@contextmanager
def watched(calls: Calls) -> Iterator[None]:
    """Put every call made inside through `calls`. Nobody sleeps and nothing is synced: no other
    process is at work, and no power goes off.
    """
    stand_ins: list[tuple[object, str, Callable[..., Any]]] = [
        *((os, name, _by_path(calls, name, getattr(os, name))) for name in _BY_PATH),
        *((os, name, _by_descriptor(calls, name, getattr(os, name))) for name in _BY_DESCRIPTOR),
        (os, "open", _open(calls, os.open)),
        (os, "write", _write(calls, os.write)),
        (os, "fsync", _by_descriptor(calls, "fsync", lambda _: None)),
        (os, "close", _close(calls, os.close)),
        (fcntl, "flock", _flock(calls, fcntl.flock)),
        (exchange, "_renameat2", lambda: _renameat2(calls)),
        (builtins, "open", _open_file(calls)),
        (io, "open", _open_file(calls)),
        (time, "sleep", lambda _: None),
    ]
    with ExitStack() as stack:
        for module, name, stand_in in stand_ins:
            stack.enter_context(patch.object(module, name, stand_in))
        yield


def _by_path(calls: Calls, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **options: Any) -> Any:
        path = calls.below(args[0]) if args and not isinstance(args[0], int) else None
        if path is None:
            return real(*args, **options)
        return calls.pass_through(Call(name, path), lambda: real(*args, **options))

    return call


def _by_descriptor(calls: Calls, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def call(descriptor: int, *args: Any) -> Any:
        path = calls.below(descriptor)
        if path is None:
            return real(descriptor, *args)
        return calls.pass_through(Call(name, path), lambda: real(descriptor, *args))

    return call


def _open(calls: Calls, real: Callable[..., int]) -> Callable[..., int]:
    def call(path: Any, flags: int, *args: Any, **options: Any) -> int:
        below = calls.below(path)
        if below is None:
            return real(path, flags, *args, **options)
        made = Call(opening(os.fsdecode(path), flags), below)
        descriptor = calls.pass_through(made, lambda: real(path, flags, *args, **options))
        calls.opened(descriptor, below)
        return descriptor

    return call


def _write(calls: Calls, real: Callable[[int, bytes], int]) -> Callable[[int, bytes], int]:
    def call(descriptor: int, data: bytes) -> int:
        path = calls.below(descriptor)
        if path is None:
            return real(descriptor, data)
        half = len(data) // 2
        return calls.pass_through(
            Call("write", path, len(data)),
            lambda: real(descriptor, data),
            lambda: real(descriptor, data[:half]),
        )

    return call


def _close(calls: Calls, real: Callable[[int], None]) -> Callable[[int], None]:
    def call(descriptor: int) -> None:
        calls.closed(descriptor)
        real(descriptor)

    return call


def _flock(calls: Calls, real: Callable[[int, int], None]) -> Callable[[int, int], None]:
    def call(descriptor: int, operation: int) -> None:
        path = calls.below(descriptor)
        if path is None or operation & fcntl.LOCK_UN:  # the end of a process gives its locks back
            return real(descriptor, operation)
        return calls.pass_through(Call("flock", path), lambda: real(descriptor, operation))

    return call


_real_renameat2 = exchange._renameat2()


def _renameat2(calls: Calls) -> Callable[..., int] | None:
    if _real_renameat2 is None:
        return None

    def call(*args: Any) -> int:
        path = calls.below(args[3])
        if path is None:
            return int(_real_renameat2(*args))
        try:
            return calls.pass_through(Call("renameat2", path), lambda: int(_real_renameat2(*args)))
        except OSError as error:
            ctypes.set_errno(error.errno or 0)
            return -1

    return call


def _open_file(calls: Calls) -> Callable[..., Any]:
    real = open

    def call(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        if isinstance(file, int) or calls.below(file) is None:
            return real(file, mode, *args, **options)
        return _buffered(calls, os.fsdecode(file), mode, *args, **options)

    return call


def _buffered(
    calls: Calls, path: str, mode: str, buffering: int = -1, *args: Any, **options: Any
) -> Any:
    """What `open` gives, around a watched file."""
    raw = WatchedFile(
        calls, path, mode.replace("t", "").replace("b", ""), options.pop("opener", None)
    )
    if buffering == 0:
        return raw
    if "+" in mode:
        buffer: Any = io.BufferedRandom(raw)
    elif raw.readable():
        buffer = io.BufferedReader(raw)
    else:
        buffer = io.BufferedWriter(raw)
    return buffer if "b" in mode else io.TextIOWrapper(buffer, *args, **options)


class WatchedFile(io.FileIO):
    """A file whose reads and writes are counted."""

    def __init__(self, calls: Calls, path: str, mode: str, opener: Any) -> None:
        self._calls = calls
        self._below = calls.below(path) or ""
        super().__init__(path, mode, opener=opener or _opener)

    def read(self, size: int | None = -1, /) -> Any:
        return self._read(lambda: super(WatchedFile, self).read(-1 if size is None else size))

    def readall(self) -> Any:
        return self._read(super().readall)

    def readinto(self, buffer: Any, /) -> Any:
        return self._read(lambda: super(WatchedFile, self).readinto(buffer))

    def write(self, data: Any, /) -> int:
        view = memoryview(data)
        if self._calls.gone:
            return len(view)  # what is left in a buffer goes with its process
        return self._calls.pass_through(
            Call("write", self._below, len(view)),
            lambda: super(WatchedFile, self).write(view),
            lambda: super(WatchedFile, self).write(view[: len(view) // 2]),
        )

    def close(self) -> None:
        if not self.closed:
            self._calls.closed(self.fileno())
        super().close()

    def _read(self, perform: Callable[[], Any]) -> Any:
        return self._calls.pass_through(Call("read", self._below), perform)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags, 0o666)
