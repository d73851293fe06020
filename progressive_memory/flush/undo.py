"""Taking a flush back: what to write, decided from the images of the journal (DESIGN §4 "Undo").

Notes go back three-way; the log stays. In flush-state.json the flush's groups get their cursor
back, so that the messages count as new again, and the entries it wrote are vetoed, so that they
are not simply written again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from progressive_memory.domain.plan import Change, Edit, Plan, Revert, SetJson
from progressive_memory.flush.known.vetoes import veto_of
from progressive_memory.vault import flush_state, layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.ids import OUR_ID
from progressive_memory.vault.splice.seam import ids_in

_MESSAGE_LINK = re.compile(r"#\^(m-[a-z2-7]{10})(?![a-z0-9-])")
_COUNTS = ("unflushed_messages", "unflushed_task_changes")
_KEPT = ("vetoes", "forgotten", "optouts", "groups")
"""Keys of flush-state.json that an undo never puts back."""

State = Mapping[str, Any]
Vetoes = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Group → entry id → its marks (`flush.vetoes.marks`): what must not be written again, and why."""


def reverts(changes: Iterable[Change]) -> tuple[Edit, ...]:
    """The edits that bring every note of a flush back; the log and flush-state.json stay. Of a note
    that changed twice the last of `changes` goes first.
    """
    wanted: dict[str, list[Revert]] = {}
    for change in changes:
        if change.path != layout.FLUSH_STATE and not is_log(change.path):
            back = Revert(_text(change.before), _text(change.after))
            wanted.setdefault(change.path, []).insert(0, back)
    return tuple(Edit(path, tuple(each), None) for path, each in wanted.items())


