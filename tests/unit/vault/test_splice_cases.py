"""The public bug reports restated beside the checkout: exact bytes after our operations."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import InsertUnder, Operation, SetProperty
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault.splice import Spliced, apply_operations
from tests.golden import obsidian_case

DONE = SetProperty("status", "done")
CASES: dict[str, tuple[Operation, ...]] = {
    "01-date-stays-date.md": (DONE,),
    "02-wikilink-in-frontmatter.md": (DONE,),
    "09-no-trailing-newline.md": (
        InsertUnder("Decisions", "- 2026-05-16 move to Redis 7"),
        InsertUnder("Pitfalls", "- TTL was in ms"),
    ),
    "12-blank-line-after-frontmatter.md": (
        SetProperty("last_updated", "2026-05-16"),
        InsertUnder("", "- new top item", first=True),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case_gives_the_expected_bytes(name: str) -> None:
    expected = obsidian_case(f"expected/{name}")

    assert Spliced(expected) == apply_operations(name, obsidian_case(name), CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_case_done_twice_changes_nothing(name: str) -> None:
    expected = obsidian_case(f"expected/{name}")

    assert Spliced(expected) == apply_operations(name, expected, CASES[name])


def test_duplicate_keys_are_refused_with_key_and_lines() -> None:
    name = "06-duplicate-keys.md"

    with pytest.raises(NoteUnwritable, match="status stands twice, on lines 3 and 5"):
        apply_operations(name, obsidian_case(name), [DONE])
