"""What the spool's rows hold, as JSON and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from typing import Any

from progressive_memory.domain.chat_room import Arrival, Outgoing
from progressive_memory.domain.message import ChatEvent, ToolCall
from progressive_memory.domain.request import Request, Review


def as_json(value: Arrival | Outgoing | Request | Review) -> str:
    """One row's value; what is empty is left out. Half a character becomes "?"."""
    row = json.dumps(_full(asdict(value)), ensure_ascii=False, default=_time)
    return row.encode("utf-8", "replace").decode()


def arrival_of(value: str) -> Arrival:
    """The arrival of a row."""
    row = json.loads(value)
    event = row["event"]
    event["at"] = datetime.fromisoformat(event["at"])
    event["tools"] = tuple(ToolCall(**one) for one in event.get("tools", ()))
    mentions = tuple(row.get("mentions", ()))
    return Arrival(row["room_id"], ChatEvent(**event), row.get("live", False), mentions)


def outgoing_of(value: str) -> Outgoing:
    """The message of a row."""
    row = json.loads(value)
    return Outgoing(**{**row, "mentions": tuple(row.get("mentions", ()))})


def request_of(value: str, aim: str) -> Request:
    """The request of a row; its aim stands beside it."""
    return Request(**{**json.loads(value), "aim": aim})


def review_of(value: str, event_id: str) -> Review:
    """The review of a row; its event stands beside it."""
    return Review(**{**json.loads(value), "event_id": event_id})


def _full(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _full(value) if isinstance(value, dict) else value
        for key, value in row.items()
        if value or key in {"room_id", "event_id", "sender", "group"}
    }


def _time(value: object) -> str:
    assert isinstance(value, datetime)  # noqa: S101 — nothing else in a row is not JSON
    return value.isoformat()
