"""A flush may die at any step and a person may edit then: what it decided stands or waits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.errors import NoteChangedOnDisk
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.flush.undo import undo
from progressive_memory.vault.blocks import entries
from tests.chat_room import ChatRoom

TASK = "Migrate the order store to PostgreSQL 16"


def test_a_flush_that_dies_anywhere_loses_nothing_though_a_person_edits(tmp_path: Path) -> None:
    script = Path(__file__).with_name("cut_off.py")
    env = {**os.environ, "PYTHONPATH": str(script.parents[2])}
    words = [sys.executable, str(script), str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=env)
    *problems, counts = done.stdout.splitlines()
    steps, displaced = map(int, counts.split())
    assert [] == problems
    assert steps > 8
    assert displaced > 0


def finished_late(room: ChatRoom) -> Plan:
    """A flush that dies before its first note, and whose plan the store will finish."""
    plans: list[Plan] = []
    apply = room.ports.vault.apply

    def dying(plan: Plan) -> Applied:
        plans.append(plan)
        raise OSError("killed")

    room.ports.vault.apply = dying  # type: ignore[method-assign]
    with pytest.raises(OSError, match="killed"):
        room.flush()
    room.ports.vault.apply = apply  # type: ignore[method-assign]
    return plans[0]


@pytest.fixture
def closing(room: ChatRoom) -> ChatRoom:
    """A room with a task that stands, and talk that closes it."""
    room.say("Cy", "I'll migrate the order store to PostgreSQL 16")
    room.flush()
    room.say("Cy", "I've migrated the order store to PostgreSQL 16")
    return room


def waiting(room: ChatRoom) -> list[str]:
    return [one.title for one in entries("pending.md", room.note("pending.md"))]


def test_what_a_finished_plan_could_not_do_waits_once(closing: ChatRoom) -> None:
    plan = finished_late(closing)
    closing.replace("attention.md", TASK, f"{TASK}, says Di")
    closing.ports.vault.apply(plan)

    closing.flush(dry_run=True)
    assert [] == waiting(closing)
    closing.flush()
    closing.flush()

    (item,) = waiting(closing)
    assert TASK in item
    assert "a person has edited its place" in item
    assert f"{TASK}, says Di" in closing.note("attention.md")
    assert () == closing.ports.vault.left_over()


def test_an_item_turned_down_does_not_come_back(closing: ChatRoom) -> None:
    plan = finished_late(closing)
    closing.replace("attention.md", TASK, f"{TASK}, says Di")
    closing.ports.vault.apply(plan)
    settled = closing.ports.vault.settled
    closing.ports.vault.settled = lambda _: None  # type: ignore[method-assign, assignment]
    closing.flush()
    closing.ports.vault.settled = settled  # type: ignore[method-assign]

    closing.replace("pending.md", "- [ ] ", "- [-] ")
    closing.flush()

    assert [] == waiting(closing)
    assert () == closing.ports.vault.left_over()


def test_an_entry_a_person_deleted_meanwhile_is_not_kept(decided: ChatRoom) -> None:
    decided.say("Ana", "I propose we move the order store to MySQL 8 instead", "$m")
    decided.say("Bo", "+1", to="$m")
    plan = finished_late(decided)
    head, _, _ = decided.note("experience.md").partition("## 2026")
    decided.save("experience.md", head)
    decided.ports.vault.apply(plan)

    decided.flush()

    assert [] == waiting(decided)
    assert 1 == decided.note("experience.md").count("\n## 2026")


def test_what_pending_takes_only_later_waits_for_it(closing: ChatRoom) -> None:
    plan = finished_late(closing)
    closing.replace("attention.md", TASK, f"{TASK}, says Di")
    closing.ports.vault.apply(plan)
    pending = closing.note("pending.md")

    for broken in (f"{pending}\n```\n", f"---\na: 1\na: 2\n---\n{pending}"):
        closing.save("pending.md", broken)
        closing.flush()
        assert broken == closing.note("pending.md")
    closing.save("pending.md", pending)
    closing.flush()

    assert 1 == len(waiting(closing))


def test_what_did_not_fit_from_the_first_is_settled_by_the_flush_itself(room: ChatRoom) -> None:
    room.save("attention.md", "# Attention\n\n```\nmine\n")
    room.say("Cy", "I'll migrate the order store to PostgreSQL 16")

    room.flush()

    assert 1 == len(waiting(room))
    assert () == room.ports.vault.left_over()


def test_an_item_that_finds_no_place_waits_under_its_own_id_and_is_no_veto(room: ChatRoom) -> None:
    room.say("Ana", "maybe we should move the order store to PostgreSQL 16")
    (item,) = room.flush().pending
    room.replace("pending.md", "- [ ] ", "- [x] ")
    apply = room.ports.vault.apply

    def interrupted(plan: Plan) -> Applied:
        if plan.verb == "flush":
            room.save("experience.md", "```\n" + room.note("experience.md"))
        return apply(plan)

    room.ports.vault.apply = interrupted  # type: ignore[method-assign]
    room.flush()
    room.ports.vault.apply = apply  # type: ignore[method-assign]
    room.flush()

    (waits,) = entries("pending.md", room.note("pending.md"))
    assert waits.id == item.id
    assert room.state()["groups"]["harbour"].get("vetoes", []) == []


def put_aside(room: ChatRoom) -> str:
    """A flush one of whose changes had no place and waits in pending.md; returns its id."""
    apply = room.ports.vault.apply

    def edited_meanwhile(plan: Plan) -> Applied:
        if plan.verb == "flush":
            room.replace("attention.md", TASK, f"{TASK}, says Di")
        return apply(plan)

    room.ports.vault.apply = edited_meanwhile  # type: ignore[method-assign]
    flush_id = room.flush_report().flush_id
    room.ports.vault.apply = apply  # type: ignore[method-assign]
    return flush_id


def test_undo_takes_back_what_was_put_aside(closing: ChatRoom) -> None:
    before = closing.note("pending.md")
    flush_id = put_aside(closing)
    (item,) = waiting(closing)

    report = undo(closing.ports)
    closing.flush()

    assert flush_id == report.flush_id
    assert before == closing.note("pending.md")
    assert f"- [ ] {TASK}, says Di" in closing.note("attention.md")
    flush(closing.ports, closing.name, redo=flush_id)
    assert f"- [x] {TASK}, says Di" in closing.note("attention.md") or [item] == waiting(closing)


def test_undo_takes_back_an_item_beside_what_the_flush_put_there_itself(closing: ChatRoom) -> None:
    closing.say("Ana", "I propose we close the office on Fridays")
    before = closing.note("pending.md")
    put_aside(closing)
    assert 2 == len(waiting(closing))

    undo(closing.ports)

    assert before == closing.note("pending.md")


def test_undo_is_refused_where_a_person_has_edited_what_was_put_aside(closing: ChatRoom) -> None:
    put_aside(closing)
    closing.replace("pending.md", TASK, f"{TASK} or so")
    before = closing.notes()

    with pytest.raises(NoteChangedOnDisk, match="or so"):
        undo(closing.ports)

    assert before == closing.notes()


@pytest.mark.parametrize("dies", [False, True])
def test_what_nobody_has_put_aside_yet_is_over_with_an_undo(
    closing: ChatRoom, *, dies: bool
) -> None:
    closing.say("Ana", "I propose we close the office on Fridays")
    plan = finished_late(closing)
    closing.replace("attention.md", TASK, f"{TASK}, says Di")
    closing.ports.vault.apply(plan)
    settled = closing.ports.vault.settled
    if dies:  # after the notes, and before the rest
        closing.ports.vault.settled = lambda _: None  # type: ignore[method-assign, assignment]

    undo(closing.ports)
    closing.ports.vault.settled = settled  # type: ignore[method-assign]
    closing.flush()

    assert [] == waiting(closing)
    assert () == closing.ports.vault.left_over()


def test_killed_anywhere_and_what_is_no_vault_deleted_it_ends_with_the_same_notes(
    tmp_path: Path,
) -> None:
    script = Path(__file__).with_name("cut_off_deleted.py")
    env = {**os.environ, "PYTHONPATH": str(script.parents[2])}
    words = [sys.executable, str(script), str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=env)
    *problems, steps = done.stdout.splitlines()
    assert [] == problems
    assert int(steps) > 80
