"""What is known of a room from its state events. Pure.

nio keeps a book of its own; it knows no creators of version 12 rooms and forgets whoever left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from progressive_memory.domain.chat_room import CREATOR, Room
from progressive_memory.text.matrix import table, text


class RoomBook:
    """One room. `apply` each state event in order; `names` has whoever was ever seen there."""

    def __init__(self, room_id: str, me: str) -> None:
        self.room_id = room_id
        self.names: dict[str, str] = {}
        self._me = me
        self._inside: set[str] = set()
        self._name = ""
        self._alias = ""
        self._encrypted = False
        self._creators: tuple[str, ...] = ()
        self._above_levels = False
        self._levels: dict[str, int] | None = None
        self._default = 0

    def apply(self, raw: Mapping[str, Any]) -> None:
        """Take in a state event; anything else changes nothing."""
        content, key = table(raw.get("content")), raw.get("state_key")
        if not isinstance(key, str):
            return
        match text(raw.get("type")):
            case "m.room.member":
                self._member(key, content)
            case "m.room.name":
                self._name = text(content.get("name")).strip()
            case "m.room.canonical_alias":
                self._alias = text(content.get("alias"))
            case "m.room.encryption":
                self._encrypted = True
            case "m.room.power_levels":
                self._power(content)
            case "m.room.create":
                self._create(text(raw.get("sender")), content)
            case _:
                pass

    def room(self) -> Room:
        """The room as it stands."""
        members = {user: self.names.get(user) or user for user in sorted(self._inside)}
        return Room(self.room_id, self.name, self._encrypted, members, self._ranks(), self._default)

    @property
    def name(self) -> str:
        """Its name, else its alias, else whoever else is there."""
        others = (self.names.get(user) or user for user in sorted(self._inside - {self._me}))
        return self._name or self._alias or ", ".join(others)

    @property
    def encrypted(self) -> bool:
        """Whether what is said there is encrypted from now on."""
        return self._encrypted

    def _member(self, user: str, content: Mapping[str, Any]) -> None:
        shown = text(content.get("displayname")).strip()
        if content.get("membership") == "join":
            self._inside.add(user)
            self.names[user] = shown
        else:
            self._inside.discard(user)
            self.names.setdefault(user, shown)

    def _power(self, content: Mapping[str, Any]) -> None:
        levels = table(content.get("users"))
        self._levels = {user: _level(value) for user, value in levels.items()}
        self._default = _level(content.get("users_default", 0))

    def _create(self, sender: str, content: Mapping[str, Any]) -> None:
        version = text(content.get("room_version")) or "1"
        more = content.get("additional_creators")
        listed = more if isinstance(more, list) else []
        self._above_levels = int(version) >= 12 if version.isdecimal() else "hydra" in version
        creators = (sender, *listed) if self._above_levels else (sender,)
        self._creators = tuple(user for user in creators if isinstance(user, str) and user)

    def _ranks(self) -> dict[str, int]:
        """Before version 12 a creator has level 100 until there are levels, and then what they
        say; from then on it stands above whatever they say.
        """
        if self._above_levels:
            return {**(self._levels or {}), **dict.fromkeys(self._creators, CREATOR)}
        return dict.fromkeys(self._creators, 100) if self._levels is None else dict(self._levels)


def _level(value: object) -> int:
    """A power level: a whole number, in old rooms also as a text."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return 0
    try:
        return int(value)
    except ValueError:
        return 0
