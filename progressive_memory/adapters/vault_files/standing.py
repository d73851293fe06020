"""Making sure that what was written stands: whoever had read a note before we wrote it may save
over it a moment later, and then nothing of ours comes back to be looked at (DESIGN §4 "Writing").
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from progressive_memory.adapters.vault_files import disk
from progressive_memory.adapters.vault_files.draft import Draft, is_note
from progressive_memory.adapters.vault_files.paths import VaultPaths
from progressive_memory.adapters.vault_files.placing import Placing
from progressive_memory.errors import NoteUnwritable
from progressive_memory.ports import Clock

TRIES = 3
LOOKS = 10
_PAUSE_SECONDS = 0.05  # what an editor may need from its last look at a note to its save
_REASON = "another program kept saving over it"


class Standing:
    """Looks at the notes of one plan once they are written."""

    def __init__(self, paths: VaultPaths, placing: Placing, clock: Clock) -> None:
        self._paths = paths
        self._placing = placing
        self._clock = clock

    def made_sure(self, placed: Sequence[Draft], *, lively: Collection[str]) -> list[Draft]:
        """What was placed, and again where it is gone; what is still not there after `TRIES` is
        displaced. `lively` are the paths of notes that somebody saves now: give them the time to.

        A person cannot have read and deleted an entry by then, so what is gone was saved over.
        """
        done = list(placed)
        for _ in range(TRIES):
            gone = self._gone(done, lively)
            if not gone:
                return done
            done = [self._again(each) if each in gone else each for each in done]
            lively = {*lively, *(each.path for each in gone)}
        gone = self._gone(done, lively)
        return [self._given_up(each) if each in gone else each for each in done]

    def _gone(self, done: Sequence[Draft], lively: Collection[str]) -> list[Draft]:
        """What is not there any more. A lively note is looked at until somebody has saved it with
        ours in it, for then they have read ours, and at most `LOOKS` times.
        """
        waiting = [each for each in done if each.path in lively]
        for _ in range(LOOKS):
            if waiting:
                self._clock.sleep(_PAUSE_SECONDS)
            gone = [each for each in done if self._is_gone(each)]
            waiting = [each for each in waiting if self._reads_as_placed(each)]
            if gone or not waiting:
                return gone
        return []

    def _reads_as_placed(self, draft: Draft) -> bool:
        return disk.read(self._paths.on_disk(draft.path)) == draft.after

    def _is_gone(self, draft: Draft) -> bool:
        """Whether something of ours is not there any more; a note taken away is a person's word."""
        if not is_note(draft.path) or draft.after is None or draft.before == draft.after:
            return False
        standing = disk.read(self._paths.on_disk(draft.path))
        try:
            return standing is not None and not draft.stands_in(standing)
        except NoteUnwritable:
            return False

    def _again(self, draft: Draft) -> Draft:
        return self._placing.place(draft.on(disk.read(self._paths.on_disk(draft.path))))

    def _given_up(self, draft: Draft) -> Draft:
        standing = disk.read(self._paths.on_disk(draft.path))
        return self._placing.place(draft.given_up(standing, _REASON))
