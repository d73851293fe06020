"""A group's entrance is written in the golden shape and read however people left it."""

from __future__ import annotations

from datetime import date

import pytest

from progressive_memory.domain.plan import InsertUnder
from progressive_memory.vault import index_note
from progressive_memory.vault.splice import apply_operations
from tests.golden import EN, GROUPS, ZH, Golden

PATH = "memory/groups/garden.md"
RULES = {ZH.name: "生产库变更必须两人复核", EN.name: "Never ship on a Friday"}


@GROUPS
def test_golden_index_note_is_a_new_one_with_a_persons_rule(golden: Golden) -> None:
    path = f"memory/groups/{golden.name}.md"
    new = index_note.render_new(
        golden.name,
        golden.display_name,
        golden.language,
        golden.timezone,
        date.fromisoformat(golden.day),
    )

    rule = InsertUnder("Hard Rules", f"- {RULES[golden.name]}")
    result = apply_operations(path, new.encode(), [rule])

    assert golden.text(path).encode() == result.data


@GROUPS
def test_golden_index_note_is_read_whole(golden: Golden) -> None:
    path = f"memory/groups/{golden.name}.md"

    note, problems = index_note.parse(path, golden.text(path))

    assert () == problems
    assert (golden.name, golden.display_name, golden.language, golden.timezone) == (
        note.group_name, note.display_name, note.language, note.timezone,
    )  # fmt: skip
    assert (golden.day, "active", 6000, golden.name) == (
        note.last_updated, note.status, note.memory_budget_tokens, note.key_name,
    )  # fmt: skip
    assert (RULES[golden.name],) == note.hard_rules
    assert [("attention.md", "P0"), ("project.md", "P1"), ("experience.md", "P2"), ("people.md", "P3")] == [
        (route.file, route.priority) for route in note.routes
    ]  # fmt: skip


def test_names_that_need_quotes_are_quoted_and_read_back() -> None:
    text = index_note.render_new("7号", "Q&A: [all] #1", "en", "UTC", date(2026, 3, 2))

    note, problems = index_note.parse("memory/groups/7号.md", text)

    assert ((), "Q&A: [all] #1") == (problems, note.display_name)
    assert "# Q&A all 1 — progressive" in text


def test_note_without_anything_has_every_default() -> None:
    note, problems = index_note.parse(PATH, "")

    assert () == problems
    assert ("garden", "garden", "active", 6000, "zh", "Asia/Shanghai") == (
        note.group_name, note.display_name, note.status, note.memory_budget_tokens, note.language, note.timezone,
    )  # fmt: skip
    assert ((), ()) == (note.hard_rules, note.routes)


def test_zone_defaults_by_language_and_display_name_by_title() -> None:
    note, _ = index_note.parse(PATH, "---\nlanguage: en\n---\n# The Garden — index\n")

    assert ("UTC", "The Garden") == (note.timezone, note.display_name)


def test_keys_a_person_added_and_comments_do_no_harm() -> None:
    text = "---\n# mine\nowner: '@li'\nmemory_budget: 4000 # less\nkey_name: yard\ntimezone: \"Asia/Tokyo\"\n---\n"

    note, problems = index_note.parse(PATH, text)

    assert ((), 4000, "yard", "Asia/Tokyo") == (
        problems, note.memory_budget_tokens, note.key_name, note.timezone,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("memory_budget: lots", "bad_memory_budget"),
        ("memory_budget: -1", "bad_memory_budget"),
        ("language: fr", "bad_language"),
        ("timezone: Mars/Olympus", "bad_timezone"),
        ("timezone: ../../etc/passwd", "bad_timezone"),
        ("group_name: secrets", "bad_group_name"),
    ],
)
def test_value_that_cannot_be_used_is_a_problem_at_its_line(line: str, code: str) -> None:
    note, problems = index_note.parse(PATH, f"---\nstatus: active\n{line}\n---\n")

    assert [(code, 3)] == [(one.code, one.line) for one in problems]
    assert ("garden", 6000, "Asia/Shanghai") == (
        note.group_name, note.memory_budget_tokens, note.timezone,
    )  # fmt: skip


def test_broken_properties_are_a_problem_and_the_body_is_read() -> None:
    text = "---\nstatus: [x\n---\n## Hard Rules\n\n- Be kind\n"

    note, problems = index_note.parse(PATH, text)

    assert (("Be kind",), ["yaml"]) == (note.hard_rules, [one.code for one in problems])


@pytest.mark.parametrize(
    "heading", ["Hard Rules", "Hard Rules ##", "🚫 hard rules", "硬规则", "铁律"]
)
def test_rules_are_the_list_under_their_heading(heading: str) -> None:
    text = f"""# G

## {heading}

Read these.

- One ^g-20260302-aaaaaaaaaa
  - Evidence:: x
  - mostly
* Two goes
  on here
1. Three
```
- not a rule
```
%% - nor this %%

## Other

- Four
"""

    assert ["One; mostly", "Two goes on here", "Three"] == list(index_note.rules(text))
