"""One value of a JSON file set in place: other keys, their order and their bytes survive."""

from __future__ import annotations

import json
import re
from typing import TypeAlias

from progressive_memory.domain.plan import SetJson
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault.json_spans import Member, Object, TwiceError, object_at, value, whole
from progressive_memory.vault.lines import newline_of
from progressive_memory.vault.splice.misfit import Misfit

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def set_json(path: str, text: str | None, operation: SetJson) -> str | Misfit:
    """The file with the value set, or removed; unchanged when it reads so already.

    Raises:
        NoteUnwritable: no JSON object, or a key twice where the value belongs.
    """
    source = text if text and text.strip("\ufeff \t\r\n") else "{}\n"
    try:
        top = whole(source)
        return _set(source, top, operation, depth=0)
    except TwiceError as twice:
        reason = f"the key {twice} stands twice"
    except RecursionError:
        reason = "this is nested too deeply"
    except ValueError as error:
        reason = f"this is not a JSON object: {error}"
    raise NoteUnwritable(f"{path}: {reason}", next_step=f"Correct {path}, then run it again.")


def _set(source: str, holder: Object, operation: SetJson, *, depth: int) -> str | Misfit:
    """Walk down to the object that holds the value, then set it there."""
    key, *deeper = operation.keys[depth:]
    member = holder.member(key)
    if member is None:
        if not operation.value:
            return source
        wanted: Json = json.loads(operation.value)
        for name in reversed(deeper):
            wanted = {name: wanted}
        return _added(source, holder, (key, wanted), depth)
    if not deeper:
        if not operation.value:
            return _removed(source, holder, member)
        return _replaced(source, member, json.loads(operation.value), depth)
    if source[member.value_start] != "{":
        return Misfit(f"{'.'.join(operation.keys[: depth + 1])} holds no object")
    return _set(source, object_at(source, member.value_start), operation, depth=depth + 1)


def _replaced(source: str, member: Member, wanted: Json, depth: int) -> str:
    if _same(value(source, member.value_start), wanted):
        return source
    written = _written(source, wanted, depth + 1)
    return source[: member.value_start] + written + source[member.value_end :]


def _added(source: str, holder: Object, pair: tuple[str, Json], depth: int) -> str:
    key, wanted = pair
    colon = ": " if _spaced(source) else ":"
    written = json.dumps(key, ensure_ascii=False) + colon + _written(source, wanted, depth + 1)
    if holder.members:
        last = holder.members[-1]
        between = source[: last.start][len(source[: last.start].rstrip(" \t\r\n")) :]
        if len(holder.members) == 1 and not between and _spaced(source):
            between = " "
        return source[: last.value_end] + "," + between + written + source[last.value_end :]
    step = _step(source)
    if step is None:
        return source[: holder.start + 1] + written + source[holder.end - 1 :]
    newline = newline_of(source)
    inner, outer = newline + step * (depth + 1), newline + step * depth
    return source[: holder.start + 1] + inner + written + outer + source[holder.end - 1 :]


def _removed(source: str, holder: Object, member: Member) -> str:
    place = holder.members.index(member)
    if len(holder.members) == 1:
        return source[: holder.start + 1] + source[holder.end - 1 :]
    if place == 0:
        return source[: member.start] + source[holder.members[1].start :]
    return source[: holder.members[place - 1].value_end] + source[member.value_end :]


def _written(source: str, wanted: Json, depth: int) -> str:
    """The value in the file's own layout, as it stands `depth` objects deep."""
    step = _step(source)
    if step is None:
        separators = (", ", ": ") if _spaced(source) else (",", ":")
        return json.dumps(wanted, ensure_ascii=False, separators=separators)
    lines = json.dumps(wanted, ensure_ascii=False, indent=step).split("\n")
    return (newline_of(source) + step * depth).join(lines)


def _step(source: str) -> str | None:
    """The indent of one level; None for a file on one line. An empty object gets two blanks."""
    indented = re.search(r"[\r\n]([ \t]+)\S", source)
    if indented:
        return indented[1]
    return None if re.search(r'"', source) else "  "


def _spaced(source: str) -> bool:
    """Whether a blank follows the file's colons."""
    return re.search(r'":(?!\s)', source) is None


def _same(one: object, other: Json) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
