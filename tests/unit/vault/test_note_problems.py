"""What is wrong in notes that parse."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from progressive_memory.domain.problem import Problem
from progressive_memory.vault.note_problems import block_ids, in_links, in_note, in_two_notes

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


def found(path: str, text: str) -> list[Problem]:
    return list(in_note(path, text, block_ids(path, text)))


def ids_of(texts: Mapping[str, str]) -> dict[str, set[str]]:
    return {path: {each for each, _ in block_ids(path, text)} for path, text in texts.items()}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_merge_conflict_is_reported_at_its_line(newline: str) -> None:
    text = "# A\n\n<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs\n".replace("\n", newline)

    assert [(3, "conflict_marker")] == [(p.line, p.code) for p in found(PEOPLE, text)]


def test_an_underlined_heading_is_no_conflict() -> None:
    assert [] == list(found(PEOPLE, "Title\n=======\n\n> quoted\n"))


def test_an_id_that_stands_twice_is_reported_at_the_second() -> None:
    text = "- a ^r-1\n- b ^r-2\n- c ^r-1\n"

    assert [(3, "duplicate_block_id")] == [(p.line, p.code) for p in found(PEOPLE, text)]
    assert [(9, "duplicate_block_id")] == [(p.line, p.code) for p in found(DAY, DAY_TEXT)]


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
        (3, "the link names ^r-9 in memory/groups/g/people.md, and there is no such block"),
        (3, "the link names memory/groups/g/log/2026/2026-05-02, and there is no such note"),
    ]

    assert expected == sorted((p.line, p.message) for p in in_links(texts, texts, ids_of(texts)))


def test_a_persons_own_link_may_lead_nowhere_yet() -> None:
    texts = {PEOPLE: "[[Someday]] [[ideas/x#^y]] [a](memory/nothing.md)\n"}

    assert [] == list(in_links(texts, texts, ids_of(texts)))


def test_a_heading_is_named_by_its_words_whatever_its_signs_and_case() -> None:
    texts = {
        PEOPLE: "# Who\n\n## Roles: who may ship? #ops\n\n[[Memory/Groups/G/People#Roles who may ship ops]] [[#who#ROLES who may ship? ops]]\n"
    }

    assert [] == list(in_links(texts, texts, ids_of(texts)))


def test_an_entry_in_two_notes_is_told_once_of_the_note_that_looks_like_the_copy() -> None:
    one = "- a ^r-20260501-aaaaaaaaaa\n- b ^r-20260501-bbbbbbbbbb\n- mine ^own\n"
    copy = "memory/groups/g/people 1.md"
    problems = list(in_two_notes(ids_of({copy: one, PEOPLE: one})))

    assert [(copy, "entry_in_two_notes")] == [(each.path, each.code) for each in problems]
    assert problems[0].message.endswith(f"stands in {PEOPLE} too")


def test_a_link_to_a_heading_that_is_not_there_is_told() -> None:
    texts = {PEOPLE: "## Roles: who may ship? #ops\n\n[[#Roles who may ship]]\n"}
    expected = [(3, f"the link names Roles who may ship in {PEOPLE}, and there is no such heading")]

    assert expected == [(p.line, p.message) for p in in_links(texts, texts, ids_of(texts))]
