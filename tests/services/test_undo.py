"""Undo and redo of a flush, on the real vault and on its twin."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.bootstrap import open_ports
from progressive_memory.domain.plan import (
    AddFields,
    CreateNote,
    Edit,
    InsertDated,
    InsertUnder,
    Operation,
    Plan,
    ReplaceBlock,
    SetJson,
    SetProperty,
)
from progressive_memory.domain.undo_report import PastFlush, RedoReport, UndoReport
from progressive_memory.errors import NoteChangedOnDisk, UnknownFlush
from progressive_memory.ports import Ports
from progressive_memory.services.flush.undo import redo, undo
from progressive_memory.services.history import history
from progressive_memory.vault.flush_state import Cursor, set_cursor, set_file_flushed

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)
INDEX = "memory/groups/ops.md"
ATTENTION = "memory/groups/ops/attention.md"
EXPERIENCE = "memory/groups/ops/experience.md"
PENDING = "memory/groups/ops/pending.md"
CONVENTION = "memory/groups/ops/conventions/names.md"
LOG = "memory/groups/ops/log/2026/2026-05-14.md"
STATE = "memory/flush-state.json"
DECISION = "d-20260514-aaaaaaaaaa"
TASK = "t-20260514-bbbbbbbbbb"
OLD_TASK = "t-20260401-cccccccccc"

NOTES = {
    INDEX: "---\ngroup_name: ops\nlast_updated: 2026-05-01\n---\n\n# Ops\n",
    ATTENTION: f"# Attention\r\n\r\n## Active tasks\r\n\r\n- [ ] Rotate keys ^{OLD_TASK}\r\n  - Evidence:: "
    "[[memory/groups/ops/log/2026/2026-04-01#^m-oooooooooo|09:00 Ann]]\r\n",
    EXPERIENCE: "\ufeff# Experience\n\n## 2026-04-01 Old\n\n- Decision:: old\n\n^d-20260401-dddddddddd",
    LOG: "# 2026-05-14\n\n- 09:00:00 Ann: Let us use Rust ^m-mmmmmmmmmm\n",
    STATE: json.dumps(
        {
            "last_flush_time": "2026-05-01T06:17:00Z",
            "theirs": [1],
            "groups": {
                "ops": {
                    "cursor": {"event_id": "$1", "ts": "2026-05-01T06:00:00Z"},
                    "late": ["$0"],
                    "unflushed_messages": 12,
                    "unflushed_task_changes": 2,
                    "vetoes": [{"key": "zzzzzzzzzz", "kind": "t", "evidence": []}],
                }
            },
        },
        indent=2,
    ),
}


@dataclass
class World:
    ports: Ports
    save: Callable[[str, bytes | None], None]

    def text(self, path: str) -> str | None:
        snapshot = self.ports.vault.read(path)
        return None if snapshot is None else snapshot.data.decode()

    def texts(self) -> dict[str, str | None]:
        return {path: self.text(path) for path in (*NOTES, CONVENTION)}

    def state(self) -> dict[str, Any]:
        value = json.loads(self.text(STATE) or "{}")
        assert isinstance(value, dict)
        return value


def in_memory(_: Path) -> World:
    ports = MemoryPorts()
    return World(ports, ports.vault.save)


def on_disk(folder: Path) -> World:
    root = folder / "vault"
    root.mkdir()

    def save(path: str, data: bytes | None) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        if data is None:
            (root / path).unlink()
        else:
            (root / path).write_bytes(data)

    ports = open_ports(root)
    ports.clock = MemoryClock(AT)
    return World(ports, save)


@pytest.fixture(params=[in_memory, on_disk], ids=lambda make: make.__name__)
def world(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    made = request.param(tmp_path)
    assert isinstance(made, World)
    for path, text in NOTES.items():
        made.save(path, text.encode())
    return made


def flush(
    world: World,
    name: str = "f-1",
    at: datetime | None = None,
    more: dict[str, list[Operation]] | None = None,
) -> None:
    """What a flush writes that found a decision, a task, and news of an old task."""
    wanted: dict[str, list[Operation]] = {
        **(more or {}),
        EXPERIENCE: [
            InsertDated(
                "## 2026-05-14 Rust\n\n- Decision:: use Rust\n- Evidence:: "
                f"[[{LOG.removesuffix('.md')}#^m-mmmmmmmmmm|09:00 Ann]]\n\n^{DECISION}",
                DECISION,
                "2026-05-14",
            )
        ],
        ATTENTION: [
            InsertUnder("Active tasks", f"- [ ] Learn Rust — Ann ^{TASK}", TASK),
            AddFields(
                OLD_TASK, ("- Action:: half done [[memory/groups/ops/log/x#^m-nnnnnnnnnn|10:00]]",)
            ),
        ],
        INDEX: [SetProperty("last_updated", "2026-05-15")],
        CONVENTION: [CreateNote("# Names\n")],
        STATE: [
            SetJson(("last_flush_time",), '"2026-05-15T06:17:00Z"'),
            SetJson(
                ("groups", "ops", "cursor"), '{"event_id": "$9", "ts": "2026-05-14T09:00:00Z"}'
            ),
            SetJson(("groups", "ops", "late"), "[]"),
            SetJson(("groups", "ops", "unflushed_messages"), "0"),
            SetJson(("groups", "ops", "unflushed_task_changes"), "0"),
            *set_file_flushed("ops", "attention.md", "2026-05-15T06:17:00Z"),
        ],
    }
    edits = tuple(Edit(path, tuple(operations), None) for path, operations in wanted.items())
    ids = (DECISION, TASK, OLD_TASK)
    applied = world.ports.vault.apply(Plan(name, "flush", at or AT, edits, "manual", ("ops",), ids))
    assert () == applied.displaced


def test_undo_restores_every_byte_of_every_note(world: World) -> None:
    flush(world)
    report = undo(world.ports)
    notes = {path: text for path, text in world.texts().items() if path != STATE}
    assert {**{p: t for p, t in NOTES.items() if p != STATE}, CONVENTION: None} == notes
    assert UndoReport(
        flush_id="f-1",
        groups=("ops",),
        restored=(INDEX, ATTENTION, CONVENTION, EXPERIENCE),
        vetoed=(DECISION, OLD_TASK, TASK),
    ) == UndoReport(report.flush_id, report.groups, report.restored, report.vetoed)


def test_undo_gives_the_cursor_back_and_vetoes_what_was_written(world: World) -> None:
    flush(world)
    undo(world.ports)
    before, after = json.loads(NOTES[STATE]), world.state()
    vetoes = [
        *before["groups"]["ops"]["vetoes"],
        {"key": "aaaaaaaaaa", "kind": "d", "evidence": ["m-mmmmmmmmmm"]},
        {"key": "cccccccccc", "kind": "t", "evidence": ["m-nnnnnnnnnn"]},
        {"key": "bbbbbbbbbb", "kind": "t", "evidence": []},
    ]
    before["groups"]["ops"]["vetoes"] = vetoes
    # This machine has seen none of them: what they mean is read in the notes.
    meanings = [veto.pop("meaning", "")[:2] for veto in after["groups"]["ops"]["vetoes"]]
    assert [""] * (len(vetoes) - 3) + ["w-"] * 3 == meanings
    assert vetoes == after["groups"]["ops"]["vetoes"]
    assert before == after


def test_what_was_logged_since_stays_unflushed_too(world: World) -> None:
    flush(world)
    logged = world.state()
    logged["groups"]["ops"]["unflushed_messages"] = 3
    logged["groups"]["ops"]["late"] = ["$5"]
    world.save(STATE, json.dumps(logged).encode())
    log = NOTES[LOG].encode() + b"- 10:00:00 Bo: more ^m-pppppppppp\n"
    world.save(LOG, log)
    undo(world.ports)
    ops = world.state()["groups"]["ops"]
    assert (15, 2, ["$0", "$5"]) == (
        ops["unflushed_messages"],
        ops["unflushed_task_changes"],
        ops["late"],
    )
    assert log.decode() == world.text(LOG)


def test_the_marks_a_flush_left_tell_what_a_veto_means(world: World) -> None:
    flush(world)
    seen = {DECISION: ("m-mmmmmmmmmm", "w-meaning"), "d-20260401-dddddddddd": ("m-x",)}
    world.ports.state.set_seen("ops", seen)
    undo(world.ports)
    veto = world.state()["groups"]["ops"]["vetoes"][1]
    assert {
        "key": "aaaaaaaaaa",
        "kind": "d",
        "evidence": ["m-mmmmmmmmmm"],
        "meaning": "w-meaning",
    } == veto
    assert {"d-20260401-dddddddddd": ("m-x",)} == world.ports.state.seen("ops")


def test_an_item_that_stands_ticked_again_is_named_as_one_the_next_flush_writes(
    world: World,
) -> None:
    item = f"- [x] Learn Rust — Ann, 2026-05-14 — nobody agreed ^{TASK}"
    world.save(PENDING, f"# Pending\n\n{item}\n".encode())
    flush(world, more={PENDING: [ReplaceBlock(TASK, item, "")]})

    report = undo(world.ports)

    assert (TASK,) == report.ticked
    assert TASK not in report.vetoed


def test_a_hand_edit_elsewhere_survives_the_undo(world: World) -> None:
    flush(world)
    edited = (world.text(ATTENTION) or "").replace("# Attention", "# Attention, please")
    world.save(ATTENTION, edited.encode())
    undo(world.ports)
    assert NOTES[ATTENTION].replace("# Attention", "# Attention, please") == world.text(ATTENTION)


def test_a_hand_edit_on_the_same_lines_refuses_the_undo_with_a_diff(world: World) -> None:
    flush(world)
    edited = (world.text(EXPERIENCE) or "").replace("use Rust", "use Rust, but slowly")
    world.save(EXPERIENCE, edited.encode())
    before = world.texts()
    with pytest.raises(NoteChangedOnDisk) as caught:
        undo(world.ports)
    assert before == world.texts()
    assert [False] == [past.undone for past in history(world.ports).flushes]
    assert f"--- {EXPERIENCE} (after the flush)" in caught.value.message
    assert "-- Decision:: use Rust\n+- Decision:: use Rust, but slowly" in caught.value.message


def test_a_note_deleted_since_refuses_the_undo(world: World) -> None:
    flush(world)
    world.save(EXPERIENCE, None)
    before = world.texts()
    with pytest.raises(NoteChangedOnDisk, match="-- Decision:: use Rust"):
        undo(world.ports)
    assert before == world.texts()


def test_a_group_renamed_since_refuses_the_undo_by_name(world: World) -> None:
    flush(world)
    for path in (*NOTES, CONVENTION):
        if path.startswith("memory/groups/ops/"):
            world.save(path, None)

    with pytest.raises(NoteChangedOnDisk, match="its group ops has been renamed or removed since"):
        undo(world.ports)


def test_what_a_person_added_to_a_new_note_stays(world: World) -> None:
    flush(world)
    world.save(CONVENTION, b"# Names\nmine\n")
    undo(world.ports)
    assert "mine\n" == world.text(CONVENTION)


def test_the_newest_flush_that_changed_a_note_is_undone(world: World) -> None:
    flush(world, "f-1")
    for name in ("f-2", "f-3"):  # nothing new: only the time moves
        edit = Edit(STATE, (SetJson(("last_flush_time",), f'"{name}"'),), None)
        world.ports.vault.apply(Plan(name, "flush", AT, (edit,), "cron", ("ops",)))
    assert "f-1" == undo(world.ports).flush_id
    with pytest.raises(UnknownFlush, match="no flush to undo"):
        undo(world.ports)


def test_a_flush_is_undone_by_name_and_once(world: World) -> None:
    flush(world, "f-1")
    assert "f-1" == undo(world.ports, "f-1").flush_id
    with pytest.raises(UnknownFlush) as caught:
        undo(world.ports, "f-1")
    assert "pmem flush --redo f-1" == caught.value.next_step


def test_an_older_flush_is_undone_under_a_newer_one(world: World) -> None:
    flush(world, "f-1")
    later = InsertDated(
        "## 2026-05-15 Go\n\n- Decision:: Go\n\n^d-20260515-eeeeeeeeee",
        "d-20260515-eeeeeeeeee",
        "2026-05-15",
    )
    world.ports.vault.apply(
        Plan("f-2", "flush", AT, (Edit(EXPERIENCE, (later,), None),), "manual", ("ops",))
    )
    undo(world.ports, "f-1")
    text = world.text(EXPERIENCE) or ""
    assert (True, False) == ("Go" in text, "Rust" in text)


def test_an_unknown_flush_is_named(world: World) -> None:
    with pytest.raises(UnknownFlush, match="no flush f-9 in the last 30 days"):
        undo(world.ports, "f-9")


def test_redo_lifts_the_vetoes_of_that_undo_and_no_other(world: World) -> None:
    flush(world)
    undo(world.ports)
    report = redo(world.ports, "f-1")
    expected = ("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc")
    assert RedoReport("f-1", ("ops",), expected) == report
    assert ["zzzzzzzzzz"] == [each["key"] for each in world.state()["groups"]["ops"]["vetoes"]]


def test_redo_goes_back_to_the_messages_a_flush_has_passed_over_since(world: World) -> None:
    flush(world)
    undo(world.ports)
    later = set_cursor("ops", Cursor("$12", "2026-05-15T09:00:00Z"))
    world.ports.vault.apply(Plan("f-2", "flush", AT, (Edit(STATE, later, None),)))
    redo(world.ports, "f-1")
    before = json.loads(NOTES[STATE])["groups"]["ops"]["cursor"]
    assert before == world.state()["groups"]["ops"]["cursor"]


def test_redo_needs_an_undo(world: World) -> None:
    flush(world)
    with pytest.raises(UnknownFlush) as caught:
        redo(world.ports, "f-1")
    assert "pmem undo f-1" == caught.value.next_step


def test_a_flush_written_again_can_be_undone_again(world: World) -> None:
    flush(world, "f-1")
    undo(world.ports)
    redo(world.ports, "f-1")
    flush(world, "f-2")
    assert "f-2" == undo(world.ports).flush_id
    assert NOTES[EXPERIENCE] == world.text(EXPERIENCE)


def test_a_first_flush_without_any_state_is_undone(world: World) -> None:
    world.save(STATE, b"{}\n")
    flush(world)
    undo(world.ports)
    assert {"vetoes"} == set(world.state()["groups"]["ops"])
    assert {"groups"} == set(world.state())


def test_history_lists_flushes_and_nothing_else(world: World) -> None:
    flush(world)
    undo(world.ports)
    world.ports.vault.apply(
        Plan("l-1", "log", AT, (Edit(LOG, (SetProperty("a", "1"),), None),), "", ("ops",))
    )
    flush(world, "f-2", AT.replace(day=16))
    assert (
        PastFlush("f-2", "2026-05-16T06:17:00+00:00", "manual", ("ops",), 3, undone=False),
        PastFlush("f-1", "2026-05-15T06:17:00+00:00", "manual", ("ops",), 3, undone=True),
    ) == history(world.ports).flushes
