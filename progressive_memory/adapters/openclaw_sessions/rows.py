"""What OpenClaw's history call hands out, as canonical lines (DESIGN §9).

The same of a transcript as `canonical` of hooks/remem-flush/room.js, which a test holds them to: a
message has one event id, whichever of the two hands it over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from progressive_memory.domain.problem import Problem

_SESSION = re.compile(
    r"agent:([^:]+):([^:]+):(?:channel|group):(.+?)(?::(?:thread|topic):(.+))?", re.ASCII
)
_COMMAND = re.compile(
    r"\s*(?:(?:@\S+|[^\n/]{1,80}[:,：，])\s*)?/(remem|recall|why|pending)(?=\Z|\s)\s*",
    re.IGNORECASE,
)
_OPERATOR = "openclaw:operator"
_TYPED = "external_user"
Line = dict[str, object]


@dataclass(frozen=True)
class Room:
    """The room of a session key; `thread` is the host's own id of it, "" = the room itself."""

    agent: str
    channel: str
    native: str
    thread: str

    @property
    def room_id(self) -> str:
        """What `--group` takes for it."""
        return self.native if self.channel == "matrix" else f"{self.channel}:{self.native}"

    def event_id(self, native: str) -> str:
        """Ids of Matrix are the only ones of their kind in the world; others only in their room."""
        return native if self.channel == "matrix" or not native else f"{self.room_id}:{native}"


def room_of(key: str) -> Room | None:
    """The room of a session; None where it is no group's (a direct chat, a subagent)."""
    found = _SESSION.fullmatch(key)
    if not found or (found[2] == "matrix" and not found[3].startswith("!")):
        return None
    return Room(found[1], found[2], found[3], found[4] or "")


def lines(room: Room, rows: Iterable[object]) -> Iterator[Line | Problem]:
    """The canonical lines of the call's messages, in their order. Rows of one message stand side by
    side, and are one line; one that is cut is a Problem.
    """
    standing: Line = {}
    for row in rows:
        line = _line(room, row) if isinstance(row, Mapping) else None
        if isinstance(line, dict) and standing.get("event_id") == line["event_id"]:
            standing["text"] = f"{standing['text']}\n{line['text']}"
        elif line is not None:
            if standing:
                yield standing
            standing = {}
            if isinstance(line, Problem):
                yield line
            else:
                standing = line
    if standing:
        yield standing


def _line(room: Room, row: Mapping[str, object]) -> Line | Problem | None:
    role = row.get("role")
    if role not in {"user", "assistant"}:
        return None
    about = _mapping(row.get("__openclaw"))
    if about.get("kind"):
        return None  # a border that OpenClaw draws: a compaction, a reset
    mine = role == "assistant"
    sender = f"agent:{room.agent}" if mine else _sender(row, about)
    if not sender:
        return None
    if about.get("truncated"):
        return Problem("transcript", 0, "too_long", "a message is longer than the call gives")
    text = _spoken(_text(row.get("content")))
    if not text:
        return None
    native = _mapping(about.get("transport")).get("messageId") or ""
    line: Line = {
        "event_id": room.event_id(str(native)) or f"openclaw:{room.agent}:{about.get('id')}",
        "ts": row.get("timestamp") or about.get("recordTimestampMs"),
        "sender": sender,
        "text": text,
    }
    if mine:
        line["role"] = "assistant"
    elif about.get("senderName"):
        line["sender_name"] = about["senderName"]
    if room.thread:
        line["thread"] = room.event_id(room.thread)
    return line


def _sender(row: Mapping[str, object], about: Mapping[str, object]) -> object:
    """Who said a user's line; "" for nobody: what OpenClaw itself asks its model. A line that names
    no sender but the client of the gateway it came by is the operator's, who alone has its token.
    """
    if about.get("senderId"):
        return about["senderId"]
    kind = _mapping(row.get("provenance")).get("kind") or _TYPED
    clients = _mapping(about.get("transport")).get("clients")
    return _OPERATOR if kind == _TYPED and clients else ""


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part for part in parts if isinstance(part, Mapping) and part.get("type") == "text"]
    return "\n".join(str(part.get("text", "")) for part in texts)


def _spoken(text: str) -> str:
    """What is said beside a command: of `/remem TEXT` the text, of a question to memory nothing."""
    command = _COMMAND.match(text)
    if not command:
        return text.strip()
    return text[command.end() :].strip() if command[1].lower() == "remem" else ""


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
