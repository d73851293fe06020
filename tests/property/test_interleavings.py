"""People, programs and kills in any order: no human byte lost, every note parses, the index equals
a rebuild.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from evals.faults.world import NOON, World, set_up
from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.api import Memory
from progressive_memory.domain.flush_report import FlushReport
from progressive_memory.domain.forget_report import ToForget
from progressive_memory.domain.undo_report import UndoReport
from progressive_memory.errors import (
    FlushCut,
    NoteChangedOnDisk,
    NothingToForget,
    UnknownEntry,
    UnknownFlush,
)
from progressive_memory.ports import Query
from tests.interleaving import hands
from tests.interleaving.harbour import Harbour, entry_ids
from tests.interleaving.meanwhile import AtCall, AtExchange, Meanwhile, Moment
from tests.interleaving.talk import TASK_DONE, TASK_TAKEN, Talk

NUMBERS = st.integers(0, 9_999)
LANGUAGES = st.sampled_from(["en", "zh"])
EDITS = st.tuples(NUMBERS, st.sampled_from(hands.ACTS), NUMBERS)
KILLS = st.none() | st.integers(1, 60).map(AtCall)
_IN_MEMORY = Path("/dev/shm")


@cache
def _saved() -> Path:
    """The world that every run begins with."""
    folder = Path(tempfile.mkdtemp(prefix="interleavings-"))
    world = World(folder / "world")
    set_up(world)
    world.save(folder / "saved")
    return folder / "saved"


class Interleavings(RuleBasedStateMachine):
    """One group of each language, and a person at work in their notes."""

    def __init__(self) -> None:
        super().__init__()
        where = _IN_MEMORY if _IN_MEMORY.is_dir() else None
        self.folder = Path(tempfile.mkdtemp(prefix="interleaving-", dir=where))
        self.harbour = Harbour(self.folder / "world", _saved())
        start = NOON - timedelta(days=2)
        self.talks = {language: Talk(language, start) for language in ("en", "zh")}
        self.counted = 0
        self.problems: list[str] = []

    def teardown(self) -> None:
        try:
            if not self.problems:
                assert self.harbour.wrong_at_the_end() == []
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    @invariant()
    def all_is_well(self) -> None:
        self.problems = self.harbour.wrong()
        assert self.problems == []

    @initialize(number=st.integers(2, 10))
    def talk_first(self, number: int) -> None:
        for which in range(number):
            for language in self.talks:
                self.say(language, which)
        self.flush(None)

    @rule(
        language=LANGUAGES,
        which=NUMBERS,
        how=st.sampled_from("say say say late edit react delete again".split()),
        kill=KILLS,
    )
    def chat(self, language: str, which: int, how: str, kill: Meanwhile | None) -> None:
        talk = self.talks[language]
        if how == "say":
            self.say(language, which, meanwhile=kill)
        elif how == "late":
            self.say(language, which, late=which % 40, meanwhile=kill)
        elif how == "again":
            self._log(language, meanwhile=kill)
        else:
            self.harbour.was_taken_back |= how == "delete"
            getattr(talk, how)(which, self._next())
            self._log(language, meanwhile=kill)

    def say(
        self, language: str, which: int, late: int = 0, meanwhile: Meanwhile | None = None
    ) -> None:
        self.talks[language].say(which, self._next(), late)
        self._log(language, newest=2, meanwhile=meanwhile)

    @rule(kill=KILLS)
    def flush(self, kill: Meanwhile | None) -> None:
        reports: list[FlushReport] = []
        self.harbour.read_before = self.harbour.notes()
        if self.harbour.run(lambda memory: reports.append(memory.flush()), kill):
            self.harbour.flushed(reports[0])

    @rule(kill=KILLS)
    def undo(self, kill: Meanwhile | None) -> None:
        reports: list[UndoReport] = []
        before = self.harbour.world.files()
        try:
            with suppress(UnknownFlush, FlushCut):
                self.harbour.run(lambda memory: reports.append(memory.undo()), kill)
        except NoteChangedOnDisk:
            assert kill is not None or self.harbour.world.files() == before
        if kill is None and reports:
            self.harbour.undone(reports[0])

    @rule(kill=KILLS)
    def redo(self, kill: Meanwhile | None) -> None:
        def act(memory: Memory) -> None:
            undone = [one.flush_id for one in memory.history().flushes if one.undone]
            if undone:
                memory.flush(redo=undone[0])

        with suppress(UnknownFlush, FlushCut):
            self.harbour.run(act, kill)

    @rule(language=LANGUAGES, which=NUMBERS, message=st.booleans(), kill=KILLS)
    def forget(self, language: str, which: int, kill: Meanwhile | None, *, message: bool) -> None:
        self.harbour.was_taken_back = True
        said = self.talks[language].message(which)
        ids = sorted(entry_ids(self.harbour.notes()))
        wanted = ToForget(entries=(ids[which % len(ids)],)) if ids else ToForget(messages=("$0",))
        if message:
            wanted = ToForget(messages=(said.event.event_id,))
        with suppress(UnknownEntry, NothingToForget):
            if self.harbour.run(lambda memory: memory.forget(wanted), kill) and message:
                self.harbour.forgotten |= {said.tracer} - {""}
        self.harbour.ours.logged.clear()  # some of it is gone

    @rule(
        language=LANGUAGES,
        how=st.sampled_from("remember rename roll_up find reindex put_right no_cache".split()),
        kill=KILLS,
    )
    def look_after(self, language: str, how: str, kill: Meanwhile | None) -> None:
        if how == "rename":
            self.rename(language, kill)
        elif how == "no_cache":
            shutil.rmtree(self.folder / "world" / "cache", ignore_errors=True)
            self.harbour.cache_is_gone()
        else:
            name, number = self.harbour.names[language], self._next()
            self.harbour.run(lambda memory: _CARE[how](memory, name, number), kill)

    def rename(self, language: str, meanwhile: Meanwhile | None) -> None:
        old, new = self.harbour.names[language], f"{language}-{self._next()}"
        if self.harbour.run(lambda memory: memory.group_rename(old, new), meanwhile):
            self.harbour.names[language] = new

    @rule(edits=st.lists(EDITS, min_size=1, max_size=4), in_place=st.booleans())
    def edit(self, edits: list[tuple[int, hands.Act, int]], *, in_place: bool) -> None:
        """A person at work in the notes."""
        for which, act, place in edits:
            self._edit(which, act, place, in_place=in_place)

    @rule(
        command=st.sampled_from("flush flush undo redo rename roll_up say again".split()),
        edit=EDITS,
        at=st.integers(1, 60),
        in_place=st.booleans(),
    )
    def edit_meanwhile(
        self, command: str, edit: tuple[int, hands.Act, int], at: int, *, in_place: bool
    ) -> None:
        """A person saves a note while a program writes."""
        saves = AtCall(at, lambda: self._edit(*edit, in_place=in_place))
        self._do(command, at, saves)

    def _do(self, command: str, which: int, meanwhile: Meanwhile) -> None:
        if command == "say":
            self.say("en", which, meanwhile=meanwhile)
        elif command == "again":
            self._log("en", meanwhile=meanwhile)
        elif command == "rename":
            self.rename("en", meanwhile)
        elif command == "roll_up":
            self.look_after("en", command, meanwhile)
        else:
            getattr(self, command)(meanwhile)

    @rule(
        command=st.sampled_from("flush flush flush flush undo rename say".split()),
        topics=st.lists(NUMBERS, min_size=1, max_size=3),
        hand=st.tuples(st.sampled_from(hands.TYPING), NUMBERS),
        changed=st.booleans(),
        in_place=st.booleans(),
        at=st.sampled_from((1, 1, 1, 2, 2, 3, 4)),
        moment=st.sampled_from(Moment),
        killed_in=st.sampled_from((0, 0, 0, 1, 2, 3, 5, 9)),
    )
    def save_at_exchange(
        self,
        command: str,
        topics: list[int],
        hand: tuple[hands.Act, int],
        at: int,
        moment: Moment,
        killed_in: int,
        *,
        changed: bool,
        in_place: bool,
    ) -> None:
        """A person saves the very note that a program is writing."""
        if changed:  # a task that the next flush moves
            self.say("en", TASK_TAKEN)
            self.flush(None)
            topics = [*topics, TASK_DONE]
        for which in topics:
            self.say("en", which)

        def opens(path: str, is_open: bool) -> Callable[[], None]:
            text = self.harbour.notes()[path]
            mark = f"quay{self._next()}q"
            made = hands.reword_changed(path, text, self.harbour.coming(path), mark)
            if not changed or made is None:
                made = hand[0](path, text, hand[1], mark)
            if made is None:
                return lambda: None
            into = os.open(self.harbour.world.vault / path, os.O_WRONLY) if is_open else None
            return lambda: self.harbour.leave(path, text, made, in_place=in_place, into=into)

        self._do(command, at, AtExchange(at, opens, moment, killed_in))

    @rule(which=NUMBERS, in_place=st.booleans())
    def save_old(self, which: int, *, in_place: bool) -> None:
        """A person saves a note as they had it open before the last flush, with a word more."""
        notes, old = self.harbour.notes(), self.harbour.read_before
        paths = [
            path
            for path in sorted(notes.keys() & old.keys())
            if notes[path] != old[path] and "/log/" not in path and "/summaries/" not in path
        ]
        for path in paths[which % len(paths) :] if paths else ():
            made = hands.keep_old(path, old[path], notes[path], f"quay{self._next()}q")
            if made is not None and not any(word in made.text for word in self.harbour.forgotten):
                self.harbour.leave(path, notes[path], made, in_place=in_place)
                return

    @rule(
        language=LANGUAGES,
        which=NUMBERS,
        how=st.sampled_from("mend mend like undo again".split()),
        noticed=st.booleans(),
    )
    def delete_and_tell_again(self, language: str, which: int, how: str, *, noticed: bool) -> None:
        """A person takes an entry out, and then the messages it rests on count as new once more."""
        folder = f"memory/groups/{self.harbour.names[language]}/"
        notes = self.harbour.notes()
        paths = [
            path
            for path, text in notes.items()
            if path.startswith(folder) and hands.delete_entry(path, text, which, "")
        ]
        paths = [path for path in paths if "/summaries/" not in path]
        if not paths:
            return
        path = paths[which % len(paths)]
        hand = hands.delete_entry(path, notes[path], which, "")
        assert hand is not None
        self.harbour.leave(path, notes[path], hand, in_place=False)
        if noticed:
            self.flush(None)
        taken = self.harbour.ours.taken[-1:]
        evidence = [each for one in taken for each in sorted(one.evidence)]
        if how == "undo":
            self.undo(None)
        for each in evidence if how in {"mend", "like"} else ():
            getattr(self.talks[language], how)(each, self._next())
        self._log(language)
        self.flush(None)

    def _edit(self, which: int, act: hands.Act, place: int, *, in_place: bool) -> None:
        """One thing that a person does; every second one in a note that programs write too."""
        notes = self.harbour.notes()
        ours = [path for path in notes if "groups/" in path and "/log/" not in path]
        paths = ours if which % 2 and ours else sorted(notes)
        if act is hands.remember:
            paths = [path for path in notes if path.endswith("/pending.md")]
        if not paths:
            return
        path = paths[which // 2 % len(paths)]
        hand = act(path, notes[path], place, f"quay{self._next()}q")
        if hand is not None:
            self.harbour.leave(path, notes[path], hand, in_place=in_place)

    def _log(self, language: str, *, newest: int = 0, meanwhile: Meanwhile | None = None) -> None:
        """Log the newest messages of a chat, or with 0 all of it."""
        name = self.harbour.names[language]
        events = self.talks[language].everything()[-newest:]
        if self.harbour.run(lambda memory: memory.log(name, MemoryFeed(events)), meanwhile):
            plain = (one.event_id for one in events if one.text and not one.replaces)
            self.harbour.ours.log(plain)

    def _next(self) -> int:
        self.counted += 1
        return self.counted


def _find(memory: Memory, group: str, _number: int) -> None:
    memory.search(group, Query("ferry 码头 crane"))
    memory.search(group, Query("ferry 码头 crane"), scope="log")
    memory.recall(group, "what did we decide about the ferry?", session="s")


_CARE: dict[str, Callable[[Memory, str, int], object]] = {
    "remember": lambda memory, group, n: memory.remember(
        group, f"tug {n} is called Skua", by="Ana"
    ),
    "roll_up": lambda memory, _group, _n: memory.rollup(),
    "find": _find,
    "reindex": lambda memory, _group, _n: memory.reindex(),
    "put_right": lambda memory, _group, _n: memory.doctor(fix=True),
}

_MANY = settings.get_current_profile_name() == "fuzz"
TestInterleavings = Interleavings.TestCase
TestInterleavings.settings = settings(
    max_examples=500 if _MANY else 5, stateful_step_count=25 if _MANY else 15
)


@pytest.mark.parametrize("killed_at", [None, 20, 54])
def test_what_a_stale_buffer_took_out_stays_out_when_its_flush_is_undone_and_made_again(
    killed_at: int | None,
) -> None:
    machine = Interleavings()
    machine.talk_first(number=2)
    machine.save_old(in_place=True, which=1)
    machine.undo(kill=None if killed_at is None else AtCall(killed_at))
    machine.redo(kill=None)
    machine.all_is_well()
    machine.teardown()
