from __future__ import annotations

from progressive_memory.domain.disclosure import Outcome
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.services.recall_route import route
from tests.room import room_ports


def test_the_route_is_told_without_any_text() -> None:
    report = route(room_ports(), "清算", "发布审批找谁")
    assert report.bundle.outcome is Outcome.LOADED
    assert report.bundle.route is not None
    assert report.bundle.route.file == "people.md"
    assert (report.bundle.text, report.bundle.budget.spent_tokens) == ("", 0)


def test_every_row_is_explained_best_first() -> None:
    report = route(room_ports(), "清算", "发布审批找谁")
    files = [weight.file for weight in report.weights]
    assert files == ["people.md", "attention.md", "project.md", "experience.md"]
    totals = [weight.total for weight in report.weights]
    assert totals == sorted(totals, reverse=True)
    assert report.weights[0].because == ("找谁", "阿杰 — 运维，发布审批")
    assert report.gate == Gate(Need.MEMORY, "asks_for_memory", "找谁")


def test_small_talk_is_explained_too() -> None:
    report = route(room_ports(), "清算", "谢谢")
    assert report.bundle.outcome is Outcome.NO_MEMORY_NEEDED
    assert (report.gate, report.weights) == (Gate(Need.NONE, "small_talk", "谢谢"), ())
