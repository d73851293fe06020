from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.disclosure import Bundle, Outcome
from progressive_memory.errors import ProtocolViolation, UnknownGroup
from progressive_memory.services.recall.recall import Ask, recall
from progressive_memory.services.recall.steps import load
from progressive_memory.vault import layout
from tests.room import edit, room_ports

ASK = Ask("n1")
IN_SESSION = Ask("n1", session="s")


def file_of(bundle: Bundle) -> str:
    return bundle.route.file if bundle.route else ""


@pytest.mark.parametrize(
    ("message", "file", "said"),
    [
        ("现在有哪些阻断项", "attention.md", "短信网关偶发 503"),
        ("对账脚本迁移得怎么样了", "attention.md", "周敏 — 2026-06-10 前"),
        ("对账频率当时是怎么决定的", "experience.md", "对账改为每天两次"),
        ("缓存穿透怎么解决的", "experience.md", "布隆过滤器加空值缓存"),
        ("发布审批找谁", "people.md", "阿杰 — 运维"),
        ("我们后端的技术栈", "project.md", "Go 1.22"),
        ("昨天说的那个呢？", "attention.md", "对账脚本"),
    ],
)
def test_a_message_gets_the_one_note_that_answers(message: str, file: str, said: str) -> None:
    bundle = recall(room_ports(), "清算", message, ASK)
    assert (bundle.outcome, file_of(bundle)) == (Outcome.LOADED, file)
    assert [loaded.path for loaded in bundle.loaded] == [f"memory/groups/清算/{file}"]
    assert said in bundle.text
    assert bundle.budget.spent_tokens == room_ports().tokens.count(bundle.text)


def test_a_room_id_is_as_good_as_the_name() -> None:
    bundle = recall(room_ports(), "!web:x", "who is the product owner?", ASK)
    assert (bundle.group, file_of(bundle)) == ("web", "people.md")


@pytest.mark.parametrize("message", ["早上好", "thanks!", "2+2", "what's the capital of France?"])
def test_what_needs_no_memory_gets_none(message: str) -> None:
    bundle = recall(room_ports(), "清算", message, ASK)
    assert (bundle.outcome, bundle.text) == (Outcome.NO_MEMORY_NEEDED, "")
    assert (bundle.budget.limit_tokens, bundle.budget.spent_tokens) == (6000, 0)


def test_what_nothing_answers_is_not_routed() -> None:
    bundle = recall(room_ports(), "清算", "update the choir songbook", ASK)
    assert (bundle.outcome, bundle.reason, bundle.text) == (
        Outcome.NOT_ROUTED,
        "nothing_matches",
        "",
    )


@pytest.mark.parametrize("group", ["nope", "../web", "清算/log", "", "web/attention", ".", "!q:x"])
def test_no_other_name_opens_anything(group: str) -> None:
    with pytest.raises(UnknownGroup):
        recall(room_ports(), group, "what is blocked?", ASK)


def test_experience_comes_in_fragments_with_the_replaced_entry_marked() -> None:
    bundle = recall(room_ports(), "清算", "对账频率当时是怎么决定的", ASK)
    assert bundle.loaded[0].entries == ("d-20260512-dddddddddd", "d-20260301-ffffffffff")
    assert "【已被取代】对账改为每天一次" in bundle.text
    assert "（experience.md 共 3 条，这里是最相关的 2 条）" in bundle.text


def test_a_question_for_the_latest_decisions_gets_the_newest() -> None:
    bundle = recall(room_ports(), "清算", "最近有什么决定", ASK)
    assert bundle.loaded[0].entries[0] == "d-20260512-dddddddddd"


def test_rules_come_with_what_is_recalled_and_once_in_a_session() -> None:
    ports = room_ports()
    first = recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    assert "> - 周五下午不做切换" in first.text
    assert "不提交密钥" in first.text
    second = recall(ports, "清算", "发布审批找谁", IN_SESSION)
    assert "切换" not in second.text
    assert "不提交密钥" not in second.text


