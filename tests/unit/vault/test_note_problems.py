"""What is wrong in notes that parse."""

from __future__ import annotations

import pytest

from progressive_memory.vault.note_problems import in_links, in_note

PEOPLE = "memory/groups/g/people.md"
DAY = "memory/groups/g/log/2026/2026-05-01.md"
DAY_TEXT = """---
timezone: UTC
---

# 2026-05-01

- 09:00:00 Maya: hello ^m-aaaaaaaaaa
  - event:: $1 · from:: @maya:example.org
- 09:01:00 Tom: hi ^m-aaaaaaaaaa
  - event:: $2 · from:: @tom:example.org · re:: [[#^m-aaaaaaaaaa]]
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_merge_conflict_is_reported_at_its_line(newline: str) -> None:
    text = "# A\n\n<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs\n".replace("\n", newline)

    assert [(3, "conflict_marker")] == [(p.line, p.code) for p in in_note(PEOPLE, text)]


def test_an_underlined_heading_is_no_conflict() -> None:
    assert [] == list(in_note(PEOPLE, "Title\n=======\n\n> quoted\n"))


def test_an_id_that_stands_twice_is_reported_at_the_second() -> None:
    text = "- a ^r-1\n- b ^r-2\n- c ^r-1\n"

    assert [(3, "duplicate_block_id")] == [(p.line, p.code) for p in in_note(PEOPLE, text)]
    assert [(9, "duplicate_block_id")] == [(p.line, p.code) for p in in_note(DAY, DAY_TEXT)]


def test_a_link_of_ours_must_lead_somewhere() -> None:
    texts = {
        PEOPLE: "- a ^r-1\n  - Evidence:: [[memory/groups/g/log/2026/2026-05-01#^m-bbbbbbbbbb|09:00]]\n"
        "- [[memory/groups/g/log/2026/2026-05-02|gone]] [[#^r-1]] [[#^r-9]]\n",
        DAY: DAY_TEXT,
    }
    expected = [
        (
            2,
            "the link names ^m-bbbbbbbbbb in memory/groups/g/log/2026/2026-05-01.md, and there is no such block",
        ),
        (3, "the link names memory/groups/g/log/2026/2026-05-02, and there is no such note"),
        (3, "the link names ^r-9 in memory/groups/g/people.md, and there is no such block"),
    ]

    assert expected == [(p.line, p.message) for p in in_links(texts, texts)]


def test_a_persons_own_link_may_lead_nowhere_yet() -> None:
    texts = {PEOPLE: "[[Someday]] [[ideas/x#^y]] [a](memory/nothing.md)\n"}

    assert [] == list(in_links(texts, texts))


def test_a_heading_link_and_another_case_are_fine() -> None:
    texts = {PEOPLE: "[[Memory/Groups/G/People#Anything]]\n"}

    assert [] == list(in_links(texts, texts))
