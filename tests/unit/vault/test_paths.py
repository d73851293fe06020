"""Paths inside the vault."""

from __future__ import annotations

import pytest

from progressive_memory.errors import PathEscapesVault
from progressive_memory.vault.paths import (
    is_conflict_copy,
    is_listed,
    is_numbered_copy,
    normal,
    parts,
)


def test_a_path_is_taken_apart_in_nfc() -> None:
    assert ("memory", "Caf\u00e9.md") == parts("memory/Cafe\u0301.md")
    assert "memory/Caf\u00e9.md" == normal("memory/Cafe\u0301.md")
    assert () == parts("")


@pytest.mark.parametrize(
    "path", ["/a", "a/", "a//b", "..", "a/..", "./a", "a\\b", "a\0b", "C:", "c:/a", "\\\\host\\a"]
)
def test_a_path_that_leads_out_is_refused(path: str) -> None:
    with pytest.raises(PathEscapesVault):
        parts(path)


@pytest.mark.parametrize("path", ["a..b/c", "...", "a: b.md", "支付/网关.md", ".trash/a.md"])
def test_an_odd_name_is_still_a_name(path: str) -> None:
    assert path == normal(path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("people.sync-conflict-20260515-061700-ABCDEFG.md", True),
        ("people (Conflicted copy laptop 202605150617).md", True),
        ("people (Ann's conflicted copy 2026-05-15).md", True),
        ("people (Ann\u2019s Conflicted Copy).md", True),
        ("people (conflicted copy 2026-05-15).md", True),
        ("people (Case Conflict).md", True),
        ("people (安 的冲突副本 2026-05-15).md", True),
        ("people（安的衝突副本）.md", True),
        ("接口冲突 (记录).md", False),
        ("people.md", False),
        ("sync-conflict rules.md", False),
        ("conflicted copy.md", False),
    ],
)
def test_what_sync_programs_leave_is_known(name: str, expected: bool) -> None:
    assert expected == is_conflict_copy(name)


@pytest.mark.parametrize(
    ("name", "beside", "expected"),
    [
        ("people 2.md", "people.md", True),
        ("2026-05-15 3.md", "2026-05-15.md", True),
        ("flush-state 2.json", "flush-state.json", True),
        ("people 2.md", "team.md", False),
        ("rollout 2.md", "rollout.md", False),
        ("people 1.md", "people.md", False),
    ],
)
def test_a_number_makes_a_copy_only_beside_a_file_of_ours(
    name: str, beside: str, expected: bool
) -> None:
    assert expected == is_numbered_copy(name, {name, beside})


@pytest.mark.parametrize("name", [".a.md", "a\\b.md", "a\udcff.md", "a (Conflicted copy b).md"])
def test_what_cannot_be_memory_is_not_listed(name: str) -> None:
    assert not is_listed(name)
    assert is_listed("支付 网关.md")
