"""What sync programs, other systems and accidents leave in a vault: every command goes on or says
clearly why not, what was left is not touched, and `pmem doctor` names it.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from progressive_memory.api import Memory
from progressive_memory.bootstrap import open_ports
from progressive_memory.domain.group import NewGroup
from progressive_memory.errors import NotDownloaded, ProgressiveMemoryError
from progressive_memory.ports import Query

GROUP = "harbour"
QUESTION = "what did we decide about the order store?"
FOLDER = f"memory/groups/{GROUP}"


def line(number: int, sender: str, text: str, **more: str) -> str:
    at = f"2026-05-15T09:{number:02}:00Z"
    return json.dumps(
        {"event_id": f"$e{number}", "ts": at, "sender": f"@{sender}:x", "text": text, **more}
    )


FIRST = (
    line(1, "ana", "I propose we move the order store to PostgreSQL 16"),
    line(2, "bo", "+1", reply_to="$e1"),
    line(3, "ana", "Bo will write the restore script by Friday."),
    line(4, "bo", "ok, I take the restore script", reply_to="$e3"),
)
SECOND = (
    line(11, "bo", "I propose we keep the spare key in the harbour office"),
    line(12, "ana", "+1", reply_to="$e11"),
)


class Vault:
    """A vault on disk in which one decision and one task were flushed."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "vault"
        Memory.init(self.root, "en")
        self.memory.group_add(NewGroup(GROUP, language="en"))
        self.log(*FIRST)
        self.memory.flush(GROUP)

    @property
    def memory(self) -> Memory:
        """A new process's view."""
        return Memory.open(self.root)

    def log(self, *lines: str) -> None:
        data = io.BytesIO("\n".join(lines).encode())
        self.memory.log_file(GROUP, data, form="jsonl")

    def note(self, name: str) -> Path:
        return self.root / FOLDER / name

    def codes(self) -> set[str]:
        return {one.code for one in self.memory.doctor().problems}

    def files(self) -> set[str]:
        return {str(file.relative_to(self.root)) for file in self.root.rglob("*")}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    return Vault(tmp_path)


def copy(name: str) -> Callable[[Vault], Path]:
    def make(vault: Vault) -> Path:
        original = name.partition(".")[0].partition(" ")[0]
        file = vault.note(name)
        shutil.copy(vault.note(f"{original}.md"), file)
        return file

    return make


def merged(vault: Vault) -> Path:
    note = vault.note("experience.md")
    text = note.read_text("utf-8")
    note.write_text(f"{text}\n<<<<<<< HEAD\nmine\n=======\nyours\n>>>>>>> theirs\n", "utf-8")
    return note


def evicted(vault: Vault) -> Path:
    note = vault.note("experience.md")
    size = note.stat().st_size
    note.write_bytes(b"")
    os.truncate(note, size)
    return note


def placeholder(vault: Vault) -> Path:
    note = vault.note("experience.md")
    left = note.with_name(".experience.md.icloud")
    note.rename(left)
    return left


def blank(vault: Vault) -> Path:
    note = vault.note("experience.md")
    note.write_bytes(b"")
    os.utime(note, (1_000_000_000, 1_000_000_000))
    return note


def case_twin(vault: Vault) -> Path:
    twin = vault.note("Experience.md")
    twin.write_text("# Mine\n", "utf-8")
    if vault.note("experience.md").samefile(twin):
        pytest.skip("this file system has no names that differ in case alone")
    return twin


def form_twin(vault: Vault) -> Path:
    folder = vault.note("conventions")
    folder.mkdir(exist_ok=True)
    name = "caf\u00e9.md"
    (folder / name).write_text("# One\n", "utf-8")
    twin = folder / unicodedata.normalize("NFD", name)
    twin.write_text("# Two\n", "utf-8")
    return twin


def linked(vault: Vault) -> Path:
    note = vault.note("experience.md")
    outside = vault.root.parent / "elsewhere.md"
    note.rename(outside)
    note.symlink_to(outside)
    return note


def became_folder(vault: Vault) -> Path:
    note = vault.note("experience.md")
    note.unlink()
    note.mkdir()
    (note / "inside.md").write_text("# Mine\n", "utf-8")
    return note / "inside.md"


