"""What counts as a vote, and for how much."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import read
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.meetings.ballots import Vote, cast

_MEMBERS = Members([Person("ann", "Ann"), Person("bob", "Bob")])


def _cast(text: str) -> Vote | None:
    at = datetime(2026, 5, 11, 9, 0, tzinfo=UTC)
    message = Message("$1", "m-1", at, "ann", "Ann", text)
    return cast(read([message], _MEMBERS)[0], _MEMBERS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+1", 1.0),
        ("+1.", 1.0),
        ("+1!!!", 1.0),
        ("+ 1 (if the tests pass)", 1.0),
        ("+10", 1.0),
        ("+!", 1.0),
        (":+1:", 1.0),
        ("+0.5", 0.5),
        ("+0", 0.0),
        ("0", 0.0),
        ("[abstain]", 0.0),
        ("-1 it is too early", -1.0),
        ("赞成", 1.0),
    ],
)
def test_a_vote_is_heard_in_figures_or_by_a_sign(text: str, value: float) -> None:
    vote = _cast(text)
    assert vote is not None
    assert (value, False) == (vote.value, vote.remark)


@pytest.mark.parametrize("text", ["+1 to Bob", "+1 for tests", "+1 bob"])
def test_backing_a_person_or_a_thing_of_its_own_is_a_remark(text: str) -> None:
    vote = _cast(text)
    assert vote is not None
    assert vote.remark


@pytest.mark.parametrize("text", ["+1 to the proposal", "+1 to closing", "+1 for this"])
def test_a_vote_may_name_what_is_on_the_floor(text: str) -> None:
    vote = _cast(text)
    assert vote is not None
    assert not vote.remark


@pytest.mark.parametrize(
    "text", ["+15% on Monday", "- a list item", "we need +1 more host", "10 hosts"]
)
def test_other_figures_are_no_votes(text: str) -> None:
    assert _cast(text) is None


def test_a_name_before_the_vote_says_whose_it_is() -> None:
    vote = _cast("Bob: +1")
    assert vote is not None
    assert "Bob" == vote.person.name
