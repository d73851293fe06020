"""The shape a model's answer shall have: JSON Schema, in the part of it that strict endpoints take."""

from __future__ import annotations

from collections.abc import Mapping

from progressive_memory.domain.entry import Field, Kind

MOST_ITEMS = 12
"""Items of one answer; a window that gives more was read badly."""

MOST_TEXT = 300
MOST_DETAIL = 400
MOST_QUOTE = 600  # characters
MOST_QUOTES = 8

KINDS: Mapping[str, Kind] = {
    "decision": Kind.DECISION,
    "fix": Kind.FIX,
    "task": Kind.TASK,
    "blocker": Kind.BLOCKER,
    "environment": Kind.ENVIRONMENT,
    "open_loop": Kind.OPEN_LOOP,
    "convention": Kind.CONVENTION,
    "role": Kind.ROLE,
    "rule": Kind.RULE,
}
"""What a model calls the kinds it may propose."""

DETAILS: Mapping[str, Field] = {
    "context": Field.CONTEXT,
    "attempt": Field.ATTEMPT,
    "why_wrong": Field.WHY_WRONG,
    "right_way": Field.RIGHT_WAY,
    "lesson": Field.LESSON,
}
STATES = ("open", "done", "blocked", "dropped")
RELATIONS = ("new", "duplicate", "extends", "supersedes")


def _object(**properties: object) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(each: object) -> dict[str, object]:
    return {"type": "array", "items": each}


_TEXT = {"type": "string"}
_MAYBE_TEXT = {"type": ["string", "null"]}
_QUOTES = _list(_object(id=_TEXT, quote=_TEXT))

SCHEMA: Mapping[str, object] = _object(
    items=_list(
        _object(
            kind={"type": "string", "enum": list(KINDS)},
            text=_TEXT,
            quotes=_QUOTES,
            confirmations=_QUOTES,
            people=_list(_TEXT),
            state={"type": "string", "enum": list(STATES)},
            details=_object(**dict.fromkeys(DETAILS, _MAYBE_TEXT)),
            relation=_object(
                op={"type": "string", "enum": list(RELATIONS)},
                target={"type": ["integer", "null"]},
            ),
        )
    )
)
"""Every property is required and no other is taken; what may be missing is null."""
