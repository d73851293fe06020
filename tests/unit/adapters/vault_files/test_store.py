"""What only a folder of files can get wrong: modes, links, locks, leftovers."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evals.faults import os_calls
from evals.faults.calls import WRITING, Call, Calls, Fault, Stopped
from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.vault_files import VaultFiles, Writing
from progressive_memory.domain.plan import (
    CreateNote,
    Edit,
    InsertUnder,
    Operation,
    Plan,
    ReplaceBlock,
    Revert,
)
from progressive_memory.errors import NoteUnwritable, PathEscapesVault, VaultError, VaultLocked

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)
TASK = InsertUnder("Tasks", "- [ ] one ^one", "one")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "note.md").write_bytes(b"## Tasks\n- [ ] zero\n")
    return root


def store(root: Path, *, exchange: bool = True) -> VaultFiles:
    data = root.parent / "data"
    way = "exchange" if exchange else "replace"
    return VaultFiles(root, data, MemoryClock(AT), Writing(way), lock_timeout_seconds=0.2)


def plan(path: str, operation: Operation = TASK, verb: str = "flush") -> Plan:
    return Plan("f-1", verb, AT, (Edit(path, (operation,), None),))


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize("exchange", [True, False])
def test_a_note_keeps_its_mode_and_a_new_one_takes_its_neighbours(
    root: Path, exchange: bool
) -> None:
    (root / "note.md").chmod(0o660)
    store(root, exchange=exchange).apply(plan("note.md"))
    store(root, exchange=exchange).apply(plan("new.md", CreateNote("x\n")))
    assert [0o660, 0o660] == [mode(root / "note.md"), mode(root / "new.md")]


def test_a_new_folder_takes_the_mode_of_the_one_it_stands_in(root: Path) -> None:
    root.chmod(0o770)
    store(root).apply(plan("a/b/new.md", CreateNote("x\n")))
    assert [0o770, 0o770] == [mode(root / "a"), mode(root / "a" / "b")]


def test_our_own_folders_and_files_are_private(root: Path) -> None:
    store(root).apply(plan("note.md"))
    data = root.parent / "data"
    modes = {mode(each) & 0o077 for each in (data, *data.rglob("*"))}
    assert {0} == modes


@pytest.mark.parametrize("exchange", [True, False])
def test_nothing_of_ours_is_left_in_the_vault(root: Path, exchange: bool) -> None:
    vault = store(root, exchange=exchange)
    vault.apply(plan("note.md"))
    vault.apply(plan("new.md", CreateNote("x\n")))
    assert ["new.md", "note.md"] == sorted(each.name for each in root.iterdir())
    assert b"## Tasks\n- [ ] zero\n- [ ] one ^one\n" == (root / "note.md").read_bytes()


def test_symbolic_links_are_neither_followed_nor_listed(root: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("secret")
    (root / "link.md").symlink_to(outside / "secret.md")
    (root / "folder").symlink_to(outside)
    for path in ("link.md", "folder/secret.md"):
        with pytest.raises(PathEscapesVault):
            store(root).read(path)
        with pytest.raises(PathEscapesVault):
            store(root).apply(plan(path))
    assert ["note.md"] == list(store(root).stamps(""))
    assert "secret" == (outside / "secret.md").read_text()


def test_a_vault_may_itself_stand_behind_a_link(root: Path) -> None:
    (root.parent / "link").symlink_to(root)
    store(root.parent / "link").apply(plan("note.md"))
    assert b"## Tasks\n- [ ] zero\n- [ ] one ^one\n" == (root / "note.md").read_bytes()


def test_a_folder_in_place_of_a_note_is_named(root: Path) -> None:
    (root / "folder.md").mkdir()
    with pytest.raises(NoteUnwritable, match=r"folder\.md is a folder"):
        store(root).apply(plan("folder.md"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_read_only_note_is_left_alone(root: Path) -> None:
    (root / "note.md").chmod(0o444)
    with pytest.raises(NoteUnwritable, match=r"note\.md is read-only"):
        store(root).apply(plan("note.md"))


def test_another_process_that_writes_is_waited_for_and_then_named(root: Path) -> None:
    vault = store(root)
    with vault.exclusive():
        code = (
            "import sys; from pathlib import Path\n"
            "from progressive_memory.adapters.clock import SystemClock\n"
            "from progressive_memory.adapters.vault_files import VaultFiles\n"
            "from progressive_memory.errors import VaultLocked\n"
            "root, data = map(Path, sys.argv[1:])\n"
            "store = VaultFiles(root, data, SystemClock(), lock_timeout_seconds=0.1)\n"
            "try:\n"
            "    with store.exclusive(): print('in')\n"
            "except VaultLocked as error: print(error.message)\n"
        )
        names = [str(root), str(root.parent / "data")]
        words = [sys.executable, "-c", code, *names]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "another program has been writing this vault for 0.1 s\n" == done.stdout
    assert issubclass(VaultLocked, VaultError)


def test_copies_with_one_id_share_a_history_but_never_finish_each_others_plans(
    root: Path,
) -> None:
    copy = root.parent / "copy"
    copy.mkdir()
    store(root).apply(plan("note.md"))
    (record,) = (root.parent / "data" / "journal").iterdir()
    head = record.read_bytes().splitlines(keepends=True)[0]
    edits = b'{"edits": [{"path": "a.md", "sha256": null, "operations": []}], "changes": []}\n'
    record.with_suffix(".open").write_bytes(head + edits)
    with store(copy).exclusive():
        pass
    assert record.with_suffix(".open").exists()


def test_reading_takes_no_lock(root: Path) -> None:
    vault = store(root)
    vault.read("note.md")
    vault.stamps("")
    assert not (root.parent / "data").exists()


def test_a_record_of_a_newer_version_is_refused_by_name(root: Path) -> None:
    vault = store(root)
    vault.apply(plan("note.md"))
    (record,) = (root.parent / "data" / "journal").iterdir()
    record.write_bytes(record.read_bytes().replace(b'"schema": 1', b'"schema": 2', 1))
    with pytest.raises(VaultError, match="schema 2"):
        vault.past_plans()


def test_a_plan_id_no_file_could_carry_is_kept_all_the_same(root: Path) -> None:
    odd = Plan("闪/../\0", "flush", AT, (Edit("note.md", (TASK,), None),))
    vault = store(root)
    applied = vault.apply(odd)
    assert applied.changes == vault.past_changes(odd.id)
    assert [odd.id] == [past.plan.id for past in vault.past_plans()]


@pytest.mark.parametrize("exchange", [True, False])
def test_a_folder_goes_with_its_last_note(root: Path, exchange: bool) -> None:
    vault = store(root, exchange=exchange)
    vault.apply(plan("a/b/one.md", CreateNote("x\n")))
    vault.apply(plan("a/two.md", CreateNote("y\n")))
    vault.apply(plan("a/b/one.md", Revert(before=None, after="x\n")))
    assert ["two.md"] == [each.name for each in (root / "a").iterdir()]
    vault.apply(plan("a/two.md", Revert(before=None, after="y\n")))
    assert ["note.md"] == [each.name for each in root.iterdir()]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_in_place_of_a_note_is_no_note_and_stops_nobody(root: Path) -> None:
    os.mkfifo(root / "pipe.md")
    assert store(root).read("pipe.md") is None


def test_a_folder_that_may_not_be_listed_stops_who_writes_and_no_reader(root: Path) -> None:
    (root / "sub").mkdir()
    (root / "sub" / "note.md").touch()
    vault = store(root)

    def refused(name: str) -> Calls:
        calls = Calls(str(root))
        with os_calls.watched(calls):
            vault.stamps("")
        number = calls.made.index(Call("scandir", name)) + 1
        return Calls(str(root), Fault(number, errno.EACCES))

    with os_calls.watched(refused("sub")):
        assert ["note.md"] == list(vault.stamps(""))
    with vault.exclusive(), os_calls.watched(refused("sub")), pytest.raises(PermissionError):
        vault.stamps("")


def test_a_temporary_file_that_cannot_be_seen_is_removed_later(root: Path) -> None:
    calls = Calls(str(root.parent))
    with os_calls.watched(calls):
        store(root).apply(plan("note.md"))
    made = [call for call in calls.made if call.path.endswith(".memtmp")]
    seen = made.index(Call("lstat", made[0].path))
    number = [n for n, call in enumerate(calls.made, 1) if call == made[seen]][-1]
    (root / "note.md").write_bytes(b"## Tasks\n- [ ] zero\n")
    vault = store(root)
    broken = Calls(str(root.parent), Fault(number, errno.EIO))
    with os_calls.watched(broken), pytest.raises(OSError, match="Input/output"):
        vault.apply(plan("note.md"))
    with vault.exclusive():
        pass
    assert ["note.md"] == [file.name for file in root.iterdir()]
    assert 1 == (root / "note.md").read_bytes().count(b"^one")


@pytest.mark.parametrize("killed_in", [0, 1, 2, 3, 4, 6])
def test_the_image_of_a_note_is_what_a_person_saved_where_not_all_of_ours_fitted_it(
    root: Path, killed_in: int
) -> None:
    """They reword an entry between our last look and the exchange, while we move it."""
    before = b"# n\n\n## Tasks\n\n- [ ] weld ^t-20260513-bir57qupad\n\n## Archive\n"
    saved = before.replace(b"weld", b"weld it")
    (root / "note.md").write_bytes(before)
    moved = (
        ReplaceBlock("t-20260513-bir57qupad", "- [ ] weld ^t-20260513-bir57qupad", ""),
        InsertUnder("Archive", "- [x] weld ^t-20260513-bir57qupad", "t-20260513-bir57qupad"),
        InsertUnder("Tasks", "- [ ] sand ^t-20260513-aaaaaaaaaa", "t-20260513-aaaaaaaaaa"),
    )
    calls = Calls(str(root.parent))
    since = [0]

    def saves(call: Call) -> None:
        if call.name == "renameat2" and not since[0]:
            (root / "note.md").write_bytes(saved)
            since[0] = 1
        elif since[0] and call.name in WRITING:
            since[0] += 1
            if since[0] == killed_in + 1:
                calls.fault = Fault(len(calls.made))

    calls.before = saves
    with suppress(Stopped), os_calls.watched(calls):
        store(root).apply(Plan("f-1", "flush", AT, (Edit("note.md", moved, None),)))
    with store(root).exclusive():
        pass

    (change,) = store(root).past_changes("f-1")

    assert saved == change.before
    assert (
        saved.replace(b"\n\n## A", b"\n- [ ] sand ^t-20260513-aaaaaaaaaa\n\n## A") == change.after
    )
    assert change.after == (root / "note.md").read_bytes()
