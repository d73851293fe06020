"""`pmem reindex`: the search index built anew from the notes; it holds nothing else."""

from __future__ import annotations

from progressive_memory.domain.search_report import ReindexedGroup, ReindexReport
from progressive_memory.errors import NoteUnreadable, SearchIndexError
from progressive_memory.ports import Ports
from progressive_memory.services.group import groups
from progressive_memory.services.recall.group import entrance, group_named
from progressive_memory.services.recall.index import build
from progressive_memory.services.unread import Unread


def reindex(ports: Ports, group: str = "") -> ReindexReport:
    """Build the search index of one group anew, or with "" of all; groups that are gone from
    the vault are then gone from it too.

    Raises:
        UnknownGroup: no group of that name or room.
        NoteUnreadable: a group stands behind a symbolic link, or is not downloaded; every other
            one was built.
    """
    if group:
        names = [group_named(ports, group)]
        ports.search.clear(names[0])
    else:
        ports.search.clear()
        names = [note.group_name for note in groups.every(ports, Unread(ports.vault))]
        names += groups.unreadable(ports)
    rebuilt: list[ReindexedGroup] = []
    failed: NoteUnreadable | PermissionError | None = None
    for name in names:
        try:
            rebuilt.append(_rebuilt(ports, name))
        except (NoteUnreadable, PermissionError) as error:  # the others are built all the same
            failed = error
    if failed:
        raise failed
    return ReindexReport(tuple(rebuilt))


def bring_up(ports: Ports, group: str) -> ReindexReport:
    """Bring the search index of a group up, its log included, as a search would: only notes that
    changed are read. A damaged index is built anew. `sections` are those that were written.

    Raises:
        UnknownGroup: no group of that name or room.
        SearchIndexError: the index fails again.
    """
    index = entrance(ports, group_named(ports, group))
    try:
        notes, sections = build(ports, index)
    except SearchIndexError:  # its adapter has thrown it away
        notes, sections = build(ports, index)
    return ReindexReport((ReindexedGroup(index.group_name, notes, sections),))


def _rebuilt(ports: Ports, name: str) -> ReindexedGroup:
    notes, sections = build(ports, entrance(ports, name))
    return ReindexedGroup(name, notes, sections)
