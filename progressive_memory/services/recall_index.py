"""Keeping the search index in step with the notes: what changed is read again, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.match import Scope
from progressive_memory.errors import PathEscapesVault, SearchIndexError
from progressive_memory.ports import Ports, Stamp
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout

_Result = TypeVar("_Result")
_NO_STAMP = Stamp(0, 0)
"""rules.md stands outside the group's folder: its bytes are compared at every read."""


def with_index(
    ports: Ports, index: IndexNote, work: Callable[[frozenset[str]], _Result], *, log: bool = False
) -> _Result:
    """`work` on a search index that is in step with the vault; it gets the paths that stand.

    A damaged index is thrown away by its adapter; then all of it is done once more.

    Raises:
        SearchIndexError: the index fails again.
    """
    try:
        return work(refresh(ports, index, log=log))
    except SearchIndexError:
        return work(refresh(ports, index, log=log))


def refresh(ports: Ports, index: IndexNote, *, log: bool = False) -> frozenset[str]:
    """Index the group's routed notes, conventions and rules anew where they changed, and with
    `log` its day notes. Returns the paths of all notes that stand in the group's folder.
    """
    group = index.group_name
    stamps = ports.vault.stamps(layout.group_folder(group))
    indexed = ports.search.indexed(group)
    wanted = set(entry_notes(index, stamps))
    days = {path for path in stamps if path.startswith(f"{layout.log_folder(group)}/")}
    for path in indexed.keys() - wanted - days - {layout.RULES}:
        ports.search.drop(group, path)
    for path in sorted(wanted | days if log else wanted):
        before = indexed.get(path)
        if before is None or before[0] != stamps[path]:
            scope: Scope = "log" if path in days else "entries"
            _put(ports, group, scope, path, stamps[path])
    _refresh_rules(ports, group, indexed.get(layout.RULES))
    return frozenset(stamps)


def rebuild(ports: Ports, index: IndexNote) -> tuple[int, int]:
    """Index every note of the group from nothing; how many notes and sections stand then."""
    group = index.group_name
    for path in ports.search.indexed(group):
        ports.search.drop(group, path)
    refresh(ports, index, log=True)
    notes = ports.search.indexed(group)
    return len(notes), sum(len(ports.search.sections(group, path)) for path in notes)


def entry_notes(index: IndexNote, stamps: Iterable[str]) -> Iterable[str]:
    """Of the paths in `stamps` those that recall reads: what the routing table names, and the
    conventions.
    """
    routed = {layout.note(index.group_name, r.file) for r in index.routes if not r.deprecated}
    conventions = layout.note(index.group_name, "conventions/")
    for path in stamps:
        if path in routed or (path.startswith(conventions) and path.endswith(".md")):
            yield path


def _put(ports: Ports, group: str, scope: Scope, path: str, stamp: Stamp) -> None:
    """Index one note. The stamp is older than the bytes: a save in between is seen next time."""
    try:
        snapshot = ports.vault.read(path)
    except PathEscapesVault:
        snapshot = None
    if snapshot is None:
        ports.search.drop(group, path)
        return
    from progressive_memory.vault import blocks  # parsing Markdown: only for what changed

    sections = blocks.sections(path, text_of(snapshot))
    ports.search.put(group, scope, (path, stamp, snapshot.sha256), sections)


def _refresh_rules(ports: Ports, group: str, before: tuple[Stamp, str] | None) -> None:
    snapshot = ports.vault.read(layout.RULES)
    if (snapshot.sha256 if snapshot else None) == (before[1] if before else None):
        return
    _put(ports, group, "entries", layout.RULES, _NO_STAMP)
