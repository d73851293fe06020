"""Routes are read from any table people make of them, and rows are only added."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import AddRoute
from progressive_memory.vault import routing_table
from progressive_memory.vault.splice import apply_operations

PATH = "memory/groups/garden.md"
TABLE = "| Trigger | File | Priority |\n|---|---|---|\n| tasks | `attention.md` | P0 |\n"


@pytest.mark.parametrize(
    ("cell", "file"),
    [
        ("`attention.md`", "attention.md"),
        ("**`attention.md`** 🔥", "attention.md"),
        ("attention.md", "attention.md"),
        (r"[[attention\|now]]", "attention.md"),
        ("[[attention]]", "attention.md"),
        (r"[[memory/groups/garden/attention#Active tasks\|now]]", "attention.md"),
        ("[[garden/conventions/api]]", "conventions/api.md"),
        ("[now](attention.md)", "attention.md"),
        ("[now](<conventions/our api.md>)", "conventions/our api.md"),
        ("[now](garden/conventions/our%20api.md)", "conventions/our api.md"),
        ("[规范](./conventions/%E8%A7%84%E8%8C%83.md)", "conventions/规范.md"),
        ("[now](attention.md#Active)", "attention.md"),
        ("[[attention|now]]", "attention.md"),
        ("attention", "attention.md"),
        ("📌 **attention**", "attention.md"),
        ("who_is_who.md", "who_is_who.md"),
        ("who is who.md", "who is who.md"),
        ("决策记录", "决策记录.md"),
        ("[DEPRECATED] `old.md`", "old.md"),
    ],
)
def test_file_is_read_in_every_form(cell: str, file: str) -> None:
    text = TABLE + f"| x | {cell} | P2-L3 |\n"

    routes, problems = routing_table.parse(PATH, text)

    assert ((), (file, "P2-L3")) == (problems, (routes[1].file, routes[1].priority))


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "—",
        "ask Li, or wait",
        "`log/2026/2026-05-14.md`",
        "`.trash/a.md`",
        "https://x.org/a.md",
        "`../other/attention.md`",
        "[[memory/groups/other/attention]]",
        "`a\\b.md`",
    ],
)
def test_row_without_a_file_of_the_group_is_a_problem(cell: str) -> None:
    routes, problems = routing_table.parse(PATH, f"text\n\n{TABLE}| x | {cell} | P1 |\n")

    assert (1, [("route_without_file", 6)]) == (len(routes), [(p.code, p.line) for p in problems])


def test_columns_in_any_order_more_of_them_and_either_language() -> None:
    text = """---
a: 1
---
| 优先级 | Owner | 加载文件 | **触发场景** |
|:--|--|:-:|--:|
| **P1** | Li | `project.md` | **架构** \\| 技术栈 |
 p0 | | [[attention]] | 任务
