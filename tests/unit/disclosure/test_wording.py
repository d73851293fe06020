from __future__ import annotations

from progressive_memory.disclosure.sorts import sort
from progressive_memory.disclosure.wording import SORTS, freshness, left_out, too_large
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.section import Section


def test_freshness_names_the_flush_and_what_is_not_flushed() -> None:
    assert freshness("attention.md", "2026-05-14", 9, 2, "en") == (
        "attention.md flushed 2026-05-14; 2 task changes in this chat are not flushed yet"
        " (9 new messages)"
    )
    assert freshness("attention.md", "2026-05-14", 1, 1, "en") == (
        "attention.md flushed 2026-05-14; 1 task change in this chat is not flushed yet"
        " (1 new message)"
    )
    assert freshness("people.md", "", 3, 0, "en") == (
        "people.md not flushed yet; 3 messages in this chat are not flushed yet"
    )
    assert freshness("people.md", "2026-05-14", 0, 0, "en") == "people.md flushed 2026-05-14"
    assert freshness("attention.md", "2026-05-14", 9, 2, "zh") == (
        "attention.md 上次冲刷：2026-05-14；本群还有 2 项任务变更未冲刷（新消息 9 条）"
    )
    assert freshness("attention.md", "", 0, 0, "zh") == "attention.md 尚未冲刷"


def test_what_was_left_out_is_counted_by_sort_with_how_to_get_it() -> None:
    counts = {"decision": 0, "older_decision": 3, "done_task": 9}
    assert left_out("attention.md", counts, "en", is_whole=False, can_load=True) == (
        "(12 more entries of attention.md left out: 9 done tasks, 3 replaced decisions;"
        " load attention.md for them)"
    )
    assert left_out("attention.md", counts, "zh", is_whole=False, can_load=True) == (
        "（attention.md 另有 12 条未放入：9 项已结束任务、3 条已被取代的决策；"
        "可用 load attention.md 取得）"
    )


def test_what_the_budget_left_out_is_to_be_asked_for_by_name() -> None:
    assert left_out("people.md", {"role": 1}, "en", is_whole=True, can_load=True) == (
        "(1 more entry of people.md left out: 1 role; over the budget: ask for one by name)"
    )
    assert left_out("people.md", {"role": 1}, "zh", is_whole=True, can_load=False) == (
        "（people.md 另有 1 条未放入：1 条人员信息；超出预算，可再按名称询问）"
    )
    assert left_out("people.md", {"role": 2}, "en", is_whole=False, can_load=False) == (
        "(2 more entries of people.md left out: 2 roles; ask for one by name)"
    )


def test_every_sort_of_section_has_its_words() -> None:
    kinds = [Section("x", "a.md", "", "- a", kind) for kind in ("", *(kind.value for kind in Kind))]
    sections = [*kinds, *(each._replace(superseded=True) for each in kinds)]
    sections += [each._replace(heading="归档") for each in kinds]
    assert {sort(section) for section in sections} <= SORTS.keys()
    assert sort(Section("t-1", "a.md", "", "- [x] a", "t")) == "done_task"
    assert sort(Section("t-1", "a.md", "Archive", "- [ ] a", "t")) == "quiet_task"
    assert sort(Section("t-1", "a.md", "Active tasks", "- [ ] a", "t")) == "task"


def test_what_is_too_large_is_named() -> None:
    assert too_large(["^d-1", "^d-2"], "en") == (
        "(left out, each larger than the whole budget: ^d-1, ^d-2; pmem why ID shows one)"
    )
    assert "^d-1" in too_large(["^d-1"], "zh")
