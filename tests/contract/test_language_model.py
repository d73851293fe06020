"""Every LanguageModel passes this suite: the client of an endpoint and the scripted one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from progressive_memory.adapters.memory.model import Line, ScriptedModel
from progressive_memory.adapters.model_openai import Endpoint, OpenAiModel
from progressive_memory.domain.model_talk import Answer, Question
from progressive_memory.errors import ModelUnavailable
from progressive_memory.ports import LanguageModel
from tests.model_server import Raw, refused, said, serving

QUESTION = Question("Answer in JSON.", "[m1] hello", {"type": "object"}, most_tokens=50)
Opened = Callable[..., LanguageModel]


def _raw(line: Line) -> Raw:
    if isinstance(line, ModelUnavailable):
        return refused(401, line.message)
    assert isinstance(line, Answer)
    if line.ended == "refused":
        return said(None, refusal="I would rather not")
    return said(line.text, line.ended)


@pytest.fixture(params=["endpoint", "scripted"])
def opened(request: pytest.FixtureRequest) -> Iterator[Opened]:
    """Opens a model that says some lines in order."""
    with ExitStack() as stack:

        def over_the_wire(*lines: Line) -> LanguageModel:
            server = stack.enter_context(serving(*map(_raw, lines), models=("tiny", "large")))
            return OpenAiModel(Endpoint(server.base_url, "tiny", 20), sleep=lambda _: None)

        def scripted(*lines: Line) -> LanguageModel:
            return ScriptedModel(*lines, names=("tiny", "large"))

        yield over_the_wire if request.param == "endpoint" else scripted


def test_answers_come_in_order_as_they_were_said(opened: Opened) -> None:
    model = opened(Answer('{"items": []}'), Answer("备份改为每晚。 {", "stop"))

    assert ['{"items": []}', "备份改为每晚。 {"] == [model.ask(QUESTION).text for _ in range(2)]


@pytest.mark.parametrize("ended", ["stop", "length", "refused"])
def test_an_answer_tells_how_it_ended(opened: Opened, ended: str) -> None:
    assert ended == opened(Answer("", ended)).ask(QUESTION).ended  # type: ignore[arg-type]


def test_tokens_are_never_negative(opened: Opened) -> None:
    assert opened(Answer("{}")).ask(QUESTION).tokens >= 0


def test_one_that_cannot_answer_says_what_to_do(opened: Opened) -> None:
    model = opened(ModelUnavailable("model_refused", "the key is old", next_step="renew it"))

    with pytest.raises(ModelUnavailable) as raised:
        model.ask(QUESTION)

    assert "model_refused" == raised.value.code
    assert raised.value.next_step


def test_it_has_a_name_a_manner_and_a_list_of_models(opened: Opened) -> None:
    model = opened(Answer("{}"))

    assert model.model
    assert "json_schema" == model.manner
    assert ("tiny", "large") == model.names()
