"""Who may do what in a room: people by power level, or by the settings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from progressive_memory.domain.chat_room import Room, RoomChange

NEEDED = frozenset({"forget", "undo", "accept", "reject", "reword"})
"""Verbs that need the right to (DESIGN §5, §8)."""


@dataclass(frozen=True)
class Manners:
    """Who may do what, by the `[matrix]` settings (docs/settings.md)."""

    admins: Collection[str] = ()
    invite_from: Collection[str] = ()
    rooms: Collection[str] = ()
    rights_level: int = 50

    def welcome(self, change: RoomChange) -> bool:
        """Whether we follow an invitation."""
        server = change.by.partition(":")[2]
        by_whom = change.by in self.admins or not {change.by, server}.isdisjoint(self.invite_from)
        return by_whom and (not self.rooms or change.room_id in self.rooms)

    def follows(self, old: Room | None, change: RoomChange) -> bool:
        """Whether we follow an upgrade: of a room that we are in, by somebody of the rank. The
        room that replaces an allowed one is allowed, whatever `rooms` names.
        """
        ranked = old is not None and _rank(old, change.by) >= self.rights_level
        return ranked or (old is not None and change.by in self.admins)

    def may(self, room: Room, user: str) -> bool:
        """Whether a member may do what changes the memory."""
        ranked = _rank(room, user) >= self.rights_level
        return user in room.members and (ranked or user in self.admins)

    def who_may(self, room: Room, me: str) -> tuple[str, ...]:
        """The names of the members who may, the highest rank first."""
        able = [one for one in room.members if one != me and self.may(room, one)]
        able.sort(key=lambda one: (-_rank(room, one), one))
        return tuple(room.members[one] or one for one in able)

    def deciders(self, room: Room, me: str) -> tuple[str, ...]:
        """The members whose word decides, by user id; never ourselves."""
        return tuple(sorted(one for one in room.members if one != me and self.may(room, one)))


def _rank(room: Room, user: str) -> int:
    return room.ranks.get(user, room.default_rank)
