"""A vault on disk in which programs and people take turns, and what must hold after every turn."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import yaml

from evals.faults import os_calls, sqlite_calls
from evals.faults.calls import Call, Calls, Fault, Stopped
from evals.faults.outcome import outcome, rebuilt
from evals.faults.world import EN, ZH, World, close
from progressive_memory.api import Memory
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.undo_report import UndoReport
from progressive_memory.vault import frontmatter, layout, log_note
from progressive_memory.vault.blocks import entries, sections
from progressive_memory.vault.ids import OUR_ID
from tests.interleaving.hands import Hand
from tests.interleaving.meanwhile import Meanwhile
from tests.interleaving.ours import Ours
from tests.services.forgetting import found_in

_ID = re.compile(r"(?:^|[ \t])\^([a-z]-\d{8}-[a-z2-7]{10})[ \t\r]*$", re.MULTILINE)
_WINDOW_TOKENS = 300
"""So small that summaries are due soon."""


@dataclass(frozen=True)
class Typed:
    """What a person typed into a note and did not take back; `inside` is the entry it stands in."""

    words: str
    inside: str = ""


class Harbour:
    """The vault; what people wrote in it; what they deleted; what was forgotten."""

    def __init__(self, folder: Path, saved: Path) -> None:
        self.world = World(folder)
        self.world.restore(saved)
        self.minutes = 10
        self.names = {"en": EN, "zh": ZH}
        self.typed: list[Typed] = []
        self.deleted: set[str] = set()
        self.known: set[str] = set(_ids(self.notes()))
        self.vetoed: set[str] = set()
        self.forgotten: set[str] = set()
        self.struck: set[str] = set()
        self.ours = Ours()
        self.read_before: dict[str, str] = {}
        self.was_taken_back = False
        """Whether a message was deleted or forgotten: entries that rest on it go with their words,
        also those that a person put there."""

    def run(self, act: Callable[[Memory], object], meanwhile: Meanwhile | None = None) -> bool:
        """Let a program do something; whether it came to its end. Killed, the next program has
        finished by then what it began.
        """
        self.minutes += 1
        calls = Calls(str(self.world.folder))
        watch = meanwhile.watch() if meanwhile else lambda _: False

        def before(call: Call) -> None:
            if watch(call):
                calls.fault = Fault(len(calls.made))

        calls.before = before
        ports = None
        try:
            with os_calls.watched(calls), sqlite_calls.watched(calls):
                ports = self.world.ports(self.minutes)
                ports.settings = replace(ports.settings, context_window_tokens=_WINDOW_TOKENS)
                act(Memory(ports))
        except (Stopped, Exception):  # what is gone tells nobody what it met
            if not calls.gone:
                raise
        finally:
            if ports is not None:
                close(ports)
        if calls.gone:
            self.recover()
        return not calls.gone

    def recover(self) -> None:
        """Let the next program that writes take its lock."""
        ports = self.world.ports(self.minutes)
        with ports.vault.exclusive():
            pass
        standing = {one.name for one in Memory(ports).group_list().groups}
        close(ports)
        for language, name in self.names.items():
            if name not in standing:
                self.names[language] = next(n for n in standing if n.startswith(f"{language}-"))

    def cache_is_gone(self) -> None:
        """What was deleted since the last flush is known to nobody now."""
        self.deleted &= self.vetoed
        self.ours.taken = [one for one in self.ours.taken if one.id in self.deleted]
        self.known = set()

    def flushed(self, report: FlushReport) -> None:
        """A flush came to its end: what stands now is known, and what was deleted is vetoed."""
        notes = self.notes()
        self.known = set(_ids(notes))
        self.vetoed = set(self.deleted)
        self.ours.flushed(report, notes)

    def undone(self, report: UndoReport) -> None:
        """An undo came to its end, with nobody at work beside it. What a forget has put into
        pending.md since, without its words, is none of the flush's, and what the flush changed, or
        would have, stands as it did before.
        """
        notes = self.notes()
        standing = set(_ids({p: notes[p] for p in notes if not p.endswith("/pending.md")}))
        images = self.world.ports(self.minutes).vault.past_changes(report.flush_id)
        before, after = (
            set(_ids({change.path: (data or b"").decode("utf-8") for change, data in side}))
            for side in zip(*(((c, c.before), (c, c.after)) for c in images), strict=True)
        )
        new = standing & set(report.vetoed) & (after - before)
        self.ours.wrong += (f"{each} was undone and stands" for each in sorted(new))

    def notes(self) -> dict[str, str]:
        """The text of every note of the vault, as it stands byte by byte."""
        return {
            path: data.decode("utf-8")
            for path, data in sorted(self.world.files().items())
            if path.endswith(".md") and not path.rpartition("/")[2].startswith(".")
        }

    def coming(self, path: str) -> str:
        """The text that a program is about to put in place of a note."""
        folder = (self.world.vault / path).parent
        temps = sorted(folder.glob(".*.memtmp"), key=lambda file: file.stat().st_mtime_ns)
        return temps[-1].read_text("utf-8") if temps else ""

    def save(self, path: str, text: str, *, in_place: bool, into: int | None = None) -> None:
        """Save a note, as an editor does; `into` is its file where it is open."""
        file = self.world.vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if into is not None:
            os.ftruncate(into, 0)
            os.write(into, text.encode())
            os.close(into)
        elif in_place:
            file.write_bytes(text.encode())
        else:
            temp = file.with_name(f".{file.name}.swp")
            temp.write_bytes(text.encode())
            temp.replace(file)

    def leave(
        self, path: str, before: str, hand: Hand, *, in_place: bool, into: int | None = None
    ) -> None:
        """A person saves a note that they made of `before`. What they typed there once and have
        taken out or torn apart now is theirs to lose.
        """
        stood = set(_ids(self.notes())) if hand.deleted else set()
        self.save(path, hand.text, in_place=in_place, into=into)
        kept = []
        for one in self.typed:
            here = one.words in before and one.words not in hand.text
            crlf = re.sub(r"\r\n|\n", "\r\n", one.words)
            if not here:
                kept.append(one)
            elif crlf in hand.text:
                kept.append(replace(one, words=crlf))
        self.typed = kept
        if hand.typed:
            self.typed.append(Typed(hand.typed, hand.inside))
        gone = {one for one in hand.deleted if f"^{one}" not in hand.text}
        self.deleted |= gone & self.known
        self.ours.out |= gone
        self.ours.take_out(path, before, gone & self.known, stood)
        self.struck |= set(hand.struck)

    def wrong(self) -> list[str]:
        """What does not hold now."""
        notes = self.notes()
        return [
            *self._lost(notes),
            *_unparsed(notes),
            *self._come_back(notes),
            *_doubled(notes),
            *self._left_over(),
            *found_in(self.world.folder, self.forgotten),
            *self.ours.lost(notes),
            *self.ours.told_again(notes),
            *self.ours.wrong,
        ]

    def wrong_at_the_end(self) -> list[str]:
        """What does not hold once a flush has come to rest: the index is what a rebuild gives, and
        a flush with nothing new changes no byte.
        """
        self.run(lambda memory: memory.flush())
        before = self._still()
        self.run(lambda memory: memory.flush())
        found = [f"a flush changed {path}" for path in _unlike(before, self._still())]
        index = outcome(self.world, self.minutes).index
        again = rebuilt(self.world, self.minutes)
        found += [
            f"the index of {group} differs: {_differing(index[group], again[group])}"  # type: ignore[arg-type]
            for group in index
            if index[group] != again[group]
        ]
        left = [path for path in self.world.below("data") if path.endswith((".open", ".left"))]
        return [*found, *left, *self.wrong()]

    def _still(self) -> dict[str, bytes]:
        return {p: data for p, data in self.world.files().items() if p != layout.FLUSH_STATE}

    def _lost(self, notes: Mapping[str, str]) -> Iterator[str]:
        everything = "\0".join(notes.values())
        for one in self.typed:
            may_go = one.inside and (self.was_taken_back or one.inside in self.struck)
            if one.words not in everything and not may_go:
                yield f"lost: {one}"

    def _come_back(self, notes: Mapping[str, str]) -> Iterator[str]:
        for path, text in notes.items():
            yield from (
                f"{each} is back in {path}" for each in _ID.findall(text) if each in self.deleted
            )

    def _left_over(self) -> Iterator[str]:
        for path in self.world.files():
            if path.endswith((".memtmp", ".memtmp.old")):
                yield f"left: {path}"
        yield from (p for p in self.world.below("data") if p.endswith(".open"))


def _unparsed(notes: Mapping[str, str]) -> Iterator[str]:
    """Notes that PyYAML or our own readers do not take."""
    for each in notes.items():
        yield from _problems(*each)


@lru_cache(maxsize=512)  # most notes are as they were a turn ago
def _problems(path: str, text: str) -> tuple[str, ...]:
    found = []
    block = frontmatter.find(text)
    if text.removeprefix("\ufeff").startswith("---") and block is None:
        found.append(f"{path}: properties without an end")
    if block is not None and not isinstance(yaml.safe_load(text[block.start : block.end]), dict):
        found.append(f"{path}: properties that are no mapping")
    _, problem = frontmatter.properties(path, text)
    if problem is not None:
        found.append(f"{path}: {problem}")
    body = text[frontmatter.body_start(text) :]
    if "".join(one.text for one in sections(path, text)) not in (body, text):
        found.append(f"{path}: its sections are not its body")
    if log_note.day_of(path):
        ids = Counter(one.block_id for one in log_note.parse(path, text))
        found += (f"{path}: {each} twice" for each, n in ids.items() if n > 1)
    return tuple(found)


def _doubled(notes: Mapping[str, str]) -> Iterator[str]:
    """Ids of ours that stand more than once, in one group or the whole vault."""
    ids = Counter(_ids(notes))
    for each, n in ids.items():
        if n > 1 and OUR_ID.match(each) and "aaaaaaaaaa" not in each:
            where = [path for path, text in notes.items() if each in _ID.findall(text)]
            yield f"{each} stands {n} times: {where}"


def _differing(one: Mapping[str, object], other: Mapping[str, object]) -> list[object]:
    return [(name, one.get(name), other.get(name)) for name in _unlike(one, other)]


def _ids(notes: Mapping[str, str]) -> Iterator[str]:
    """The ids of ours in every note but the log, as often as each stands."""
    for path, text in notes.items():
        if not log_note.day_of(path):
            yield from _ID.findall(text)


def _unlike(one: Mapping[str, object], other: Mapping[str, object]) -> list[str]:
    return [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]


def entry_ids(notes: Mapping[str, str]) -> set[str]:
    """The ids of the entries that stand."""
    return {one.id for path, text in notes.items() for one in entries(path, text) if one.kind}
