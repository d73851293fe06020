"""Taking a flush back: what to write, decided from the images of the journal (DESIGN §4 "Undo").

Notes go back three-way; the log stays. In flush-state.json the flush's groups get their cursor
back, so that the messages count as new again, and the entries it wrote are vetoed, so that they
are not simply written again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from progressive_memory.domain.plan import Change, Edit, Plan, Revert, SetJson
from progressive_memory.vault import layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.ids import OUR_ID

_MESSAGE_LINK = re.compile(r"#\^(m-[a-z2-7]{10})(?![a-z0-9-])")
_COUNTS = ("unflushed_messages", "unflushed_task_changes")
_KEPT = ("vetoes", "forgotten", "optouts", "groups")
"""Keys of flush-state.json that an undo never puts back."""

State = Mapping[str, Any]


@dataclass(frozen=True)
class Veto:
    """An entry that must not be written again: its key and kind, and the block ids of the
    messages it rested on.
    """

    id: str
    key: str
    kind: str
    evidence: tuple[str, ...]

    def value(self) -> dict[str, object]:
        """As it stands in flush-state.json."""
        return {"key": self.key, "kind": self.kind, "evidence": list(self.evidence)}


def reverts(changes: Iterable[Change]) -> tuple[Edit, ...]:
    """The edits that bring every note of a flush back; the log and flush-state.json stay."""
    return tuple(
        Edit(change.path, (Revert(_text(change.before), _text(change.after)),), None)
        for change in changes
        if change.path != layout.FLUSH_STATE and not is_log(change.path)
    )


def is_log(path: str) -> bool:
    """Whether a path is a day note, or beside one."""
    names = path.split("/")
    return names[:2] == layout.GROUPS.split("/") and names[3:4] == ["log"]


def vetoes(plan: Plan, changes: Sequence[Change]) -> dict[str, tuple[Veto, ...]]:
    """By group, the entries a flush wrote: those of its plan, and any that stand in its notes
    only since. Their evidence is what they link to only since.
    """
    before = _links_by_entry((change.path, change.before) for change in changes)
    after = _links_by_entry((change.path, change.after) for change in changes)
    wanted = {*plan.entry_ids, *(each for each in after if each not in before)}
    found: dict[str, list[Veto]] = {}
    for entry_id in sorted(wanted):
        ours = OUR_ID.match(entry_id)
        if ours is None:
            continue
        path, links = after.get(entry_id, ("", ()))
        old = before.get(entry_id, ("", ()))[1]
        evidence = tuple(link for link in links if link not in old)
        group = group_of(path) or next(iter(plan.groups), "")
        veto = Veto(entry_id, entry_id.rpartition("-")[2], ours["kind"], evidence)
        found.setdefault(group, []).append(veto)
    return {group: tuple(each) for group, each in found.items()}


def group_of(path: str) -> str:
    """The group a note belongs to; "" for one that belongs to none."""
    names = path.split("/")
    if names[:2] != layout.GROUPS.split("/") or len(names) < 3:
        return ""
    return names[2].removesuffix(".md") if len(names) == 3 else names[2]


def state_edit(
    plan: Plan, change: Change | None, now: bytes | None, vetoed: Mapping[str, Sequence[Veto]]
) -> Edit:
    """The edit of flush-state.json that takes back what the flush set there and adds vetoes.

    `change` holds its images at that flush (None = the flush left it alone), `now` its bytes.
    """
    images = change or Change(layout.FLUSH_STATE, now, now)
    before, after, standing = (read_state(data) for data in (images.before, images.after, now))
    operations = _put_back((), before, after, standing)
    for group in plan.groups:
        old, new, current = (_group(state, group) for state in (before, after, standing))
        operations += _put_back(("groups", group), old, new, current)
    for group, added in vetoed.items():
        current = _group(standing, group).get("vetoes", [])
        keys = {each.get("key") for each in current}
        values = [veto.value() for veto in added if veto.key not in keys]
        if values:
            operations.append(_set(("groups", group, "vetoes"), [*current, *values]))
    return Edit(layout.FLUSH_STATE, tuple(operations), None)


def lifting_edit(plan: Plan, undo: Change, now: bytes | None) -> tuple[Edit, tuple[str, ...]]:
    """The edit of flush-state.json that takes out the vetoes an undo added, and their keys.

    `undo` holds the images of flush-state.json at the undo of `plan`.
    """
    before, after, standing = (read_state(data) for data in (undo.before, undo.after, now))
    operations: list[SetJson] = []
    lifted: list[str] = []
    for group in {*plan.groups, *after.get("groups", {})}:
        old = {each.get("key") for each in _group(before, group).get("vetoes", [])}
        added = {each.get("key") for each in _group(after, group).get("vetoes", [])} - old
        current = _group(standing, group).get("vetoes", [])
        left = [each for each in current if each.get("key") not in added]
        if left != current:
            lifted += [each["key"] for each in current if each not in left]
            operations.append(_set(("groups", group, "vetoes"), left))
    return Edit(layout.FLUSH_STATE, tuple(operations), None), tuple(sorted(lifted))


def read_state(data: bytes | None) -> State:
    """flush-state.json as a mapping; empty when it is absent or no JSON object."""
    try:
        value = json.loads((data or b"{}").decode("utf-8-sig"))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


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
            old = (current or 0) + (old or 0) - (new or 0)
        elif key == "late":
            old = [*(old or ()), *(each for each in current or () if each not in (old or ()))]
        elif key != "cursor" and current != new:
            continue
        operations.append(_set((*place, key), old))
    return operations


def _set(keys: tuple[str, ...], value: object) -> SetJson:
    return SetJson(keys, "" if value is None else json.dumps(value, ensure_ascii=False))


def _group(state: State, group: str) -> State:
    groups = state.get("groups")
    value = groups.get(group) if isinstance(groups, dict) else None
    return value if isinstance(value, dict) else {}


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
