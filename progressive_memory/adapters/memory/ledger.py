"""MemoryRunLedger: RunLedger in dictionaries."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from progressive_memory.domain.schedule import PastRun, Slot, Watch


class MemoryRunLedger:
    """RunLedger that lives as long as the object."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._watches: dict[str, Watch] = {}
        self._runs: dict[tuple[str, str, str], PastRun] = {}

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Hold the turn; yields False while somebody else does."""
        mine = self._turn.acquire(blocking=False)
        try:
            yield mine
        finally:
            if mine:
                self._turn.release()

    def watches(self) -> dict[str, Watch]:
        """Group → what is known of its schedule."""
        return dict(self._watches)

    def watch(self, watches: Mapping[str, Watch]) -> None:
        """Replace what is known of the schedules of these groups."""
        self._watches |= watches

    def has_run(self, slot: Slot) -> bool:
        """Whether a slot of that key was run."""
        return slot.key in self._runs

    def finish(self, runs: Sequence[PastRun], watches: Mapping[str, Watch]) -> None:
        """Note that slots were run, and what is known from then on."""
        self._watches |= watches
        for run in runs:
            self._runs[run.slot.key] = run

    def last_runs(self) -> dict[str, PastRun]:
        """Group → the run that was noted last."""
        return {run.slot.group: run for run in self._runs.values()}
