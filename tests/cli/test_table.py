"""Tables of the terminal: no word is cut, whatever the width."""

from __future__ import annotations

import pytest

from progressive_memory.cli.table import print_table


def test_columns_are_as_wide_as_their_widest_cell(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "n", ""), [("青禾", "1", ""), ("x" * 90, "20", "undone")])

    expected = [
        f"{'name':<90}  n",
        f"青禾{'':<86}  1",
        f"{'x' * 90}  20  undone",
    ]
    assert expected == capsys.readouterr().out.splitlines()


def test_numbers_stand_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("a", "n"), [("b", "7"), ("c", "1,200")], right=frozenset({"n"}))

    assert ["a      n", "b      7", "c  1,200"] == capsys.readouterr().out.splitlines()
