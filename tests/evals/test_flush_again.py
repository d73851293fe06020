"""What differs between two vaults is told, once an entry."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from evals.flush_again import Difference, differences, flushed, measure
from evals.measured import Absent
from progressive_memory.domain.candidate import Slot, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.message import ChatEvent
from progressive_memory.flush.known.known import Cited, Known

SAID = Cited("m-aaaaaaaaaa", "[[memory/groups/x/log/2026/2026-03-02#^m-aaaaaaaaaa]]")
TASK = Known("t-20260302-aaaaaaaaaa", Kind.TASK, "write the report", Slot("", ""), (SAID,))


def test_equal_entries_do_not_differ() -> None:
    assert differences([TASK], [TASK]) == ([], 1)


def test_a_pair_that_differs_twice_counts_once() -> None:
    done = replace(TASK, title="write it", state=TaskState.DONE)

    assert differences([TASK], [done]) == ([Difference(TASK, done, ("title", "state"))], 1)


def test_entries_with_other_ids_pair_by_what_they_rest_on() -> None:
    twin = replace(TASK, id="t-20260302-bbbbbbbbbb")

    assert differences([TASK], [twin]) == ([], 1)


def test_an_entry_without_a_twin_differs() -> None:
    other = replace(TASK, id="t-20260302-bbbbbbbbbb", evidence=())

    assert differences([TASK], [other]) == (
        [
            Difference(TASK, None, ("only at once",)),
            Difference(None, other, ("only in portions",)),
        ],
        2,
    )


def test_a_chat_is_read_back_from_a_vault_of_its_own() -> None:
    at = datetime(2026, 3, 2, 9, tzinfo=UTC)
    lines = [
        ("Ana", "I propose we move the order store to PostgreSQL 16"),
        ("Bo", "+1"),
        ("Cy", "I'll write the migration script for the order store"),
    ]
    events = [
        ChatEvent(f"${n}", at + timedelta(minutes=n), who, text, who, line=n)
        for n, (who, text) in enumerate(lines, 1)
    ]

    once, twice = flushed(events, "en", 1), flushed(events, "en", 2)

    assert {one.kind for one in once} == {Kind.DECISION, Kind.TASK}
    assert differences(once, twice) == ([], 2)


def test_it_says_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Absent, match="no team chat"):
        measure(tmp_path)
