"""What a recall hands over is counted against every note but the log."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from evals.handed_over import QUESTIONS, HandedOver, Question, all_notes, measure, recalled
from evals.measured import Absent
from evals.routing_set import HALVES, OWN, filled

QUESTION = Question("waymark-app", "why did we drop the social feed", "spam", ("experience.md",))


def test_all_notes_are_the_index_note_and_the_notes_without_the_log(tmp_path: Path) -> None:
    groups = tmp_path / "memory" / "groups"
    for name in ("log", "log/log/2026", "log/conventions", "garden/log"):
        (groups / name).mkdir(parents=True, exist_ok=True)
    (groups / "log.md").write_text("index")
    (groups / "log" / "people.md").write_text("people")
    (groups / "log" / "conventions" / "api.md").write_text("api")
    (groups / "log" / "log" / "2026" / "2026-03-02.md").write_text("said")
    (groups / "garden" / "people.md").write_text("another group's")

    assert "index\napi\npeople" == all_notes(tmp_path, "log")


def test_a_recall_that_answers_is_a_part_of_the_notes() -> None:
    with filled(OWN) as (vault, memory):
        (found,) = recalled(vault, memory, [QUESTION])

    assert found.answers
    assert found.right_file
    assert 0 < found.tokens < found.of_tokens


def test_a_part_is_of_all_notes() -> None:
    found = HandedOver(QUESTION, 25, 100, answers=True, right_file=True)

    assert 0.25 == found.part


def test_without_the_team_chats_the_figures_of_the_groups_are_given(tmp_path: Path) -> None:
    shutil.copytree(OWN / "groups" / "waymark", tmp_path / "routing" / "groups" / "waymark")
    row = {"group": "waymark", "message": QUESTION.text, "language": "en", "tags": ["direct"]}
    for half in HALVES:
        line = json.dumps(row | {"want": "experience.md", "answer": QUESTION.answer})
        (tmp_path / "routing" / f"{half}.jsonl").write_text(line + "\n", encoding="utf-8")

    with pytest.raises(Absent, match="team_chat_zh") as absent:
        measure(tmp_path)

    assert 2 == len(absent.value.measured)


def test_both_team_chats_are_asked_twelve_questions_each_with_an_answer() -> None:
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]

    assert {"zh": 12, "en": 12} == Counter(row["chat"] for row in rows)
    assert all(row["question"] and row["answer"] for row in rows)
