"""What a person saves at a note's old place while the note moves goes along to the new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from progressive_memory.domain.plan import Applied, Edit, Plan, Revert
from progressive_memory.errors import NoteUnwritable
from progressive_memory.ports import Ports

_ROUNDS = 4
"""How often it is tried again where a person keeps saving."""


@dataclass(frozen=True)
class Moved:
    """Notes that move: the text of each old path as it moves, its new path, and how a text of the
    old one reads there.
    """

    texts: Mapping[str, str]
    paths: Mapping[str, str]
    as_moved: Callable[[str, str], str]


def bring_along(ports: Ports, plan: Plan, applied: Applied, moved: Moved) -> tuple[str, ...]:
    """Carry what was saved since into the notes at their new places, and take the old ones away;
    returns the notes in which a person's text stands beside ours, in path order.

    `applied` is what the move (`plan`) came to.
    """
    kept = {each.path for each in applied.displaced} - moved.paths.keys()
    base = dict(moved.texts)
    for number in range(1, _ROUNDS + 1):
        standing = _standing(ports, moved)
        if not standing:
            break
        saved = {path: _as_saved(path, text, applied) for path, text in standing.items()}
        edits = [
            Edit(moved.paths[path], (_news(path, text, base[path], moved),), None)
            for path, text in saved.items()
        ]
        refused = _apply(ports, plan, f"saved-{number}", edits)
        taken = [path for path in saved if refused is not None and moved.paths[path] not in refused]
        if not taken:
            break
        base |= {path: saved[path] for path in taken}
        gone = tuple(Edit(path, (Revert(None, standing[path]),), None) for path in taken)
        applied = ports.vault.apply(replace(plan, id=f"{plan.id}-gone-{number}", edits=gone))
    return tuple(sorted(kept | _standing(ports, moved).keys()))


def _standing(ports: Ports, moved: Moved) -> dict[str, str]:
    """The texts that stand at old places after the move."""
    snapshots = (ports.vault.read(path) for path in moved.paths)
    return {one.path: one.data.decode("utf-8", "replace") for one in snapshots if one}


def _as_saved(path: str, standing: str, applied: Applied) -> str:
    """The note as the person saved it: of one that had only something added, taking the old note
    away has left just that.
    """
    for change in applied.changes:
        if change.path == path and change.before and change.after == standing.encode():
            return change.before.decode("utf-8", "replace")
    return standing


def _news(path: str, saved: str, base: str, moved: Moved) -> Revert:
    """What the person changed, to be done to the note at its new place."""
    return Revert(before=moved.as_moved(path, saved), after=moved.as_moved(path, base))


def _apply(ports: Ports, plan: Plan, suffix: str, edits: Sequence[Edit]) -> set[str] | None:
    """The notes that an edit did not fit; None where one of them must not be edited at all."""
    try:
        done = ports.vault.apply(replace(plan, id=f"{plan.id}-{suffix}", edits=tuple(edits)))
    except NoteUnwritable:
        return None
    return {each.path for each in done.displaced}
