from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from progressive_memory.disclosure.loading.part import Part, Tier
from progressive_memory.disclosure.loading.protocol import (
    Call,
    Reading,
    budget,
    load,
    route_to,
    show,
)
from progressive_memory.disclosure.loading.session import Opened
from progressive_memory.domain.disclosure import Budget, Disclosure, Outcome
from progressive_memory.domain.group import IndexNote, Route
from progressive_memory.domain.section import Section
from progressive_memory.errors import ProtocolViolation
from progressive_memory.text.tokens import estimate

NOW = datetime(2026, 5, 15, 9, 0, tzinfo=UTC)
ATTENTION = Route("tasks", "attention.md", "P0")
INDEX = IndexNote(
    "ops", "memory/groups/ops.md", "", memory_budget_tokens=400, language="en", routes=(ATTENTION,)
)
READING = Reading(INDEX, unflushed_messages=4, unflushed_task_changes=2)
CALL = Call(NOW, "n1", estimate)
FRESH = Opened(Disclosure("s", "ops", NOW, NOW, last_route=ATTENTION))
TASK = Section("t-1", "a.md", "Tasks", "- [ ] migrate ^t-1", "t", "migrate")
PART = Part(
    "a.md",
    "attention.md",
    (TASK,),
    (Tier((0,)),),
    last_flushed="2026-05-14T06:17:00+08:00",
    is_flushed=True,
)


def test_a_file_is_shown_counted_and_remembered() -> None:
    after, bundle = load(FRESH, READING, ATTENTION, PART, CALL)
    assert bundle.outcome is Outcome.LOADED
    assert bundle.route == ATTENTION
    assert [(each.path, each.entries, each.left_out) for each in bundle.loaded] == [
        ("a.md", ("t-1",), 0)
    ]
    assert bundle.loaded[0].last_flushed == "2026-05-14T06:17:00+08:00"
    spent = estimate(bundle.text)
    assert bundle.budget == Budget(400, spent, 400 - spent)
    assert after.spent_tokens == spent
    assert after.files == ("attention.md",)
    assert (bundle.unflushed_messages, bundle.unflushed_task_changes) == (4, 2)
    assert "attention.md flushed 2026-05-14; 2 task changes" in bundle.text


def test_a_repeat_costs_nothing_until_something_changes() -> None:
    after, _ = load(FRESH, READING, ATTENTION, PART, CALL)
    again, bundle = load(Opened(after), READING, ATTENTION, PART, CALL)
    assert (bundle.outcome, bundle.reason, bundle.text) == (Outcome.LOADED, "nothing_new", "")
    assert again == after
    done = TASK._replace(text="- [x] migrate ^t-1")
    _, bundle = load(Opened(after), READING, ATTENTION, replace(PART, sections=(done,)), CALL)
    assert "- [x] migrate" in bundle.text


def test_when_no_entry_fits_nothing_is_shown_spent_or_counted() -> None:
    poor = replace(READING, index=replace(INDEX, memory_budget_tokens=20))
    after, bundle = load(FRESH, poor, ATTENTION, PART, CALL)
    assert bundle.outcome is Outcome.BUDGET_STOPPED
    assert (bundle.text, bundle.budget.spent_tokens, after.files) == ("", 0, ())


def test_a_spent_disclosure_is_stopped_however_the_limit_is_lowered() -> None:
    spent = Opened(replace(FRESH.disclosure, spent_tokens=900))
    _, bundle = load(spent, READING, ATTENTION, PART, CALL)
    assert bundle.outcome is Outcome.BUDGET_STOPPED
    assert bundle.budget == Budget(400, 900, 0)


def test_a_note_with_nothing_in_it_is_not_found_and_not_counted() -> None:
    after, bundle = load(FRESH, READING, ATTENTION, replace(PART, tiers=()), CALL)
    assert (bundle.outcome, after.files) == (Outcome.NOT_FOUND, ())


def test_a_file_too_many_is_refused() -> None:
    full = Opened(replace(FRESH.disclosure, files=("project.md", "experience.md")))
    with pytest.raises(ProtocolViolation) as caught:
        load(full, READING, ATTENTION, PART, CALL)
    assert caught.value.code == "too_many_files"


def test_a_switch_of_groups_is_said_in_the_bundle() -> None:
    _, bundle = show(Opened(FRESH.disclosure, dropped="web"), READING, [PART], CALL)
    assert bundle.reason == "group_switched"
    assert "drop everything recalled from it" in bundle.text
    assert "web" not in bundle.text


def test_a_route_is_remembered_and_shows_nothing() -> None:
    after, bundle = route_to(Opened(Disclosure("s", "ops", NOW, NOW)), READING, ATTENTION, "routed")
    assert (after.last_route, bundle.outcome, bundle.text) == (ATTENTION, Outcome.LOADED, "")
    after, bundle = route_to(FRESH, READING, None, "nothing_matches")
    assert (after.last_route, bundle.outcome) == (None, Outcome.NOT_ROUTED)


def test_a_budget_below_zero_counts_as_none() -> None:
    assert budget(FRESH.disclosure, replace(INDEX, memory_budget_tokens=-5)) == Budget(0, 0, 0)


def test_the_flush_is_dated_in_the_groups_zone() -> None:
    late = replace(PART, last_flushed="2026-05-14T22:17:00+00:00")
    china = replace(READING, index=replace(INDEX, timezone="Asia/Shanghai"))
    assert "flushed 2026-05-15;" in load(FRESH, china, ATTENTION, late, CALL)[1].text
    nowhere = replace(READING, index=replace(INDEX, timezone="Mars/Olympus"))
    assert "flushed 2026-05-14;" in load(FRESH, nowhere, ATTENTION, late, CALL)[1].text
    by_hand = replace(PART, last_flushed="2026-05-14")
    assert "flushed 2026-05-14;" in load(FRESH, READING, ATTENTION, by_hand, CALL)[1].text


def test_an_archived_group_says_so_with_whatever_it_gives() -> None:
    archived = replace(READING, index=replace(INDEX, status="archived"))
    text = show(FRESH, archived, [PART], CALL)[1].text
    assert "This group is archived: only its project.md is read." in text
