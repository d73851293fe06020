"""What a stretch of one room's events means for us. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from progressive_memory.adapters.chat_matrix.room_book import RoomBook
from progressive_memory.domain.chat_room import Arrival, RoomChange, Sealed
from progressive_memory.text.matrix import chat_event, mentions, table, text

Raw = Mapping[str, Any]
_LIKELY_BEFORE = {"join": "invite", "leave": "join", "ban": "join"}


@dataclass
class Stretch:
    """Arrivals, sealed events and changes, each in order."""

    arrivals: list[Arrival] = field(default_factory=list)
    sealed: list[Sealed] = field(default_factory=list)
    changes: list[RoomChange] = field(default_factory=list)


def read_stretch(book: RoomBook, me: str, events: Sequence[Raw]) -> Stretch:
    """Read events of a room, oldest first; `book` stands as the last of them left it.

    What was said while we were not in the room is history. An event that is there twice counts
    once.
    """
    stretch, seen = Stretch(), set[str]()
    inside = _was_inside(events, me)
    named = ranked = False
    for raw in events:
        event_id = text(raw.get("event_id"))
        if event_id in seen:
            continue
        seen.add(event_id)
        kind = raw.get("type")
        if kind == "m.room.member" and raw.get("state_key") == me:
            inside = _move(book.room_id, raw, inside, stretch.changes)
        elif "state_key" in raw:
            named |= inside and kind in ("m.room.name", "m.room.canonical_alias")
            ranked |= inside and kind in ("m.room.power_levels", "m.room.member")
            stretch.changes += _upgrade(book.room_id, raw)
        else:
            _take(stretch, book, me, raw, inside)
    if inside and named:
        stretch.changes.append(RoomChange(book.room_id, "renamed", name=book.name))
    if inside and ranked:
        stretch.changes.append(RoomChange(book.room_id, "ranked"))
    return stretch


def unsealed(raw: Raw, book: RoomBook, me: str) -> Arrival | None:
    """A sealed event whose key has come; None when it is no part of a conversation."""
    event = chat_event(raw, book.names, me)
    return Arrival(book.room_id, event, live=True, mentions=mentions(raw)) if event else None


def left_meanwhile(events: Sequence[Raw], me: str) -> bool:
    """Whether we went out of the room somewhere in the stretch."""
    return any(
        raw.get("type") == "m.room.member"
        and raw.get("state_key") == me
        and table(raw.get("content")).get("membership") in ("leave", "ban")
        and _membership_before(raw) == "join"
        for raw in events
    )


def _was_inside(events: Sequence[Raw], me: str) -> bool:
    """Whether we were in the room when the first of the events happened."""
    for raw in events:
        if raw.get("type") == "m.room.member" and raw.get("state_key") == me:
            return _membership_before(raw) == "join"
    return True


def _membership_before(raw: Raw) -> str:
    """Of whom a member event is about; what the server left out is the likelier."""
    unsigned = table(raw.get("unsigned"))
    before = table(unsigned.get("prev_content") or raw.get("prev_content"))
    now = text(table(raw.get("content")).get("membership"))
    return text(before.get("membership")) or _LIKELY_BEFORE.get(now, "leave")


def _move(room_id: str, raw: Raw, inside: bool, changes: list[RoomChange]) -> bool:
    """Note our own coming or going; returns whether we are in the room after it."""
    now, by = table(raw.get("content")).get("membership"), text(raw.get("sender"))
    if now == "join" and not inside:
        changes.append(RoomChange(room_id, "joined", by=by))
    if now in ("leave", "ban") and inside:
        changes.append(RoomChange(room_id, "left", by=by))
    return now == "join"


def _upgrade(room_id: str, raw: Raw) -> list[RoomChange]:
    new = text(table(raw.get("content")).get("replacement_room"))
    if raw.get("type") != "m.room.tombstone" or not new:
        return []
    return [RoomChange(room_id, "upgraded", by=text(raw.get("sender")), new_room_id=new)]


def _take(stretch: Stretch, book: RoomBook, me: str, raw: Raw, inside: bool) -> None:
    content = table(raw.get("content"))
    session = text(content.get("session_id"))
    if raw.get("type") == "m.room.encrypted" and session:
        if not inside:
            return  # no key of what was said before us ever comes
        source = json.dumps(raw)
        event_id = text(raw.get("event_id"))
        stretch.sealed.append(Sealed(book.room_id, event_id, session, source))
        return
    event = chat_event(raw, book.names, me)
    if event:
        stretch.arrivals.append(Arrival(book.room_id, event, live=inside, mentions=mentions(raw)))
