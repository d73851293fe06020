"""`pmem undo` takes a flush back; `redo` lets it be written again (DESIGN §4 "Undo")."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile

from progressive_memory.domain.notice import Notice
from progressive_memory.domain.plan import GROUP_RENAME, Change, Edit, PastPlan, Plan, Revert
from progressive_memory.domain.undo_report import RedoReport, UndoReport
from progressive_memory.errors import FlushCut, UnknownFlush
from progressive_memory.flush import undo as taking_back
from progressive_memory.ports import Ports
from progressive_memory.services import history
from progressive_memory.services.flush.gather import group_homes, standing
from progressive_memory.services.flush.seen import all_marks, let_go, letting_go, marks_of
from progressive_memory.services.flush.undo_forgotten import with_forgotten
from progressive_memory.services.flush.undo_refusals import refuse_overlaps, refuse_undo, texts
from progressive_memory.services.group import groups as all_groups
from progressive_memory.services.history import put_aside_id
from progressive_memory.services.note import edits as note_edits
from progressive_memory.services.unread import Unread
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.layout import FLUSH_STATE, is_standing
from progressive_memory.vault.splice.seam import ids_in


def undo(ports: Ports, flush_id: str | None = None) -> UndoReport:
    """Restore the notes and the cursor of a flush, and veto its entries until `redo`.

    Without an id it is the newest flush that changed a note and has not been undone. Where nobody
    has edited since, every byte of every note is as before the flush. An id of `pmem note` takes
    that edit back, and vetoes nothing.

    Raises:
        UnknownFlush: no such flush, or undone already.
        FlushCut: a forget has taken out what is needed to undo it; nothing is written.
        NoteChangedOnDisk: a person has since edited the same lines, moved what the flush wrote or
            deleted what it changed, or the group was renamed; nothing is written.
    """
    with ports.vault.exclusive():
        flush = _flush_to_undo(ports, flush_id)
        if flush.verb == note_edits.VERB:
            return _undo_note(ports, flush)
        changes = _changes(ports, flush.id)
        edits = with_forgotten(ports, flush, taking_back.reverts(changes))
        changes = taking_back.combined(changes)
        gone = refuse_undo(ports, flush, edits, changes)
        seen = {k: marks for g in flush.groups for k, marks in all_marks(ports, g).items()}
        meant = {} if seen.keys() >= set(flush.entry_ids) else _meant(ports, flush.groups)
        vetoed = taking_back.vetoes(flush, changes, seen, meant, gone)
        taken_out = taking_back.taken_out(changes)
        edits = (*edits, *letting_go(ports, flush.groups, taken_out))
        applied = ports.vault.apply(
            Plan(
                id=f"undo-{flush.id}",
                verb="undo",
                at=ports.clock.now(),
                edits=(*edits, _state_edit(ports, flush, changes, vetoed)),
                trigger=flush.id,
                groups=flush.groups,
            )
        )
        ports.vault.settled(flush.id)
        _forget_seen(ports, flush.groups, taken_out)
    ids = {each for marks_by_id in vetoed.values() for each in marks_by_id}
    ticked = ids & _ticked(ports, flush.groups)
    return UndoReport(
        flush_id=flush.id,
        groups=flush.groups,
        restored=tuple(sorted(c.path for c in applied.changes if _is_note(c.path))),
        vetoed=tuple(sorted(ids - ticked - gone)),
        kept=tuple(sorted({each.path for each in applied.displaced})),
        ticked=tuple(sorted(ticked)),
        deleted=tuple(sorted((ids - ticked) & gone)),
    )


def newest_of(ports: Ports, group: str) -> str:
    """The id of the newest flush of this group alone that changed a note and can be undone; "" for
    none.
    """
    for past in ports.vault.past_plans():
        own = past.plan.verb == "flush" and past.plan.groups == (group,)
        if own and not past.undone and not past.cut and _changed_a_note(ports, past):
            return past.plan.id
    return ""


def _changes(ports: Ports, flush_id: str) -> tuple[Change, ...]:
    """What a flush changed, and then what it put aside because it had no place."""
    ids = (flush_id, put_aside_id(flush_id))
    changes = (change for each in ids for change in ports.vault.past_changes(each))
    return tuple(change for change in changes if not is_standing(change.path))


def _is_note(path: str) -> bool:
    return path != FLUSH_STATE and not is_standing(path)


def _undo_note(ports: Ports, edit: Plan) -> UndoReport:
    """Take back what `pmem note` did: every file of that edit, or none."""
    changes = [each for each in ports.vault.past_changes(edit.id) if each.path != FLUSH_STATE]
    edits = tuple(
        Edit(each.path, (Revert(_text(each.before), _text(each.after)),), None) for each in changes
    )
    refuse_overlaps(ports, edits, changes)
    now = ports.clock.now()
    applied = ports.vault.apply(
        Plan(f"undo-{edit.id}", "undo", now, edits, trigger=edit.id, groups=edit.groups)
    )
    return UndoReport(
        flush_id=edit.id,
        groups=edit.groups,
        restored=tuple(sorted(change.path for change in applied.changes)),
        vetoed=(),
        kept=tuple(sorted({each.path for each in applied.displaced})),
    )


def redo(ports: Ports, flush_id: str) -> RedoReport:
    """Lift the vetoes that the undo of this flush set, and let the next flush read the messages
    again that it rested on; but those against entries that a person had deleted before the undo,
    or has since. Done twice it changes nothing the second time.

    Raises:
        UnknownFlush: no such flush, or it has not been undone.
    """
    with ports.vault.exclusive():
        flush = _past_flush(ports, flush_id)
        if flush.verb == note_edits.VERB:
            raise UnknownFlush(
                f"{flush_id} is no flush", next_step=f"do it again: pmem {flush.trigger} …"
            )
        called = _called_now(ports, flush)
        groups = tuple(called[group] for group in flush.groups)
        if _last_taken_back(ports, flush_id) == "redo":
            return RedoReport(flush_id, groups, ())  # what is gone since was deleted by a person
        # An undo that a crash cut off, or that could not write the cache, left them there.
        changes = taking_back.combined(_changes(ports, flush_id))
        _forget_seen(ports, groups, taking_back.taken_out(changes))
        undone = ports.vault.past_changes(f"undo-{flush_id}")
        images = _images(undone, FLUSH_STATE)
        if images is None:
            raise UnknownFlush(
                f"flush {flush_id} has not been undone", next_step=f"pmem undo {flush_id}"
            )
        stand = {each for text in texts(ports, groups).values() for each in ids_in(text)}
        away = taking_back.kept_away(changes, undone, stand)
        standing = _standing(ports, FLUSH_STATE)
        edit, lifted = taking_back.lifting_edit(called, images, standing, away)
        now = ports.clock.now()
        ports.vault.apply(Plan(f"redo-{flush_id}", "redo", now, (edit,), flush_id, groups))
    away &= {*flush.entry_ids, *taking_back.taken_out(changes)}
    if away:
        _tell_of(ports, flush_id, away)
    return RedoReport(flush_id, groups, lifted, tuple(sorted(away)))


def _tell_of(ports: Ports, flush_id: str, away: Collection[str]) -> None:
    said = ", ".join(sorted(away))
    kept = f"{said} of flush {flush_id} had been deleted in the notes: not written again"
    ports.notice(Notice("deleted_before_redo", flush_id, kept))


def _called_now(ports: Ports, flush: Plan) -> dict[str, str]:
    """The groups of a past flush, each with the name it has now."""
    called = {group: group for group in flush.groups}
    past = [one.plan for one in ports.vault.past_plans()]
    newer = takewhile(lambda plan: plan.id != flush.id, past)
    for plan in reversed([plan for plan in newer if plan.verb == GROUP_RENAME]):
        old, new = plan.groups
        called = {group: new if name == old else name for group, name in called.items()}
    return called


def _last_taken_back(ports: Ports, flush_id: str) -> str:
    """Whether a flush was undone or redone last, "" = neither."""
    past = (past.plan for past in ports.vault.past_plans())
    return next((p.verb for p in past if p.trigger == flush_id and p.verb in {"undo", "redo"}), "")


def _flush_to_undo(ports: Ports, flush_id: str | None) -> Plan:
    if flush_id is not None:
        return _past_flush(ports, flush_id, undone=False)
    for past in ports.vault.past_plans():
        if past.plan.verb == "flush" and not past.undone:
            _refuse_cut(ports, past)
            if _changed_a_note(ports, past):
                return past.plan
    raise UnknownFlush("there is no flush to undo", next_step="pmem history")


def _changed_a_note(ports: Ports, past: PastPlan) -> bool:
    return any(change.path != FLUSH_STATE for change in _changes(ports, past.plan.id))


def _past_flush(ports: Ports, flush_id: str, *, undone: bool | None = None) -> Plan:
    for past in ports.vault.past_plans():
        if past.plan.id == flush_id and past.plan.verb in history.TAKEN_BACK:
            if undone is False and past.undone:
                redone = past.plan.verb != note_edits.VERB
                raise UnknownFlush(
                    f"{flush_id} has been undone already",
                    next_step=f"pmem flush --redo {flush_id}" if redone else "pmem history",
                )
            if undone is False:
                _refuse_cut(ports, past)
            return past.plan
    raise UnknownFlush(f"no flush {flush_id} in the last 30 days", next_step="pmem history")


def _refuse_cut(ports: Ports, past: PastPlan) -> None:
    aside = put_aside_id(past.plan.id)
    if past.cut or any(one.cut for one in ports.vault.past_plans() if one.plan.id == aside):
        raise FlushCut(
            f"flush {past.plan.id} cannot be undone: it wrote words that were forgotten since, and "
            "the notes as they were before it are kept no more",
            next_step="pmem history shows the others; single entries: delete them in their notes, "
            "then pmem flush",
        )


def _state_edit(
    ports: Ports,
    flush: Plan,
    changes: Sequence[Change],
    vetoed: taking_back.Vetoes,
) -> Edit:
    images = _images(changes, FLUSH_STATE)
    return taking_back.state_edit(flush, images, _standing(ports, FLUSH_STATE), vetoed)


def _meant(ports: Ports, groups: Collection[str]) -> dict[str, tuple[str, ...]]:
    """What the entries of the groups mean, as their notes tell it."""
    return {
        entry_id: tuple(mark for mark in marks if not mark.startswith("m-"))
        for note in all_groups.every(ports)
        if note.group_name in groups
        for entry_id, marks in marks_of(standing(ports.vault, note), note.group_name).items()
    }


def _forget_seen(ports: Ports, groups: Iterable[str], ids: Collection[str]) -> None:
    """What an undo took out was deleted by no person (`StateStore.seen`)."""
    for group in groups:
        let_go(ports, group, ids)


def _ticked(ports: Ports, groups: Collection[str]) -> frozenset[str]:
    """The ids of the items that stand ticked in the groups' pending notes."""
    return frozenset(
        entry.id
        for note in all_groups.every(ports, Unread(ports.vault))
        if note.group_name in groups
        for path in (group_homes(ports.vault, note).pending,)
        for entry in entries(path, (_standing(ports, path) or b"").decode("utf-8", "replace"))
        if entry.mark in {"x", "X"}
    )


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "replace")


def _standing(ports: Ports, path: str) -> bytes | None:
    snapshot = ports.vault.read(path)
    return None if snapshot is None else snapshot.data


def _images(changes: Sequence[Change], path: str) -> Change | None:
    return next((change for change in changes if change.path == path), None)
