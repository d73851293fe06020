from __future__ import annotations

import pytest

from progressive_memory.adapters.memory.embedder import HashedEmbedder
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.memory.search import MemorySearchIndex
from progressive_memory.domain.disclosure import Outcome
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.errors import ProtocolViolation
from progressive_memory.services.recall.recall import Ask, recall
from progressive_memory.services.recall.route import route
from progressive_memory.services.recall.steps import fragment, load, open_index
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


def test_a_note_of_decisions_under_any_name_is_read_in_fragments() -> None:
    ports = room_ports()
    note = ports.vault.read("memory/groups/清算/experience.md")
    assert note is not None
    ports.vault.save("memory/groups/清算/红皮本.md", note.data)
    edit(
        ports,
        INDEX,
        "| 历史决策、踩坑记录 | `experience.md` | P2 |",
        "| 红皮本 | `红皮本.md` | P2 |",
    )

    bundle = recall(ports, "清算", "对账频率当时是怎么决定的", Ask("n", "s"))
    assert bundle.loaded[0].entries == ("d-20260512-dddddddddd", "d-20260301-ffffffffff")
    with pytest.raises(ProtocolViolation, match="never loaded whole"):
        load(ports, "红皮本.md", Ask("n", "s"))
    assert fragment(ports, "布隆过滤器", Ask("n", "s")).loaded[0].path.endswith("红皮本.md")


def test_a_rule_that_answers_leaves_every_file_closed() -> None:
    report = route(room_ports(), "web", "can I ship on Friday?")
    assert (report.bundle.route, report.bundle.reason) == (None, "a_rule_answers")
    bundle = recall(room_ports(), "web", "can I ship on Friday?", Ask("n"))
    assert "Never ship on a Friday" in bundle.text
    assert [] == [each.path for each in bundle.loaded if each.path.count("/") > 2]


def test_the_choice_is_told_in_the_groups_language() -> None:
    report = route(room_ports(), "清算", "发布审批找谁")
    assert report.explained == ("需要记忆：消息问的是群里的事 (“找谁”)", "选中：people.md")
    assert report.weights[0].topic == "people"
    assert [said.partition("  ")[2] for said in report.weights[0].explained] == [
        "“找谁”、“审批” 指向人员",
        "“阿杰 — 运维，发布审批”里有 “发布”、“审批”，占所问的 100 %",
    ]
    english = route(room_ports(), "web", "is the importer still blocked?")
    assert english.explained[1] == "taken: attention.md"


def test_a_question_in_other_words_routes_by_meaning_where_there_is_an_embedder() -> None:
    ports = room_ports()
    question = "有没有 quokka 的消息"
    assert "" == routed_file(ports, question)

    bloom = dict.fromkeys(("布隆", "隆过", "过滤", "滤器", "空值", "热点", "穿透"), "quokka")
    ports.search = MemorySearchIndex(HashedEmbedder(bloom))
    report = route(ports, "清算", question)
    assert report.bundle.route is not None
    assert ("experience.md", "near_in_meaning") == (
        report.bundle.route.file,
        report.bundle.reason,
    )
    assert "选中：experience.md，意思上明显最接近" in report.explained
