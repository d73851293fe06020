"""Entries and sections are read as people see them, whoever wrote them."""

from __future__ import annotations

import pytest

from progressive_memory.domain.entry import Entry, Kind
from progressive_memory.vault import frontmatter
from progressive_memory.vault.blocks import entries, sections
from tests.golden import EN, GROUPS, ZH, Golden

PATH = "memory/groups/garden/experience.md"
D1 = "d-20260301-aaaaaaaaaa"
D2 = "d-20260301-bbbbbbbbbb"
T1 = "t-20260302-cccccccccc"


def by_id(text: str) -> dict[str, Entry]:
    return {entry.id: entry for entry in entries(PATH, text)}


def test_golden_experience_entry_is_read_whole() -> None:
    path = "memory/groups/支付网关/experience.md"
    text = ZH.text(path)

    (entry,) = entries(path, text)

    assert (
        entry.kind, entry.title, entry.on, entry.heading,
    ) == (Kind.DECISION, "订单库改用 PostgreSQL 16", "2026-05-15", "经验与决策")  # fmt: skip
    assert [name for name, _ in entry.fields] == [
        "context",
        "decision",
        "action",
        "decided_by",
        "confirmed_by",
        "evidence",
    ]
    assert ("confirmed_by", "李四、赵六 👍") in entry.fields
    assert entry.text.startswith("## 2026-05-15")
    assert entry.text.endswith("\n\n^d-20260515-tnaju6vx4x")
    assert text[entry.start : entry.end] == entry.text


def test_golden_task_is_read_with_its_mark_and_section() -> None:
    path = "memory/groups/支付网关/attention.md"

    task, _, loop = entries(path, ZH.text(path))

    assert (" ", "活跃任务", "2026-05-15") == (task.mark, task.heading, task.on)
    assert "订单库从 MySQL 8 迁移到 PostgreSQL 16 — 李四 — 2026-06-01 前" == task.title
    assert (loop.mark, loop.heading, loop.kind) == ("", "未决问题", Kind.OPEN_LOOP)


def test_golden_people_are_found() -> None:
    who: dict[str, tuple[str, ...]] = {}
    for golden in (ZH, EN):
        for path, text in golden.notes().items():
            if "/log/" not in path:
                who |= {section.id: section.who for section in sections(path, text) if section.kind}

    assert who == {
        "d-20260515-tnaju6vx4x": ("王五", "李四", "赵六"),
        "t-20260515-fgd3xumtjj": ("李四",),
        "t-20260515-mgr4vcnpwy": ("赵六",),
        "o-20260515-2ocrc26e2r": (),
        "r-20260515-hrrcbjtjlb": ("王五", "孙七"),
        "d-20260512-zokg4p2geo": ("Priya", "Maya"),
        "f-20260512-b4r3itnqac": (),
        "b-20260512-bqs6ax3cni": ("Tom",),
        "d-20260512-e2wk67i665": ("Priya",),
    }


@GROUPS
def test_golden_sections_cover_each_body_in_order(golden: Golden) -> None:
    for path, text in golden.notes().items():
        body = text[frontmatter.body_start(text) :]

        assert body == "".join(section.text for section in sections(path, text))


@GROUPS
def test_golden_messages_are_sections_of_their_own(golden: Golden) -> None:
    for path, text in golden.notes().items():
        if "/log/" in path:
            found = [section for section in sections(path, text) if section.kind == "m"]

            assert all(section.event_id and section.who and section.title for section in found)
            assert len(found) == text.count("- event:: ")


def test_text_after_an_id_line_is_the_persons_own() -> None:
    text = f"# E\n\n## 2026-03-01 Plant oaks\n\n- Decision:: oaks\n\n^{D1}\n\nMy thoughts.\n"

    found = sections(PATH, text)

    assert ["# E\n\n", text[5:-13], "My thoughts.\n"] == [one.text for one in found]
    assert ["", "d", ""] == [one.kind for one in found]


def test_heading_without_its_date_still_makes_the_entry() -> None:
    entry = by_id(f"# E\n\n## Plant oaks\n\n- Decision:: oaks\n^{D1}\n")[D1]

    assert ("Plant oaks", "2026-03-01") == (entry.title, entry.on)
    assert entry.text.startswith("## Plant oaks")


