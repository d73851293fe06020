"""The labelled pairs of the judge, and what is read off a note."""

from __future__ import annotations

from evals import judging
from progressive_memory.domain.candidate import Ruling


def test_the_rows_are_well_formed_and_named_once() -> None:
    rows = [row for half in judging.HALVES for row in judging.rows(half)]

    assert len({row.id for row in rows}) == len(rows) >= 150
    assert {ruling for row in rows for ruling in row.wanted} <= {one.value for one in Ruling}
    assert all(row.wanted for row in rows)


def test_a_pair_is_judged_by_what_the_note_shows() -> None:
    rows = {row.id: row for row in judging.rows("dev")}

    (found,) = judging.judged([rows["en-p-01"]])

    assert found.ruling == "Pending"