def test_a_question_that_only_a_rule_answers_gets_the_rules() -> None:
    bundle = recall(room_ports(), "web", "do we ship on Friday?", ASK)
    assert (bundle.outcome, bundle.route) == (Outcome.LOADED, None)
    assert "Never ship on a Friday" in bundle.text


def test_a_session_pays_once_and_only_for_what_changed() -> None:
    ports = room_ports()
    first = recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    again = recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    assert (again.outcome, again.reason, again.text) == (Outcome.LOADED, "nothing_new", "")
    assert again.budget == first.budget
    edit(ports, "memory/groups/清算/attention.md", "等供应商", "供应商已修复")
    changed = recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    assert changed.loaded[0].entries == ("b-20260513-cccccccccc",)
    assert "供应商已修复" in changed.text
    assert "对账脚本" not in changed.text


def test_two_state_files_and_one_people_file_in_a_session() -> None:
    ports = room_ports()
    for message in ("现在有哪些阻断项", "对账频率当时是怎么决定的", "发布审批找谁"):
        assert recall(ports, "清算", message, IN_SESSION).outcome is Outcome.LOADED
    with pytest.raises(ProtocolViolation) as caught:
        recall(ports, "清算", "我们后端的技术栈", IN_SESSION)
    assert caught.value.code == "too_many_files"


def test_four_idle_hours_end_a_session() -> None:
    ports = room_ports()
    recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    ports.clock.forward(timedelta(hours=4, seconds=1))
    again = recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    assert "短信网关" in again.text


def test_another_group_closes_the_first_and_says_what_to_drop() -> None:
    ports = room_ports()
    recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    other = recall(ports, "web", "what is blocked?", IN_SESSION)
    assert other.reason == "group_switched"
    assert "drop everything recalled from it" in other.text
    back = recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    assert "短信网关" in back.text


def test_an_archived_group_gives_its_project_only() -> None:
    ports = room_ports()
    edit(ports, layout.index_note("清算"), "status: active", "status: archived")
    bundle = recall(ports, "清算", "现在有哪些阻断项", ASK)
    assert file_of(bundle) == "project.md"
    assert "本群已归档：只读 project.md。" in bundle.text


def test_an_archived_group_without_a_project_says_that_it_is_archived() -> None:
    ports = room_ports()
    edit(ports, layout.index_note("web"), "status: active", "status: 已归档")
    ports.vault.save("memory/groups/web/project.md", None)
    bundle = recall(ports, "web", "what is blocked?", ASK)
    assert (bundle.outcome, bundle.reason) == (Outcome.NOT_ROUTED, "archived")


def test_attention_md_may_say_that_the_group_is_archived() -> None:
    ports = room_ports()
    edit(ports, "memory/groups/清算/attention.md", "# 当前聚焦", "# 当前聚焦（已归档）")
    assert file_of(recall(ports, "清算", "现在有哪些阻断项", ASK)) == "project.md"


def test_freshness_tells_the_flush_and_the_task_changes_since() -> None:
    ports = room_ports()
    state = {
        "last_flush_time": "2026-05-14T18:17:00+08:00",
        "files": {"attention.md": "2026-05-13T18:17:00+08:00"},
        "unflushed_messages": 5,
        "unflushed_task_changes": 2,
    }
    ports.vault.save(layout.FLUSH_STATE, json.dumps({"groups": {"清算": state}}).encode())
    bundle = recall(ports, "清算", "现在有哪些阻断项", ASK)
    assert "attention.md 上次冲刷：2026-05-13；本群还有 2 项任务变更未冲刷" in bundle.text
    assert bundle.loaded[0].last_flushed == "2026-05-13T18:17:00+08:00"
    assert (bundle.unflushed_messages, bundle.unflushed_task_changes) == (5, 2)
    other = recall(ports, "清算", "发布审批找谁", ASK)
    assert "people.md 上次冲刷：2026-05-14" in other.text


