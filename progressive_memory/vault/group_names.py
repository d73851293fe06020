"""`group_names.json`: which room's memory is kept under which group name (DESIGN §4)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from progressive_memory.domain.problem import Problem
from progressive_memory.vault import layout, names


@dataclass(frozen=True)
class GroupNames:
    """Room ids with their group's name and display name, in the file's order.

    `deciders` are the user ids of those who may decide in a room, where the chat tells.
    """

    rooms: Mapping[str, str] = field(default_factory=dict)
    display_names: Mapping[str, str] = field(default_factory=dict)
    deciders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def name_of(self, room_id: str) -> str:
        """The group a room belongs to; "" for an unknown room."""
        return self.rooms.get(room_id, "")

    def rooms_of(self, name: str) -> tuple[str, ...]:
        """Every room of a group; none for a group that was added without a room."""
        return tuple(
            room for room, group in self.rooms.items() if names.same(group) == names.same(name)
        )

    def display_name_of(self, name: str) -> str:
        """What people call the group's first room; "" when the file does not say."""
        return next((self.display_names[room] for room in self.rooms_of(name)), "")

    def deciders_of(self, name: str) -> frozenset[str]:
        """Who may decide in any of the group's rooms; none where no chat has told."""
        return frozenset(
            user for room in self.rooms_of(name) for user in self.deciders.get(room, ())
        )


def parse(text: str) -> tuple[GroupNames, tuple[Problem, ...]]:
    """The rooms of the file; a row that cannot be read is left out, with a Problem."""
    if not text.strip("\ufeff \t\r\n"):
        return GroupNames(), ()
    try:
        rows = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_Pairs)
    except (ValueError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        return GroupNames(), (_problem(f"this is not JSON: {said}", getattr(error, "lineno", 0)),)
    if not isinstance(rows, _Pairs):
        return GroupNames(), (_problem("this is not an object of room ids"),)
    rooms: dict[str, str] = {}
    shown: dict[str, str] = {}
    deciders: dict[str, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for room, row in rows:
        name, display_name = _row(row)
        wrong = names.problems(name) or ("the room stands twice" if room in rooms else "")
        if wrong:
            problems.append(_problem(f"{room}: {wrong}"))
        else:
            rooms[room], shown[room] = name, display_name
            deciders[room] = _deciders(row)
    return GroupNames(rooms, shown, deciders), tuple(problems)


class _Pairs(list[tuple[str, object]]):
    """An object as read, a key that stands twice included."""


def _row(row: object) -> tuple[str, str]:
    """Name and display name; a bare name is taken too."""
    if isinstance(row, str):
        return row, ""
    values = dict(row) if isinstance(row, _Pairs) else {}
    name, display_name = values.get("name"), values.get("display_name")
    return (
        name if isinstance(name, str) else "",
        display_name if isinstance(display_name, str) else "",
    )


def _deciders(row: object) -> tuple[str, ...]:
    users = dict(row).get("deciders") if isinstance(row, _Pairs) else None
    return tuple(one for one in users if isinstance(one, str)) if isinstance(users, list) else ()


def _problem(message: str, line: int = 0) -> Problem:
    return Problem(layout.GROUP_NAMES, line, "group_names", message)
