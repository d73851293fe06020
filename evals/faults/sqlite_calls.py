"""What SQLite asks of the system about files, put through the layer of `calls`.

SQLite has a door for that: each system call of its Unix file layer can be replaced, but for fsync.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from evals.faults.calls import Call, Calls, Stopped, opening

_INT, _SIZE, _LONG, _POINTER, _TEXT = (
    ctypes.c_int,
    ctypes.c_size_t,
    ctypes.c_int64,
    ctypes.c_void_p,
    ctypes.c_char_p,
)
_SIGNATURES: dict[str, tuple[Any, ...]] = {
    "open": (_INT, _TEXT, _INT, _INT),
    "close": (_INT, _INT),
    "unlink": (_INT, _TEXT),
    "ftruncate": (_INT, _INT, _LONG),
    "fallocate": (_INT, _INT, _LONG, _LONG),
    "read": (ctypes.c_ssize_t, _INT, _POINTER, _SIZE),
    "pread": (ctypes.c_ssize_t, _INT, _POINTER, _SIZE, _LONG),
    "pread64": (ctypes.c_ssize_t, _INT, _POINTER, _SIZE, _LONG),
    "write": (ctypes.c_ssize_t, _INT, _POINTER, _SIZE),
    "pwrite": (ctypes.c_ssize_t, _INT, _POINTER, _SIZE, _LONG),
    "pwrite64": (ctypes.c_ssize_t, _INT, _POINTER, _SIZE, _LONG),
}
"""What each returns and takes."""


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("version", _INT),
        ("size_of_file", _INT),
        ("longest_path", _INT),
        ("next", _POINTER),
        ("name", _TEXT),
        ("data", _POINTER),
        *((f"method_{number}", _POINTER) for number in range(13)),
        ("set_system_call", ctypes.CFUNCTYPE(_INT, _POINTER, _TEXT, _POINTER)),
        ("get_system_call", ctypes.CFUNCTYPE(_POINTER, _POINTER, _TEXT)),
        ("next_system_call", _POINTER),
    )


def is_there() -> bool:
    """Whether this Python's SQLite has that door."""
    return _vfs() is not None


@cache
def _vfs() -> Any:
    import _sqlite3

    file = getattr(_sqlite3, "__file__", None)
    name = ctypes.util.find_library("sqlite3")
    if file is None or name is None:
        return None
    library = ctypes.CDLL(name)
    loaded = ctypes.CDLL(file)
    same = ctypes.cast(loaded.sqlite3_libversion, _POINTER).value
    if same != ctypes.cast(library.sqlite3_libversion, _POINTER).value:
        return None
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    found = library.sqlite3_vfs_find(None)
    return found if found and found.contents.version >= 3 else None


@contextmanager
def watched(calls: Calls) -> Iterator[None]:
    """Put what SQLite asks of the system inside through `calls`."""
    vfs = _vfs()
    if vfs is None:
        yield
        return
    kept = []  # a callback must live as long as SQLite may call it
    for name, signature in _SIGNATURES.items():
        address = vfs.contents.get_system_call(vfs, name.encode())
        if not address:
            continue
        kind = ctypes.CFUNCTYPE(*signature, use_errno=True)
        stand_in = kind(_stand_in(calls, name, kind(address)))
        kept.append(stand_in)
        vfs.contents.set_system_call(vfs, name.encode(), ctypes.cast(stand_in, _POINTER))
    try:
        yield
    finally:
        for name in _SIGNATURES:
            vfs.contents.set_system_call(vfs, name.encode(), None)


def _stand_in(calls: Calls, name: str, real: Callable[..., int]) -> Callable[..., int]:
    plain = name.removesuffix("64").removeprefix("p")  # pwrite64 is a write like any other

    def call(subject: Any, *args: Any) -> int:
        subject = os.fsdecode(subject) if isinstance(subject, bytes) else subject
        path = calls.below(subject)
        given = os.fsencode(subject) if isinstance(subject, str) else subject
        if name == "close":
            calls.closed(subject)
        if path is None or name == "close":
            return real(given, *args)
        half = None
        made = Call(plain, path)
        if plain == "open":
            made = Call(opening(subject, args[0]), path)
        elif plain == "write":
            made = Call(plain, path, args[1])
            half = lambda: real(given, args[0], args[1] // 2, *args[2:])  # noqa: E731
        try:
            done = calls.pass_through(made, lambda: real(given, *args), half)
        except (OSError, Stopped) as error:
            ctypes.set_errno(getattr(error, "errno", None) or errno.EIO)
            return -1
        if plain == "open" and done >= 0:
            calls.opened(done, path)
        return done

    return call
