"""The tool calls of a canonical line: `"tools": [{"name", "input"?, "ms"?, "ok"?, "error"?}]`."""

from __future__ import annotations

import json
from collections.abc import Mapping

from progressive_memory.adapters.chat_exports.bad_line import BadLineError
from progressive_memory.domain.message import ToolCall

MAX_CALLS = 1_000
MAX_INPUT_CHARACTERS = 4_000
"""Of a call's input and of its error; the rest is cut off. The log keeps one short line of each."""


def calls_from(value: object) -> tuple[ToolCall, ...]:
    """The calls of a line in their order; other fields, such as what a call returned, are left
    where they are.

    Raises:
        BadLineError: it is no list of calls, or a call has no name or a field of the wrong type.
    """
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MAX_CALLS:
        raise BadLineError("bad_field", f'"tools" is no list of at most {MAX_CALLS} calls')
    return tuple(_call(one) for one in value)


def milliseconds_from(fields: Mapping[str, object], name: str) -> int:
    """How long something took.

    Raises:
        BadLineError: it is no number, or less than nothing.
    """
    value = fields.get(name)
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
        raise BadLineError("bad_field", f'"{name}" is no number of milliseconds')
    return round(value)


def _call(value: object) -> ToolCall:
    if not isinstance(value, dict):
        raise BadLineError("bad_field", '"tools" holds what is no JSON object')
    name, error, ok = value.get("name"), value.get("error"), value.get("ok")
    if not isinstance(name, str) or not name.strip() or len(name) > 500:
        raise BadLineError("bad_field", 'a call in "tools" has no "name"')
    if error is not None and not isinstance(error, str):
        raise BadLineError("bad_field", 'the "error" of a call in "tools" is not text')
    if ok is not None and not isinstance(ok, bool):
        raise BadLineError("bad_field", 'the "ok" of a call in "tools" is neither true nor false')
    return ToolCall(
        name=" ".join(name.split()),
        input=_input(value.get("input")),
        milliseconds=milliseconds_from(value, "ms"),
        ok=not error if ok is None else ok,
        error=(error or "")[:MAX_INPUT_CHARACTERS],
    )


def _input(value: object) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text[:MAX_INPUT_CHARACTERS]
