"""Somebody had read a note before we wrote it, and saves over it right after."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.vault_files import VaultFiles, Writing
from progressive_memory.adapters.vault_files.standing import LOOKS, TRIES
from progressive_memory.domain.plan import Change, Displaced, Edit, InsertUnder, Plan, ReplaceBlock

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)
TEXT = b"# Tasks\n\n- [ ] by hand ^t-1\n"
ENTRY = InsertUnder("", "- [ ] ours ^ours", "ours")
OURS = b"- [ ] ours ^ours\n"


class LateSaves(MemoryClock):
    """Lets a person save while we wait, as often as there are saves left."""

    def __init__(self, saves: list[Callable[[], object]]) -> None:
        super().__init__(AT)
        self.saves = saves

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.saves:
            self.saves.pop(0)()


@pytest.fixture
def note(tmp_path: Path) -> Path:
    file = tmp_path / "vault" / "note.md"
    file.parent.mkdir()
    file.write_bytes(TEXT)
    return file


def store(note: Path, saves: list[Callable[[], object]], way: str = "exchange") -> VaultFiles:
    clock = LateSaves(saves)
    return VaultFiles(note.parent, note.parents[1] / "data", clock, Writing(way))


def plan(operation: InsertUnder | ReplaceBlock = ENTRY) -> Plan:
    return Plan("f-1", "flush", AT, (Edit("note.md", (operation,), None),))


@pytest.mark.parametrize("way", ["exchange", "replace", "in_place"])
def test_what_was_saved_over_is_written_again_beside_the_save(note: Path, way: str) -> None:
    stale = TEXT + b"- mine\n"
    vault = store(note, [lambda: note.write_bytes(stale)], way)

    applied = vault.apply(plan())

    assert stale + OURS == note.read_bytes()
    assert (Change("note.md", stale, stale + OURS),) == applied.changes
    assert applied.changes == vault.past_changes("f-1")
    assert () == applied.displaced


def test_a_changed_block_that_was_saved_over_is_changed_again(note: Path) -> None:
    vault = store(note, [lambda: note.write_bytes(TEXT)])

    vault.apply(plan(ReplaceBlock("t-1", "- [ ] by hand ^t-1", "- [x] by hand ^t-1")))

    assert TEXT.replace(b"[ ]", b"[x]") == note.read_bytes()


def test_what_is_saved_over_each_time_is_given_up_and_told(note: Path) -> None:
    vault = store(note, [lambda: note.write_bytes(TEXT)] * (TRIES + 1))

    applied = vault.apply(plan())

    expected = (Displaced("note.md", ENTRY, "another program kept saving over it"),)
    assert expected == applied.displaced
    assert (TEXT, ()) == (note.read_bytes(), applied.changes)
    (left,) = vault.left_over()
    assert expected == left.displaced


def test_a_note_that_a_person_takes_away_meanwhile_stays_away(note: Path) -> None:
    vault = store(note, [note.unlink])

    vault.apply(plan())

    assert not note.exists()


def test_words_that_a_person_adds_meanwhile_are_no_loss(note: Path) -> None:
    def add() -> None:
        note.write_bytes(note.read_bytes() + b"- mine\n")

    applied = store(note, [add]).apply(plan())

    assert TEXT + OURS + b"- mine\n" == note.read_bytes()
    assert (Change("note.md", TEXT, TEXT + OURS),) == applied.changes


def test_nobody_is_waited_for_in_a_note_that_rests_or_that_only_we_write(note: Path) -> None:
    clock = MemoryClock(AT)
    vault = VaultFiles(note.parent, note.parents[1] / "data", clock)
    vault.apply(plan(InsertUnder("", "- new ^new", "new")))
    waited = clock.at - AT

    vault.apply(plan())

    assert waited == clock.at - AT
    assert TEXT + b"- new ^new\n" + OURS == note.read_bytes()


def test_a_late_save_from_an_old_copy_is_seen(note: Path) -> None:
    """A busy machine: half a second from a program's look at the note to its save."""
    stale = TEXT + b"- mine\n"
    nothing: list[Callable[[], object]] = [lambda: None] * (LOOKS - 1)

    store(note, [*nothing, lambda: note.write_bytes(stale)]).apply(plan())

    assert stale + OURS == note.read_bytes()


def test_who_has_saved_ours_is_waited_for_no_longer(note: Path) -> None:
    clock = LateSaves([lambda: None, lambda: note.write_bytes(TEXT + OURS + b"- mine\n")])
    VaultFiles(note.parent, note.parents[1] / "data", clock).apply(plan())

    assert 0.1 == pytest.approx((clock.at - AT).total_seconds())


def test_what_another_process_of_ours_wrote_is_no_save_of_somebody(note: Path) -> None:
    VaultFiles(note.parent, note.parents[1] / "data", MemoryClock(AT)).apply(
        plan(InsertUnder("", "- new ^new", "new"))
    )
    clock = MemoryClock(AT)

    VaultFiles(note.parent, note.parents[1] / "data", clock).apply(plan())

    assert AT == clock.at


@pytest.mark.parametrize("written", [0, 5, len(TEXT), len(TEXT) + 4])
def test_a_note_half_written_through_is_finished(note: Path, written: int) -> None:
    """The process dies inside the one call that writes: the note is ours up to a byte."""
    vault = store(note, [], "in_place")
    vault.apply(plan())
    whole = note.read_bytes()
    (record,) = (note.parents[1] / "data" / "journal").iterdir()
    note.write_bytes(TEXT)
    record.unlink()

    dying(note)
    note.write_bytes(whole[:written] + TEXT[written:])
    again = store(note, [], "in_place")
    with again.exclusive():
        pass

    assert whole == note.read_bytes()
    assert (Change("note.md", TEXT, whole),) == again.past_changes("f-1")
    assert ["note.md"] == [file.name for file in note.parent.iterdir()]


def dying(note: Path) -> None:
    """Carry the plan out as far as the moment before the note is written."""
    import multiprocessing
    import os
    import sys

    def body() -> None:
        def hook(event: str, words: tuple[object, ...]) -> None:
            if event == "open" and words[0] == str(note) and "+" in str(words[1]):
                os._exit(9)

        sys.addaudithook(hook)
        store(note, [], "in_place").apply(plan())

    child = multiprocessing.get_context("fork").Process(target=body)
    child.start()
    child.join()
    assert child.exitcode == 9


def test_written_in_place_the_file_stays_the_same_one(note: Path) -> None:
    before = note.stat().st_ino

    store(note, [], "in_place").apply(plan())

    assert (before, TEXT + OURS) == (note.stat().st_ino, note.read_bytes())
