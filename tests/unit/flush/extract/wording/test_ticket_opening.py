"""Where a line names its ticket; however it begins, no place of it is looked at twice."""

from __future__ import annotations

import pytest

from progressive_memory.flush.extract.wording.ticket_opening import keyed


@pytest.mark.parametrize(
    ("line", "key", "named", "said"),
    [
        ("ABC-12: close it", "ABC-12", None, "close it"),
        ("ok, so, PR 7 summary: merged", "PR 7", "summary", "merged"),
        ("Hearing no objection. And #31: defer", "#31", None, "defer"),
        ("an idea, AB-1: x. AB-2: y", "AB-2", None, "y"),
        ("and AB-1: x. AB-2: y", "AB-1", None, "x. AB-2: y"),
        ("hearing none on AB-1: so AB-2: y", "AB-2", None, "y"),
    ],
)
def test_the_key_behind_whatever_opens_the_line(
    line: str, key: str, named: str | None, said: str
) -> None:
    hit = keyed(line)
    assert hit is not None
    assert (key, named, said) == (hit["key"], hit["named"], hit["said"])


@pytest.mark.parametrize("line", ["", "see AB-12: close it", "ok. nothing here", ". AB-12: x"])
def test_no_key_at_the_opening(line: str) -> None:
    assert keyed(line) is None


@pytest.mark.parametrize("piece", ["hearing a ", "and. ", "an-----", "ok", "okay", "an.", "well, "])
def test_a_line_of_nothing_but_openings_comes_to_its_end(piece: str) -> None:
    assert keyed(piece * 2_000) is None
    hit = keyed(piece * 2_000 + "- AB-12: close it")
    assert hit is not None
    assert hit["said"] == "close it"
