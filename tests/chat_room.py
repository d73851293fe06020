"""A group in a vault in memory that people talk in and edit, for the tests of what flush makes of it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.flush_report import FlushReport, GroupFlush
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.domain.message import Message, Reaction, Role
from progressive_memory.domain.plan import CreateNote, Edit, LogItem, Plan, PutMessages
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.group import groups
from progressive_memory.services.group.changes import add
from progressive_memory.vault import layout, log_note
from progressive_memory.vault.ids import message_block_id

PROPOSAL = "I propose we move the order store to PostgreSQL 16"
TITLE = "Move the order store to PostgreSQL 16"


class ChatRoom:
    """One group. `say` logs a message a minute after the last; `flush` flushes it."""

    def __init__(
        self,
        name: str = "harbour",
        language: Language = "en",
        ports: MemoryPorts | None = None,
    ) -> None:
        self.ports = ports or MemoryPorts()
        self.name = name
        add(self.ports, NewGroup(name, language=language))
        self.zone = ZoneInfo(groups.find(self.ports, name).timezone)
        self.messages: dict[str, Message] = {}

    def say(
        self,
        who: str,
        text: str,
        event_id: str = "",
        *,
        to: str = "",
        role: Role = "user",
        at: datetime | None = None,
    ) -> str:
        """Log a message; `to` is the event id it answers. Returns its event id."""
        event_id = event_id or f"$e{len(self.messages) + 1}"
        if at is None:
            self.ports.clock.forward(timedelta(minutes=1))
            at = self.ports.clock.now()
        at = at.astimezone(self.zone)
        message = Message(
            event_id=event_id,
            block_id=message_block_id(event_id),
            at=at,
            sender=f"@{who.lower()}:example.org",
            sender_name=who,
            text=text,
            reply_to=message_block_id(to) if to else "",
            role=role,
            path=layout.day_note(self.name, at.date()),
        )
        self._put(message)
        return event_id

    def react(self, who: str, event_id: str, key: str = "👍") -> None:
        """React to a message; one flushed already is late then."""
        message = self.messages[event_id]
        reaction = Reaction(key, f"@{who.lower()}:example.org", who, f"{event_id}-{who}")
        self._put(replace(message, reactions=(*message.reactions, reaction)))
        self.late(event_id)

    def unreact(self, who: str, event_id: str) -> None:
        """Take a person's reactions to a message back."""
        message = self.messages[event_id]
        left = tuple(one for one in message.reactions if one.sender_name != who)
        self._put(replace(message, reactions=left))
        self.late(event_id)

    def edit(self, event_id: str, text: str) -> None:
        """Edit a message."""
        message = self.messages[event_id]
        self._put(replace(message, text=text, edited=message.edited + 1))
        self.late(event_id)

    def delete(self, event_id: str) -> None:
        """Delete a message."""
        self._put(replace(self.messages[event_id], text="", deleted=True))
        self.late(event_id)

    def late(self, event_id: str) -> None:
        """What the log does with a message that was flushed before it came or changed."""
        state = self.state()
        group = state.setdefault("groups", {}).setdefault(self.name, {})
        group.setdefault("late", []).append(event_id)
        self.ports.vault.save(layout.FLUSH_STATE, json.dumps(state).encode())

    def flush(self, **options: object) -> GroupFlush:
        """Flush the group; returns its part of the report."""
        return self.flush_report(**options).groups[0]

    def flush_report(self, **options: object) -> FlushReport:
        """Flush the group, a minute later."""
        self.ports.clock.forward(timedelta(minutes=1))
        return flush(self.ports, self.name, **options)  # type: ignore[arg-type]

    def note(self, name: str) -> str:
        """A note of the group by its name, the index note by ""."""
        path = layout.note(self.name, name) if name else layout.index_note(self.name)
        snapshot = self.ports.vault.read(path)
        return snapshot.data.decode() if snapshot else ""

    def save(self, name: str, text: str) -> None:
        """A person saves a note of the group."""
        path = layout.note(self.name, name) if name else layout.index_note(self.name)
        self.ports.vault.save(path, text.encode())

    def replace(self, name: str, old: str, new: str) -> None:
        """A person changes some words of a note."""
        text = self.note(name)
        assert text.count(old) == 1, text
        self.save(name, text.replace(old, new))

    def notes(self) -> dict[str, str]:
        """Every note of the group but the log, by path."""
        paths = (path for path in self.ports.vault.stamps(layout.GROUPS) if path.endswith(".md"))
        texts = {path: self.ports.vault.read(path) for path in sorted(paths) if "/log/" not in path}
        return {path: one.data.decode() for path, one in texts.items() if one}

    def log_text(self) -> str:
        """The group's day notes, one after the other."""
        paths = sorted(self.ports.vault.stamps(layout.log_folder(self.name)))
        snapshots = (self.ports.vault.read(path) for path in paths)
        return "".join(one.data.decode() for one in snapshots if one)

    def state(self) -> dict[str, dict[str, dict[str, list[object]]]]:
        """flush-state.json."""
        snapshot = self.ports.vault.read(layout.FLUSH_STATE)
        found: dict[str, dict[str, dict[str, list[object]]]] = (
            json.loads(snapshot.data) if snapshot else {}
        )
        return found

    def _put(self, message: Message) -> None:
        self.messages[message.event_id] = message
        paths = {one.block_id: one.path for one in self.messages.values()}
        block = log_note.render_item(message, paths=paths)
        item = LogItem(message.block_id, message.at, block)
        new = log_note.new_day_note(self.name, message.at.date(), str(self.zone))
        edit = Edit(message.path, (CreateNote(new), PutMessages((item,))), None)
        self.ports.vault.apply(
            Plan(f"log-{len(self.messages)}", "log", self.ports.clock.now(), (edit,))
        )
