"""What a live chat sends and takes: arrivals, changes of rooms, and messages of ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from progressive_memory.domain.message import ChatEvent


@dataclass(frozen=True, slots=True)
class Arrival:
    """One event of a room. `live` says that it came while we were in the room and after the first
    start: only such an event may be a command; everything else is history. `mentions` are the user
    ids that the message names. Our own messages and notices have `event.role == "bot"`.
    """

    room_id: str
    event: ChatEvent
    live: bool
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sealed:
    """An encrypted event whose key has not come; `source` is its JSON, as the server sent it. Once
    the key is there it comes as an Arrival of the same event id.
    """

    room_id: str
    event_id: str
    key_id: str
    source: str


@dataclass(frozen=True, slots=True)
class RoomChange:
    """What became of a room, or of our place in it.

    invited: `by` asks us in · joined: we are in it now · left: we are out, of our own or thrown
    out · renamed: `name` is its display name now · upgraded: `new_room_id` goes on for it ·
    ranked: power levels changed, or who is there.
    """

    room_id: str
    what: Literal["invited", "joined", "left", "renamed", "upgraded", "ranked"]
    by: str = ""
    name: str = ""
    new_room_id: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """What came at once. `cursor` is where listening goes on once all of it is kept; arrivals stand
    in their rooms' order, oldest first.
    """

    cursor: str
    arrivals: tuple[Arrival, ...] = ()
    sealed: tuple[Sealed, ...] = ()
    changes: tuple[RoomChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """A room we are in. `members` maps user id → shown name, `ranks` user id → power level; a
    creator who stands above all levels has `CREATOR`. Anyone else has `default_rank`.
    """

    room_id: str
    name: str
    encrypted: bool
    members: dict[str, str]
    ranks: dict[str, int]
    default_rank: int = 0


CREATOR = 1_000_000
"""The rank of a creator of a room of version 12 and later, whom no power level names."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message of ours. `txn` makes sending it twice send it once.

    notice: `text` (plain Markdown) in reply to `reply_to`, in `thread`, naming `mentions` ·
    reaction: `key` on `reply_to` · edit: `text` in place of our message `replaces`.
    """

    txn: str
    room_id: str
    kind: Literal["notice", "reaction", "edit"]
    text: str = ""
    reply_to: str = ""
    thread: str = ""
    mentions: tuple[str, ...] = ()
    key: str = ""
    replaces: str = ""
