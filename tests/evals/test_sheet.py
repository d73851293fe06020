"""The table of the evals, and where it is written."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from evals.measured import Measured, protocols, share, table
from evals.read import SHEET as READ
from evals.sheet import QUALITY, Outcome, Sheet, measured, report, spliced, written
from evals.write import SHEET as WRITE

ROW = Measured("right file", "93.1 %", "61.0 %", "≥ 92 %", 1152, "the file wanted", True, "make x")
MISSED = Measured("small talk", "2", "", "0", 40, "the file wanted", False, "make x")


def test_a_table_has_a_line_for_each_figure_and_marks_a_goal_missed() -> None:
    lines = table([ROW, MISSED]).splitlines()

    assert "| right file | 93.1 % | 61.0 % | ≥ 92 % | 1,152 | yes | `make x` |" == lines[2]
    assert "| small talk | 2 |  | 0 | 40 | MISSED | `make x` |" == lines[3]


def test_measures_of_one_protocol_share_its_line() -> None:
    assert "- **right file; small talk**: the file wanted\n" == protocols([ROW, MISSED])


def test_a_share_of_nothing_is_no_number() -> None:
    assert ("66.7 %", "—") == (share(2, 3), share(0, 0))


def test_what_was_not_measured_is_named_with_the_reason() -> None:
    shown = report(READ, Outcome([], {"needles": "no folder peers"}), date(2026, 12, 1))

    assert "Not measured, or in part only: needles (no folder peers).\n" in shown


def test_an_eval_that_is_not_here_is_named_and_the_others_run(
    tmp_path: Path,
) -> None:
    sheet = Sheet("eval-x", {"budget": "evals.nowhere", "needles": "evals.needles"})

    assert Outcome(
        [],
        {
            "budget": "there is no evals.nowhere",
            "needles": f"no gen.py in {tmp_path}/research/peers",
        },
    ) == measured(sheet, ["budget", "needles"], tmp_path)


def test_only_a_whole_run_over_the_folder_beside_the_checkout_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, absent = tmp_path / "shared", tmp_path / "absent"
    there.mkdir()
    monkeypatch.setattr("evals.sheet.SHARED", there)

    assert (True, False, False) == (
        written(None, there),
        written(["routing"], there),
        written(None, tmp_path),
    )
    monkeypatch.setattr("evals.sheet.SHARED", absent)
    assert not written(None, absent)


def test_only_what_stands_between_the_marks_is_replaced() -> None:
    text = f"before\n{READ.begin}\nold\n{READ.end}\nafter\n"

    assert f"before\n{READ.begin}\n\nnew\n\n{READ.end}\nafter\n" == spliced(READ, text, "new\n")


def test_a_document_without_the_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="eval-read"):
        spliced(READ, "no marks here\n", "new\n")


@pytest.mark.parametrize("sheet", [READ, WRITE])
def test_the_quality_page_has_the_marks_and_every_eval_a_name_of_its_own(sheet: Sheet) -> None:
    text = QUALITY.read_text(encoding="utf-8")

    assert (1, 1) == (text.count(sheet.begin), text.count(sheet.end))
    assert len(sheet.evals) == len(set(sheet.evals.values()))
