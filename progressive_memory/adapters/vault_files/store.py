"""VaultFiles: the vault as its readers see it. What writes is imported when something is written:
a hook that only reads is a cold process at every message.
"""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from progressive_memory.adapters.vault_files import disk
from progressive_memory.adapters.vault_files.paths import VaultPaths
from progressive_memory.ports import Snapshot, Stamp
from progressive_memory.vault.paths import normal

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from progressive_memory.adapters.vault_files.journal import Journal
    from progressive_memory.adapters.vault_files.writer import VaultWriter
    from progressive_memory.domain.notice import Tell
    from progressive_memory.domain.plan import Applied, Change, LeftOver, PastPlan, Plan
    from progressive_memory.domain.problem import Problem
    from progressive_memory.ports import Clock


class Writing(NamedTuple):
    """How notes are written: `way` is one of `exchange.Way` (other systems than Linux get
    `replace` where it says `exchange`); `git` commits what a plan changed (`vault_files.git`).
    """

    way: str = "exchange"
    git: bool = False


class VaultFiles:
    """The `VaultStore` of a folder.

    `data_folder` holds the lock and the journal. `lock_timeout_seconds` is how long to wait for
    another writer. `caches_follow` does in every cache what a plan of one of the verbs
    `CACHES_FOLLOW` did; `tell` is told of a damaged record.
    """

    def __init__(  # noqa: PLR0913 — the last three have defaults
        self,
        root: Path,
        data_folder: Path,
        clock: Clock,
        writing: Writing = Writing(),  # noqa: B008 — it is never changed
        *,
        lock_timeout_seconds: float = 60,
        caches_follow: Callable[[Plan], None] | None = None,
        tell: Tell = lambda _: None,
    ) -> None:
        self._paths = VaultPaths(os.path.realpath(root))
        self._data_folder = data_folder
        self._clock = clock
        self._writing = writing
        self._lock_timeout_seconds = lock_timeout_seconds
        self._caches_follow = caches_follow
        self._tell = tell

    def read(self, path: str) -> Snapshot | None:
        """The file's bytes, or None when there is none."""
        data = disk.read(self._paths.on_disk(path))
        return None if data is None else Snapshot(normal(path), data, disk.sha256(data) or "")

    def stamps(self, folder: str, without: str = "") -> dict[str, Stamp]:
        """Every file below `folder` (dot names and conflict copies left out), NFC path → stamp;
        the folder `without` is not looked into.

        Inside `exclusive`, where what is found decides what is written, a folder that may not be
        listed is a PermissionError; readers pass it over.
        """
        strict = "_writer" in vars(self) and self._writer.is_writing
        return self._paths.stamps(folder, without, strict=strict)

    def exclusive(self) -> AbstractContextManager[None]:
        """Hold the write lock; what a crash left half done is finished first.

        Raises:
            VaultLocked: another process held it too long.
        """
        return self._writer.exclusive()

    def check_writable(self, path: str) -> None:
        """See whether a note may be written there.

        Raises:
            NoteUnwritable: a folder or a read-only file stands there.
        """
        self._writer.check_writable(path)

    def apply(self, plan: Plan) -> Applied:
        """Carry out a plan (DESIGN §4 "Writing").

        Raises:
            NoteUnwritable: a note that must not be edited; nothing of the plan is written.
            VaultLocked: another process held the lock too long.
        """
        with self.exclusive():
            applied = self._writer.apply(plan)
            if self._writing.git:
                from progressive_memory.adapters.vault_files import git

                git.commit(self._paths.root, plan, applied.changes)
        return applied

    def left_over(self) -> tuple[LeftOver, ...]:
        """What flushes could not put where it belongs, oldest first, until `settled`."""
        return self._journal.left_over()

    def settled(self, plan_id: str) -> None:
        """Note that what was left over of a plan has found its place."""
        self._journal.settled(plan_id)

    def past_plans(self) -> tuple[PastPlan, ...]:
        """The plans of the last 30 days, newest first, without edits and images."""
        return self._journal.past_plans()

    def past_changes(self, plan_id: str) -> tuple[Change, ...]:
        """What a past plan changed; () when it is not in the journal."""
        return self._journal.changes(plan_id)

    def tidy(self) -> tuple[str, ...]:
        """Remove temporary files of ours that hold nothing but what stands in a note beside them.

        Raises:
            VaultLocked: another process held the lock too long.
        """
        from progressive_memory.adapters.vault_files import disorder

        with self.exclusive():
            return tuple(disorder.spare_removed(self._paths.root))

    def disorder(self) -> tuple[Problem, ...]:
        """What is wrong with the vault as files; nothing is changed, and no lock is taken."""
        from progressive_memory.adapters.vault_files import disorder

        of_journal = disorder.of_journal(self._journal.record_files(), self._paths.root)
        of_data = disorder.of_data(self._data_folder)
        found = (*disorder.of_files(self._paths.root), *of_journal, *of_data)
        if not self._writing.git:
            return found
        from progressive_memory.adapters.vault_files import git

        return (*found, *git.problems(self._paths.root))

    @cached_property
    def _journal(self) -> Journal:
        from progressive_memory.adapters.vault_files.journal import Journal

        return Journal(self._data_folder / "journal", self._paths.root, self._tell)

    @cached_property
    def _writer(self) -> VaultWriter:
        from progressive_memory.adapters.vault_files.exchange import Way
        from progressive_memory.adapters.vault_files.lock import VaultLock
        from progressive_memory.adapters.vault_files.writer import VaultWriter

        lock = VaultLock(self._data_folder, self._lock_timeout_seconds)
        return VaultWriter(
            self._paths,
            lock,
            self._journal,
            self._clock,
            Way(self._writing.way),
            caches_follow=self._caches_follow,
        )
