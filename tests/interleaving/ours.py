"""What programs wrote and must stand, and what a person took out and they must not write again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from progressive_memory.domain.entry import Entry, Kind
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.ids import message_block_id
from progressive_memory.vault.log_note import day_of

_MESSAGE = re.compile(r"(?:^|[ \t])\^(m-[a-z2-7]{10})[ \t\r]*$", re.MULTILINE)
_CITED = re.compile(r"#\^(m-[a-z2-7]{10})(?![a-z0-9-])")


@dataclass(frozen=True)
class Taken:
    """An entry that a person took out: what it said, the messages it rested on, and the ids of
    all that stood then.
    """

    id: str
    kind: Kind
    title: str
    evidence: frozenset[str]
    stood: frozenset[str]

    def is_again(self, entry: Entry) -> bool:
        """Whether an entry that was not there then says the same of any of those messages."""
        same = entry.kind is self.kind and entry.title == self.title
        return same and entry.id not in self.stood and bool(self.evidence & cited(entry))


@dataclass
class Ours:
    """The messages that were logged, the entries that people took out (`out` are the ids of all),
    and what is wrong with the reports so far.
    """

    logged: set[str] = field(default_factory=set)
    taken: list[Taken] = field(default_factory=list)
    out: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def log(self, event_ids: Iterable[str]) -> None:
        """Messages have been logged."""
        self.logged |= set(map(message_block_id, event_ids))

    def take_out(self, path: str, text: str, ids: set[str], stood: set[str]) -> None:
        """A person has taken entries out of a note of that text."""
        for one in entries(path, text):
            if one.id in ids and one.kind is not None:
                self.taken.append(Taken(one.id, one.kind, one.title, cited(one), frozenset(stood)))

    def flushed(self, report: FlushReport, notes: Mapping[str, str]) -> None:
        """A flush says what it wrote: all of it stands, and so does what it rests on."""
        texts = [text for path, text in notes.items() if not day_of(path)]
        everything = "\n".join(texts)
        links = set(_CITED.findall(everything))
        for one in (each for group in report.groups for each in group.written):
            if one.id in self.out:
                continue
            if f"^{one.id}" not in everything:
                self.wrong.append(f"{one.id} was written and does not stand: {one}")
            self.wrong += (
                f"{one.id} was written and does not cite {event_id}: {one}"
                for event_id in one.evidence
                if message_block_id(event_id) not in links
            )

    def lost(self, notes: Mapping[str, str]) -> Iterator[str]:
        """The messages that were logged and stand no more."""
        standing: set[str] = set()
        for path, text in notes.items():
            if day_of(path):
                standing.update(_MESSAGE.findall(text))
        yield from (f"lost message: {each}" for each in sorted(self.logged - standing))

    def told_again(self, notes: Mapping[str, str]) -> Iterator[str]:
        """What people took out and was written again, under whatever id."""
        if not self.taken:
            return
        for path, text in notes.items():
            for entry in _entries(path, text):
                if any(one.is_again(entry) for one in self.taken):
                    yield f"written again: {entry.id} in {path}: {entry.title}"


@lru_cache(maxsize=512)  # most notes are as they were a turn ago
def _entries(path: str, text: str) -> tuple[Entry, ...]:
    return () if day_of(path) else entries(path, text)


def cited(entry: Entry) -> frozenset[str]:
    """The block ids of the messages that an entry rests on."""
    return frozenset(_CITED.findall(entry.text))
