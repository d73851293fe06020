"""Who decides in the rooms, noted in the vault. Blocking."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from progressive_memory.api_live import LiveMemory
from progressive_memory.domain.chat_room import Room
from progressive_memory.errors import ProgressiveMemoryError, SpoolUnavailable

from .rights import Manners

log = logging.getLogger(__name__)


class Ranks:
    """Notes the deciders of rooms; `me` is our user id. A room that nobody has spoken in has no
    group yet, and nothing to note them in: it is asked of again until it has.
    """

    def __init__(self, memory: LiveMemory, manners: Manners, me: str) -> None:
        self._memory = memory
        self._manners = manners
        self._me = me
        self._without_group: set[str] = set()

    def note(self, rooms: Mapping[str, Room], *, changed: bool) -> None:
        """Note who decides: in all rooms where ranks changed, else where a group is new.

        Raises:
            SpoolUnavailable: nothing can be kept any more.
        """
        for room_id in rooms if changed else rooms.keys() & self._without_group:
            self._without_group.discard(room_id)
            if self._memory.knows_room(room_id):
                self._note(rooms[room_id])
            else:
                self._without_group.add(room_id)

    def _note(self, room: Room) -> None:
        try:
            self._memory.set_deciders(room.room_id, self._manners.deciders(room, self._me))
        except SpoolUnavailable:
            raise
        except ProgressiveMemoryError as error:
            log.warning("who decides in %s could not be noted: %s", room.room_id, error)
