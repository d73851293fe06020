"""A group under a new name."""

from __future__ import annotations

import pytest

from progressive_memory.vault.group_move import GroupMove

MOVE = GroupMove("支付", "收银 台", bare=True)
FOLDER = "memory/groups/支付"


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


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "diary.md",
            "[[memory/groups/支付/people#^r-1|王五]]",
            "[[memory/groups/收银 台/people#^r-1|王五]]",
        ),
        ("diary.md", "[[groups/支付.md]] [[支付]]", "[[groups/收银 台.md]] [[收银 台]]"),
        ("diary.md", "[[支付/attention]] [[支付网关]]", "[[收银 台/attention]] [[支付网关]]"),
        ("diary.md", "[[work/支付]] `[[支付]]`", "[[work/支付]] `[[支付]]`"),
        ("a/b.md", "[x](../memory/groups/支付/log.md)", "[x](../memory/groups/收银%20台/log.md)"),
        ("a/b.md", "[x](groups/支付.md)", "[x](groups/支付.md)"),
        ("memory/groups/支付.md", "[x](支付/project.md)", "[x](收银%20台/project.md)"),
        (f"{FOLDER}/project.md", "[x](../支付.md) [[#^m-1]]", "[x](../收银%20台.md) [[#^m-1]]"),
    ],
)
def test_links_follow(path: str, text: str, expected: str) -> None:
    assert expected == MOVE.text(path, text)


def test_a_bare_name_that_may_mean_another_note_stays() -> None:
    move = GroupMove("支付", "收银", bare=False)

    assert "[[支付]] [[支付/people]]" != move.text("diary.md", "[[支付]] [[支付/people]]")
    assert "[[支付]] [[收银/people]]" == move.text("diary.md", "[[支付]] [[支付/people]]")


def test_our_alias_follows_and_a_persons_stays() -> None:
    ours = "---\naliases: [支付 attention]\n---\n"
    theirs = "---\naliases: [工作, 支付 attention]\n---\n"

    assert "---\naliases: [收银 台 attention]\n---\n" == MOVE.text(f"{FOLDER}/attention.md", ours)
    mac = ours.replace("\n", "\r")
    assert mac.replace("支付", "收银 台") == MOVE.text(f"{FOLDER}/attention.md", mac)
    assert theirs == MOVE.text(f"{FOLDER}/attention.md", theirs)
    assert ours == MOVE.text("diary.md", ours)


def test_an_alias_that_needs_quotes_gets_and_loses_them() -> None:
    plain, quoted = "---\naliases: [a people]\n---\n", '---\naliases: ["1·a people"]\n---\n'

    assert quoted == GroupMove("a", "1·a", bare=True).text("memory/groups/a/people.md", plain)
    assert plain == GroupMove("1·a", "a", bare=True).text("memory/groups/1·a/people.md", quoted)