def combined(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Changes in their order, those of one note as one: from the first image to the last."""
    found: dict[str, Change] = {}
    for change in changes:
        first = found.get(change.path, change)
        found[change.path] = Change(change.path, first.before, change.after)
    return tuple(found.values())


def is_log(path: str) -> bool:
    """Whether a path is a day note, or beside one."""
    names = path.split("/")
    return names[:2] == layout.GROUPS.split("/") and names[3:4] == ["log"]


def vetoes(
    plan: Plan,
    changes: Sequence[Change],
    seen: Mapping[str, tuple[str, ...]],
    meant: Mapping[str, tuple[str, ...]],
    gone: Collection[str] = (),
) -> Vetoes:
    """The entries a flush wrote, with the messages they rest on only since; of one that is `gone`,
    all that it rests on.

    They are those of its plan, and any that stand in its notes only since. `seen` holds the marks
    of entries as the flush saw them (`StateStore.seen`); one it lacks is known by its links, and by
    what it means as it stands now (`meant`).
    """
    before = _links_by_entry((change.path, change.before) for change in changes)
    after = _links_by_entry((change.path, change.after) for change in changes)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for entry_id in sorted({*plan.entry_ids, *_new(before, after)}):
        if OUR_ID.match(entry_id):
            path, links = after.get(entry_id, ("", ()))
            old = () if entry_id in gone else before.get(entry_id, ("", ()))[1]
            known = seen.get(entry_id, (*links, *meant.get(entry_id, ())))
            marks = tuple(each for each in known if each not in old)
            group = layout.group_of(path) or next(iter(plan.groups), "")
            found.setdefault(group, {})[entry_id] = marks
    return found


def taken_out(changes: Sequence[Change]) -> frozenset[str]:
    """The ids that stand in the notes of a flush only since: undone, they stand nowhere."""
    before = _links_by_entry((change.path, change.before) for change in changes)
    return _new(before, _links_by_entry((change.path, change.after) for change in changes))


def gone_since(changes: Sequence[Change], standing: Collection[str]) -> frozenset[str]:
    """The ids that stood in the notes of a flush when it had written them, and stand nowhere now:
    a person has deleted them. `standing` are the ids that end a line of a note now.
    """
    after = _links_by_entry((change.path, change.after) for change in changes)
    return frozenset(after).difference(standing)


def kept_away(
    changes: Sequence[Change], undo: Sequence[Change], standing: Collection[str]
) -> frozenset[str]:
    """The ids of a flush that no redo brings back: they are gone, and it was not the undo, with its
    own changes, that took them out of a note. `standing` is as in `gone_since`.
    """
    before, after = (
        {each for text in texts for each in ids_in(_text(text) or "")}
        for texts in ([one.before for one in undo], [one.after for one in undo])
    )
    return gone_since(changes, standing) - (before - after)


def _new(before: Mapping[str, object], after: Mapping[str, object]) -> frozenset[str]:
    return frozenset(after) - frozenset(before)


def state_edit(plan: Plan, change: Change | None, now: bytes | None, vetoed: Vetoes) -> Edit:
    """The edit of flush-state.json that takes back what the flush set there and adds vetoes.

    `change` holds its images at that flush (None = the flush left it alone), `now` its bytes.
    """
    images = change or Change(layout.FLUSH_STATE, now, now)
    before, after, standing = (read_state(data) for data in (images.before, images.after, now))
    operations = _put_back((), before, after, standing)
    for group in plan.groups:
        old, new, current = (_group(state, group) for state in (before, after, standing))
        operations += _put_back(("groups", group), old, new, current)
    held_by_group = flush_state.parse(_text(now) or "").groups
    for group, marks_by_id in vetoed.items():
        held = held_by_group.get(group, flush_state.GroupState()).vetoes
        keys = {veto.key for veto in held}
        added = [veto for each in marks_by_id.items() for veto in _stored(*each)]
        if not keys.issuperset(veto.key for veto in added):
            new_ones = (veto for veto in added if veto.key not in keys)
            operations += flush_state.set_vetoes(group, (*held, *new_ones))
    return Edit(layout.FLUSH_STATE, tuple(operations), None)


def lifting_edit(
    called: Mapping[str, str], undo: Change, now: bytes | None, away: Collection[str] = ()
) -> tuple[Edit, tuple[str, ...]]:
    """The edit of flush-state.json that takes out the vetoes an undo added, and their keys; those
    against the entries with the ids `away` stay.

    The cursor of the flush's groups goes back to where the undo put it: a flush may have passed
    over the messages since. `undo` holds the images of flush-state.json at the undo. `called` gives
    each group of the flush the name it has now.
    """
    before, after, standing = (
        flush_state.parse(_text(data) or "") for data in (undo.before, undo.after, now)
    )
    operations: list[SetJson] = []
    lifted: list[str] = []
    stay = {each.rsplit("-", 1)[-1] for each in away}
    for group in after.groups:
        old = stay | {veto.key for veto in before.group(group).vetoes}
        added = {veto.key for veto in after.group(group).vetoes} - old
        name = called.get(group, group)
        held = standing.group(name).vetoes
        if any(veto.key in added for veto in held):
            lifted += [veto.key for veto in held if veto.key in added]
            left = [veto for veto in held if veto.key not in added]
            operations += flush_state.set_vetoes(name, left)
    for group, name in called.items():
        cursor = after.group(group).cursor
        if cursor is not None:
            operations += flush_state.set_cursor(name, cursor)
        else:
            operations.append(_set(("groups", name, "cursor"), None))
    return Edit(layout.FLUSH_STATE, tuple(operations), None), tuple(sorted(lifted))


def read_state(data: bytes | None) -> State:
    """flush-state.json as a mapping; empty when it is absent or no JSON object."""
    try:
        value = json.loads((data or b"{}").decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _stored(entry_id: str, marks: tuple[str, ...]) -> Iterator[flush_state.StoredVeto]:
    """The veto against an entry, as it stands in flush-state.json."""
    veto = veto_of(entry_id, marks)
    if veto is not None:
        evidence = tuple(sorted(veto.evidence))
        yield flush_state.StoredVeto(veto.key, veto.kind.value, evidence, veto.meaning)


def _put_back(
    place: tuple[str, ...], before: State, after: State, standing: State
) -> list[SetJson]:
    """What the flush set under `place`, set back. A value that has moved on since stays, but for
    the cursor: an earlier one only means that messages are looked at again.
    """
    operations = []
    for key in [*before, *(key for key in after if key not in before)]:
        old, new, current = before.get(key), after.get(key), standing.get(key)
        if old == new or key in _KEPT:
            continue
        if key in _COUNTS:
            total = _number(current) + _number(old) - _number(new)
            operations.append(_set((*place, key), total if total or key in before else None))
        elif key == "late":
            late = [*dict.fromkeys([*_list(old), *_list(current)])]
            operations.append(_set((*place, key), late if late or key in before else None))
        elif key == "cursor" or current == new:
            operations.append(_set((*place, key), old))
        elif isinstance(new, dict):
            operations += _put_back((*place, key), _mapping(old), new, _mapping(current))
    return operations


def _set(keys: tuple[str, ...], value: object) -> SetJson:
    return SetJson(keys, "" if value is None else json.dumps(value, ensure_ascii=False))


def _group(state: State, group: str) -> State:
    return _mapping(_mapping(state.get("groups")).get(group))


def _mapping(value: object) -> State:
    return value if isinstance(value, dict) else {}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _links_by_entry(
    notes: Iterable[tuple[str, bytes | None]],
) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Entry id → its note, and the messages it links to, in order."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for path, data in notes:
        if data is None or not path.endswith(".md") or is_log(path):
            continue
        for entry in entries(path, _text(data) or ""):
            links = dict.fromkeys(_MESSAGE_LINK.findall(entry.text))
            found[entry.id] = (path, tuple(links))
    return found


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "replace")
