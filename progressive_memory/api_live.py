"""The front door of a live chat: what a bot does beyond `api`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from progressive_memory.api import Memory
from progressive_memory.bootstrap_live import chat_server, live_ports, log_in_bot
from progressive_memory.errors import UnknownGroup
from progressive_memory.ports_live import ChatServer, Spool
from progressive_memory.services.collecting import collecting_rarely

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from os import PathLike

    from progressive_memory.domain.chat_room import Batch
    from progressive_memory.domain.flush_report import FlushReport
    from progressive_memory.domain.group import Language
    from progressive_memory.domain.group_report import GroupRow
    from progressive_memory.domain.live_report import Drained, Entrance, OptedOut
    from progressive_memory.domain.match import Scope
    from progressive_memory.domain.request import Turn
    from progressive_memory.domain.search_report import SearchHit
    from progressive_memory.domain.settings import Settings

__all__ = ["ChatServer", "LiveMemory", "Spool", "chat_server", "log_in_bot"]


class LiveMemory(Memory):
    """The memory of one vault, for a bot that listens to a chat."""

    @classmethod
    def open(
        cls, vault: str | PathLike[str] | None = None, config: str | PathLike[str] | None = None
    ) -> LiveMemory:
        """The memory of a vault, with the bot's settings in `config` (`bootstrap_live.live_ports`).

        Raises:
            VaultNotFound: there is no vault there.
            ConfigInvalid: there is no such file, or it is not valid.
        """
        return cls(live_ports(vault, config))

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._ports.settings

    @property
    def spool(self) -> Spool:
        """What came and is not in the log yet, what was asked, what is still to be said."""
        return self._ports.spool

    def language(self, group: str = "") -> Language:
        """The language of a group by its name, or with "" that of new groups."""
        if group:
            from progressive_memory.services.group.groups import find

            return find(self._ports, group).language
        return self._ports.settings.language

    def room_language(self, room_id: str) -> Language:
        """The language that is spoken in a room: its group's, else that of new groups."""
        from progressive_memory.services.group.groups import group_names

        try:
            return self.language(group_names(self._ports).name_of(room_id))
        except UnknownGroup:
            return self.language()

    def newest_flush(self, group: str) -> str:
        """The flush of this group that `undo` takes back, by id (`services.undo.newest_of`)."""
        from progressive_memory.services.flush.undo import newest_of

        return newest_of(self._ports, group)

    def unflushed(self, group: str) -> int:
        """How many messages of a group wait for a flush."""
        from progressive_memory.services.flush.backlog import unflushed

        return unflushed(self._ports, group)

    def flush_portion(self, group: str, trigger: str) -> tuple[FlushReport, int]:
        """Flush the oldest of what waits, and tell how many messages are left
        (`services.flush.backlog.flush_portion`).
        """
        from progressive_memory.services.flush.backlog import flush_portion

        return collecting_rarely(lambda: flush_portion(self._ports, group, trigger=trigger))

    def keepable(self, batch: Batch, me: str, turns: Sequence[Turn] = ()) -> Batch:
        """What of a batch may be kept (`services.live.intake.keepable`); `me` is our user id."""
        from progressive_memory.services.live.intake import keepable

        return keepable(self._ports, batch, me, turns)

    def drain(
        self, names: Mapping[str, str], is_command: Callable[[str], bool] | None = None
    ) -> Drained:
        """Log what waits in the spool (`services.live.drain.drain`)."""
        from progressive_memory.services.live.drain import drain

        return drain(self._ports, names, is_command=is_command)

    def room_group(self, room_id: str, display_name: str) -> GroupRow:
        """The group of a room, a new one for a new room (`services.live.rooms.room_group`)."""
        from progressive_memory.services.live.rooms import room_group

        return room_group(self._ports, room_id, display_name)

    def entrance(self, room_id: str) -> Entrance:
        """How fresh the memory of a room's group is (`services.live.rooms.entrance`)."""
        from progressive_memory.services.live.rooms import entrance

        return entrance(self._ports, room_id)

    def follow_room(self, old: str, new: str) -> None:
        """Map the room that replaces another to its group (`services.live.rooms.follow_room`)."""
        from progressive_memory.services.live.rooms import follow_room

        follow_room(self._ports, old, new)

    def set_deciders(self, room_id: str, deciders: Collection[str]) -> bool:
        """Note who may decide in a room (`services.live.rooms.set_deciders`)."""
        from progressive_memory.services.live.rooms import set_deciders

        return set_deciders(self._ports, room_id, deciders)

    def knows_room(self, room_id: str) -> bool:
        """Whether a room has a group."""
        return bool(self.group_of_room(room_id))

    def group_of_room(self, room_id: str) -> str:
        """The group of a room, by name; "" where it has none yet."""
        from progressive_memory.services.group.groups import group_names

        return group_names(self._ports).name_of(room_id)

    def remember_said(
        self, group: str, words: str, *, said: str, by: str, settles: bool
    ) -> FlushReport:
        """Write what a message of the chat (by event id) asks to be kept
        (`services.flush.remember`). `by` is its sender; `settles` says whether their word alone
        changes roles, rules and the environment.
        """
        from progressive_memory.services.flush.remember import Wanted, remember

        return remember(self._ports, group, Wanted(words, by, said=said, settles=settles))

    def said_about(self, group: str, question: str, scope: Scope) -> tuple[SearchHit, ...]:
        """What shares a word with a question (`services.recall.said_about.said_about`)."""
        from progressive_memory.services.recall.said_about import said_about

        return said_about(self._ports, group, question, scope)

    def rooms_of(self, group: str) -> tuple[str, ...]:
        """The rooms of a group, by id."""
        from progressive_memory.services.group.groups import group_names

        return group_names(self._ports).rooms_of(group)

    def opt_out(self, group: str, sender: str) -> OptedOut:
        """Keep what somebody says out of the log from now on (`services.live.optout.opt_out`)."""
        from progressive_memory.services.live.optout import opt_out

        return opt_out(self._ports, group, sender)

    def opt_in(self, group: str, sender: str) -> OptedOut:
        """Log again what somebody says (`services.live.optout.opt_in`)."""
        from progressive_memory.services.live.optout import opt_in

        return opt_in(self._ports, group, sender)

    def has_opted_out(self, group: str, sender: str) -> bool:
        """Whether what somebody says is kept out (`services.live.optout.has_opted_out`)."""
        from progressive_memory.services.live.optout import has_opted_out

        return has_opted_out(self._ports, group, sender)
