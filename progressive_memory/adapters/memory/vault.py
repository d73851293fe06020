"""The vault store in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock

from progressive_memory.domain.plan import (
    CACHES_FOLLOW,
    FORGET,
    Applied,
    Change,
    Displaced,
    LeftOver,
    Operation,
    PastPlan,
    Plan,
)
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import NoteUnwritable
from progressive_memory.ports import Clock, Snapshot, Stamp
from progressive_memory.vault.forgetting import Forgetting, Unseparable
from progressive_memory.vault.history import outlived, with_undone
from progressive_memory.vault.paths import (
    is_conflict_copy,
    is_listed,
    is_numbered_copy,
    normal,
    parts,
)
from progressive_memory.vault.splice import apply_operations


class MemoryVaultStore:
    """A vault of notes by path. `save` is what a person (or a test) does to it."""

    def __init__(
        self,
        clock: Clock,
        files: Mapping[str, bytes] | None = None,
        *,
        caches_follow: Callable[[Plan], None] | None = None,
    ) -> None:
        self._clock = clock
        self._caches_follow = caches_follow
        self._files: dict[str, bytes] = {}
        self._saves: dict[str, int] = {}
        self._left: dict[str, LeftOver] = {}
        self._past: list[tuple[PastPlan, tuple[Change, ...]]] = []
        self._lock = RLock()
        for path, data in (files or {}).items():
            self.save(path, data)

    def save(self, path: str, data: bytes | None) -> None:
        """Put a file's bytes, as an editor would; None deletes it."""
        name = normal(path)
        self._saves[name] = max(self._saves.values(), default=0) + 1
        if data is None:
            self._files.pop(name, None)
        else:
            self._files[name] = data

    def read(self, path: str) -> Snapshot | None:
        """The file's bytes, or None when there is none."""
        name = normal(path)
        data = self._files.get(name)
        return None if data is None else Snapshot(name, data, hashlib.sha256(data).hexdigest())

    def stamps(self, folder: str, without: str = "") -> dict[str, Stamp]:
        """Every file below `folder` and not below `without`; its time is the count of saves."""
        above = parts(folder)
        left_out = f"{without}/" if without else "/"
        return {
            path: Stamp(self._saves[path], len(data))
            for path, data in self._files.items()
            if parts(path)[: len(above)] == above
            and not path.startswith(left_out)
            and all(map(is_listed, parts(path)[len(above) :]))
            and not self._is_numbered_copy(path)
        }

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the lock against other threads."""
        with self._lock:
            yield

    def check_writable(self, path: str) -> None:
        """Refuse a path that is a folder of the notes there are."""
        above = parts(path)
        if any(parts(each)[: len(above)] == above and each != normal(path) for each in self._files):
            raise NoteUnwritable(f"{path} is a folder", next_step=f"Move {path} away.")

    def apply(self, plan: Plan) -> Applied:
        """Carry out a plan: all of it in memory first, then all of it at once."""
        with self._lock:
            drafts: dict[str, bytes | None] = {}
            displaced: list[Displaced] = []
            for path, operations in _by_note(plan).items():
                self.check_writable(path)
                spliced = apply_operations(path, self._files.get(path), operations)
                drafts[path] = spliced.data
                displaced += spliced.displaced
            changes = tuple(
                Change(path, self._files.get(path), data)
                for path, data in drafts.items()
                if data != self._files.get(path)
            )
            for change in changes:
                self.save(change.path, change.after)
            self._remember(plan, changes)
            if changes and displaced and plan.verb == "flush":
                self._left[plan.id] = LeftOver(plan, tuple(displaced))
            if changes and plan.verb == FORGET:
                self._forget(plan, changes)
            if changes and plan.verb in CACHES_FOLLOW and self._caches_follow is not None:
                self._caches_follow(plan)
        return Applied(plan.id, changes, tuple(displaced))

    def left_over(self) -> tuple[LeftOver, ...]:
        """What flushes could not put where it belongs, until `settled`."""
        return tuple(self._left.values())

    def settled(self, plan_id: str) -> None:
        """Note that what was left over of a plan has found its place."""
        self._left.pop(plan_id, None)

    def past_plans(self) -> tuple[PastPlan, ...]:
        """The plans carried out in the last 30 days, newest first, without their edits."""
        return with_undone(past for past, _ in reversed(self._past))

    def past_changes(self, plan_id: str) -> tuple[Change, ...]:
        """What the newest plan of that id changed; () when there is none."""
        found = (images for past, images in reversed(self._past) if past.plan.id == plan_id)
        return next(found, ())

    def tidy(self) -> tuple[str, ...]:
        """Remove temporary files that hold nothing but what stands in a note beside them."""
        with self._lock:
            temps = [path for path in sorted(self._files) if path.endswith(".memtmp")]
            gone = tuple(path for path in temps if self._is_spare(path))
            for path in gone:
                self.save(path, None)
        return gone

    def _is_spare(self, temp: str) -> bool:
        folder, data = temp.rpartition("/")[0], self._files[temp]
        beside = (
            one
            for path, one in self._files.items()
            if path.rpartition("/")[0] == folder and not path.endswith(".memtmp")
        )
        return not data or data in beside

    def disorder(self) -> tuple[Problem, ...]:
        """Conflict copies and temporary files; nothing else can go wrong in memory."""
        return tuple(
            Problem(path, 0, code, path.rpartition("/")[2])
            for path in sorted(self._files)
            for code, found in (
                ("conflict_copy", is_conflict_copy(path) or self._is_numbered_copy(path)),
                ("temp_left", path.endswith(".memtmp")),
            )
            if found and path.startswith("memory/")
        )

    def _is_numbered_copy(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        beside = (each.rpartition("/") for each in self._files) if " " in name else ()
        return is_numbered_copy(name, {each for where, _, each in beside if where == folder})

    def _remember(self, plan: Plan, changes: tuple[Change, ...]) -> None:
        if not changes:
            return
        if plan.verb not in ("log", FORGET):
            self._past.append((PastPlan(_without_edits(plan)), changes))
        times = [past.plan.at for past, _ in self._past]
        del self._past[: outlived(times, self._clock.now())]

    def _forget(self, plan: Plan, changes: tuple[Change, ...]) -> None:
        """Leave nothing of what a plan took out in the images of the others, or in any cache."""
        forgetting = Forgetting.of(plan.edits, changes)
        self._past = [_cut(past, images, forgetting) for past, images in self._past]
        held = (one.plan.id for one in self._left.values() if forgetting.is_held_by(repr(one)))
        for plan_id in tuple(held):
            del self._left[plan_id]


def _cut(
    past: PastPlan, images: tuple[Change, ...], forgetting: Forgetting
) -> tuple[PastPlan, tuple[Change, ...]]:
    """A past plan and its images, without those that cannot be kept."""
    left = []
    for change in images:
        try:
            image = forgetting.without(change)
        except Unseparable:
            past = replace(past, cut=True)
        else:
            left += [image] if image.before != image.after else []
    return past, tuple(left)


def _by_note(plan: Plan) -> dict[str, list[Operation]]:
    wanted: dict[str, list[Operation]] = {}
    for edit in plan.edits:
        wanted.setdefault(normal(edit.path), []).extend(edit.operations)
    return wanted


def _without_edits(plan: Plan) -> Plan:
    return Plan(plan.id, plan.verb, plan.at, (), plan.trigger, plan.groups, plan.entry_ids)
