"""Journal records as JSON: plans, operations and images there and back. Schema 1.

Line 1 is the head (all that a listing needs), line 2 the body, each one JSON object. A record in
flight is followed by one line a step of progress; a torn last line is no step.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, get_args

from progressive_memory.domain.plan import (
    BlockLink,
    Change,
    Displaced,
    Edit,
    LogItem,
    Operation,
    Plan,
    PutMessages,
)
from progressive_memory.errors import VaultError

if TYPE_CHECKING:
    from progressive_memory.vault.forgetting import Forgetting

SCHEMA = 1
_OPERATIONS: Mapping[str, type[Operation]] = {each.__name__: each for each in get_args(Operation)}


class Unreadable(VaultError):
    """A record that is none: its bytes were damaged."""


@contextmanager
def judged() -> Iterator[None]:
    """Take whatever reading damaged bytes raises for what it is.

    Raises:
        Unreadable: the record is damaged.
    """
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, zlib.error) as error:
        raise Unreadable(
            "a record of the journal cannot be read", next_step="pmem doctor names the file"
        ) from error


def head_line(plan: Plan, root: str, *, cut: bool = False) -> bytes:
    """The first line: the plan without its edits, the vault's real path, and whether a forget has
    taken images out of the record.
    """
    return _line(
        {
            "schema": SCHEMA,
            "root": root,
            "id": plan.id,
            "verb": plan.verb,
            "at": plan.at.isoformat(),
            "trigger": plan.trigger,
            "groups": plan.groups,
            "entry_ids": plan.entry_ids,
        }
        | ({"cut": True} if cut else {})
    )


def is_cut(line: bytes) -> bool:
    """Whether a forget has taken images out of the record with that head line."""
    return _object(line).get("cut") is True


def without(head: bytes, body: bytes, forgetting: Forgetting) -> tuple[bytes, bytes]:
    """The head and the body of a finished record with nothing left of what was forgotten; equal
    ones where it held nothing of it.
    """
    from progressive_memory.vault.forgetting import Unseparable

    before = read_changes(body)
    left: list[Change] = []
    cut = False
    for change in before:
        try:
            image = forgetting.without(change)
        except Unseparable:
            cut = True
        else:
            if image.before != image.after:
                left.append(image)
    if tuple(left) == before:
        return head, body
    plan, root = read_head(head)
    return head_line(plan, root, cut=cut or is_cut(head)), changes_line(tuple(left))


def spelt_out(record: bytes) -> str:
    """The text of a record with every word as it is read, for one to look for words in."""
    return record.decode("ascii", "replace").encode().decode("unicode_escape", "replace")


def read_head(line: bytes) -> tuple[Plan, str]:
    """The plan of a head line, its edits left out, and the vault's real path.

    Raises:
        VaultError: a record of a newer version, or no record at all.
    """
    value = _object(line)
    if value.get("schema") != SCHEMA:
        raise VaultError(
            f"the journal has a record of schema {value.get('schema')!r}; this version reads "
            f"{SCHEMA}",
            next_step="use the version of progressive-memory that wrote it",
        )
    plan = Plan(
        id=value["id"],
        verb=value["verb"],
        at=datetime.fromisoformat(value["at"]),
        edits=(),
        trigger=value["trigger"],
        groups=tuple(value["groups"]),
        entry_ids=tuple(value["entry_ids"]),
    )
    return plan, value["root"]


def changes_line(changes: tuple[Change, ...]) -> bytes:
    """The body of a finished record: the images of every note it changed."""
    return _line({"changes": _images(changes)})


def read_changes(line: bytes) -> tuple[Change, ...]:
    """The images of a finished record."""
    return tuple(
        Change(each["path"], _unpacked(each["before"]), _unpacked(each["after"]))
        for each in _object(line)["changes"]
    )


def edits_line(
    edits: tuple[Edit, ...], changes: tuple[Change, ...], displaced: tuple[Displaced, ...] = ()
) -> bytes:
    """The body of a record in flight: what is wanted of each note, its images, what did not fit."""
    wanted = [
        {
            "path": edit.path,
            "sha256": edit.sha256,
            "operations": [_operation_value(each) for each in edit.operations],
        }
        for edit in edits
    ]
    left = displaced_values(displaced)
    return _line({"edits": wanted, "changes": _images(changes), "displaced": left})


def read_edits(line: bytes) -> tuple[Edit, ...]:
    """The edits of a record in flight."""
    return tuple(
        Edit(
            each["path"],
            tuple(_operation(value) for value in each["operations"]),
            each["sha256"],
        )
        for each in _object(line)["edits"]
    )


def displaced_in(line: bytes) -> tuple[Displaced, ...]:
    """What did not fit, of the body of a record in flight."""
    return read_displaced(_object(line).get("displaced", []))


def displaced_values(displaced: tuple[Displaced, ...]) -> list[dict[str, object]]:
    """Operations that did not fit, as JSON holds them."""
    return [
        {"path": each.path, "operation": _operation_value(each.operation), "reason": each.reason}
        for each in displaced
    ]


def read_displaced(values: list[dict[str, Any]]) -> tuple[Displaced, ...]:
    """The operations `displaced_values` wrote."""
    return tuple(
        Displaced(each["path"], _operation(each["operation"]), each["reason"]) for each in values
    )


def step_line(step: Mapping[str, object]) -> bytes:
    """One step of progress."""
    return _line(step)


def read_steps(lines: list[bytes]) -> list[dict[str, Any]]:
    """The steps of a record in flight, up to one that was never written to its end."""
    steps = []
    for line in lines:
        try:
            steps.append(_object(line))
        except Unreadable:
            break
    return steps


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Unreadable(
            "a record of the journal cannot be read", next_step="pmem doctor names the file"
        )
    return value


def _images(changes: tuple[Change, ...]) -> list[dict[str, str | None]]:
    return [
        {"path": each.path, "before": _packed(each.before), "after": _packed(each.after)}
        for each in changes
    ]


def _packed(data: bytes | None) -> str | None:
    return None if data is None else base64.b64encode(zlib.compress(data)).decode()


def _unpacked(value: str | None) -> bytes | None:
    return None if value is None else zlib.decompress(base64.b64decode(value))


def _operation_value(operation: Operation) -> dict[str, object]:
    value = {"operation": type(operation).__name__, **vars(operation)}
    if isinstance(operation, PutMessages):
        items = operation.items
        value["items"] = [{**vars(each), "at": each.at.isoformat()} for each in items]
    return value


def _operation(value: dict[str, Any]) -> Operation:
    kind = _OPERATIONS[value.pop("operation")]
    for name, inner in value.items():
        if name == "items":
            value[name] = tuple(
                LogItem(each["block_id"], datetime.fromisoformat(each["at"]), each["block"])
                for each in inner
            )
        elif name == "blocks":
            value[name] = tuple(BlockLink(*each) for each in inner)
        elif isinstance(inner, list):
            value[name] = tuple(tuple(each) if isinstance(each, list) else each for each in inner)
    return kind(**value)
