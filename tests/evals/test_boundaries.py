"""Boundaries are scored as the literature scores them, and the product sees no gold."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from evals.boundaries import Dialogue, Score, measure, scored
from evals.measured import Absent
from progressive_memory.domain.message import Message


def dialogue(*begins: bool) -> Dialogue:
    at = datetime(2026, 3, 2, 9, tzinfo=UTC)
    messages = tuple(
        Message(f"${n}", f"m-{n}", at + timedelta(minutes=n), "@a", "Ann", "the login page is slow")
        for n in range(len(begins))
    )
    return Dialogue(messages, list(begins))


TWO_TOPICS = dialogue(True, False, False, False, True, False, False, False)


def test_the_marked_boundaries_themselves_are_without_error() -> None:
    assert scored([TWO_TOPICS], lambda one: one.begins) == Score(0.0, 0.0, 1.0)


def test_no_boundary_errs_where_the_window_spans_one() -> None:
    # k = 2: of six windows the two around the boundary are wrong.
    nothing = scored([TWO_TOPICS], lambda one: [True] + [False] * 7)

    assert nothing == Score(2 / 6, 2 / 6, 0.0)


def test_the_first_message_is_no_boundary_to_find() -> None:
    everywhere = scored([TWO_TOPICS], lambda one: [True] * 8)

    assert everywhere.f1 == 2 * 1 / (1 + 7)


def test_a_chat_of_threads_is_measured_wherever_it_lies(tmp_path: Path) -> None:
    folder = tmp_path / "lean_zulip" / "heldout"
    folder.mkdir(parents=True)
    rows = [
        {"ts": f"2026-03-02T{9 + 2 * n:02}:00:00Z", "sender": "Ann", "text": text, "gold_thread": t}
        for n, (text, t) in enumerate(
            [("who reviews the parser?", "a"), ("I can", "a"), ("lunch is served", "b")]
        )
    ]
    (folder / "x.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))

    found = {row.measure: row.n for row in measure(tmp_path)}

    assert found == {f"boundaries lean_zulip: {what}": 1 for what in ("Pk", "WindowDiff", "F1")}


def test_conversations_are_what_annotators_linked(tmp_path: Path) -> None:
    folder = tmp_path / "irc-disentanglement" / "dev"
    folder.mkdir(parents=True)
    lines = [
        "=== ann joined",
        "[03:10] <ann> which disk?",
        "[03:11] <bob> lunch?",
        "[03:12] <cid> sda",
    ]
    (folder / "x.ascii.txt").write_text("\n".join(lines))
    (folder / "x.annotation.txt").write_text("1 1 -\n2 2 -\n1 3 -\n")

    found = {row.measure: row.n for row in measure(tmp_path)}

    assert found["boundaries irc-disentanglement: F1"] == 2


def test_it_says_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Absent, match="no chat with marked topics"):
        measure(tmp_path)
