"""ChatEvent (what a chat sends) and Message (what the log holds)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Role = Literal["user", "assistant", "tool", "bot"]


@dataclass(frozen=True)
class ToolCall:
    """A call an assistant made, as its host tells it; what it returned is not part of it.

    `input` is text ("" = not told), `milliseconds` 0 = not told, `error` says why it is not `ok`.
    """

    name: str
    input: str = ""
    milliseconds: int = 0
    ok: bool = True
    error: str = ""


@dataclass(frozen=True, slots=True)
class ChatEvent:
    """One canonical line of a chat source (DESIGN §9), before edits are folded.

    `at` is aware. `replaces`, `deletes`, `reacts_to` name the event this one edits, deletes or
    reacts to; ids are the source's own event ids. `tools` are the calls of what no person said,
    in order, and `took_ms` how long all of it took (0 = not told). `line` is its place in the
    source, from 1.
    """

    event_id: str
    at: datetime
    sender: str
    text: str = ""
    sender_name: str = ""
    reply_to: str = ""
    thread: str = ""
    replaces: str = ""
    deletes: str = ""
    reacts_to: str = ""
    key: str = ""
    role: Role = "user"
    forwarded: bool = False
    tools: tuple[ToolCall, ...] = ()
    took_ms: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Reaction:
    """An annotation on a message: who pressed which key, in which event."""

    key: str
    sender: str
    sender_name: str
    event_id: str


@dataclass(frozen=True, slots=True)
class Message:
    """One normalised chat message: edits folded, secrets redacted, relative dates resolved.

    `text` is the stored text (what the log shows, un-escaped). `at` is aware, in the zone of the
    day note it stands in. `block_id` is `m-…` without the caret; `reply_to` and `thread` are
    block ids of other messages. `edited` counts folded edits. `path` is the day note that holds
    it, vault-relative ("" until logged). Of a `forgotten` one only block id, time and path are
    left: it counts as deleted, and its `event_id` is its block id.
    """

    event_id: str
    block_id: str
    at: datetime
    sender: str
    sender_name: str
    text: str
    reply_to: str = ""
    thread: str = ""
    edited: int = 0
    role: Role = "user"
    forwarded: bool = False
    reactions: tuple[Reaction, ...] = ()
    deleted: bool = False
    path: str = ""
    forgotten: bool = False