"""

    routes, problems = routing_table.parse(PATH, text)

    assert () == problems
    assert [("架构 | 技术栈", "project.md", "P1", 6), ("任务", "attention.md", "P0", 7)] == [
        (route.trigger, route.file, route.priority, route.line) for route in routes
    ]


@pytest.mark.parametrize(
    "header",
    [
        "| Auslöser | Datei | Prio |",
        "| 🔑 | 📄 | ⭐ |",
        "| A | B | C |",
        "| Notes | Notes | Notes |",
        "| Load when | Load what | Level |",
        "|  |  |  |",
    ],
)
def test_columns_whose_headers_say_nothing_are_known_by_their_cells(header: str) -> None:
    rows = "| open work | `attention.md` | P0 |\n| who does what | [[people]] | P3 |\n"

    routes, problems = routing_table.parse(PATH, f"{header}\n|---|---|---|\n{rows}")

    assert () == problems
    assert [("open work", "attention.md", "P0"), ("who does what", "people.md", "P3")] == [
        (route.trigger, route.file, route.priority) for route in routes
    ]


def test_column_of_remarks_is_not_taken_for_the_files() -> None:
    text = "| Trigger | Notes | File | Priority |\n|---|---|---|---|\n| x | old, see `y` | a.md | P1 |\n"

    routes, _ = routing_table.parse(PATH, text)

    assert [("x", "a.md", "P1")] == [(r.trigger, r.file, r.priority) for r in routes]


def test_table_that_only_links_to_notes_is_none_beside_the_routing_table() -> None:
    links = "| Doc | Owner |\n|---|---|\n| [[people]] | Li |\n\n"

    routes, problems = routing_table.parse(PATH, links + TABLE)

    assert ((), ["attention.md"]) == (problems, [route.file for route in routes])


def test_table_without_a_priority_is_read_under_the_heading_of_the_routes() -> None:
    text = "## 📍 Routing\n\n| A | B |\n|---|---|\n| open work | attention.md |\n"

    routes, _ = routing_table.parse(PATH, text)

    assert [("open work", "attention.md", "")] == [(r.trigger, r.file, r.priority) for r in routes]


def test_every_routing_table_of_a_note_is_read() -> None:
    second = "\n## More\n\n| 触发场景 | 加载文件 | 优先级 |\n|:-:|:--|--:|\n| 人 | people | P3 |\n"

    routes, _ = routing_table.parse(PATH, TABLE + second)

    assert ["attention.md", "people.md"] == [route.file for route in routes]


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_line_endings_and_a_byte_order_mark_change_nothing(ending: str) -> None:
    text = "\ufeff---\na: 1\n---\n" + TABLE

    routes, problems = routing_table.parse(PATH, text.replace("\n", ending))

    assert ((), [("attention.md", 6)]) == (problems, [(r.file, r.line) for r in routes])


def test_a_thousand_rows_are_read() -> None:
    rows = "".join(f"| topic {n} | `notes/n{n}.md` | P1 |\n" for n in range(1000))

    routes, problems = routing_table.parse(PATH, TABLE + rows)

    assert ((), 1001) == (problems, len(routes))


@pytest.mark.parametrize(
    "hidden",
    [
        "> [!note]\n> | Trigger | File | Priority |\n> |---|---|---|\n> | x | `a.md` | P0 |\n",
        f"%%\n{TABLE}%%\n",
        f"<!--\n{TABLE}-->\n",
    ],
)
def test_table_in_a_callout_or_comment_is_not_read_and_that_is_told(hidden: str) -> None:
    assert ((), ()) == routing_table.parse(PATH, hidden)
    told = [(p.code, p.line) for p in routing_table.oddities(PATH, hidden)]
    visible = routing_table.oddities(PATH, f"{TABLE}\n{hidden}")

    assert [("route_table_hidden", 2)] == told
    assert [] == list(visible)


def test_oddities_are_told_at_their_line() -> None:
    text = (
        "| A | B | C |\n|---|---|---|\n"
        "| tasks | [[attention|now]] | P0 |\n"
        "| | people.md | P3 |\n"
        "| stack | project.md | soon |\n"
        "| work | attention.md | P1 |\n"
        "| [DEPRECATED] | attention.md | |\n"
    )

    assert [
        ("route_headers", 1),
        ("route_link_cut", 3),
        ("route_without_trigger", 4),
        ("route_priority", 5),
        ("route_twice", 6),
    ] == [(p.code, p.line) for p in routing_table.oddities(PATH, text)]


def test_deprecated_row_says_so_wherever_the_mark_stands() -> None:
    rows = "| [DEPRECATED] x | `a.md` | P1 |\n| y | `b.md` | P1 [deprecated] |\n| z | `c.md` | |\n"

    routes, _ = routing_table.parse(PATH, TABLE + rows)

    assert [("x", True), ("y", True), ("z", False)] == [
        (r.trigger, r.deprecated) for r in routes[1:]
    ]


def test_other_tables_code_and_comments_are_no_routes() -> None:
    text = f"| Name | Role |\n|---|---|\n| a | b |\n\n```\n{TABLE}```\n\n%%\n{TABLE}%%\n\n{TABLE}"

    routes, problems = routing_table.parse(PATH, text)

    assert ((), [19]) == (problems, [route.line for route in routes])


def added(text: str, route: AddRoute) -> str:
    result = apply_operations(PATH, text.encode(), [route])
    assert result.data is not None
    assert () == result.displaced
    return result.data.decode()


API = AddRoute("how we | name", "conventions/api.md", "P2-L3")


def test_row_is_added_after_the_last_and_only_once() -> None:
    text = f"# G\n\n{TABLE}\nmine\n"

    after = added(text, API)

    row = "| how we \\| name | `conventions/api.md` | P2-L3 |\n"
    assert f"# G\n\n{TABLE}{row}\nmine\n" == after
    assert after == added(after, API)


def test_row_follows_the_tables_own_columns() -> None:
    text = "| 优先级 | 备注 | 文件 | 触发 |\r\n|---|---|---|---|\r\n"

    assert text + "| P2-L3 |  | `conventions/api.md` | how we \\| name |\r\n" == added(text, API)


def test_row_goes_to_a_table_without_final_newline() -> None:
    assert TABLE + "| x | `people.md` | P3 |\n" == added(
        TABLE.removesuffix("\n"), AddRoute("x", "people.md", "P3")
    )


def test_row_marked_deprecated_stays_deprecated() -> None:
    text = TABLE + "| [DEPRECATED] x | `conventions/api.md` | P2-L3 |\n"

    assert text == added(text, API)


def test_table_a_person_removed_is_made_again() -> None:
    text = "---\nlanguage: en\n---\n# G"

    after = added(text, AddRoute("x", "people.md", "P3"))

    assert after.startswith("---\nlanguage: en\n---\n# G\n\n## Routes\n\n| Trigger |")
    assert after.endswith("| x | `people.md` | P3 |\n")


@pytest.mark.parametrize("line", [" " * 200_000 + "x", "-" * 100_000 + " " * 100_000 + "x"])
def test_a_long_line_below_a_header_makes_no_table(line: str) -> None:
    assert ((), ()) == routing_table.parse(PATH, f"| Trigger | File |\n{line}\n")


@pytest.mark.parametrize("cell", ["[[" * 100_000, "a" * 200_000])
def test_a_long_cell_names_no_file(cell: str) -> None:
    routes, problems = routing_table.parse(PATH, TABLE + f"| x | {cell} | P1 |\n")

    assert ["attention.md"] == [route.file for route in routes]
    assert ["route_without_file"] == [problem.code for problem in problems]


@pytest.mark.parametrize(("opened", "closed"), [("5%% a", "%%"), ("<!-- a", "-->")])
def test_row_is_added_above_one_in_which_a_comment_begins(opened: str, closed: str) -> None:
    last = f"| {opened} | `people.md` | P3 |\n{closed}\n"

    after = added(TABLE + last, API)

    row = "| how we \\| name | `conventions/api.md` | P2-L3 |\n"
    assert TABLE + row + last == after
    assert after == added(after, API)


@pytest.mark.parametrize("text", ["# G\n\n<!-- mine\n", "# G\n\n```\ncode\n"])
def test_row_that_would_not_be_read_is_displaced(text: str) -> None:
    result = apply_operations(PATH, text.encode(), [API])

    assert text.encode() == result.data
    assert [API] == [one.operation for one in result.displaced]
