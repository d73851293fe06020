from __future__ import annotations

import pytest

from progressive_memory.disclosure.gate import judge
from progressive_memory.disclosure.routing.asked import asked
from progressive_memory.disclosure.routing.route import Found, Routing, choose
from progressive_memory.disclosure.routing.topic import priority_rank, topic
from progressive_memory.domain.group import Route
from progressive_memory.domain.section import Section
from progressive_memory.text.cjk import query_terms, words

ZH = (
    Route("当前任务、Sprint、阻断项", "attention.md", "P0"),
    Route("技术栈、架构约束", "project.md", "P1"),
    Route("历史决策、踩坑记录", "experience.md", "P2"),
    Route("人员分工、联系方式", "people.md", "P3"),
    Route("API 开发细节", "conventions/api.md", "P2-L3"),
)
EN = (
    Route("current tasks, sprint, blockers", "attention.md", "P0"),
    Route("tech stack, architecture constraints", "project.md", "P1"),
    Route("past decisions, pitfalls, post-mortems", "experience.md", "P2"),
    Route("who does what, contacts, approvals", "people.md", "P3"),
)
NOTES_ZH = {
    "attention.md": ["对账脚本迁移到新集群 — 周敏 — 2026-06-10 前", "短信网关偶发 503 — 阿杰"],
    "project.md": ["后端用 Go 1.22 与 MySQL 8", "所有写接口必须幂等"],
    "experience.md": ["对账改为每天两次", "缓存穿透：用布隆过滤器解决"],
    "people.md": ["周敏 — 后端负责人", "阿杰 — 运维，发布审批"],
    "conventions/api.md": ["分页参数统一用 cursor"],
}
NOTES_EN = {
    "attention.md": ["Move the importer to the new cluster — Sam", "CI is flaky on arm — Ines"],
    "project.md": ["Backend is Go, storage is Postgres", "every write endpoint is idempotent"],
    "experience.md": ["Keep the monorepo", "Cache stampede fixed with request coalescing"],
    "people.md": ["Sam — product owner", "Ines — release manager"],
}


def routed(message: str, routes: tuple[Route, ...], notes: dict[str, list[str]]) -> Routing:
    language = "zh" if routes is ZH else "en"
    what = asked(message, language)
    wanted = {term.text for term in query_terms(what.query)}
    found = {
        file: [
            Section(f"{file}-{n}", file, "", text, "d", text)
            for n, text in enumerate(texts)
            if wanted & set(words(text))
        ]
        for file, texts in notes.items()
    }
    return choose(message, judge(message), routes, Found(found, {}), what)


def file_for(message: str, routes: tuple[Route, ...], notes: dict[str, list[str]]) -> str:
    routing = routed(message, routes, notes)
    return routing.route.file if routing.route else ""


@pytest.mark.parametrize(
    ("message", "file"),
    [
        ("现在有哪些阻断项？", "attention.md"),
        ("当前任务进度如何", "attention.md"),
        ("对账脚本迁移做到什么程度", "attention.md"),
        ("我们用什么数据库，MySQL 吗", "project.md"),
        ("架构上有什么约束", "project.md"),
        ("对账频率当时为什么这么决定", "experience.md"),
        ("缓存穿透怎么解决的", "experience.md"),
        ("对账频率是怎么定的", "experience.md"),
        ("对账那块最后怎么说的", "experience.md"),
        ("有什么没完成的", "attention.md"),
        ("发布审批找谁", "people.md"),
        ("后端负责人是谁", "people.md"),
        ("API 分页参数用什么", "conventions/api.md"),
        ("昨天说的那个呢？", "attention.md"),
        ("说到哪儿了", "attention.md"),
        ("珠穆朗玛峰有多高", ""),
        ("什么是量子计算", ""),
    ],
)
def test_a_chinese_message_goes_to_the_one_file_it_asks_for(message: str, file: str) -> None:
    assert file_for(message, ZH, NOTES_ZH) == file


@pytest.mark.parametrize(
    ("message", "file"),
    [
        ("what's blocked right now?", "attention.md"),
        ("is CI still flaky?", "attention.md"),
        ("is anything open?", "attention.md"),
        ("which storage do we use, Postgres?", "project.md"),
        ("what are the architecture constraints", "project.md"),
        ("why did we keep the monorepo", "experience.md"),
        ("what was said or decided about the monorepo", "experience.md"),
        ("what did we say about the cache", "experience.md"),
        ("what are people working on", "attention.md"),
        ("how was the cache stampede fixed?", "experience.md"),
        ("who is the product owner?", "people.md"),
        ("who approves releases", "people.md"),
        ("where were we?", "attention.md"),
        ("who wrote Hamlet?", ""),
        ("what's the capital of France?", ""),
        ("how do I bake bread", ""),
    ],
)
def test_an_english_message_goes_to_the_one_file_it_asks_for(message: str, file: str) -> None:
    assert file_for(message, EN, NOTES_EN) == file


def test_a_question_in_one_language_finds_shared_terms_in_the_other() -> None:
    assert file_for("MySQL 8 还在用吗", EN, {**NOTES_EN, "project.md": ["Storage: MySQL 8"]}) == (
        "project.md"
    )


