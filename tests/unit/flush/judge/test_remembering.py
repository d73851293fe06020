"""What is asked to be remembered, as a candidate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.judge.remembering import candidate, noted_by_agent, words
from tests.candidates import Saying, said


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("remember: we release on Thursdays", "we release on Thursdays"),
        ("Please remember that we release on Thursdays", "we release on Thursdays"),
        ("记住：周四发布", "周四发布"),
        ("帮我记一下，周四发布", "周四发布"),
        ("we remember Thursdays", "we remember Thursdays"),
        ("remember", "remember"),
    ],
)
def test_the_words_that_ask_are_left_out(text: str, kept: str) -> None:
    assert words(text) == kept


def test_what_extraction_finds_gives_the_form_and_the_sender_the_word() -> None:
    message = said("e1", "Ana", "remember: the order store goes to PostgreSQL 16")
    extracted = Saying(decided_by=("Bo",), confirmed=False, reason="nobody_agreed")

    found = candidate(message, None, [extracted.resting_on(message)], "en")

    assert (found.title, found.confirmed) == ("Move the order store to PostgreSQL 16", True)
    assert [person.name for person in found.decided_by] == ["Ana"]
    assert found.confirmed_by == ()


def test_the_kind_asked_for_wins_over_what_extraction_finds() -> None:
    message = said("e1", "Ana", "never ship on a Friday")

    found = candidate(message, Kind.RULE, [Saying().resting_on(message)], "en")

    assert (found.kind, found.title) == (Kind.RULE, "Never ship on a Friday")


def test_a_long_text_has_a_short_title_and_is_kept_whole() -> None:
    text = "the staging cluster is rebuilt every night, " * 6 + "and logs are kept"
    message = said("e1", "Ana", text)

    found = candidate(message, None, (), "en")

    assert found.kind is Kind.CONVENTION
    assert len(found.title) < len(text)
    assert dict(found.fields)[Field.CONTEXT].endswith("and logs are kept")


def test_an_agent_speaks_for_nobody_unless_a_person_said_so() -> None:
    noted = candidate(said("e1", "assistant", "builds are kept 30 days"), None, (), "en")
    cited = said("e0", "Bo", "our builds are kept for 30 days from now on")

    alone = noted_by_agent(noted, None)
    with_words = noted_by_agent(noted, cited)
    with_a_bots_words = noted_by_agent(noted, replace(cited, role="bot"))

    assert (alone.confirmed, alone.reason, alone.decided_by) == (False, "agent", ())
    assert [person.name for person in with_words.decided_by] == ["Bo"]
    assert with_words.evidence[0] == cited
    assert not with_a_bots_words.confirmed
