"""The canonical message line of DESIGN §9: a JSON object becomes a ChatEvent, or says why not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import cast, get_args

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.adapters.chat_exports.canonical_tools import calls_from, milliseconds_from
from progressive_memory.domain.message import ChatEvent, Role
from progressive_memory.domain.problem import Problem

MAX_ID_CHARACTERS = 500
"""Longer ids, names and reaction keys are refused; no chat has them."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ROLES = frozenset(get_args(Role))
_TARGETS = ("replaces", "deletes", "reacts_to")


def event_from(fields: Mapping[str, object], line: int) -> ChatEvent:
    """The event of one canonical line.

    Raises:
        BadLineError: a field is missing, of the wrong type, or makes no sense.
    """
    targets = {name: _word(fields, name) for name in _TARGETS}
    if sum(map(bool, targets.values())) > 1:
        raise BadLineError("bad_field", f"more than one of {', '.join(_TARGETS)} is set")
    key = _word(fields, "key")
    if targets["reacts_to"] and not key:
        raise BadLineError("missing_field", '"reacts_to" needs a "key"')
    role, tools = _role(fields.get("role")), calls_from(fields.get("tools"))
    if role == "user" and tools:
        raise BadLineError("bad_field", '"tools" needs a "role" of assistant, tool or bot')
    return ChatEvent(
        event_id=_word(fields, "event_id", needed=True),
        at=time_from(fields.get("ts")),
        sender=_word(fields, "sender", needed=True),
        text=_text(fields, needed=not (targets["deletes"] or targets["reacts_to"])),
        sender_name=_word(fields, "sender_name"),
        reply_to=_word(fields, "reply_to"),
        thread=_word(fields, "thread"),
        key=key,
        role=role,
        forwarded=_flag(fields.get("forwarded")),
        tools=tools,
        took_ms=milliseconds_from(fields, "took_ms"),
        line=line,
        **targets,
    )


def event_or_problem(fields: Mapping[str, object], line: int) -> ChatEvent | Problem:
    """The event of one canonical line, or what is wrong with it."""
    try:
        return event_from(fields, line)
    except BadLineError as error:
        return Problem("transcript", line, error.code, str(error))


def time_from(value: object, field: str = "ts", zone_of_naive: str = "") -> datetime:
    """The aware time of RFC 3339 text or of epoch milliseconds; `field` is named when it is wrong.

    Raises:
        BadLineError: it is neither, or it is naive (text without an offset).
    """
    if value is None or value == "":
        raise BadLineError("missing_field", f'"{field}" is missing')
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return _EPOCH + timedelta(milliseconds=value)
        except (OverflowError, ValueError) as error:
            raise BadLineError("bad_time", f'"{field}" {value} is out of range') from error
    if not isinstance(value, str):
        raise BadLineError("bad_time", f'"{field}" is neither RFC 3339 text nor epoch milliseconds')
    try:
        at = datetime.fromisoformat(value.strip().upper())
    except ValueError as error:
        raise BadLineError("bad_time", f'"{field}" is not RFC 3339: {value[:40]!r}') from error
    if at.tzinfo is None:
        if zone_of_naive == "UTC":
            return at.replace(tzinfo=UTC)
        raise BadLineError(
            "naive_time", f'"{field}" {value[:40]} has no offset; write it with Z or +08:00'
        )
    try:
        return at.astimezone(UTC)
    except OverflowError as error:
        raise BadLineError("bad_time", f'"{field}" {value[:40]} is out of range') from error


def _word(fields: Mapping[str, object], name: str, *, needed: bool = False) -> str:
    value = fields.get(name)
    if value is None or value == "":
        if needed:
            raise BadLineError("missing_field", f'"{name}" is missing')
        return ""
    if not isinstance(value, str):
        raise BadLineError("bad_field", f'"{name}" is not text')
    if len(value) > MAX_ID_CHARACTERS:
        raise BadLineError("bad_field", f'"{name}" has more than {MAX_ID_CHARACTERS} characters')
    if not value.isprintable() and any(ord(character) < 32 for character in value):
        raise BadLineError("bad_field", f'"{name}" holds control characters')
    if not value.isascii():  # half of a pair, which JSON can spell, is no text that a file can hold
        return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return value


def _text(fields: Mapping[str, object], *, needed: bool) -> str:
    value = fields.get("text")
    if value is None and not needed:
        return ""
    if not isinstance(value, str):
        code = "missing_field" if value is None else "bad_field"
        raise BadLineError(code, '"text" is ' + ("missing" if value is None else "not text"))
    return value


def _role(value: object) -> Role:
    if value is None or value == "":
        return "user"
    if not isinstance(value, str) or value not in _ROLES:
        raise BadLineError("bad_field", f'"role" is none of {", ".join(get_args(Role))}')
    return cast("Role", value)


def _flag(value: object) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    raise BadLineError("bad_field", '"forwarded" is neither true nor false')
