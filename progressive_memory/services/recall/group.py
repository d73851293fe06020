"""What a read needs to know of its group before any note is opened.

Every hook is a cold process, so the parsed index note is kept in the search index by the hash of
its bytes, and nothing heavy is imported while nothing changed.
"""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING

from progressive_memory.disclosure.loading.archive import ARCHIVED, says_archived
from progressive_memory.errors import (
    NoteUnreadable,
    PathEscapesVault,
    SearchIndexError,
    UnknownGroup,
)
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout
from progressive_memory.vault.paths import parts

if TYPE_CHECKING:
    from progressive_memory.domain.group import IndexNote
    from progressive_memory.ports import Ports


_CLOSED = frozenset({ARCHIVED, "已归档"})
"""The `status` of a closed group as people write it, folded."""


def group_named(ports: Ports, given: str) -> str:
    """The name of the group that `given` names, by its name or a room id mapped to it.

    Raises:
        UnknownGroup: no group is called that; the message names those there are.
    """
    wanted = unicodedata.normalize("NFC", given)
    if _stands(ports, wanted):
        return wanted
    mapped = _rooms(ports).get(given, "")
    if _stands(ports, mapped):
        return mapped
    from progressive_memory.services.group import groups

    return groups.find(ports, given).group_name


def _stands(ports: Ports, name: str) -> bool:
    """Whether a group has that name: one path segment, with an index note."""
    try:
        one_segment = len(parts(name)) == 1
    except PathEscapesVault:
        return False
    return one_segment and ports.vault.read(layout.index_note(name)) is not None


def entrance(ports: Ports, group: str) -> IndexNote:
    """The group's index note; `status` is archived too when attention.md says so.

    Raises:
        UnknownGroup: the index note is gone.
    """
    path = layout.index_note(group)
    snapshot = ports.vault.read(path)
    if snapshot is None:
        raise UnknownGroup(f"{path} is gone", next_step="pmem group list")
    kept = None
    with suppress(SearchIndexError, ValueError, LookupError):  # a damaged one is made anew
        found = ports.search.kept(group, snapshot.sha256)
        kept = _from_json(found) if found is not None else None
    if kept is not None:
        note = kept
    else:
        from progressive_memory.vault import index_note

        note, _ = index_note.parse(path, text_of(snapshot))
        with suppress(SearchIndexError):
            ports.search.keep(group, snapshot.sha256, _to_json(note))
    if note.status != ARCHIVED and (
        note.status.casefold() in _CLOSED or _attention_archived(ports, group)
    ):
        from dataclasses import replace

        return replace(note, status=ARCHIVED)
    return note


def _rooms(ports: Ports) -> dict[str, str]:
    """Room id → group name."""
    snapshot = ports.vault.read(layout.GROUP_NAMES)
    if snapshot is None:
        return {}
    from progressive_memory.vault import group_names

    known, _ = group_names.parse(text_of(snapshot))
    return dict(known.rooms)


def _attention_archived(ports: Ports, group: str) -> bool:
    try:
        snapshot = ports.vault.read(layout.note(group, "attention.md"))
    except NoteUnreadable:
        return False  # behind a link, or in the cloud: what it says is not known
    return snapshot is not None and says_archived(text_of(snapshot))


def _to_json(note: IndexNote) -> str:
    """The note without its text, which no reader needs."""
    import json

    values = {**vars(note), "text": "", "routes": [vars(route) for route in note.routes]}
    return json.dumps(values, ensure_ascii=False)


def _from_json(value: str) -> IndexNote:
    import json

    from progressive_memory.domain.group import IndexNote, Route

    stored = json.loads(value)
    stored["hard_rules"] = tuple(stored["hard_rules"])
    stored["routes"] = tuple(Route(**route) for route in stored["routes"])
    return IndexNote(**stored)