COPIES = (
    "people.sync-conflict-20260515-101500-ABCDEFG.md",
    "people (Conflicted copy phone 202605151015).md",
    "people (Ana's conflicted copy 2026-05-15).md",
    "people (Ana 的冲突副本 2026-05-15).md",
    "people 2.md",
)
MESSES: dict[str, tuple[Callable[[Vault], Path], str]] = {
    **{name: (copy(name), "conflict_copy") for name in COPIES},
    "git markers": (merged, "conflict_marker"),
    "evicted": (evicted, "not_downloaded"),
    "placeholder": (placeholder, "not_downloaded"),
    "emptied": (blank, "emptied"),
    "case twins": (case_twin, "name_twin"),
    "NFC and NFD twins": (form_twin, "name_twin"),
    "symbolic link": (linked, "symlink"),
    "folder for a note": (became_folder, "folder_for_note"),
}


@pytest.mark.parametrize(("make", "code"), MESSES.values(), ids=MESSES)
def test_every_command_goes_on_or_says_why_and_touches_nothing_of_it(
    vault: Vault, make: Callable[[Vault], Path], code: str
) -> None:
    file = make(vault)
    before, files = file.read_bytes(), vault.files()
    memory = vault.memory
    commands: list[Callable[[], object]] = [
        lambda: vault.log(*SECOND),
        lambda: memory.recall(GROUP, QUESTION),
        lambda: memory.search(GROUP, Query("order store"), limit=5),
        lambda: memory.flush(GROUP),
        lambda: memory.remember(GROUP, "the spare key hangs in the office", by="@ana:x"),
        lambda: memory.rollup(GROUP),
        memory.pending,
        memory.history,
        memory.status,
        memory.group_list,
        lambda: memory.group_show(GROUP),
        lambda: memory.reindex(GROUP),
        lambda: memory.doctor(fix=True),
        memory.undo,
    ]
    for command in commands:
        with suppress(ProgressiveMemoryError):  # a sentence, and what to do next
            command()

    assert code in vault.codes()
    assert before == file.read_bytes()
    new = {name for name in vault.files() - files if not name.startswith(f"{FOLDER}/summaries")}
    assert set() == {name for name in new if "experience" in name.lower() or "people" in name}


@pytest.mark.parametrize("make", [evicted, placeholder, merged, blank, linked, became_folder])
def test_what_a_note_cannot_take_now_is_written_when_it_can(
    vault: Vault, make: Callable[[Vault], Path]
) -> None:
    kept = vault.note("experience.md").read_bytes()
    make(vault)
    vault.log(*SECOND)
    (left,) = vault.memory.flush(GROUP).groups

    assert left.problems
    assert () == left.written

    note = vault.note("experience.md")
    with suppress(FileNotFoundError):
        shutil.rmtree(note) if note.is_dir() else note.unlink()
    note.with_name(".experience.md.icloud").unlink(missing_ok=True)
    note.write_bytes(kept)
    (done,) = vault.memory.flush(GROUP).groups

    assert ["Keep the spare key in the harbour office"] == [one.title for one in done.written]
    assert {} == {reason: n for reason, n in done.rejected.items() if reason == "deleted"}
    assert "PostgreSQL 16" in note.read_text("utf-8")


def test_a_note_in_the_cloud_is_answered_from_the_index(vault: Vault) -> None:
    before = vault.memory.recall(GROUP, QUESTION)
    evicted(vault)

    assert "PostgreSQL 16" in before.text
    assert "PostgreSQL 16" in vault.memory.recall(GROUP, QUESTION).text
    with pytest.raises(NotDownloaded):
        open_ports(vault.root).vault.read(f"{FOLDER}/experience.md")


def test_what_a_merge_left_open_is_handed_to_nobody(vault: Vault) -> None:
    note = vault.note("experience.md")
    text = note.read_text("utf-8")
    note.write_text(
        f"<<<<<<< HEAD\n{text}=======\n## 2026-05-01 Moon base\n>>>>>>> theirs\n", "utf-8"
    )
    told = vault.memory.recall(GROUP, QUESTION).text

    assert "PostgreSQL 16" not in told
    assert "Moon base" not in told


