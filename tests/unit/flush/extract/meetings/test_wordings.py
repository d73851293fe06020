"""How much a statement has of the form of a motion."""

from __future__ import annotations

import pytest

from progressive_memory.flush.extract.meetings import wordings


def _form(text: str) -> float:
    found = wordings.worded(text)
    return found.form if found else -9.0


@pytest.mark.parametrize(
    "text",
    [
        "Close issue 12 as a duplicate",
        "Ann to draft the new charter",
        "In the parser, drop the old names",
        "PROPOSAL: ship the index in May",
        "no more calls on Friday",
    ],
)
def test_what_shall_be_done_has_the_form_of_a_motion(text: str) -> None:
    assert _form(text) >= 2.5


@pytest.mark.parametrize(
    "text", ["and the tests pass too", "this might help", "I can live with that", "is it slow?"]
)
def test_an_aside_has_none(text: str) -> None:
    assert _form(text) < 0


@pytest.mark.parametrize("text", ["please vote now", "all in favour +1 please", "any objections?"])
def test_a_call_to_vote_has_no_words_of_its_own(text: str) -> None:
    assert wordings.worded(text) is None


def test_a_motion_is_read_out_in_nearly_its_own_words() -> None:
    assert wordings.repeats_motion("Keep the index in one file", "Keep the index in one file.")
    assert not wordings.repeats_motion("Keep the index in one file", "Keep the log in one file")


def test_a_later_wording_restates_what_it_holds() -> None:
    assert wordings.restates("Drop the report", "Drop the report and the digest")
    assert not wordings.restates("Merge PR 12 at once", "Merge PR 13 at once")


def test_different_numbers_are_different_things() -> None:
    assert wordings.other_numbers("Defer #12", "Defer #13")
    assert not wordings.other_numbers("Defer #12", "Defer #12 to May")