def test_a_small_budget_gives_the_most_relevant_and_says_what_it_left_out() -> None:
    bundle = recall(room_ports(250), "清算", "短信网关的阻断项", ASK)
    assert bundle.outcome is Outcome.LOADED
    assert bundle.budget.spent_tokens <= 250
    assert "短信网关" in bundle.text
    assert bundle.loaded[0].left_out > 0
    assert f"另有 {bundle.loaded[0].left_out} 条未放入" in bundle.text


def test_a_budget_that_nothing_fits_stops() -> None:
    bundle = recall(room_ports(60), "清算", "现在有哪些阻断项", ASK)
    assert (bundle.outcome, bundle.text) == (Outcome.BUDGET_STOPPED, "")


def test_a_hook_gets_no_more_than_its_bytes() -> None:
    ports = room_ports()
    tasks = "\n".join(f"- [ ] 迁移第 {n} 个脚本 ^t-20260101-{n:010}" for n in range(400))
    edit(ports, "memory/groups/清算/attention.md", "## 阻断项", f"{tasks}\n\n## 阻断项")
    bundle = recall(ports, "清算", "现在有哪些阻断项", replace(ASK, max_bytes=2_000))
    assert 1_000 < len(bundle.text.encode()) <= 2_000


def test_a_row_without_a_file_or_marked_deprecated_is_not_taken() -> None:
    ports = room_ports()
    edit(ports, layout.index_note("清算"), "| 人员分工", "| [DEPRECATED] 人员分工")
    assert recall(ports, "清算", "发布审批找谁", ASK).outcome is Outcome.NOT_ROUTED
    ports.vault.save("memory/groups/清算/attention.md", None)
    assert file_of(recall(ports, "清算", "昨天说的那个呢？", ASK)) == ""


def test_a_row_that_points_into_another_group_is_not_taken() -> None:
    ports = room_ports()
    edit(ports, layout.index_note("web"), "`people.md`", "`../清算/people.md`")
    bundle = recall(ports, "web", "who is in charge of contacts and approvals", ASK)
    assert bundle.text == ""


def test_an_edit_made_while_nothing_ran_is_noticed() -> None:
    ports = room_ports()
    recall(ports, "web", "who is the product owner?", ASK)
    edit(ports, "memory/groups/web/people.md", "Sam — product owner", "Ines — product owner")
    assert "Ines — product owner" in recall(ports, "web", "who is the product owner?", ASK).text


def test_a_note_that_is_gone_is_no_longer_found() -> None:
    ports = room_ports()
    recall(ports, "清算", "缓存穿透怎么解决的", ASK)
    ports.vault.save("memory/groups/清算/experience.md", None)
    assert recall(ports, "清算", "缓存穿透怎么解决的", ASK).outcome is Outcome.NOT_ROUTED


def test_an_empty_note_is_not_found() -> None:
    bundle = recall(room_ports(), "web", "what is our tech stack?", ASK)
    assert (bundle.outcome, file_of(bundle)) == (Outcome.NOT_FOUND, "project.md")


def busy(count: int, budget_tokens: int = 6000) -> MemoryPorts:
    """Web with so many done tasks beside its open ones."""
    ports = room_ports(budget_tokens)
    done = "".join(
        f"- [x] Port the {name(n)} report to the new cluster — Sam ^t-20260401-{name(n)}\n"
        for n in range(count)
    )
    path = "memory/groups/web/attention.md"
    snapshot = ports.vault.read(path)
    assert snapshot is not None
    ports.vault.save(path, snapshot.data + f"\n## Archive\n\n{done}".encode())
    return ports


def name(n: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in f"{n:010}")


def test_a_question_gets_what_answers_and_what_is_open_and_not_the_whole_note() -> None:
    ports = busy(90)
    bundle = recall(ports, "web", f"is the {name(7)} report done?", IN_SESSION)
    assert f"t-20260401-{name(7)}" in bundle.loaded[0].entries
    assert {"b-20260513-mmmmmmmmmm", "t-20260514-llllllllll"} <= set(bundle.loaded[0].entries)
    assert bundle.budget.spent_tokens < 1_000
    left = bundle.loaded[0].left_out
    assert left == 92 - len(bundle.loaded[0].entries) > 70
    assert f"({left} more entries of attention.md left out: {left} done tasks; load" in bundle.text