def test_data_on_another_file_system_serves_every_writing_command(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = Path("/dev/shm")
    if not other.is_dir() or other.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is one file system here")
    place = other / f"pmem-test-{os.getpid()}"
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(place))
    before = vault.note("experience.md").read_bytes()
    try:
        vault.log(*SECOND)
        report = vault.memory.flush(GROUP)
        assert ["d"] == [one.kind for one in report.groups[0].written]
        vault.memory.undo(report.flush_id)
        assert before == vault.note("experience.md").read_bytes()
    finally:
        shutil.rmtree(place)


def test_a_vault_that_moved_keeps_its_past_and_what_it_has_seen(vault: Vault) -> None:
    (past,) = vault.memory.history().flushes
    moved = vault.root.with_name("moved")
    vault.root.rename(moved)
    vault.root = moved
    note = vault.note("experience.md")
    note.write_text("# Experience\n", "utf-8")
    (report,) = vault.memory.flush(GROUP).groups

    assert [past.flush_id] == [one.flush_id for one in vault.memory.history().flushes][-1:]
    assert 1 == report.rejected["deleted"]
    assert "two_places" not in vault.codes()


def test_what_stands_in_a_copy_of_the_vault_is_not_missed_in_the_other(vault: Vault) -> None:
    older = vault.root.with_name("restored")
    shutil.copytree(vault.root, older)
    vault.log(*SECOND)
    vault.memory.flush(GROUP)
    (report,) = Memory.open(older).flush(GROUP).groups
    problems = Memory.open(older).doctor().problems

    assert {} == report.rejected
    assert ["two_places"] == [one.code for one in problems]


def test_a_clock_that_goes_back_stops_nothing_and_is_told(vault: Vault) -> None:
    state = vault.root / "memory/flush-state.json"
    value = json.loads(state.read_text("utf-8"))
    value["groups"][GROUP]["last_flush_time"] = "2099-01-01T00:00:00+00:00"
    state.write_text(json.dumps(value), "utf-8")
    assert "clock" in vault.codes()

    vault.log(*SECOND)
    (report,) = vault.memory.flush(GROUP).groups
    assert ["d"] == [one.kind for one in report.written]
    assert "clock" not in vault.codes()


def test_an_index_note_that_icloud_copied_is_no_group(vault: Vault) -> None:
    shutil.copy(vault.root / f"{FOLDER}.md", vault.root / f"{FOLDER} 2.md")

    assert [GROUP] == [row.name for row in vault.memory.group_list().groups]
    assert {"conflict_copy"} == vault.codes()


def test_the_safe_things_are_put_right_and_told(vault: Vault) -> None:
    index = vault.root / f"{FOLDER}.md"
    text = index.read_text("utf-8")
    row = next(line for line in text.splitlines() if "`people.md`" in line)
    first = next(line for line in text.splitlines() if "`project.md`" in line)
    trigger = first.split("|")[1].split(",")[0].strip()
    text = text.replace(row, f"| {trigger} | `project.md` | P1 |")
    index.write_text(text.replace("status: active", "status: active\nup: [[Home]]"), "utf-8")
    people = vault.note("people.md").read_bytes()
    spare, persons = vault.note(".aa-1.memtmp"), vault.note(".bb-1.memtmp")
    spare.write_bytes(people)
    persons.write_text("a paragraph that stands nowhere else", "utf-8")

    report = vault.memory.doctor(fix=True)

    fixed = sorted(one.code for one in report.fixed)
    assert ["note_not_routed", "route_twice", "temp_left", "unquoted_link"] == fixed
    assert ["temp_left"] == [one.code for one in report.problems]
    assert persons.exists()
    now = index.read_text("utf-8")
    assert 'up: "[[Home]]"' in now
    assert f"| [DEPRECATED] {trigger} | `project.md` | P1 |" in now
    assert "`people.md` | P3 |" in now
    assert () == vault.memory.doctor(fix=True).fixed


def test_a_note_that_crowds_out_the_others_is_told_and_never_cut(vault: Vault) -> None:
    people = vault.note("people.md")
    people.write_text(people.read_text("utf-8") + "\nSomebody keeps the harbour. " * 900, "utf-8")
    before = people.read_bytes()

    assert {"long_note"} == vault.codes()
    vault.log(line(21, "ana", "Ana is the new release manager."), line(22, "bo", "+1"))
    vault.memory.flush(GROUP)
    assert before in people.read_bytes() or before == people.read_bytes()
