"""VaultFiles: reads the vault and carries out plans."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from progressive_memory.adapters.vault_files import disk, disorder
from progressive_memory.adapters.vault_files.draft import Draft, drafted
from progressive_memory.adapters.vault_files.journal import Journal
from progressive_memory.adapters.vault_files.lock import VaultLock
from progressive_memory.adapters.vault_files.paths import VaultPaths
from progressive_memory.adapters.vault_files.placing import Placing
from progressive_memory.adapters.vault_files.recovery import carry_on
from progressive_memory.domain.plan import Applied, Change, Edit, Operation, PastPlan, Plan
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import NoteUnwritable
from progressive_memory.ports import Clock, Snapshot, Stamp
from progressive_memory.vault.paths import normal

HISTORY = timedelta(days=30)
"""How long before-images are kept (DESIGN §4)."""


class VaultFiles:
    """The `VaultStore` of a folder.

    `data_folder` holds the lock and the journal; `exchange` False forces the guarded replace that
    other systems than Linux get. `lock_timeout_seconds` is how long to wait for another writer.
    """

    def __init__(
        self,
        root: Path,
        data_folder: Path,
        clock: Clock,
        *,
        exchange: bool = True,
        lock_timeout_seconds: float = 10,
    ) -> None:
        self._root = real = os.path.realpath(root)
        self._paths = VaultPaths(real)
        self._data_folder = data_folder
        self._lock = VaultLock(data_folder, lock_timeout_seconds)
        self._journal = Journal(data_folder / "journal", real)
        self._clock = clock
        self._exchange = exchange

    def read(self, path: str) -> Snapshot | None:
        """The file's bytes, or None when there is none."""
        data = disk.read(self._paths.on_disk(path))
        return None if data is None else Snapshot(normal(path), data, disk.sha256(data) or "")

    def stamps(self, folder: str) -> dict[str, Stamp]:
        """Every file below `folder` (dot names and conflict copies left out), NFC path → stamp."""
        return self._paths.stamps(folder)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the write lock; what a crash left half done is finished first.

        Raises:
            VaultLocked: another process held it too long.
        """
        self._data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._lock.held() as outermost:
            if outermost:
                self._finish_what_was_begun()
            yield

    def apply(self, plan: Plan) -> Applied:
        """Carry out a plan (DESIGN §4 "Writing"): all of it in memory, then the journal, then
        note by note. What would change nothing is neither written nor recorded.

        Raises:
            NoteUnwritable: a note that must not be edited; nothing of the plan is written.
        """
        with self.exclusive():
            drafts = [self._draft(path, wanted) for path, wanted in _by_note(plan).items()]
            changing = [draft for draft in drafts if draft.before != draft.after]
            done = [draft for draft in drafts if draft.before == draft.after]
            if changing:
                done += self._carry_out(plan, changing)
                self._journal.prune(self._clock.now() - HISTORY)
        return Applied(
            plan.id,
            tuple(draft.change for draft in done if draft.before != draft.after),
            tuple(each for draft in done for each in draft.displaced),
        )

    def past_plans(self) -> tuple[PastPlan, ...]:
        """The journal, newest first, without edits and images."""
        return self._journal.past_plans()

    def past_changes(self, plan_id: str) -> tuple[Change, ...]:
        """What a plan of the journal changed; () when it is not in the journal."""
        return self._journal.changes(plan_id)

    def disorder(self) -> tuple[Problem, ...]:
        """What is wrong with the vault as files; nothing is changed, and no lock is taken."""
        of_journal = disorder.of_journal(self._journal.record_files(), self._root)
        return (*disorder.of_files(self._root), *of_journal)

    def _draft(self, path: str, operations: list[Operation]) -> Draft:
        file = self._paths.on_disk(path)
        if os.path.isdir(file):
            raise NoteUnwritable(f"{path} is a folder", next_step=f"move {path} away")
        if os.path.exists(file) and not os.access(file, os.W_OK):
            raise NoteUnwritable(f"{path} is read-only", next_step=f"make {path} writable")
        return drafted(path, operations, disk.read(file))

    def _carry_out(self, plan: Plan, drafts: list[Draft]) -> list[Draft]:
        edits = tuple(
            Edit(draft.path, draft.operations, disk.sha256(draft.before)) for draft in drafts
        )
        record = self._journal.begin(plan, edits, tuple(draft.change for draft in drafts))
        placing = Placing(self._paths, record, exchange=self._exchange)
        done = [placing.place(draft) for draft in drafts]
        self._journal.finish(record)
        return done

    def _finish_what_was_begun(self) -> None:
        for record in self._journal.in_flight():
            carry_on(self._paths, record, exchange=self._exchange)
            self._journal.finish(record)


def _by_note(plan: Plan) -> dict[str, list[Operation]]:
    """The operations on each note, in order: a note named twice is written once."""
    wanted: dict[str, list[Operation]] = {}
    for edit in plan.edits:
        wanted.setdefault(normal(edit.path), []).extend(edit.operations)
    return wanted
