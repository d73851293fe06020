"""A group under a new name."""

from __future__ import annotations

import pytest

from progressive_memory.vault.group_move import GroupMove

MOVE = GroupMove("支付", "收银 台")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("memory/groups/支付.md", "memory/groups/收银 台.md"),
        (
            "memory/groups/支付/log/2026/2026-05-01.md",
            "memory/groups/收银 台/log/2026/2026-05-01.md",
        ),
        ("memory/groups/支付网关/people.md", "memory/groups/支付网关/people.md"),
        ("notes/支付.md", "notes/支付.md"),
    ],
)
def test_where_a_note_goes(path: str, expected: str) -> None:
    assert expected == MOVE.path(path)


def test_our_alias_follows_and_a_persons_stays() -> None:
    ours = "---\naliases: [支付 attention]\n---\n"
    theirs = "---\naliases: [工作, 支付 attention]\n---\n"

    assert "---\naliases: [收银 台 attention]\n---\n" == MOVE.aliased(ours)
    mac = ours.replace("\n", "\r")
    assert mac.replace("支付", "收银 台") == MOVE.aliased(mac)
    assert theirs == MOVE.aliased(theirs)


def test_an_alias_that_needs_quotes_gets_and_loses_them() -> None:
    plain, quoted = "---\naliases: [a people]\n---\n", '---\naliases: ["1·a people"]\n---\n'

    assert quoted == GroupMove("a", "1·a").aliased(plain)
    assert plain == GroupMove("1·a", "a").aliased(quoted)
