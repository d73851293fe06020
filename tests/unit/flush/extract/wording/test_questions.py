from __future__ import annotations

import pytest

from progressive_memory.flush.extract.wording import questions


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("要不要把日志也换成 Loki", "日志是否换成 Loki"),
        ("年费要不要支持欧元", "年费是否支持欧元"),
        ("move from Jenkins to Buildkite", "Whether to move from Jenkins to Buildkite"),
    ],
)
def test_a_choice_is_named_as_one(question: str, about: str) -> None:
    assert about == questions.whether(question)


def test_an_answer_that_names_no_topic_gets_the_questions() -> None:
    assert "Log format for the gateway: JSON lines" == questions.with_topic(
        "JSON lines", "What log format for the gateway?"
    )
    assert "Use JSON logs" == questions.with_topic("Use JSON logs", "Which log format?")


@pytest.mark.parametrize(
    ("question", "puts"),
    [
        ("should I rename compass.xml to bearings.xml?", True),
        ("ok, shall we merge the tide patch?", True),
        ("should we move to the next ticket?", False),
        ("should we close the meeting?", False),
        ("should it be blue?", False),
    ],
)
def test_leave_asked_for_one_thing_is_told_from_leading_a_talk(question: str, puts: bool) -> None:
    assert puts == questions.puts_deed(question)


@pytest.mark.parametrize(
    ("question", "procedural"),
    [
        ("any objections?", True),
        ("next one?", True),
        ("Which log format does the gateway write for the harbour office?", False),
    ],
)
def test_a_question_that_only_leads_the_talk_names_nothing(question: str, procedural: bool) -> None:
    assert procedural == questions.is_procedural(question)
