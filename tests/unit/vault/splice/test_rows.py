"""Rows of a routing table marked, or made to name another file."""

from __future__ import annotations

import pytest

from progressive_memory.domain.plan import DeprecateRoute, MoveRoute, Operation
from progressive_memory.vault.routing_table import parse
from progressive_memory.vault.splice import apply_operations

INDEX = "memory/groups/g.md"
HEAD = "---\nlanguage: en\n---\n\n| Trigger | File | Priority |\n|---|---|---|\n"


def done(row: str, operation: Operation) -> str:
    text = HEAD + row
    result = apply_operations(INDEX, text.encode(), [operation])
    assert result.data is not None
    if not result.displaced:
        assert result.data == apply_operations(INDEX, result.data, [operation]).data or isinstance(
            operation, DeprecateRoute
        )
    return "; ".join(each.reason for each in result.displaced) or result.data.decode()[len(HEAD) :]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("| tasks | `old.md` | P0 |", "| tasks | `new.md` | P0 |"),
        ("| tasks|old| P0 |\r\n", "| tasks|new| P0 |\r\n"),
        ("tasks | g/old.md | P0", "tasks | g/new.md | P0"),
        ("| a \\| b | [[old\\|shown]] | P0 |", "| a \\| b | [[new\\|shown]] | P0 |"),
        ("| [[x|y]] | [[memory/groups/g/old|shown]] | P0 |", "| [[x|y]] | [[memory/groups/g/new|shown]] | P0 |"),
        ("| tasks | [old](g/old.md) | P0 |", "| tasks | [old](g/new.md) | P0 |"),
        ("| tasks | **old.md** [DEPRECATED] | P0 |", "| tasks | **new.md** [DEPRECATED] | P0 |"),
        ("| tasks | `older.md` | P0 |", "| tasks | `older.md` | P0 |"),
    ],
)  # fmt: skip
def test_a_row_names_the_file_under_its_new_name(before: str, after: str) -> None:
    assert after == done(before, MoveRoute("old.md", "new.md"))
    routes, _ = parse(INDEX, HEAD + after)
    assert [route.file for route in routes] in (["new.md"], ["older.md"])


def test_blanks_in_a_name_are_written_as_the_row_is() -> None:
    move = MoveRoute("old.md", "a b.md")

    assert "| t | [x](a%20b.md) | P0 |" == done("| t | [x](old.md) | P0 |", move)
    assert "| t | [x](<a b.md>) | P0 |" == done("| t | [x](<old.md>) | P0 |", move)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("| tasks | `old.md` | P0 |\n", "| [DEPRECATED] tasks | `old.md` | P0 |\n"),
        ("tasks|old.md|P0\n", "[DEPRECATED] tasks|old.md|P0\n"),
        ("| [deprecated] tasks | old.md | P0 |\n", "| [deprecated] tasks | old.md | P0 |\n"),
        ("| tasks | `new.md` | P0 |\n", "no row of the routing table names old.md"),
    ],
)
def test_a_row_is_marked_deprecated(before: str, after: str) -> None:
    assert after == done(before, DeprecateRoute("old.md"))