def test_id_line_without_blank_line_before_it_closes_the_section() -> None:
    found = by_id(
        f"## 2026-03-01 A\n\n- Decision:: a\n  - why\n^{D1}\n\n## 2026-02-01 B\n\n^{D2}\n"
    )

    assert [D1, D2] == list(found)
    assert found[D2].text == "## 2026-02-01 B\n\n^" + D2


def test_item_wrapped_over_lines_ends_in_its_id() -> None:
    entry = by_id(f"- [x] Water the\n  roses — Ana ^{T1}\n  - Evidence:: x\n- next\n")[T1]

    assert (
        entry.mark, entry.title, entry.fields,
    ) == ("x", "Water the roses — Ana", (("evidence", "x"),))  # fmt: skip


def test_entry_a_person_nested_under_a_bullet_still_stands() -> None:
    text = f"## Active tasks\n\n- Backend\n\t- [ ] Water ^{T1}\n\t\t- Evidence:: x\n"

    assert ("Water", "Active tasks") == (by_id(text)[T1].title, by_id(text)[T1].heading)
    assert ["## Active tasks\n\n- Backend\n", f"\t- [ ] Water ^{T1}\n\t\t- Evidence:: x\n"] == [
        section.text for section in sections(PATH, text)
    ]


def test_entry_nested_in_another_is_an_entry_but_no_section() -> None:
    text = f"- [ ] Water ^{T1}\n  - [ ] Roses first ^{D2}\n"

    assert [T1, D2] == list(by_id(text))
    assert [T1] == [section.id for section in sections(PATH, text)]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Yes. ^dec-0008\n", "Yes."),
        ("> quoted\n> more ^dec-0008\n", "quoted more"),
        ("| a |\n|---|\n| b |\n\n^dec-0008\n", "| a | |---| | b |"),
    ],
)
def test_ids_a_person_made_are_read(text: str, title: str) -> None:
    entry = by_id("# T\n\n" + text)["dec-0008"]

    assert (None, title, text.rstrip("\n")) == (entry.kind, entry.title, entry.text)


def test_code_and_comments_hold_no_entries() -> None:
    hidden = (
        f"```\n- a ^{D1}\n```\n\n%%\n## 2026-03-01 x\n\n^{D2}\n%%\n\n    - c ^{D2}\n\n- d ^{T1}\n"
    )

    assert [T1] == list(by_id(hidden))


def test_percent_signs_in_code_or_alone_hide_nothing() -> None:
    text = (
        f"`%%` and 100%% sure\n\n- a ^{T1}\n\n```\n%%\n```\n\n- b ^{D1}\n\n%% open\n\n- c ^{D2}\n"
    )

    assert [T1, D1, D2] == list(by_id(text))


def test_fields_of_either_language_and_of_a_person_are_read() -> None:
    text = f"## 2026-03-01 A\n\n- 决定:: 王五\n- **Confirmed by**:: Li\n- Mood:: good,\n  very\n\n^{D1}\n"

    assert (by_id(text)[D1].fields) == (
        ("decided_by", "王五"),
        ("confirmed_by", "Li"),
        ("Mood", "good, very"),
    )


def test_superseded_and_confidence_are_read() -> None:
    text = f"## 2026-03-01 A\n\n- 被取代:: [[#^{D2}]]\n- 置信:: 0.5\n\n^{D1}\n\n## [DEPRECATED] B\n\nx\n"

    old, deprecated = sections(PATH, text)

    assert (True, 0.5) == (old.superseded, old.confidence)
    assert deprecated.superseded


def test_free_text_under_one_heading_twice_has_two_ids() -> None:
    text = f"intro\n\n## Tasks\n\none\n\n- a ^{T1}\n\ntwo\n"

    assert ["h-top", "h-tasks", T1, "h-tasks-2"] == [one.id for one in sections(PATH, text)]


def test_note_without_a_body_has_no_sections() -> None:
    assert () == sections(PATH, "---\na: 1\n---\n")
    assert () == sections(PATH, "")