@pytest.mark.parametrize(
    ("message", "file"),
    [
        ("打印机的密码谁知道", ""),
        ("deployed the importer to the new cluster", "attention.md"),
        ("对账脚本我迁移好了", "attention.md"),
        ("刚吃完火锅，好撑", ""),
        ("what's the wifi password?", ""),
        ("how do I reverse a list in Go?", ""),
        ("any blockers? I come by on Saturday", "attention.md"),
        ("数据库为什么选 MySQL", "project.md"),
    ],
)
def test_a_message_of_any_kind_goes_where_it_should(message: str, file: str) -> None:
    chinese = message[0] > "\u4e00"
    routes, notes = (ZH, NOTES_ZH) if chinese else (EN, NOTES_EN)
    assert file_for(message, routes, notes) == file


@pytest.mark.parametrize(
    ("message", "file"),
    [
        ("what database do we use", "project.md"),
        ("is the migration done", "attention.md"),
        ("who signs off on a release", "people.md"),
        ("why twice a day reconciliation, who decided", "experience.md"),
        ("any blockers right now", "attention.md"),
    ],
)
def test_an_english_question_finds_chinese_notes(message: str, file: str) -> None:
    notes = {**NOTES_ZH, "project.md": ["数据库是 MySQL 8"]}
    assert file_for(message, ZH, notes) == file


def test_priority_decides_ties() -> None:
    twins = (Route("billing", "b.md", "P2"), Route("billing", "a.md", "P1"))
    assert file_for("our billing rules", twins, {}) == "a.md"


def test_no_route_says_why() -> None:
    assert routed("which river is longest?", EN, NOTES_EN).reason == "names_nothing_of_the_group"
    assert routed("update the scorecard", EN, NOTES_EN).reason == "nothing_matches"
    assert routed("what is blocked?", (), {}).reason == "no_rows"


def test_every_row_is_weighed_and_says_what_speaks_for_it() -> None:
    routing = routed("发布审批找谁", ZH, NOTES_ZH)
    assert routing.weighed[0].route == ZH[3]
    assert len(routing.weighed) == len(ZH)
    best = routing.weighed[0]
    assert best.because == ("找谁", "审批", "阿杰 — 运维，发布审批")
    assert best.cue > 0
    assert best.content > 0.5


def test_a_replaced_entry_speaks_less_for_its_file() -> None:
    old = {"experience.md": [Section("d-1", "e", "", "rate limit", "d", "x", superseded=True)]}
    new = {"experience.md": [Section("d-1", "e", "", "rate limit", "d", "x")]}
    message = "our rate limit"
    what = asked(message, "en")
    weights = [
        choose(message, judge(message), EN, Found(found, {}), what).weighed[0].content
        for found in (old, new)
    ]
    assert weights[0] < weights[1]


@pytest.mark.parametrize(
    ("file", "priority", "about"),
    [
        ("attention.md", "P0", "attention"),
        ("decisions.md", "P2", "experience"),
        ("team.md", "p3", "people"),
        ("conventions/api.md", "P2-L3", "conventions"),
        ("runbook.md", "soon", ""),
        ("recipes.md", "P2", ""),
        ("todo.md", "P2", "attention"),
        ("决策.md", "P0", "experience"),
        ("who-is-who.md", "P1", "people"),
        ("x.md", "P0", "attention"),
    ],
)
def test_a_routes_topic_comes_from_its_name_else_its_priority(
    file: str, priority: str, about: str
) -> None:
    assert topic(Route("", file, priority)) == about


def test_a_topic_comes_from_the_trigger_where_the_name_is_odd() -> None:
    assert topic(Route("past decisions, lessons learned", "x.md", "P1")) == "experience"
    assert topic(Route("负责人、联系方式", "x.md", "P2")) == "people"


@pytest.mark.parametrize(
    ("kinds", "about"),
    [
        ({"d": 4, "f": 3, "t": 1}, "experience"),
        ({"t": 2, "b": 1}, "attention"),
        ({"r": 5}, "people"),
        ({"d": 1, "r": 1}, ""),
        ({}, ""),
    ],
)
def test_a_topic_comes_from_the_kinds_of_entries_where_name_and_trigger_are_odd(
    kinds: dict[str, int], about: str
) -> None:
    assert topic(Route("red book", "x.md", "P2"), kinds) == about


def test_priorities_rank_as_they_read() -> None:
    cells = ["P0", "p1", "P2", "P2-L3", "**P3**", "?"]
    assert [priority_rank(Route("", "a.md", cell)) for cell in cells] == [0, 1, 2, 2.5, 3, 9]


def test_a_question_of_a_plain_kind_gets_its_topic_though_no_note_holds_what_it_names() -> None:
    routing = routed("who do we ask about the greenhouse heating", EN, NOTES_EN)

    assert ("people.md", "guessed") == (routing.route and routing.route.file, routing.reason)


def test_a_question_for_leave_gets_the_rules_where_no_note_says_anything() -> None:
    rule = Section("", "web.md", "Hard Rules", "Never ship on a Friday", title="Never ship")
    message = "ok if i leave the greenhouse open here?"
    routing = choose(message, judge(message), EN, Found({}, rules=(rule,)), asked(message, "en"))

    assert (None, "rules_may_answer") == (routing.route, routing.reason)


def test_the_nearest_in_meaning_decides_between_files_that_hold_alike() -> None:
    message = "what about the greenhouse heating?"
    held = {
        file: [Section(file, file, "", "greenhouse heating", "d", "greenhouse heating")]
        for file in ("attention.md", "experience.md")
    }
    near = {file: [(0.6 if file == "experience.md" else 0.1, held[file][0])] for file in held}
    what = asked(message, "en")
    plain = choose(message, judge(message), EN, Found(held), what)
    meant = choose(message, judge(message), EN, Found(held, near=near), what)

    assert ("attention.md", "experience.md") == tuple(
        each.route and each.route.file for each in (plain, meant)
    )
