"""Keeping the search index in step with the notes: what changed is read again, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.match import Scope
from progressive_memory.errors import NotDownloaded, NoteUnreadable, SearchIndexError
from progressive_memory.ports import Ports, Query, Stamp
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout

_Result = TypeVar("_Result")
_SCOPES: tuple[Scope, ...] = ("entries", "log")
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
        return work(_brought_up(ports, index, log=log))
    except SearchIndexError:
        return work(_brought_up(ports, index, log=log))


def _brought_up(ports: Ports, index: IndexNote, *, log: bool) -> frozenset[str]:
    """`refresh`; where an index was expected and there is none, say so: a flush makes one."""
    outside, _, anew = _refreshed(ports, index, log=log)
    if anew:
        from progressive_memory.vault import flush_state

        state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
        if state.group(index.group_name).last_flush_time:
            _tell_missing(ports, index.group_name)
    return outside


def _tell_missing(ports: Ports, group: str) -> None:
    from progressive_memory.domain.notice import Notice

    said = f"the search index of {group} was missing: it was built anew from the notes"
    ports.notice(Notice("index_rebuilt", group, said))


def refresh(ports: Ports, index: IndexNote, *, expected: bool) -> None:
    """Bring the index up (`_refreshed`); where one is `expected` and there is none, say so."""
    _, _, anew = _refreshed(ports, index, log=False)
    if anew and expected:
        _tell_missing(ports, index.group_name)


def build(ports: Ports, index: IndexNote) -> tuple[int, int]:
    """Index every note of a group whose index was cleared; how many notes and sections stand."""
    _, sections, _ = _refreshed(ports, index, log=True)
    if ports.settings.semantic:
        for scope in _SCOPES:  # a first search makes the vectors that it needs
            ports.search.search(index.group_name, scope, Query("all of it"), 1)
    return len(ports.search.indexed(index.group_name)), sections


def _refreshed(ports: Ports, index: IndexNote, *, log: bool) -> tuple[frozenset[str], int, bool]:
    """Index the group's routed notes, conventions and rules anew where they changed, and with
    `log` every note in its log folder. Returns what stands outside the log, how many sections were
    written, and whether nothing was indexed before.

    A note of another stamp is read; one whose bytes are the same only gets the new stamp. Without
    `log` the log folder, which may hold thousands of days, is not even listed.
    """
    group = index.group_name
    log_folder = layout.log_folder(group)
    stamps = ports.vault.stamps(layout.group_folder(group), without="" if log else log_folder)
    in_log = f"{log_folder}/"
    outside = frozenset(p for p in stamps if not p.startswith(in_log)) if log else frozenset(stamps)
    indexed = ports.search.indexed(group)
    wanted = set(entry_notes(index, outside))
    if log:
        wanted.update(path for path in stamps.keys() - outside if path.endswith(".md"))
    gone = indexed.keys() - wanted - {layout.RULES}
    if not log:
        gone = {path for path in gone if not path.startswith(in_log)}
    changed = sorted(path for path in wanted if indexed.get(path) != stamps[path])
    put = 0
    hashes = {path: ports.search.sha256(group, path) for path in changed if path in indexed}
    if gone or changed:
        with ports.search.batch(group):
            for path in gone:
                ports.search.drop(group, path)
            for path in changed:
                scope: Scope = "log" if path.startswith(in_log) else "entries"
                put += _put(ports, group, scope, (path, stamps[path]), hashes.get(path, ""))
    put += _refresh_rules(ports, group)
    return outside, put, not indexed


def entry_notes(index: IndexNote, stamps: Iterable[str]) -> Iterable[str]:
    """Of the paths in `stamps` those whose entries are searched: what the routing table names, the
    conventions, and the older lines of the archive, which recall never looks into.
    """
    routed = {layout.note(index.group_name, r.file) for r in index.routes if not r.deprecated}
    conventions = layout.note(index.group_name, "conventions/")
    for path in stamps:
        known = path in routed or bool(layout.shelf_year(path))
        if known or (path.startswith(conventions) and path.endswith(".md")):
            yield path


def _put(
    ports: Ports, group: str, scope: Scope, file: tuple[str, Stamp], indexed_sha256: str
) -> int:
    """Index one note; how many sections it has. The stamp is older than the bytes: a save in
    between is seen next time.
    """
    path, stamp = file
    try:
        snapshot = ports.vault.read(path)
    except NotDownloaded:
        return 0  # the cloud took the bytes away, and they are as they were: what is indexed stays
    except (NoteUnreadable, PermissionError):  # doctor names it; the others are read
        snapshot = None
    if snapshot is None:
        ports.search.drop(group, path)
    elif snapshot.sha256 == indexed_sha256:
        ports.search.touch(group, path, stamp)
    else:
        from progressive_memory.vault import blocks  # reading Markdown: only for what changed
        from progressive_memory.vault.conflicts import without_conflicts

        sections = blocks.sections(path, without_conflicts(text_of(snapshot)))
        if scope == "log":
            from progressive_memory.disclosure.ranking.agreements import with_agreements

            sections = with_agreements(sections)
        ports.search.put(group, scope, (path, stamp, snapshot.sha256), sections)
        return len(sections)
    return 0


def _refresh_rules(ports: Ports, group: str) -> int:
    indexed_sha256 = ports.search.sha256(group, layout.RULES)
    try:
        snapshot = ports.vault.read(layout.RULES)
    except (NoteUnreadable, PermissionError):  # the bundle says so (`recall_parts.reading`)
        snapshot = None
    if (snapshot.sha256 if snapshot else "") == indexed_sha256:
        return 0
    return _put(ports, group, "entries", (layout.RULES, _NO_STAMP), indexed_sha256)
