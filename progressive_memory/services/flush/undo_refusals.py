"""What stands before a flush is taken back: what people did to its notes since, and where that
leaves no way back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import unified_diff

from progressive_memory.domain.plan import Change, Edit, Plan
from progressive_memory.errors import NoteChangedOnDisk
from progressive_memory.flush import undo as taking_back
from progressive_memory.ports import Ports
from progressive_memory.services.flush import emptied
from progressive_memory.vault import layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.splice import apply_operations
from progressive_memory.vault.splice.seam import ids_in

_BY_HAND = "take the lines out by hand, or undo after moving them elsewhere"


def refuse_undo(
    ports: Ports, flush: Plan, edits: Sequence[Edit], changes: Sequence[Change]
) -> frozenset[str]:
    """The ids of the entries that people deleted since a flush whose `changes` the `edits` would
    take back.

    Raises:
        NoteChangedOnDisk: it cannot be undone; nothing is written.
    """
    _refuse_renamed(ports, flush, changes)
    _refuse_emptied(ports, flush, changes)
    refuse_overlaps(ports, edits, changes)
    now = texts(ports, flush.groups)
    then = {**now, **_reverted(edits, now)}
    gone = taking_back.gone_since(changes, {each for text in now.values() for each in ids_in(text)})
    _refuse_come_back(flush, changes, (now, then), gone)
    _refuse_moved(flush, changes, then)
    _refuse_twice(flush, now, then)
    return gone


def refuse_overlaps(ports: Ports, edits: Iterable[Edit], changes: Sequence[Change]) -> None:
    """Try every revert in memory first: all of them are written, or none.

    Raises:
        NoteChangedOnDisk: a person has since edited the same lines.
    """
    diffs = []
    for edit in edits:
        snapshot = ports.vault.read(edit.path)
        data = snapshot.data if snapshot else None
        if apply_operations(edit.path, data, edit.operations).displaced:
            diffs.append(_diff(changes, edit.path, _text(data)))
    if diffs:
        raise NoteChangedOnDisk(
            "edited since, on the same lines; nothing was undone\n" + "\n".join(diffs),
            next_step=_BY_HAND,
        )


def texts(ports: Ports, groups: Iterable[str]) -> dict[str, str]:
    """The notes of the groups but their logs, and the rules of all, by path."""
    found = {layout.RULES, *(layout.index_note(group) for group in groups)}
    for group in groups:
        folder, log = layout.group_folder(group), layout.log_folder(group)
        found.update(path for path in ports.vault.stamps(folder, log) if path.endswith(".md"))
    notes = {path: ports.vault.read(path) for path in sorted(found)}
    return {path: _text(note.data) for path, note in notes.items() if note is not None}


def _refuse_renamed(ports: Ports, flush: Plan, changes: Sequence[Change]) -> None:
    """A flush of a group that has another name now wrote notes that stand nowhere."""
    for group in sorted({layout.group_of(change.path) for change in changes} - {""}):
        if not ports.vault.stamps(layout.group_folder(group)):
            raise NoteChangedOnDisk(
                f"flush {flush.id} cannot be undone: its group {group} has been renamed or "
                "removed since",
                next_step="reject single entries: delete them in their notes, then pmem flush",
            )


def _refuse_emptied(ports: Ports, flush: Plan, changes: Sequence[Change]) -> None:
    """In a note without any text nobody can tell what a person has deleted."""
    for change in changes:
        snapshot = ports.vault.read(change.path)
        if snapshot is None or not emptied.is_blank(snapshot.data):
            continue
        count = len(entries(change.path, _text(change.after)))
        if count:
            raise NoteChangedOnDisk(
                f"flush {flush.id} cannot be undone: {emptied.said(change.path, count)}",
                next_step=emptied.NEXT_STEP,
            )


def _refuse_come_back(
    flush: Plan,
    changes: Sequence[Change],
    notes: tuple[Mapping[str, str], Mapping[str, str]],
    gone: frozenset[str],
) -> None:
    """What a person deleted where the flush had moved it would stand again where it was before.
    `notes` are those that stand now and those that then would.
    """
    now, then = notes
    for path, text in then.items():
        back = sorted(gone & ids_in(text))
        if back:
            changed = [one.path for one in changes if back[0] in ids_in(_text(one.after))]
            diffs = (_diff(changes, each, now.get(each, "")) for each in changed)
            raise NoteChangedOnDisk(
                f"flush {flush.id} cannot be undone: it changed what has been deleted since, and "
                f"{back[0]} would be back in {path}\n" + "\n".join(diffs),
                next_step="undo the flush that deleted it first (pmem history), or reject single "
                "entries: delete them in their notes, then pmem flush",
            )


def _refuse_moved(flush: Plan, changes: Sequence[Change], then: Mapping[str, str]) -> None:
    """What the flush wrote and a person or a later flush moved would stand although it is undone.
    `then` are the notes as they would be.
    """
    new = taking_back.taken_out(changes)
    for path, text in then.items():
        moved = [entry for entry in entries(path, text) if entry.id in new]
        if moved:
            raise NoteChangedOnDisk(
                f"flush {flush.id} cannot be undone: what it wrote has been moved to {path} "
                f"since\n{moved[0].text.rstrip()}",
                next_step="undo the flush that moved it first (pmem history), or delete single "
                "entries there, then pmem flush",
            )


def _refuse_twice(flush: Plan, now: Mapping[str, str], then: Mapping[str, str]) -> None:
    """What the flush moved from note to note and stands where it was again, from an older copy."""
    counts = (
        Counter(each for text in one.values() for each in ids_in(text)) for one in (now, then)
    )
    standing, wanted = counts
    twice = sorted(each for each, count in wanted.items() if count > max(1, standing[each]))
    if twice:
        raise NoteChangedOnDisk(
            f"flush {flush.id} cannot be undone: {twice[0]} would stand in two notes",
            next_step="delete it in one of its notes, then try again",
        )


def _reverted(edits: Iterable[Edit], now: Mapping[str, str]) -> dict[str, str]:
    """The notes that the edits change, as they will be; one that goes is empty."""
    found = {}
    for edit in edits:
        data = now[edit.path].encode() if edit.path in now else None
        found[edit.path] = _text(apply_operations(edit.path, data, edit.operations).data)
    return found


def _diff(changes: Sequence[Change], path: str, now: str) -> str:
    flushed = next((_text(change.after) for change in changes if change.path == path), "")
    names = (f"{path} (after the flush)", f"{path} (now)")
    return "\n".join(
        unified_diff(flushed.splitlines(), now.splitlines(), *names, lineterm=""),
    )


def _text(data: bytes | None) -> str:
    return (data or b"").decode("utf-8", "replace")
