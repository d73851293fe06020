"""What the schedule needs of the outside world: a memory of what has run (see `ports`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager

    from progressive_memory.domain.schedule import PastRun, Slot, Watch


class RunLedger(Protocol):
    """When the schedules of this vault ran on this machine; kept through restarts."""

    def turn(self) -> AbstractContextManager[bool]:
        """Hold this machine's turn to run what is due. Yields False, at once, while another process
        or thread holds it; a turn ends with its process.
        """
        ...

    def watches(self) -> dict[str, Watch]:
        """Group → what is known of its schedule."""
        ...

    def watch(self, watches: Mapping[str, Watch]) -> None:
        """Replace what is known of the schedules of these groups, all or none."""
        ...

    def has_run(self, slot: Slot) -> bool:
        """Whether a slot of that key was run, whenever that was."""
        ...

    def finish(self, runs: Sequence[PastRun], watches: Mapping[str, Watch]) -> None:
        """Note that slots were run, and what is known of the schedules from then on: all or
        nothing.
        """
        ...

    def last_runs(self) -> dict[str, PastRun]:
        """Group → the run that was noted last."""
        ...
