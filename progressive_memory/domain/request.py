"""What somebody in a room wants of us, and the messages of ours that people answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Request:
    """A command, or a word on one of our reviews, taken in and not answered yet.

    `event_id` is the event that asks; `verb` what it asks for, `words` what stands after that.
    `about` is the id of the pending item that it is a word on. `aim` is what was fixed before it
    was carried out, so that a second run does the same and no more ("" = nothing yet).
    """

    event_id: str
    room_id: str
    verb: str
    sender: str
    sender_name: str = ""
    words: str = ""
    thread: str = ""
    about: str = ""
    aim: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody opts out of being recorded in a room (`out`), or in again: with the event that says
    so, or before all that comes ("").
    """

    room_id: str
    sender: str
    out: bool
    event_id: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """A message of ours that shows a pending item and is answered by reaction or reply.

    `txn` is that of the message, `event_id` its event ("" until it is sent). `text` is what it
    reads.
    """

    txn: str
    room_id: str
    group: str
    pending_id: str
    text: str
    event_id: str = ""
