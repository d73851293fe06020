"""Down from an entry along its links, inside its group: to messages, and to entries below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.message import Message
from progressive_memory.domain.why_report import Source, Testimony
from progressive_memory.ports import VaultReader
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.wikilinks import Link, links

MOST_LEVELS = 8
MOST_SOURCES = 400
"""Bounds of one report; the roll-up has one level for each power of 16 (DESIGN §5)."""


def testimony(message: Message) -> Testimony:
    """A message as evidence."""
    name = message.sender_name or message.sender
    return Testimony(
        message.event_id,
        message.at.isoformat(),
        name,
        message.text,
        message.block_id,
        forgotten=message.forgotten,
    )


class GroupLinks:
    """The notes and messages of one group, and where the links in its entries lead.

    `context` is how many messages before and after each one are told with it.
    """

    def __init__(self, vault: VaultReader, group: str, context: int = 0) -> None:
        self.log = ChatLog(vault, group)
        self._vault = vault
        self._context = context
        self._paths = [
            path
            for path in (*vault.stamps(layout.group_folder(group)), layout.index_note(group))
            if path.endswith(".md")
        ]
        self._entries: dict[str, dict[str, Entry]] = {}

    def below(self, entry: Entry) -> Below:
        """What the entry's links lead to, level by level; each thing once."""
        found = Below(seen={(entry.path, entry.id)})
        found.evidence = self._follow(entry, found, level=1)
        return found

    def told(self, message: Message) -> Testimony:
        """A message with those around it."""
        one = testimony(message)
        if self._context < 1:
            return one
        before, after = self._around(message)
        return replace(
            one, before=tuple(map(testimony, before)), after=tuple(map(testimony, after))
        )

    def message(self, path: str, block_id: str) -> Message | None:
        """A message of the group: from that day note, else from whichever holds it."""
        here = self.log.on(path) if path in self.log.days else ()
        found = next((one for one in here if one.block_id == block_id), None)
        return found or next(iter(self.log.find([block_id])), None)

    def _follow(self, entry: Entry, found: Below, level: int) -> tuple[Testimony, ...]:
        """The messages an entry links to; all else goes to `found`, and is followed."""
        messages: dict[str, Testimony] = {}
        for link in links(entry.text):
            block_id = link.fragment.removeprefix("^") if link.fragment.startswith("^") else ""
            path = self._resolved(entry.path, link)
            message = self.message(path, block_id) if block_id.startswith("m-") and path else None
            if message is not None:
                messages[message.block_id] = self.told(message)
            elif not path or not self._source(path, link, found, level):
                found.outside.append(f"{link.target}#{link.fragment}".rstrip("#"))
        return tuple(sorted(messages.values(), key=lambda one: one.ts))

    def _source(self, path: str, link: Link, found: Below, level: int) -> bool:
        """Take a linked entry or note into `found`; False when nothing of that id stands there."""
        named = link.fragment.startswith("^")
        entry = self._entries_of(path).get(link.fragment[1:]) if named else None
        if named and entry is None:
            return False
        key = (path, entry.id if entry else link.fragment)
        if key in found.seen or len(found.sources) >= MOST_SOURCES:
            return True
        found.seen.add(key)
        if entry is None:
            found.sources.append(Source(level, "", "", path, link.fragment))
            return True
        kind = entry.kind.value if entry.kind else ""
        at = len(found.sources)
        source = Source(level, entry.id, kind, path, entry.title)
        found.sources.append(source)
        if level < MOST_LEVELS:
            messages = self._follow(entry, found, level + 1)
            found.sources[at] = replace(source, messages=messages)
        return True

    def _resolved(self, own: str, link: Link) -> str:
        """The group's note a link names, "" for any other: links are full paths, or a note's name
        where only one of the group has it.
        """
        target = link.target.strip().removeprefix("/")
        if not target:
            return own
        wanted = f"{target}.md"
        near = f"{own.rpartition('/')[0]}/{wanted}" if link.markdown else wanted
        for path in (near, wanted):
            if path in self._paths:
                return path
        named = [path for path in self._paths if path.endswith(f"/{wanted}")]
        return named[0] if len(named) == 1 and ".." not in target else ""

    def _entries_of(self, path: str) -> dict[str, Entry]:
        if path not in self._entries:
            text = text_of(self._vault.read(path))
            own: dict[str, Entry] = {}
            for entry in entries(path, text):
                own.setdefault(entry.id, entry)
            self._entries[path] = own
        return self._entries[path]

    def _around(self, message: Message) -> tuple[list[Message], list[Message]]:
        """The messages before and after it, over the borders of days."""
        days = list(self.log.days)
        at = days.index(message.path)
        here = list(self.log.on(message.path))
        place = here.index(message)
        before, after = here[:place], here[place + 1 :]
        for path in reversed(days[:at]):
            if len(before) >= self._context:
                break
            before = [*self.log.on(path), *before]
        for path in days[at + 1 :]:
            if len(after) >= self._context:
                break
            after = [*after, *self.log.on(path)]
        return before[-self._context :], after[: self._context]


@dataclass
class Below:
    """Where an entry's links lead: messages, entries and notes of the group, and elsewhere. `seen`
    are the (path, id) already taken.
    """

    seen: set[tuple[str, str]]
    evidence: tuple[Testimony, ...] = ()
    sources: list[Source] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)


def mentions(group_links: GroupLinks, block_id: str) -> Iterator[Message]:
    """The messages of the log that answer the one with that id or stand in its thread."""
    for path in group_links.log.holding(f"#^{block_id}"):
        for one in group_links.log.on(path):
            if block_id in (one.reply_to, one.thread):
                yield one
