"""Deciding what an undo writes."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from progressive_memory.domain.plan import Change, Plan, SetJson
from progressive_memory.flush.undo import (
    gone_since,
    is_log,
    kept_away,
    lifting_edit,
    reverts,
    state_edit,
    vetoes,
)

PLAN = Plan("f-1", "flush", datetime(2026, 5, 15, tzinfo=UTC), (), "cron", ("ops",))
PLAN_OF_TASK = replace(PLAN, entry_ids=("t-20260514-bbbbbbbbbb",))


def test_the_log_and_the_state_are_not_reverted() -> None:
    paths = [
        "memory/groups/log/people.md",
        "memory/groups/ops/log/2026/2026-05-14.md",
        "memory/flush-state.json",
    ]
    edits = reverts(Change(path, b"a\n", b"b\n") for path in paths)
    assert ["memory/groups/log/people.md"] == [edit.path for edit in edits]
    assert is_log("memory/groups/ops/log/2026/2026-05-14.md")


def test_an_entry_that_only_moved_is_not_vetoed() -> None:
    task = "- [x] done ^t-20260514-bbbbbbbbbb\n"
    change = Change(
        "memory/groups/ops/attention.md",
        f"## Active tasks\n\n{task}\n## Archive\n".encode(),
        f"## Active tasks\n\n## Archive\n\n{task}".encode(),
    )
    assert {} == vetoes(PLAN, (change,), {}, {})


def test_an_id_a_person_made_is_not_vetoed() -> None:
    change = Change("memory/groups/ops/people.md", b"", b"- Ann ^ann\n")
    assert {} == vetoes(PLAN, (change,), {}, {})


def test_an_entry_of_no_group_is_vetoed_in_the_first_group_of_the_plan() -> None:
    change = Change("memory/rules.md", None, b"- Never on Fridays ^g-20260514-bbbbbbbbbb\n")
    assert {"ops": {"g-20260514-bbbbbbbbbb": ()}} == vetoes(PLAN, (change,), {}, {})


TASK, ROLE = "t-20260514-bbbbbbbbbb", "r-20260514-cccccccccc"
OLD = f"- [ ] Learn Rust [[log#^m-aaaaaaaaaa|1]] ^{TASK}\n"
NEW = f"- [ ] Learn Rust [[log#^m-aaaaaaaaaa|1]], [[log#^m-bbbbbbbbbb|2]] ^{TASK}\n"
GREW = Change("memory/groups/ops/attention.md", OLD.encode(), NEW.encode())
CAME = Change("memory/groups/ops/people.md", b"", f"- Ann ^{ROLE}\n".encode())


def test_of_what_a_person_deleted_since_a_veto_has_all_that_it_rested_on() -> None:
    assert {"ops": {TASK: ("m-bbbbbbbbbb",)}} == vetoes(PLAN_OF_TASK, (GREW,), {}, {})
    gone = gone_since((GREW, CAME), {ROLE})
    assert {TASK} == gone
    expected = {"ops": {TASK: ("m-aaaaaaaaaa", "m-bbbbbbbbbb")}}
    assert expected == vetoes(PLAN_OF_TASK, (GREW,), {}, {}, gone)


def test_what_an_undo_did_not_take_out_itself_and_stands_nowhere_stays_away() -> None:
    back = Change(CAME.path, CAME.after, CAME.before)
    assert {TASK} == kept_away((GREW, CAME), (back,), set())
    assert set() == kept_away((GREW, CAME), (back,), {TASK})
    assert {TASK, ROLE} == kept_away((GREW, CAME), (), set())


def test_a_redo_leaves_the_vetoes_against_what_stays_away() -> None:
    held = [{"key": TASK[-10:], "kind": "t"}, {"key": ROLE[-10:], "kind": "r"}]
    undo = Change("memory/flush-state.json", state(), state(vetoes=held))
    edit, lifted = lifting_edit({"ops": "ops"}, undo, undo.after, {TASK})
    assert (ROLE[-10:],) == lifted
    kept = next(one for one in edit.operations if one.keys[-1] == "vetoes")  # type: ignore[union-attr]
    assert [TASK[-10:]] == [each["key"] for each in json.loads(kept.value)]  # type: ignore[union-attr]


def state(**ops: object) -> bytes:
    return json.dumps({"groups": {"ops": ops}}).encode()


def test_a_stamp_that_has_moved_on_stays_and_the_cursor_goes_back() -> None:
    change = Change(
        "memory/flush-state.json",
        state(cursor={"event_id": "$1"}, files={"a.md": "1", "b.md": "1"}, unflushed_messages=3),
        state(cursor={"event_id": "$2"}, files={"a.md": "2", "b.md": "2"}, unflushed_messages=0),
    )
    now = state(cursor={"event_id": "$3"}, files={"a.md": "3", "b.md": "2"}, unflushed_messages=2)
    assert (
        SetJson(("groups", "ops", "cursor"), '{"event_id": "$1"}'),
        SetJson(("groups", "ops", "files", "b.md"), '"1"'),
        SetJson(("groups", "ops", "unflushed_messages"), "5"),
    ) == state_edit(PLAN, change, now, {}).operations


@pytest.mark.parametrize("now", [b"", b"[]", b"{", b'{"groups": []}', state(vetoes="x", late=3)])
def test_a_state_a_person_broke_is_no_crash(now: bytes) -> None:
    change = Change("memory/flush-state.json", state(late=["$1"]), state(late=[]))
    assert (SetJson(("groups", "ops", "late"), '["$1"]'),) == state_edit(
        PLAN, change, now, {}
    ).operations
