"""Headings are known again in either language and any dress."""

from __future__ import annotations

import pytest

from progressive_memory.vault.words import same_heading


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Active tasks", "活跃任务"),
        ("🔥 active TASKS!", "Active tasks"),
        ("**归档**", "Archive"),
        ("铁律", "Hard Rules"),
        ("Cafe\u0301", "café"),
    ],
)
def test_headings_that_say_the_same(one: str, other: str) -> None:
    assert same_heading(one, other)


@pytest.mark.parametrize(("one", "other"), [("Tasks", "Active tasks"), ("", ""), ("🔥", "❄️")])
def test_headings_that_do_not(one: str, other: str) -> None:
    assert not same_heading(one, other)
