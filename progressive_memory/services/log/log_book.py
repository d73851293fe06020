"""The day notes of one group, read for one batch: block ids by their bytes, messages parsed only
where they are needed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date, tzinfo

from progressive_memory.domain.message import Message
from progressive_memory.ports import Snapshot, VaultStore
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout, log_escape, log_note
from progressive_memory.vault.ids import message_block_id

_IDS = re.compile(rb"\^(m-[a-z2-7]{10})[ \t]*(?![^\r\n])")


class LogBook:
    """Reads each day note at most once. Nothing of it outlives the batch."""

    def __init__(self, vault: VaultStore, group: str) -> None:
        self._vault = vault
        self._paths = {
            day: path
            for path in sorted(vault.stamps(layout.log_folder(group)))
            if (day := log_note.day_of(path)) is not None
        }
        self._snapshots: dict[str, Snapshot | None] = {}
        self._messages: dict[str, dict[str, Message]] = {}

    def zones(self, days: Iterable[date]) -> dict[date, tzinfo]:
        """The zone of each note of those days that stands."""
        return {
            day: log_note.zone_of(self._text(self._paths[day]))
            for day in days
            if day in self._paths
        }

    def near(self, days: Iterable[date], block_ids: Collection[str]) -> dict[str, str]:
        """The notes of those days in which the ids stand, by id."""
        found: dict[str, str] = {}
        for day in days:
            if day in self._paths:
                path = self._paths[day]
                found |= dict.fromkeys(self._ids(path) & set(block_ids), path)
        return found

    def anywhere(
        self, block_ids: Collection[str], reactions: Collection[str] = ()
    ) -> tuple[dict[str, str], frozenset[str]]:
        """Where the ids stand, looked for from the newest day back; and the block ids of the
        messages that hold one of those reactions (by event id).
        """
        missing, signs = set(block_ids), {log_escape.escape_word(one): one for one in reactions}
        found: dict[str, str] = {}
        holders: set[str] = set()
        for path in reversed(self._paths.values()):
            if not missing and not signs:
                break
            here = self._ids(path) & missing
            found |= dict.fromkeys(here, path)
            missing -= here
            signs = {s: one for s, one in signs.items() if message_block_id(one) not in here}
            for message in self._holding(path, signs):
                found[message.block_id] = path
                holders.add(message.block_id)
        return found, frozenset(holders)

    def messages(self, paths: dict[str, str], block_ids: Iterable[str]) -> dict[str, Message]:
        """The messages with those ids, each read from its note in `paths`."""
        return {
            block_id: self._parsed(paths[block_id])[block_id]
            for block_id in block_ids
            if block_id in paths and block_id in self._parsed(paths[block_id])
        }

    def said(self, days: Iterable[date]) -> tuple[Message, ...]:
        """The messages of those days."""
        paths = [self._paths[day] for day in days if day in self._paths]
        return tuple(one for path in paths for one in self._parsed(path).values())

    def hashes(self, paths: Iterable[str]) -> dict[str, str]:
        """The sha256 of each of those notes that stands."""
        snapshots = {path: self._snapshot(path) for path in paths}
        return {path: one.sha256 for path, one in snapshots.items() if one is not None}

    def _holding(self, path: str, signs: dict[str, str]) -> list[Message]:
        """The messages of a note that hold one of the reactions; those are looked for no more."""
        text = self._text(path) if signs else ""
        if not any(sign in text for sign in signs):
            return []
        events = {reaction: sign for sign, reaction in signs.items()}
        holding = []
        for message in self._parsed(path).values():
            pressed = [one.event_id for one in message.reactions if one.event_id in events]
            if pressed:
                holding.append(message)
            for event_id in pressed:
                del signs[events.pop(event_id)]
        return holding

    def _ids(self, path: str) -> set[str]:
        snapshot = self._snapshot(path)
        return {match.decode() for match in _IDS.findall(snapshot.data)} if snapshot else set()

    def _parsed(self, path: str) -> dict[str, Message]:
        if path not in self._messages:
            messages = log_note.parse(path, self._text(path))
            self._messages[path] = {message.block_id: message for message in messages}
        return self._messages[path]

    def _text(self, path: str) -> str:
        return text_of(self._snapshot(path))

    def _snapshot(self, path: str) -> Snapshot | None:
        if path not in self._snapshots:
            self._snapshots[path] = self._vault.read(path)
        return self._snapshots[path]
