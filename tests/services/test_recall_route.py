from __future__ import annotations

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.disclosure import Outcome
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.errors import ProtocolViolation
from progressive_memory.services.recall import Ask
from progressive_memory.services.recall_route import route
from progressive_memory.services.recall_steps import load, open_index
from tests.room import edit, room_ports


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
    assert report.weights[0].because == ("找谁", "审批", "阿杰 — 运维，发布审批")
    assert report.gate == Gate(Need.MEMORY, "asks_for_memory", "找谁")


def test_small_talk_is_explained_too() -> None:
    report = route(room_ports(), "清算", "谢谢")
    assert report.bundle.outcome is Outcome.NO_MEMORY_NEEDED
    assert (report.gate, report.weights) == (Gate(Need.NONE, "small_talk", "谢谢"), ())


INDEX = "memory/groups/清算.md"


def routed_file(ports: MemoryPorts, message: str) -> str:
    taken = route(ports, "清算", message).bundle.route
    return taken.file if taken else ""


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_an_index_note_saved_in_another_encoding_still_routes(encoding: str) -> None:
    ports = room_ports()
    index = ports.vault.read(INDEX)
    assert index is not None
    ports.vault.save(INDEX, index.data.decode().replace("\n", "\r\n").encode(encoding))

    assert "people.md" == routed_file(ports, "发布审批找谁")


def test_a_row_that_is_deprecated_or_whose_note_is_gone_is_not_taken() -> None:
    ports = room_ports()
    edit(ports, INDEX, "人员分工、联系方式", "[DEPRECATED] 人员分工、联系方式")
    assert "people.md" not in [w.file for w in route(ports, "清算", "发布审批找谁").weights]

    ports.vault.save("memory/groups/清算/attention.md", None)
    assert "attention.md" not in [w.file for w in route(ports, "清算", "对账脚本").weights]


def test_a_note_that_no_row_names_is_neither_routed_nor_loaded() -> None:
    ports = room_ports()
    edit(ports, INDEX, "| 人员分工、联系方式 | `people.md` | P3 |\n", "")
    assert "people.md" not in [w.file for w in route(ports, "清算", "发布审批找谁").weights]

    open_index(ports, "清算", Ask("n", "s"))
    with pytest.raises(ProtocolViolation, match=r"people.md may not be loaded"):
        load(ports, "people.md", Ask("n", "s"))


def test_a_table_of_other_headers_columns_and_marks_still_routes() -> None:
    ports = room_ports()
    edit(ports, INDEX, "| 触发场景 | 加载文件 | 优先级 |", "| Prio | Datei | Wofür | Wer |")
    edit(ports, INDEX, "|---------|---------|--------|", "|:-:|--:|:--|---|")
    edit(
        ports,
        INDEX,
        "| 人员分工、联系方式 | `people.md` | P3 |",
        "| **P3** | [[people|人]] | 👥 人员分工、联系方式 |",
    )

    assert "people.md" == routed_file(ports, "发布审批找谁")
