"""VaultWriter: carries out plans, under the lock, by way of the journal (DESIGN §4 "Writing")."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from progressive_memory.adapters.vault_files import disk
from progressive_memory.adapters.vault_files.draft import Draft, drafted, is_note
from progressive_memory.adapters.vault_files.exchange import Way
from progressive_memory.adapters.vault_files.journal import Journal, OpenRecord
from progressive_memory.adapters.vault_files.lock import VaultLock
from progressive_memory.adapters.vault_files.paths import VaultPaths
from progressive_memory.adapters.vault_files.placing import Placing
from progressive_memory.adapters.vault_files.recovery import carry_on
from progressive_memory.adapters.vault_files.standing import Standing
from progressive_memory.domain.plan import CACHES_FOLLOW, FORGET, Applied, Edit, Operation, Plan
from progressive_memory.errors import NoteUnwritable
from progressive_memory.ports import Clock
from progressive_memory.vault.paths import normal

_LATELY = timedelta(minutes=1)


class VaultWriter:
    """The one writer of a vault."""

    def __init__(
        self,
        paths: VaultPaths,
        lock: VaultLock,
        journal: Journal,
        clock: Clock,
        way: Way,
        *,
        caches_follow: Callable[[Plan], None] | None = None,
    ) -> None:
        self._paths = paths
        self._lock = lock
        self._journal = journal
        self._clock = clock
        self._way = way
        self._caches_follow = caches_follow
        self._ours: dict[str, str | None] = {}

    @property
    def is_writing(self) -> bool:
        """Whether this thread is inside `exclusive`."""
        return self._lock.is_held

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the write lock; what a crash left half done is finished first."""
        with self._lock.held() as outermost:
            if outermost:
                self._finish_what_was_begun()
            yield

    def apply(self, plan: Plan) -> Applied:
        """Carry out a plan: all of it in memory, then the journal, then note by note.

        What would change nothing is neither written nor recorded.
        """
        with self.exclusive():
            drafts = [self._draft(path, wanted) for path, wanted in _by_note(plan).items()]
            done = drafts
            if any(draft.before != draft.after for draft in drafts):
                wanted = [one for one in drafts if one.before != one.after or one.displaced]
                done = self._carry_out(plan, wanted)
                self._journal.prune(self._clock.now())
        return Applied(
            plan.id,
            tuple(draft.change for draft in done if draft.before != draft.after),
            tuple(each for draft in done for each in draft.displaced),
        )

    def check_writable(self, path: str) -> None:
        """Refuse a path where no note may be written."""
        file = self._paths.on_disk(path)
        if os.path.isdir(file):
            raise NoteUnwritable(f"{path} is a folder", next_step=f"Move {path} away.")
        if os.path.exists(file) and not os.access(file, os.W_OK):
            raise NoteUnwritable(f"{path} is read-only", next_step=f"Make {path} writable.")
        folder = _nearest_folder(file)
        in_place = self._way is Way.IN_PLACE and os.path.exists(file)
        if not in_place and not os.access(folder, os.W_OK | os.X_OK):
            place = os.path.relpath(folder, self._paths.root)
            shown = "the vault" if place == "." else place
            raise NoteUnwritable(
                f"{path} cannot be written: {shown} is a read-only folder",
                next_step=f"Make the folder {folder} writable.",
            )
        if not os.path.exists(file) and os.path.lexists(disk.placeholder(file)):
            raise NoteUnwritable(
                f"{path} is in the cloud and not on this machine",
                next_step=f"Open {path} once so that it is downloaded.",
            )

    def _draft(self, path: str, operations: list[Operation]) -> Draft:
        self.check_writable(path)
        return drafted(path, operations, disk.read(self._paths.on_disk(path)))

    def _carry_out(self, plan: Plan, drafts: list[Draft]) -> list[Draft]:
        edits = tuple(
            Edit(draft.path, draft.operations, disk.sha256(draft.before)) for draft in drafts
        )
        displaced = tuple(each for draft in drafts for each in draft.displaced)
        changes = tuple(draft.change for draft in drafts)
        record = self._journal.begin(plan, edits, changes, displaced)
        placing = Placing(self._paths, record, self._way)
        lively = {draft.path for draft in drafts if self._is_lively(draft)}
        placed = [placing.place(draft) for draft in drafts]
        lively |= {b.path for a, b in zip(drafts, placed, strict=True) if a.before != b.before}
        done = Standing(self._paths, placing, self._clock).made_sure(placed, lively=lively)
        self._ours |= {each.path: disk.sha256(each.after) for each in done}
        self._finish(record)
        return done

    def _is_lively(self, draft: Draft) -> bool:
        """Whether somebody else has saved the note just now, and may do so again."""
        if draft.before is None or self._ours.get(draft.path) == disk.sha256(draft.before):
            return False
        lately = is_note(draft.path) and disk.changed_lately(self._paths.on_disk(draft.path))
        if not lately:
            return False
        last = self._journal.last_change(draft.path, self._clock.now() - _LATELY)
        return last is None or last.after != draft.before  # else another process of ours did

    def _finish_what_was_begun(self) -> None:
        for record in self._journal.in_flight():
            carry_on(self._paths, record, self._way)
            self._finish(record)

    def _finish(self, record: OpenRecord) -> None:
        """Close a record. A forget is over when nothing else holds what it took out, and a group
        has moved when the caches have: until then the record stands, and the next writer goes on.
        """
        if record.plan.verb == FORGET:
            self._journal.forget(record)
        if record.plan.verb in CACHES_FOLLOW and self._caches_follow is not None:
            self._caches_follow(record.plan)
        self._journal.finish(record)


def _nearest_folder(file: str) -> str:
    """The folder that a file stands in, or the lowest that stands above it."""
    folder = os.path.dirname(file)
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder


def _by_note(plan: Plan) -> dict[str, list[Operation]]:
    """The operations on each note, in order: a note named twice is written once."""
    wanted: dict[str, list[Operation]] = {}
    for edit in plan.edits:
        wanted.setdefault(normal(edit.path), []).extend(edit.operations)
    return wanted
