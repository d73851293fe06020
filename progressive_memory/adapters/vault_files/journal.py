"""The journal: one record a plan, written before the plan is carried out (DESIGN §4 "Writing").

A record in flight is called `….open` and holds what a crash needs to be finished; when the plan
has been carried out it becomes `….json` with the images of what changed, for undo. What the log
wrote is never undone, so its records are removed then, and so is that of a forget. What a flush
could not do waits in a `….left` until it has found another place. Records stand in the order of
their plans.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from progressive_memory.adapters.vault_files import disk, records
from progressive_memory.domain.notice import Notice, Tell
from progressive_memory.domain.plan import (
    FORGET,
    Change,
    Displaced,
    Edit,
    LeftOver,
    PastPlan,
    Plan,
)
from progressive_memory.errors import VaultError
from progressive_memory.vault.history import outlived, with_undone

_NAME = re.compile(r"(?P<number>\d{8})-(?P<at>\d{8}T\d{6}Z)-(?P<id>.+)\.(?:json|open|left)")
_STAMP = "%Y%m%dT%H%M%SZ"
_WITHOUT_HISTORY = ("log", FORGET)
_WRITES_ENTRIES = "flush"


class OpenRecord:
    """The record of a plan that is being carried out, or was when a process died."""

    def __init__(
        self,
        file: Path,
        plan: Plan,
        changes: tuple[Change, ...],
        displaced: tuple[Displaced, ...] = (),
    ) -> None:
        self.file = file
        self.plan = plan
        self.planned: Mapping[str, Change] = {each.path: each for each in changes}
        self.placed: dict[str, Change] = {}
        self.displaced: dict[str, tuple[Displaced, ...]] = {
            path: tuple(each for each in displaced if each.path == path)
            for path in dict.fromkeys(each.path for each in displaced)
        }
        self.rounds: dict[str, list[tuple[str | None, str | None]]] = {}

    def temp_name(self, path: str, number: int) -> str:
        """The name of the `number`-th temporary file for a note: found again after a crash."""
        key = hashlib.sha256(f"{self.file.stem}\n{path}".encode()).hexdigest()[:12]
        return f".{key}-{number}.memtmp"

    def note_round(self, path: str, placing: bytes | None, expecting: bytes | None) -> None:
        """Note, before a temporary file and a note change places, which bytes go where."""
        pair = (disk.sha256(placing), disk.sha256(expecting))
        self._step({"path": path, "placing": pair[0], "expecting": pair[1]})
        self._begin_round(path, pair)

    def note_placed(self, change: Change, displaced: tuple[Displaced, ...] = ()) -> None:
        """Note that a note is done, what it turned out to be, and what did not fit it."""
        images = None
        if change != self.planned.get(change.path):
            images = records.changes_line((change,)).decode()
        left = records.displaced_values(displaced)
        self._step({"placed": change.path, "images": images, "displaced": left})
        self.placed[change.path] = change
        self.displaced[change.path] = displaced

    def read_step(self, step: Mapping[str, Any]) -> None:
        """Take up a step that was noted before a crash."""
        if "placed" in step:
            path, images = step["placed"], step["images"]
            change = records.read_changes(images.encode())[0] if images else self.planned[path]
            self.placed[path] = change
            self.displaced[path] = records.read_displaced(step.get("displaced", []))
        else:
            self._begin_round(step["path"], (step["placing"], step["expecting"]))

    def _begin_round(self, path: str, pair: tuple[str | None, str | None]) -> None:
        self.rounds.setdefault(path, []).append(pair)
        self.placed.pop(path, None)  # somebody saved over it: it is being placed again

    def _step(self, step: Mapping[str, object]) -> None:
        # No fsync: the page cache outlives the process, and a power cut in the millisecond
        # between exchange and check leaves the before-image of the record.
        with disk.naming(str(self.file)), self.file.open("ab") as file:
            file.write(records.step_line(step))


class Journal:
    """The records of one vault. `root` is the vault's real path."""

    def __init__(self, folder: Path, root: str, tell: Tell = lambda _: None) -> None:
        self._folder = folder
        self._root = root
        self._tell = tell

    def begin(
        self,
        plan: Plan,
        edits: tuple[Edit, ...],
        changes: tuple[Change, ...],
        displaced: tuple[Displaced, ...] = (),
    ) -> OpenRecord:
        """Write the record of a plan that will now be carried out, durably. `displaced` did not
        fit from the first.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        numbers = [int(match["number"]) for match in self._names()]
        name = f"{max(numbers, default=0) + 1:08d}-{plan.at.astimezone(UTC):{_STAMP}}"
        file = self._folder / f"{name}-{_file_name(plan.id)}.open"
        head = records.head_line(plan, self._root)
        disk.write_over(str(file), head + records.edits_line(edits, changes, displaced))
        return OpenRecord(file, replace(plan, edits=edits), changes, displaced)

    def finish(self, record: OpenRecord) -> None:
        """Close a record: keep its images for undo, or nothing of what the log wrote or a forget
        took out; and what a flush could not do, before anything else of the record goes.
        """
        left = tuple(each for found in record.displaced.values() for each in found)
        if left and record.plan.verb == _WRITES_ENTRIES:
            head = records.head_line(record.plan, self._root)
            body = records.edits_line(record.plan.edits, (), left)
            disk.write_over(str(record.file.with_suffix(".left")), head + body)
        if record.plan.verb not in _WITHOUT_HISTORY:
            head = records.head_line(record.plan, self._root)
            changed = (each for each in record.placed.values() if each.before != each.after)
            body = records.changes_line(tuple(changed))
            disk.write_over(str(record.file.with_suffix(".json")), head + body)
        disk.remove(str(record.file))

    def in_flight(self) -> list[OpenRecord]:
        """Records left by a process that died, oldest first.

        Only of this vault: a copy with the same `vault_id` elsewhere is not ours to write. A
        record whose vault is gone is taken for ours, moved.
        """
        disk.remove(disk.unfinished(str(self._folder)))
        return list(self._with_edits("open"))

    def left_over(self) -> tuple[LeftOver, ...]:
        """What flushes of this vault could not do, oldest first."""
        records_left = self._with_edits("left")
        return tuple(
            LeftOver(one.plan, tuple(each for found in one.displaced.values() for each in found))
            for one in records_left
        )

    def settled(self, plan_id: str) -> None:
        """Remove what was left over of a plan."""
        for record in self._with_edits("left"):
            if record.plan.id == plan_id:
                disk.remove(str(record.file))

    def _with_edits(self, ending: str) -> Iterator[OpenRecord]:
        """The records of this vault that hold what was wanted, oldest first."""
        for match in self._names(ending):
            file = self._folder / match[0]
            try:
                with records.judged():
                    record, root = _in_full(file)
            except records.Unreadable:
                if ending == "open":
                    self._set_aside(file)
                continue
            if root == self._root or not disk.stands(root):
                yield record

    def _set_aside(self, file: Path) -> None:
        """Let a damaged record stop nobody: `pmem doctor` shows it until it is 30 days old."""
        aside = file.with_suffix(".json")
        os.replace(file, aside)
        said = f"a record of a write cut short was damaged, and is not finished: {aside}"
        self._tell(Notice("record_unreadable", str(aside), said))

    def past_plans(self) -> tuple[PastPlan, ...]:
        """Finished plans, newest first, without their edits and images.

        Only the first line of each record is read.
        """
        plans = []
        for match in self._names("json"):
            line = self._head_line(match[0])
            with contextlib.suppress(records.Unreadable), records.judged():
                plans.append((records.read_head(line)[0], records.is_cut(line)))
        return with_undone(PastPlan(plan, cut=cut) for plan, cut in reversed(plans))

    def changes(self, plan_id: str) -> tuple[Change, ...]:
        """What the newest finished plan of that id changed; () when there is none."""
        for match in reversed(self._names("json")):
            if match["id"] == _file_name(plan_id):
                with contextlib.suppress(records.Unreadable), records.judged():
                    if self._head(match[0]).id == plan_id:
                        return records.read_changes(_read(self._folder / match[0]).splitlines()[1])
        return ()

    def last_change(self, path: str, since: datetime) -> Change | None:
        """What the newest finished plan since then that changed a note made of it; None when there
        is none. Only the records of that time are read.
        """
        limit = since.astimezone(UTC).strftime(_STAMP)
        for match in reversed(self._names("json")):
            if match["at"] < limit:
                break
            lines = _read(self._folder / match[0]).splitlines()
            with contextlib.suppress(records.Unreadable), records.judged():
                for change in records.read_changes(lines[1]):
                    if change.path == path:
                        return change
        return None

    def record_files(self) -> list[Path]:
        """The file of every record, oldest first."""
        return [self._folder / match[0] for match in self._names()]

    def prune(self, now: datetime) -> None:
        """Remove the finished records that have been kept long enough (`vault.history`)."""
        names = self._names("json")
        times = [datetime.fromisoformat(match["at"]) for match in names]
        for match in names[: outlived(times, now)]:
            disk.remove(str(self._folder / match[0]))

    def forget(self, record: OpenRecord) -> None:
        """Leave nothing in any record of what the plan of that record forgot; done twice is done
        once. A record that cannot be read, and may hold it, goes.
        """
        from progressive_memory.vault.forgetting import Forgetting  # reads Markdown: forgets only

        changes = (*record.planned.values(), *record.placed.values())
        forgetting = Forgetting.of(record.plan.edits, changes)
        disk.remove(disk.unfinished(str(self._folder)))
        for match in self._names("json"):
            file = self._folder / match[0]
            try:
                with records.judged():
                    head, body, *_ = _read(file).splitlines(keepends=True)
                    new = records.without(head, body, forgetting)
            except VaultError:
                disk.remove(str(file))
                continue
            if new != (head, body):
                disk.write_over(str(file), b"".join(new))
        for match in self._names("left"):
            file = self._folder / match[0]
            if forgetting.is_held_by(records.spelt_out(_read(file))):
                disk.remove(str(file))

    def _head(self, name: str) -> Plan:
        return records.read_head(self._head_line(name))[0]

    def _head_line(self, name: str) -> bytes:
        with disk.naming(str(self._folder / name)), (self._folder / name).open("rb") as file:
            return file.readline()

    def _names(self, ending: str = "") -> list[re.Match[str]]:
        try:
            with os.scandir(self._folder) as found:
                names = sorted(each.name for each in found if each.is_file())
        except FileNotFoundError:
            return []
        matches = (_NAME.fullmatch(name) for name in names if name.endswith(ending))
        return [match for match in matches if match]


def _in_full(file: Path) -> tuple[OpenRecord, str]:
    """A record with what it wanted, and the real path of its vault."""
    head, body, *steps = _read(file).splitlines(keepends=True)
    plan, root = records.read_head(head)
    plan = replace(plan, edits=records.read_edits(body))
    displaced = records.displaced_in(body)
    record = OpenRecord(file, plan, records.read_changes(body), displaced)
    for step in records.read_steps(steps):
        record.read_step(step)
    return record, root


def _read(file: Path) -> bytes:
    with disk.naming(str(file)):
        return file.read_bytes()


def _file_name(plan_id: str) -> str:
    """A plan id as part of a file name; an id no file system would carry is hashed."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", plan_id):
        return plan_id
    return hashlib.sha256(plan_id.encode("utf-8", "surrogatepass")).hexdigest()[:32]
