"""`teamchat`: one JSON document with a roster and a `conversation_list`.

Its message ids are not unique, so ids are made (`ids`). The roster comes first: each row as a
message of the person it is about, at the time of the first message, with event id
`roster:<user id>`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.canonical import time_from
from progressive_memory.adapters.chat_exports.ids import OrdinalIds
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import ChatEvent, Role
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import ChatSourceError

_ROLES: dict[str, Role] = {"assistant": "assistant", "tool": "tool", "bot": "bot"}
_MEMBER: dict[Language, str] = {"zh": "群成员", "en": "member"}


@dataclass(frozen=True)
class _Row:
    """A message of the list as read: its place (from 1), time, sender, shown name and text."""

    number: int
    at: datetime
    sender: str
    name: str
    text: str


class TeamChat:
    """A ChatFeed of one document. `line` of an event is its place in the list, from 1."""

    format = "teamchat"
    remarks: tuple[str, ...] = ()

    def __init__(self, source: Source, language: Language) -> None:
        self._source = source
        self._language = language

    def events(self) -> Iterator[ChatEvent | Problem]:
        """The roster, then the messages in the order of the document.

        Raises:
            ChatSourceError: the document is not JSON or has no `conversation_list`.
        """
        document = self._document()
        meta = _mapping(document.get("session_meta"))
        people = {
            user: _mapping(details)
            for user, details in _mapping(meta.get("user_details")).items()
            if user and isinstance(details, dict)
        }
        zone = "UTC" if meta.get("default_timezone") == "UTC" else ""
        rows, problems = self._rows(cast("list[object]", document["conversation_list"]), zone)
        if rows:
            yield from self._roster(people, min(row.at for row in rows))
        ids = OrdinalIds()
        for row in rows:
            role = _ROLES.get(str(people.get(row.sender, {}).get("role", "")), "user")
            yield ChatEvent(
                event_id=ids.next_id(row.at, row.sender),
                at=row.at,
                sender=row.sender,
                text=row.text,
                sender_name=row.name or _word(people.get(row.sender, {}), "full_name"),
                role=role,
                line=row.number,
            )
        yield from problems

    def _document(self) -> Mapping[str, object]:
        try:
            document = json.loads(self._source.whole().decode())
        except (ValueError, RecursionError) as error:
            said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise ChatSourceError(
                f"{self._source.name} is not a whole JSON document: {said}",
                next_step="export the chat again",
            ) from error
        if not isinstance(document, dict) or not isinstance(
            document.get("conversation_list"), list
        ):
            raise ChatSourceError(
                f'{self._source.name} has no "conversation_list"',
                next_step="pmem log FILE --group NAME --format auto",
            )
        return document

    def _rows(self, items: list[object], zone: str) -> tuple[list[_Row], list[Problem]]:
        rows, problems = [], []
        for number, item in enumerate(items, 1):
            try:
                rows.append(_row(number, _mapping(item), zone))
            except BadLineError as error:
                problems.append(Problem(self._source.name, number, error.code, str(error)))
        return rows, problems

    def _roster(
        self, people: Mapping[str, Mapping[str, object]], at: datetime
    ) -> Iterator[ChatEvent]:
        for user, details in people.items():
            name = _word(details, "full_name") or user
            yield ChatEvent(
                event_id=f"roster:{user}",
                at=at,
                sender=user,
                text=roster_line(name, details, self._language),
                sender_name=name,
            )


def roster_line(name: str, details: Mapping[str, object], language: Language) -> str:
    """A line that says who the person is and stands alone: role, department, responsibilities."""
    kind = _word(details, "role")
    role = _word(details, "custom_role") or ("" if kind == "user" else kind)
    department = _word(details, "department")
    duties = _mapping(details.get("extra")).get("responsibilities")
    said = [duty for duty in duties if isinstance(duty, str)] if isinstance(duties, list) else []
    if language == "zh":
        line = f"{name}：{role or _MEMBER['zh']}"
        line += f"（{department}）" if department else ""
        return line + (f"；职责：{'、'.join(said)}" if said else "")
    line = f"{name}: {role or _MEMBER['en']}"
    line += f" ({department})" if department else ""
    return line + (f"; responsible for: {', '.join(said)}" if said else "")


def _row(number: int, item: Mapping[str, object], zone: str) -> _Row:
    sender = _word(item, "sender")
    if not sender:
        raise BadLineError("missing_field", '"sender" is missing')
    text = item.get("content")
    if not isinstance(text, str):
        raise BadLineError("bad_field", '"content" is not text')
    at = time_from(item.get("create_time"), "create_time", zone)
    return _Row(number, at, sender, _word(item, "sender_name"), text)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _word(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""