def test_a_question_for_what_is_open_gets_all_that_is_open() -> None:
    ports = busy(90)
    bundle = recall(ports, "web", "what is open?", ASK)
    assert {"b-20260513-mmmmmmmmmm", "t-20260514-llllllllll"} <= set(bundle.loaded[0].entries)
    assert "84 more entries of attention.md left out: 84 done tasks; ask for one" in bundle.text


def test_the_same_question_again_brings_no_second_helping_and_load_brings_the_rest() -> None:
    ports = busy(90)
    first = recall(ports, "web", "what is open?", IN_SESSION)
    assert recall(ports, "web", "what is open?", IN_SESSION).reason == "nothing_new"
    rest = load(ports, "attention.md", IN_SESSION)
    assert len(rest.loaded[0].entries) == first.loaded[0].left_out
    assert not set(rest.loaded[0].entries) & set(first.loaded[0].entries)


def test_an_entry_larger_than_the_budget_is_named_and_the_others_come() -> None:
    ports = room_ports(1_000)
    huge = "and then the importer " * 800
    edit(ports, "memory/groups/web/attention.md", "- CI on arm", f"- {huge} ^b-1\n- CI on arm")
    bundle = recall(ports, "web", "what is blocked?", ASK)
    assert bundle.loaded[0].entries == ("t-20260514-llllllllll", "b-20260513-mmmmmmmmmm")
    assert bundle.loaded[0].left_out == 1
    assert "(left out, each larger than the whole budget: ^b-1; pmem why ID" in bundle.text


def test_what_brings_nothing_leaves_the_other_group_open() -> None:
    ports = room_ports()
    recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    empty = recall(ports, "web", "what is our tech stack?", IN_SESSION)
    assert (empty.outcome, empty.text) == (Outcome.NOT_FOUND, "")
    assert recall(ports, "清算", "现在有哪些阻断项", IN_SESSION).reason == "nothing_new"


def test_a_budget_of_zero_hands_over_nothing() -> None:
    bundle = recall(room_ports(0), "web", "what is blocked?", ASK)
    assert (bundle.outcome, bundle.text) == (Outcome.BUDGET_STOPPED, "")
    assert bundle.budget.limit_tokens == 0


def test_a_budget_that_is_no_number_of_tokens_is_the_default() -> None:
    for written in ("-5", "6k", "", "lots", "99999999999999"):
        ports = room_ports()
        edit(ports, layout.index_note("web"), "memory_budget: 6000", f"memory_budget: {written}")
        assert recall(ports, "web", "what is blocked?", ASK).budget.limit_tokens == 6000


def test_a_clock_that_goes_back_by_hours_keeps_a_session_and_by_days_ends_it() -> None:
    ports = room_ports()
    recall(ports, "清算", "现在有哪些阻断项", IN_SESSION)
    ports.clock.forward(timedelta(hours=-3))
    assert recall(ports, "清算", "现在有哪些阻断项", IN_SESSION).reason == "nothing_new"
    ports.clock.forward(timedelta(days=-2))
    assert "短信网关" in recall(ports, "清算", "现在有哪些阻断项", IN_SESSION).text


def test_hard_rules_are_cut_at_their_borders_and_a_new_one_comes_alone() -> None:
    ports = room_ports(700)
    rules = "".join(f"- Rule {name(n)} holds for every deploy to production\n" for n in range(40))
    edit(ports, layout.index_note("web"), "- Never ship on a Friday", rules.rstrip())
    first = recall(ports, "web", "what is blocked?", IN_SESSION)
    assert f"> - Rule {name(0)} holds" in first.text
    assert "more entries of Hard Rules left out" in first.text
    assert "CI on arm" in first.text
    assert first.budget.spent_tokens <= 700
