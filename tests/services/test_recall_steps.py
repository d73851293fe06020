from __future__ import annotations

from collections.abc import Callable

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.adapters.memory.search import MemorySearchIndex
from progressive_memory.domain.disclosure import Bundle, Outcome
from progressive_memory.errors import ProtocolViolation
from progressive_memory.ports import Stamp
from progressive_memory.services.recall.recall import Ask, recall
from progressive_memory.services.recall.route import route
from progressive_memory.services.recall.steps import close, fragment, load, open_index
from progressive_memory.services.recall.steps import refused as refused_bundle
from progressive_memory.vault import layout
from tests.room import edit, room_ports

ASK = Ask("n1", session="s")


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(ProtocolViolation) as caught:
        call()
    return caught.value.code


def opened(message: str = "") -> MemoryPorts:
    ports = room_ports()
    open_index(ports, "清算", ASK)
    if message:
        route(ports, "清算", message, "s")
    return ports


def test_the_index_shows_rules_and_rows_and_counts_as_spent() -> None:
    ports = room_ports()
    bundle = open_index(ports, "清算", ASK)
    assert "> - 周五下午不做切换" in bundle.text
    assert "> - P0 attention.md: 当前任务、Sprint、阻断项" in bundle.text
    assert "不提交密钥" in bundle.text
    assert [loaded.path for loaded in bundle.loaded] == [
        "memory/rules.md",
        "memory/groups/清算.md",
    ]
    assert bundle.budget.spent_tokens == ports.tokens.count(bundle.text)


def test_index_then_route_then_load() -> None:
    ports = opened("现在有哪些阻断项")
    bundle = load(ports, "attention.md", ASK)
    assert (bundle.outcome, [each.path for each in bundle.loaded]) == (
        Outcome.LOADED,
        ["memory/groups/清算/attention.md"],
    )
    assert "短信网关" in bundle.text
    assert "切换" not in bundle.text


def test_a_file_may_be_named_without_suffix_or_by_its_whole_path() -> None:
    assert load(opened("现在有哪些阻断项"), "attention", ASK).outcome is Outcome.LOADED
    whole = "memory/groups/清算/attention.md"
    assert load(opened("现在有哪些阻断项"), whole, ASK).outcome is Outcome.LOADED


def test_nothing_goes_before_the_index() -> None:
    ports = room_ports()
    assert refused(lambda: load(ports, "attention.md", ASK)) == "index_not_open"
    assert refused(lambda: fragment(ports, "对账", ASK)) == "index_not_open"
    assert refused(lambda: route(ports, "清算", "现在有哪些阻断项", "s")) == "index_not_open"
    assert refused(lambda: close(ports, "s")) == "unknown_session"


def test_a_session_open_on_one_group_cannot_route_in_another() -> None:
    ports = opened()
    assert refused(lambda: route(ports, "web", "what is blocked?", "s")) == "index_not_open"


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("project.md", "not_routed"),
        ("conventions/api.md", "not_routed"),
        ("experience.md", "experience_is_fragments"),
        ("../web/attention.md", "path_escapes"),
        ("memory/groups/web/attention.md", "path_escapes"),
        ("/etc/passwd", "path_escapes"),
        ("log/2026/2026-05-14.md", "path_escapes"),
    ],
)
def test_what_the_last_route_does_not_name_is_refused(file: str, code: str) -> None:
    ports = opened("现在有哪些阻断项")
    assert refused(lambda: load(ports, file, ASK)) == code


def test_a_refusal_changes_nothing() -> None:
    ports = opened("现在有哪些阻断项")
    before = ports.state.update("s", lambda standing: standing)
    refused(lambda: load(ports, "project.md", ASK))
    assert ports.state.update("s", lambda standing: standing) == before


def test_a_message_without_a_route_ends_the_one_before() -> None:
    ports = opened("现在有哪些阻断项")
    route(ports, "清算", "谢谢", "s")
    assert refused(lambda: load(ports, "attention.md", ASK)) == "not_routed"


def test_a_conventions_file_is_loaded_when_a_loaded_note_names_it_and_only_one() -> None:
    ports = opened("我们后端的技术栈")
    assert refused(lambda: load(ports, "conventions/api.md", ASK)) == "not_routed"
    project = load(ports, "project.md", ASK)
    assert "API 规范 (conventions/api.md)" in project.text
    assert "cursor" in load(ports, "conventions/api.md", ASK).text
    route(ports, "清算", "现在有哪些阻断项", "s")
    load(ports, "attention.md", ASK)
    assert refused(lambda: load(ports, "conventions/oncall.md", ASK)) == "one_convention"


def test_fragments_are_the_entries_that_match() -> None:
    bundle = fragment(opened(), "布隆过滤器", ASK)
    assert bundle.loaded[0].entries == ("f-20260420-eeeeeeeeee",)
    assert fragment(opened(), "kubernetes", ASK).outcome is Outcome.NOT_FOUND


def test_fragments_count_as_a_file() -> None:
    ports = opened("现在有哪些阻断项")
    load(ports, "attention.md", ASK)
    fragment(ports, "布隆过滤器", ASK)
    route(ports, "清算", "我们后端的技术栈", "s")
    assert refused(lambda: load(ports, "project.md", ASK)) == "too_many_files"


