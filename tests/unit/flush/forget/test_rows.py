"""Rows about a person, as people write them."""

from __future__ import annotations

import pytest

from progressive_memory.flush.forget.rows import rows, without_rows

ROWS = [
    "- Ana — product owner ^r-20260514-aaaaaaaaaa\n  - Evidence:: x\n  - likes tea\n",
    "- **Ana**: product owner\n",
    "- [[people/ana|Ana]] (product owner)\n",
    "- Ana\n",
    "1. ana, product owner\n",
    "- [ ] Ana: call back ^mine\n",
]


@pytest.mark.parametrize("row", ROWS)
def test_an_item_that_begins_with_the_name_is_a_row(row: str) -> None:
    note = f"# People\n\n- Bo — lead\n{row}- Cy — Ana's deputy\n"

    assert "# People\n\n- Bo — lead\n- Cy — Ana's deputy\n" == without_rows(note, {"Ana"})


@pytest.mark.parametrize(
    "row",
    ["- Anabel — lead\n", "- Cy — Ana\n", "- Ana Lima — lead\n", "Ana is away.\n", "> Ana: hi\n"],
)
def test_others_are_none(row: str) -> None:
    assert [] == list(rows(f"# People\n\n{row}", {"Ana"}))


def test_a_row_of_a_table_goes_alone() -> None:
    table = "| who | what |\n|---|---|\n| Ana | lead |\n| Bo | Ana |\n"

    assert "| who | what |\n|---|---|\n| Bo | Ana |\n" == without_rows(table, {"Ana"})


def test_a_row_tells_its_id() -> None:
    (row,) = rows("- Ana — lead ^r-20260514-aaaaaaaaaa\n", {"Ana"})

    assert ("r-20260514-aaaaaaaaaa", "- Ana — lead ^r-20260514-aaaaaaaaaa") == (row.id, row.line)


def test_chinese_names_end_where_their_signs_say() -> None:
    note = "- 王五：测试负责人\n- 王五 — 测试\n- 王五一 — 运维\n"

    assert "- 王五一 — 运维\n" == without_rows(note, {"王五"})
