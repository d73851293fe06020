"""Single notes edited by a script: on the real vault and on its twin."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.bootstrap import open_ports
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.note_report import NoteChanged
from progressive_memory.errors import (
    NoteChangedOnDisk,
    NoteUnwritable,
    PathEscapesVault,
    ProgressiveMemoryError,
    UnknownEntry,
    UnknownFlush,
    UnknownNote,
    UserError,
)
from progressive_memory.ports import Ports
from progressive_memory.services import history
from progressive_memory.services.flush import undo
from progressive_memory.services.group import changes as group_changes
from progressive_memory.services.note import notes

DIARY = (
    b"\xef\xbb\xbf---\r\non: 2026-05-16 # day\r\n---\r\n\r\n# Day\r\n\r\n- [ ] b ^t-2\r\n- a ^t-1"
)


@dataclass
class World:
    ports: Ports
    save: Callable[[str, bytes | None], None]

    def read(self, path: str) -> bytes | None:
        snapshot = self.ports.vault.read(path)
        return snapshot.data if snapshot else None


def on_disk(folder: Path) -> World:
    root = folder / "vault"
    root.mkdir()
    (root / "progressive-memory.toml").write_text('vault_id = "v"\nlanguage = "en"\n')

    def save(path: str, data: bytes | None) -> None:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if data is None:
            file.unlink()
        else:
            file.write_bytes(data)

    return World(open_ports(root), save)


def in_memory(_: Path) -> World:
    ports = MemoryPorts()
    return World(ports, ports.vault.save)


@pytest.fixture(params=[on_disk, in_memory], ids=lambda make: make.__name__)
def world(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    made: World = request.param(tmp_path)
    made.save("notes/diary.md", DIARY)
    made.save("notes/second.md", b"# Two\n")
    made.save("other/second.md", b"# Two\n")
    return made


def test_keys_are_set_and_items_added_and_no_other_byte_moves(world: World) -> None:
    report = notes.set_properties(
        world.ports, "diary", ["status=on leave: a while", "on=2026-05-17", "tags+=x", "tags+=y"]
    )

    added = b'status: "on leave: a while"\r\ntags: [x, y]\r\n---'
    expected = DIARY.replace(b"05-16 # day\r\n---", b"05-17 # day\r\n" + added)
    assert expected == world.read("notes/diary.md")
    assert (("notes/diary.md",), False) == (report.changed, report.dry_run)


def test_a_dry_run_says_what_it_would_do_and_does_nothing(world: World) -> None:
    report = notes.set_properties(world.ports, "notes/diary.md", ["on=x"], dry_run=True)

    assert "-on: 2026-05-16 # day\r\n+on: x # day\r\n" in report.diff
    assert ("", DIARY) == (report.undo_id, world.read("notes/diary.md"))
    assert () == history.history(world.ports).flushes


def test_a_text_goes_under_its_heading_or_to_the_end(world: World) -> None:
    notes.append(world.ports, "notes/diary", "- c\r\n  - d\n", under="# Day")
    notes.append(world.ports, "notes/diary", "words")
    notes.append(world.ports, "notes/diary", "- e", under="New")

    expected = DIARY + b"\r\n- c\r\n  - d\r\n\r\nwords\r\n\r\n## New\r\n\r\n- e\r\n"
    assert expected == world.read("notes/diary.md")


@pytest.mark.parametrize(
    "again",
    [
        lambda ports: notes.append(ports, "diary", "- a ^t-1"),
        lambda ports: notes.append(ports, "diary", "- other words ^t-1", under="Elsewhere"),
        lambda ports: notes.append(ports, "diary", "- a ^t-1", under="Day"),
        lambda ports: notes.set_properties(ports, "diary", ["on=2026-05-16"]),
    ],
)
def test_what_stands_already_changes_nothing(
    world: World, again: Callable[[Ports], NoteChanged]
) -> None:
    report = again(world.ports)

    assert ((), "", DIARY) == (report.changed, report.undo_id, world.read("notes/diary.md"))
    assert () == world.ports.vault.past_plans()


def test_a_task_is_ticked_and_an_entry_marked(world: World) -> None:
    notes.tick(world.ports, "diary", "^t-2")
    notes.deprecate(world.ports, "diary", "t-1")

    expected = DIARY.replace(b"[ ] b", b"[x] b").replace(b"- a", b"- [DEPRECATED] a")
    assert expected == world.read("notes/diary.md")
    assert () == notes.tick(world.ports, "diary", "t-2").changed


def test_rows_of_a_routing_table_are_marked_by_their_file(world: World) -> None:
    group_changes.add(world.ports, NewGroup("ops", language="en"))
    notes.deprecate(world.ports, "memory/groups/ops", "people.md")

    index = world.read("memory/groups/ops.md") or b""
    assert b"| [DEPRECATED] who does what, contacts, approvals | `people.md` | P3 |" in index


def test_every_edit_can_be_taken_back_by_its_id(world: World) -> None:
    first = notes.append(world.ports, "diary", "- c").undo_id
    second = notes.tick(world.ports, "diary", "t-2").undo_id

    assert [second, first] == [each.flush_id for each in history.history(world.ports).flushes]
    assert ("notes/diary.md",) == undo.undo(world.ports, first).restored
    assert DIARY.replace(b"[ ] b", b"[x] b") == world.read("notes/diary.md")
    undo.undo(world.ports, second)
    assert DIARY == world.read("notes/diary.md")
    with pytest.raises(UnknownFlush, match="has been undone already"):
        undo.undo(world.ports, first)
    with pytest.raises(UnknownFlush, match="is no flush"):
        undo.redo(world.ports, first)


def test_undo_without_an_id_is_for_flushes(world: World) -> None:
    notes.append(world.ports, "diary", "- c")

    with pytest.raises(UnknownFlush, match="no flush to undo"):
        undo.undo(world.ports)


def test_an_edit_on_lines_that_a_person_has_since_changed_is_not_taken_back(world: World) -> None:
    done = notes.tick(world.ports, "diary", "t-2").undo_id
    theirs = (world.read("notes/diary.md") or b"").replace(b"[x] b", b"[x] b, and more")
    world.save("notes/diary.md", theirs)

    with pytest.raises(NoteChangedOnDisk, match="and more"):
        undo.undo(world.ports, done)
    assert theirs == world.read("notes/diary.md")


@pytest.mark.parametrize("given", ["notes/diary", "notes/diary.md", "diary", "NOTES/Diary"])
def test_a_note_is_found_by_its_path_or_its_name(world: World, given: str) -> None:
    assert "notes/diary.md" == notes.tick(world.ports, given, "t-2").path


def test_a_name_in_another_unicode_form_is_the_same_note(world: World) -> None:
    world.save(unicodedata.normalize("NFD", "notes/Café ガイド.md"), b"# G\n")

    notes.set_properties(world.ports, "Café ガイド", ["a=1"])

    assert b"---\na: 1\n---\n# G\n" == world.read("notes/Café ガイド.md")
    assert 4 == len([path for path in world.ports.vault.stamps("") if path.endswith(".md")])


BOARD = b'{"nodes":[]}'


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("diery", UnknownNote, "there is no note diery"),
        ("", UnknownNote, "there is no note"),
        ("second", UnknownNote, r"notes/second.md or other/second.md|may be"),
        ("../diary.md", PathEscapesVault, "no path inside the vault"),
        ("/etc/hosts", PathEscapesVault, "no path inside the vault"),
        ("notes/.obsidian/app.json", NoteUnwritable, "is hidden"),
        ("board.canvas", NoteUnwritable, "is no note"),
        ("notes/diary.sync-conflict-20260515-061700-ABCDEFG.md", NoteUnwritable, "sync program"),
        ("notes/bad.md", NoteUnwritable, "twice, on lines 2 and 3"),
        ("notes/latin.md", NoteUnwritable, "is not UTF-8"),
        ("notes/merge.md", NoteUnwritable, "conflict markers"),
        ("notes/open.md", NoteUnwritable, "not closed"),
    ],
)
def test_what_must_not_be_edited_is_refused_with_what_to_do(
    world: World, given: str, error: type[ProgressiveMemoryError], message: str
) -> None:
    world.save("board.canvas", BOARD)
    world.save("notes/bad.md", b"---\na: 1\na: 2\n---\n")
    world.save("notes/latin.md", b"caf\xe9\n")
    world.save("notes/merge.md", b"<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n")
    world.save("notes/open.md", b"```\nx\n")
    files = {path: world.read(path) for path in world.ports.vault.stamps("")}

    with pytest.raises(error, match=message) as raised:
        notes.append(world.ports, given, "- x")

    assert raised.value.next_step
    assert files == {path: world.read(path) for path in world.ports.vault.stamps("")}


@pytest.mark.parametrize(
    ("edit", "error", "message"),
    [
        (lambda p: notes.append(p, "diary", " \n"), UserError, "no text to append"),
        (lambda p: notes.append(p, "diary", "x\0"), UserError, "NUL"),
        (lambda p: notes.append(p, "diary", "x" * (1 << 21)), UserError, "more than 1048576 bytes"),
        (lambda p: notes.set_properties(p, "diary", ["status"]), UserError, "sets nothing"),
        (lambda p: notes.set_properties(p, "diary", ["=x"]), UserError, "sets nothing"),
        (lambda p: notes.set_properties(p, "diary", ["on+=x"]), NoteUnwritable, "no list"),
        (lambda p: notes.tick(p, "diary", "t-9"), UnknownEntry, "nothing in notes/diary.md has"),
        (lambda p: notes.tick(p, "diary", "t-1"), NoteUnwritable, "no box"),
        (lambda p: notes.deprecate(p, "diary", "x.md"), NoteUnwritable, "no row"),
    ],
)
def test_an_edit_that_cannot_be_is_refused_with_what_to_do(
    world: World,
    edit: Callable[[Ports], NoteChanged],
    error: type[ProgressiveMemoryError],
    message: str,
) -> None:
    with pytest.raises(error, match=message) as raised:
        edit(world.ports)

    assert raised.value.next_step
    assert DIARY == world.read("notes/diary.md")


def test_an_id_that_stands_twice_is_refused(world: World) -> None:
    world.save("notes/twice.md", b"- [ ] a ^t-1\n- [ ] b ^t-1\n")

    with pytest.raises(UnknownEntry, match="stands 2 times"):
        notes.tick(world.ports, "twice", "t-1")


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda p: notes.set_properties(p, "memory/groups/ops", ["group_name=x"]), "group_name is"),
        (lambda p: notes.set_properties(p, "memory/groups/ops", ["key_name=x"]), "key_name is"),
        (lambda p: notes.append(p, "2026-05-14", "- 09:00:00 Ana: yes ^m-a"), "what was said"),
        (lambda p: notes.set_properties(p, "2026-05-14", ["timezone=UTC"]), "holds for ever"),
    ],
)
def test_what_the_memory_rests_on_is_not_for_scripts(
    world: World, edit: Callable[[Ports], NoteChanged], message: str
) -> None:
    group_changes.add(world.ports, NewGroup("ops", language="en"))
    world.save("memory/groups/ops/log/2026/2026-05-14.md", b"---\ntimezone: UTC\n---\n")

    with pytest.raises(UserError, match=message) as raised:
        edit(world.ports)

    assert raised.value.next_step
    notes.set_properties(world.ports, "memory/groups/ops", ["status=archived"])
    notes.set_properties(world.ports, "2026-05-14", ["reviewed=yes"])