def test_an_archived_group_refuses_all_but_its_project() -> None:
    ports = room_ports()
    edit(ports, layout.index_note("清算"), "status: active", "status: archived")
    open_index(ports, "清算", ASK)
    route(ports, "清算", "我们后端的技术栈", "s")
    assert refused(lambda: load(ports, "attention.md", ASK)) == "archived"
    assert refused(lambda: fragment(ports, "对账", ASK)) == "archived"
    assert load(ports, "project.md", ASK).outcome is Outcome.LOADED


def test_a_group_without_a_row_for_decisions_has_no_fragments() -> None:
    ports = room_ports()
    edit(ports, layout.index_note("清算"), "| 历史决策", "| [DEPRECATED] 历史决策")
    open_index(ports, "清算", ASK)
    assert refused(lambda: fragment(ports, "对账", ASK)) == "not_routed"


def test_closing_ends_the_disclosure_and_its_count() -> None:
    ports = opened()
    bundle = close(ports, "s")
    assert (bundle.outcome, bundle.reason, bundle.text) == (Outcome.LOADED, "closed", "")
    assert bundle.budget.spent_tokens > 0
    assert refused(lambda: close(ports, "s")) == "unknown_session"
    assert open_index(ports, "清算", ASK).text


class Overtaken(MemorySearchIndex):
    """An index at whose first look another call of the session opens another group."""

    def __init__(self, ports: MemoryPorts) -> None:
        super().__init__()
        self._ports = ports
        self._looked = False

    def indexed(self, group: str) -> dict[str, Stamp]:
        if not self._looked:
            self._looked = True
            recall(self._ports, "web", "what is blocked?", ASK)
        return super().indexed(group)


def test_a_step_overtaken_by_another_group_is_refused() -> None:
    ports = opened("现在有哪些阻断项")
    ports.search = Overtaken(ports)
    assert refused(lambda: load(ports, "attention.md", ASK)) == "index_not_open"


def test_all_that_a_session_was_given_is_counted() -> None:
    ports = room_ports()
    given: list[Bundle] = [open_index(ports, "清算", ASK)]
    route(ports, "清算", "现在有哪些阻断项", "s")
    given.append(load(ports, "attention.md", ASK))
    given.append(fragment(ports, "布隆过滤器", ASK))
    given.append(recall(ports, "清算", "发布审批找谁", ASK))
    total = sum(ports.tokens.count(bundle.text) for bundle in given)
    assert given[-1].budget.spent_tokens == total
    assert given[-1].budget.left_tokens == 6000 - total


def test_a_refusal_tells_its_group_and_where_its_budget_stands() -> None:
    ports = opened("现在有哪些阻断项")
    spent = load(ports, "attention.md", ASK).budget
    bundle = refused_bundle(ports, "not_routed", session_id="s")
    assert (bundle.group, bundle.outcome, bundle.reason) == ("清算", Outcome.REFUSED, "not_routed")
    assert bundle.budget == spent
    named = refused_bundle(ports, "index_not_open", group="!web:x", session_id="s")
    assert (named.group, named.budget.spent_tokens, named.budget.left_tokens) == ("web", 0, 6000)
    nothing = refused_bundle(ports, "unknown_session", session_id="never")
    assert (nothing.group, nothing.budget.limit_tokens) == ("", 0)


def test_an_archived_groups_index_shows_its_project_alone() -> None:
    ports = room_ports()
    edit(ports, layout.index_note("清算"), "status: active", "status: archived")
    text = open_index(ports, "清算", ASK).text
    assert "P1 project.md" in text
    assert "attention.md" not in text
    assert "本群已归档" in text


def test_an_index_of_a_thousand_rows_is_cut_at_a_row() -> None:
    ports = room_ports(1_000)
    rows = "".join(f"| topic {n} | `gone-{n}.md` | P2 |\n" for n in range(1_000))
    snapshot = ports.vault.read(layout.index_note("web"))
    assert snapshot is not None
    ports.vault.save(layout.index_note("web"), snapshot.data.rstrip() + b"\n" + rows.encode())
    bundle = open_index(ports, "web", ASK)
    assert "> - P0 attention.md: current tasks, sprint, blockers" in bundle.text
    assert "> - Never ship on a Friday" in bundle.text
    assert 500 < bundle.budget.spent_tokens <= 1_000
    assert bundle.loaded[-1].left_out > 900


def test_to_open_a_group_closes_the_other_also_where_nothing_is_shown() -> None:
    ports = room_ports()
    edit(ports, layout.index_note("web"), "memory_budget: 6000", "memory_budget: 0")
    open_index(ports, "清算", ASK)
    route(ports, "清算", "现在有哪些阻断项", "s")
    bundle = open_index(ports, "web", ASK)
    assert (bundle.group, bundle.outcome, bundle.reason, bundle.text) == (
        "web",
        Outcome.BUDGET_STOPPED,
        "group_switched",
        "",
    )
    assert refused(lambda: load(ports, "attention.md", ASK)) == "not_routed"
