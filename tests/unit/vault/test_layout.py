"""Which group a path belongs to."""

from __future__ import annotations

import pytest

from progressive_memory.vault.layout import group_of


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("memory/groups/ops.md", "ops"),
        ("memory/groups/ops/people.md", "ops"),
        ("memory/groups/ops/conventions/a.md", "ops"),
        ("memory/groups/log/people.md", "log"),
        ("memory/rules.md", ""),
        ("memory/flush-state.json", ""),
    ],
)
def test_a_note_belongs_to_the_group_it_stands_under(path: str, expected: str) -> None:
    assert expected == group_of(path)
