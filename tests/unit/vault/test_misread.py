"""Properties that read as something else are told before a link is lost."""

from __future__ import annotations

import pytest

from progressive_memory.domain.problem import Problem
from progressive_memory.vault.misread import misread


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (
            "title: x\nup: [[项目 X]]\n",
            [Problem("n.md", 3, "unquoted_link", 'the link in up needs quotes: up: "[[…]]"')],
        ),
        (
            "tags: #ops\n",
            [
                Problem(
                    "n.md",
                    2,
                    "value_is_comment",
                    "tags reads as empty: what stands behind # is a comment",
                )
            ],
        ),
        ('up: "[[项目 X]]"\ntags: [ops]\nempty:\n', []),
        ("matrix: [[1, 2], [3]]\n", []),
        ("a: 1\na: 2\n", []),
        ("when: 2026-99-99\n", []),
        ("no: no\n1: x\n", []),
    ],
)
def test_what_reads_otherwise_is_reported(block: str, expected: list[Problem]) -> None:
    assert expected == list(misread("n.md", f"---\n{block}---\nbody\n"))


def test_old_mac_newlines_are_read_alike() -> None:
    (problem,) = misread("n.md", "---\rtitle: x\rtags: #ops\r---\rbody\r")

    assert (3, "value_is_comment") == (problem.line, problem.code)


def test_a_note_without_properties_has_nothing_to_misread() -> None:
    assert [] == list(misread("n.md", "# up: [[x]]\n"))
