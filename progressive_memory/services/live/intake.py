"""What of a live chat may be kept at all, before any of it is (DESIGN §8)."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

from progressive_memory.domain.chat_room import Arrival, Batch, Sealed
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.request import Turn
from progressive_memory.errors import NoteUnreadable
from progressive_memory.ports import Ports
from progressive_memory.services.group.groups import group_names
from progressive_memory.services.note_text import text_of
from progressive_memory.text.redact import redact
from progressive_memory.vault import flush_state, index_note, layout
from progressive_memory.vault.ids import short_hash


def keepable(ports: Ports, batch: Batch, me: str, turns: Sequence[Turn] = ()) -> Batch:
    """The batch without secrets, without what people said who opted out, and without what we said
    ourselves: that is memory, which must not become memory again, and must be forgotten with it.

    `turns` are asked for and not in force yet. Who opts out is out from that very message on. Of
    what is sealed nobody knows whether it came before a turn of this batch: it is left out.

    Raises:
        NoteUnreadable: which group a room has, or who opted out, cannot be read.
    """
    for path in (layout.GROUP_NAMES, layout.FLUSH_STATE):
        _check_readable(ports, path)
    rooms = group_names(ports)
    state = flush_state.parse(text_of(ports.vault.read(layout.FLUSH_STATE)))
    came_in = {one.room_id for one in batch.arrivals} | {one.room_id for one in batch.sealed}
    names = {room: rooms.name_of(room) for room in came_in}
    languages = {room: _language(ports, name) for room, name in names.items()}
    outs = {room: set(state.group(name).optouts) for room, name in names.items()}
    by_event = {turn.event_id: turn for turn in turns if turn.event_id}
    for turn in turns:
        if not turn.event_id:
            _take(turn, outs)
    out_before = {room: frozenset(out) for room, out in outs.items()}
    kept = []
    for one in batch.arrivals:
        if one.event.event_id in by_event:
            _take(by_event[one.event.event_id], outs)
        if one.event.sender != me and not _is_hidden(one, outs[one.room_id]):
            kept.append(replace(one, event=redacted(one.event, languages[one.room_id])))
    sealed = (
        one
        for one in batch.sealed
        if short_hash(_sender(one)) not in out_before[one.room_id] | outs[one.room_id]
    )
    return replace(batch, arrivals=tuple(kept), sealed=tuple(sealed))


def _sender(sealed: Sealed) -> str:
    """Who sent it, by user id: that is not encrypted."""
    return str(json.loads(sealed.source).get("sender", ""))


def _check_readable(ports: Ports, path: str) -> None:
    text = text_of(ports.vault.read(path)).strip("\ufeff \t\r\n")
    try:
        json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise NoteUnreadable(
            f"{path} is not JSON: {error}; nothing that comes is kept before it is mended",
            next_step=f"mend {path}, or put an older version back; pmem doctor",
        ) from None


def _take(turn: Turn, outs: dict[str, set[str]]) -> None:
    """Let a turn be in force in the batch."""
    out = outs.setdefault(turn.room_id, set())
    (out.add if turn.out else out.discard)(short_hash(turn.sender))


def _is_hidden(arrival: Arrival, optouts: Collection[str]) -> bool:
    """Whether somebody who opted out (by hash) did it; what they take back is taken back."""
    if not optouts or arrival.event.deletes:
        return False
    return short_hash(arrival.event.sender) in optouts


def redacted(event: ChatEvent, language: Language) -> ChatEvent:
    """The event without secrets, in what is typed and in what people are called."""
    return replace(
        event,
        text=redact(event.text, language).text,
        sender_name=redact(event.sender_name, language).text,
        key=redact(event.key, language).text,
    )


def _language(ports: Ports, group: str) -> Language:
    snapshot = ports.vault.read(layout.index_note(group)) if group else None
    if snapshot is None:
        return ports.settings.language
    return index_note.parse(snapshot.path, text_of(snapshot))[0].language
