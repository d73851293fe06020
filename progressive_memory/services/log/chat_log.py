"""A group's log, read as far as it is needed: day notes are opened when asked for, and once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import date, datetime, timedelta

from progressive_memory.domain.message import Message
from progressive_memory.ports import VaultReader
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout, log_note
from progressive_memory.vault.flush_state import Cursor

_LATELY_DAYS = 30


class ChatLog:
    """The day notes of one group in the order of days; messages in the order they stand.

    With `until` later days are not there. Of those whose ids hash to one of `forgotten` nothing is
    read, whoever brought them back.
    """

    def __init__(
        self,
        vault: VaultReader,
        group: str,
        forgotten: Collection[str] = (),
        until: date | None = None,
    ) -> None:
        self._vault = vault
        self._forgotten = frozenset(forgotten)
        stamps = vault.stamps(layout.log_folder(group))
        self.days: dict[str, date] = {
            path: day
            for path in sorted(stamps)
            if (day := log_note.day_of(path)) is not None and (until is None or day <= until)
        }
        self.until = until
        self._texts: dict[str, str] = {}
        self._messages: dict[str, tuple[Message, ...]] = {}
        self._tokens: dict[str, int] = {}

    def on(self, path: str) -> tuple[Message, ...]:
        """The messages of a day note; () where there is none."""
        if path not in self._messages:
            self._messages[path] = self._without_forgotten(log_note.parse(path, self.text(path)))
            del self._texts[path]  # years of them, and all that is in it is held now
        return self._messages[path]

    def since(self, cursor: Cursor | None) -> tuple[Message, ...]:
        """The messages after the cursor's, all of them without a cursor."""
        if cursor is None:
            return tuple(message for path in self.days for message in self.on(path))
        at = datetime.fromisoformat(cursor.ts)
        # A day of slack: the note's day is in the group's zone, the cursor's time need not be.
        first = at.date() - timedelta(days=1)
        recent = [
            message for path, day in self.days.items() if day >= first for message in self.on(path)
        ]
        for number, message in enumerate(recent):
            if message.event_id == cursor.event_id:
                return tuple(recent[number + 1 :])
        return tuple(message for message in recent if message.at > at)

    def before(self, message: Message, most: int, within: timedelta) -> tuple[Message, ...]:
        """Up to `most` messages that stand before this one, none older than `within`."""
        found: list[Message] = []
        own_day = self.days[message.path]
        for path in reversed(self.days):
            if self.days[path] > own_day:
                continue
            here = self.on(path)
            if path == message.path:
                here = here[: here.index(message)]
            for one in reversed(here):
                if message.at - one.at > within or len(found) == most:
                    return tuple(reversed(found))
                found.append(one)
        return tuple(reversed(found))

    def tokens(self, message: Message, count: Callable[[str], int]) -> int:
        """The tokens of a message, counted once."""
        tokens = self._tokens.get(message.block_id)
        if tokens is None:
            tokens = self._tokens[message.block_id] = count(message.text)
        return tokens

    def newest(self) -> Message | None:
        """The last message; None in an empty log."""
        for path in reversed(self.days):
            if self.on(path):
                return self.on(path)[-1]
        return None

    def lately(self) -> Iterator[Message]:
        """Messages from the newest back, of the last days that have any."""
        for path in list(reversed(self.days))[:_LATELY_DAYS]:
            yield from reversed(self.on(path))

    def around(self, message: Message, most: int, within: timedelta) -> tuple[Message, ...]:
        """The message with up to `most` of its day before it and as many after it, none further
        away than `within`.
        """
        day = self.on(message.path)
        at = day.index(message)
        near = day[max(0, at - most) : at + most + 1]
        return tuple(one for one in near if abs(one.at - message.at) <= within)

    def beside(
        self, path: str, block_ids: Collection[str], most: int, within: timedelta
    ) -> Iterator[Message]:
        """The messages of a day note with these block ids, each among up to `most` before it and
        as many after it, none further away than `within`.
        """
        for message, near in log_note.beside(path, self.text(path), block_ids, most):
            here = self._without_forgotten(near)
            yield from (one for one in here if abs(one.at - message.at) <= within)

    def find(
        self, block_ids: Collection[str], newest_days: int | None = None
    ) -> tuple[Message, ...]:
        """The messages with these block ids, looked for from the newest day back."""
        wanted = set(block_ids)
        found: list[Message] = []
        for number, path in enumerate(reversed(self.days)):
            if not wanted or number == newest_days:
                break
            if path in self._messages or self._names(path, wanted):
                here = [one for one in self.on(path) if one.block_id in wanted]
                wanted -= {one.block_id for one in here}
                found = here + found
        return tuple(found)

    def _names(self, path: str, block_ids: Collection[str]) -> bool:
        text = self.text(path)
        return any(f"^{block_id}" in text for block_id in block_ids)

    def holding(self, string: str) -> Iterator[str]:
        """The day notes whose text holds a string, oldest first."""
        return (path for path in self.days if string in self.text(path))

    def text(self, path: str) -> str:
        """The text of a day note, "" where there is none."""
        if path not in self._texts:
            self._texts[path] = text_of(self._vault.read(path))
        return self._texts[path]

    def _without_forgotten(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        if not self._forgotten:
            return messages
        gone = self._forgotten
        return tuple(
            _unsaid(one) if one.block_id.removeprefix("m-") in gone else one for one in messages
        )


def _unsaid(message: Message) -> Message:
    """What is left of a message that is forgotten."""
    block_id, at, path = message.block_id, message.at, message.path
    return Message(block_id, block_id, at, "", "", "", deleted=True, path=path, forgotten=True)
