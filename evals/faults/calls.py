"""The layer between a process and its files: every call below one folder is counted, and one of
them can stop the process, fail, or be cut in half.

`os_calls` puts what Python asks of the system through it, `sqlite_calls` what SQLite asks: no code
of the product knows of it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

_Result = TypeVar("_Result")
WRITING = frozenset(
    "create chmod fallocate fsync ftruncate link mkdir remove rename renameat2 replace rmdir"
    " truncate unlink utime write".split()
)
"""The calls that change what is on the disk, or make it last. `create` is an open that makes a
file."""
_TAKES_ROOM = WRITING - {"chmod", "remove", "rmdir", "truncate", "unlink", "utime"}
_BY_DESCRIPTOR = frozenset("close fallocate flock fstat fsync ftruncate read write".split())
"""The calls whose errors name no file."""
_lstat = os.lstat


class Stopped(BaseException):
    """The process is gone: nothing it does from here on reaches the disk."""


@dataclass(frozen=True)
class Call:
    """One call: its name, the path it is about, below the folder, and how many bytes it writes."""

    name: str
    path: str
    bytes: int = 0


@dataclass(frozen=True)
class Fault:
    """What happens at call `number` (from 1).

    Without an `error` (a number of `errno`) the process stops there; else the call fails with it,
    and with `lasting` every later one that can does too. `after` lets the call happen first,
    `torn` half of what it writes.
    """

    number: int
    error: int = 0
    lasting: bool = False
    after: bool = False
    torn: bool = False

    def __str__(self) -> str:
        what = errno.errorcode[self.error] if self.error else "stop"
        how = [name for name in ("lasting", "after", "torn") if getattr(self, name)]
        return " ".join([what, *how, f"at {self.number}"])


def can_fail(call: str, error: int) -> bool:
    """Whether the system answers a call of that name with that error."""
    if error == errno.ENOSPC:
        return call in _TAKES_ROOM
    if error == errno.EACCES:
        return call not in _BY_DESCRIPTOR
    return True


def opening(path: str, flags: int) -> str:
    """What opening a file so is called: `create` where it makes the file, else `open`."""
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

    `gone` says that it has been stopped; `stop` does so for real. `before` is told of each call
    before it happens, and may use the files itself. `made` are the calls so far. `done` are those
    that changed something, and how: two runs of a program with the same leave the same disk.
    """

    folder: str
    fault: Fault | None = None
    stop: Callable[[], object] | None = None
    before: Callable[[Call], object] | None = None
    made: list[Call] = field(default_factory=list)
    done: list[tuple[Call, str]] = field(default_factory=list)
    gone: bool = False
    _open: dict[int, str] = field(default_factory=dict)
    _busy: bool = False

    def below(self, path: object) -> str | None:
        """The path of a file (its name, or its descriptor) below the folder; None of any other."""
        if isinstance(path, int):
            return self._open.get(path)
        if not isinstance(path, str | bytes | os.PathLike):
            return None
        full = os.fsdecode(path)
        if full == self.folder or full.startswith(f"{self.folder}/"):
            return full[len(self.folder) + 1 :]
        return None

    def opened(self, descriptor: int, path: str) -> None:
        """Note which file a descriptor is."""
        self._open[descriptor] = path

    def closed(self, descriptor: int) -> None:
        """Note that a descriptor is none any more. A process that is gone closes its files too."""
        self._open.pop(descriptor, None)

    def pass_through(
        self,
        call: Call,
        perform: Callable[[], _Result],
        half: Callable[[], object] | None = None,
    ) -> _Result:
        """Let a call happen, or not. `half` writes half of it.

        Raises:
            Stopped: the process is gone.
            OSError: the call fails.
        """
        if self._busy:
            return perform()
        if self.gone:
            raise Stopped
        self.made.append(call)
        if self.before is not None:
            self._busy = True
            self.before(call)
            self._busy = False
        if self.fault is None or not self._is_met(self.fault, call.name):
            return self._performed(call, perform)
        if self.fault.torn and half is not None:
            self._performed(call, half, "half")
        if self.fault.error:
            raise self._failure(self.fault.error, call)
        if self.fault.after:
            self._performed(call, perform)
        self.gone = True
        if self.stop is not None:
            self.stop()
        raise Stopped

    def _performed(self, call: Call, perform: Callable[[], _Result], how: str = "") -> _Result:
        result = perform()
        if call.name in WRITING:
            self.done.append((call, how))
        return result

    def _is_met(self, fault: Fault, call: str) -> bool:
        here = len(self.made)
        if here == fault.number:
            return True
        return fault.lasting and here > fault.number and can_fail(call, fault.error)

    def _failure(self, error: int, call: Call) -> OSError:
        named = () if call.name in _BY_DESCRIPTOR else (f"{self.folder}/{call.path}",)
        return OSError(error, os.strerror(error), *named)
