"""What happens while a program runs: it is killed, or a person saves a note."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import Protocol

from evals.faults.calls import WRITING, Call

Watch = Callable[[Call], bool]
"""Is told of each call before it happens, and says whether the process is killed there."""


class Meanwhile(Protocol):
    """Something that happens in the midst of a program."""

    def watch(self) -> Watch:
        """Watch one program."""


@dataclass(frozen=True)
class AtCall:
    """At its `at`-th call that writes (from 1) the process is killed, or `act` is done by somebody
    else.
    """

    at: int
    act: Callable[[], None] | None = None

    def watch(self) -> Watch:
        """Watch one program."""
        number = count(1)

        def watch(call: Call) -> bool:
            if call.name not in WRITING or next(number) != self.at:
                return False
            if self.act is not None:
                self.act()
            return self.act is None

        return watch


class Moment(Enum):
    """When a person saves a note that is being exchanged."""

    BEFORE = "before"
    """Between our last look at the note and the exchange."""
    AFTER = "after"
    """Between the exchange and the look at what came back, and of what they read before it."""
    WRITING = "writing"
    """The same, into the file that they have opened before the exchange."""


@dataclass(frozen=True)
class AtExchange:
    """A person saves the very note that changes places with its next text, the `at`-th that does
    (from 1). `opens` is given its path, and whether they open the file now, and gives their save.
    The process is killed `killed_in` calls that write later; with 0 it is not.
    """

    at: int
    opens: Callable[[str, bool], Callable[[], None]]
    moment: Moment = Moment.BEFORE
    killed_in: int = 0

    def watch(self) -> Watch:
        """Watch one program."""
        number = count(1)
        since = count(0)
        saved: list[bool] = []
        saves: list[Callable[[], None]] = []

        def save() -> None:
            while saves:
                saves.pop()()
                saved.append(True)

        def watch(call: Call) -> bool:
            save()
            if _is_exchange(call) and next(number) == self.at:
                saves.append(self.opens(call.path.partition("/")[2], self._is_open))
                if self.moment is Moment.BEFORE:
                    save()
            return bool(saved) and call.name in WRITING and next(since) == self.killed_in - 1

        return watch

    @property
    def _is_open(self) -> bool:
        return self.moment is Moment.WRITING


def _is_exchange(call: Call) -> bool:
    return call.name == "renameat2" and call.path.endswith(".md")
