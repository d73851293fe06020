"""The client of an OpenAI-compatible endpoint: what it sends, how patient it is, what it never tells."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from progressive_memory.adapters.model_openai import Endpoint, OpenAiModel, open_endpoint
from progressive_memory.domain.model_talk import Question
from progressive_memory.domain.settings import Settings
from progressive_memory.errors import ConfigInvalid, ModelUnavailable
from tests.model_server import ModelServer, Raw, Step, refused, said, serving

KEY = "sk-proj-8fK2mQ9xT4vB7nL1cR6wZ3yH5jD0gS"
SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
QUESTION = Question("Answer in JSON.", "[m1] hello", SCHEMA, most_tokens=50)


class Pauses:
    """A clock that moves only while something sleeps; `slept` are the pauses in seconds."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.at = 0.0

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += seconds

    def monotonic(self) -> float:
        return self.at


def model_at(server: ModelServer, pauses: Pauses | None = None, seconds: float = 20) -> OpenAiModel:
    pauses = pauses or Pauses()
    endpoint = Endpoint(server.base_url, "tiny", seconds, KEY)
    return OpenAiModel(endpoint, pauses.sleep, pauses.monotonic)


def failure(*steps: Step, seconds: float = 20) -> tuple[ModelUnavailable, ModelServer]:
    with serving(*steps) as server, pytest.raises(ModelUnavailable) as raised:
        model_at(server, seconds=seconds).ask(QUESTION)
    return raised.value, server


def manners(server: ModelServer) -> list[str]:
    formats = (request.document.get("response_format") for request in server.requests)
    return [one["type"] if one else "text" for one in formats]


def test_a_request_names_model_schema_cap_and_no_randomness() -> None:
    with serving(said("{}")) as server:
        model_at(server).ask(QUESTION)

    (request,) = server.requests
    assert "/v1/chat/completions" == request.path
    assert f"Bearer {KEY}" == request.headers["Authorization"]
    assert ("tiny", 0, 50) == tuple(
        request.document[key] for key in ("model", "temperature", "max_tokens")
    )
    asked = request.document["response_format"]["json_schema"]
    assert (True, SCHEMA) == (asked["strict"], asked["schema"])
    assert ["system", "user"] == [one["role"] for one in request.document["messages"]]


def test_a_repair_shows_the_answer_before_and_what_was_wrong() -> None:
    again = Question("i", "d", SCHEMA, 50, before="[]", wrong="items is missing")
    with serving(said("{}")) as server:
        model_at(server).ask(again)

    assert [("assistant", "[]"), ("user", "items is missing")] == [
        (one["role"], one["content"]) for one in server.requests[0].document["messages"][2:]
    ]


def test_one_without_a_key_sends_none() -> None:
    with serving(said("{}")) as server:
        OpenAiModel(Endpoint(server.base_url, "tiny", 20)).ask(QUESTION)

    assert "Authorization" not in server.requests[0].headers


def test_the_ladder_is_climbed_down_once_and_remembered() -> None:
    with serving(
        refused(400, "'response_format' of type json_schema is not supported"),
        refused(400, "unknown field response_format"),
        said("{}"),
    ) as server:
        model = model_at(server)
        model.ask(QUESTION)
        model.ask(QUESTION)

    assert ["json_schema", "json_object", "text", "text"] == manners(server)
    assert "text" == model.manner


def test_what_newer_models_refuse_is_left_out() -> None:
    with serving(
        refused(400, "Unsupported parameter: use 'max_completion_tokens' instead"),
        refused(400, "'temperature' does not support 0 with this model"),
        said("{}"),
    ) as server:
        model_at(server).ask(QUESTION)

    last = server.requests[-1].document
    assert 50 == last["max_completion_tokens"]
    assert not {"temperature", "max_tokens"} & set(last)
    assert ["json_schema"] * 3 == manners(server)


@pytest.mark.parametrize(
    ("steps", "slept"),
    [
        ([refused(429, "slow down", Retry_After="7"), said("{}")], [7.0]),
        ([refused(429), said("{}")], [1.0]),
        ([refused(500), said("{}")], [1.0]),
        ([refused(503), refused(502), refused(500), said("{}")], [1.0, 2.0, 4.0]),
        ([refused(429, Retry_After="Wed, 21 Oct 2026 07:28:00 GMT"), said("{}")], [1.0]),
        ([Raw(b"{}" * 50, cut=10), said("{}")], [1.0]),
        ([Raw(b"<html>starting</html>"), said("{}")], [1.0]),
    ],
    ids=["retry-after", "429", "500", "three", "http-date", "cut-off", "html"],
)
def test_passing_trouble_is_waited_for(steps: Sequence[Step], slept: list[float]) -> None:
    pauses = Pauses()
    with serving(*steps) as server:
        assert "{}" == model_at(server, pauses).ask(QUESTION).text

    assert slept == pauses.slept


def test_one_that_asks_to_wait_too_long_is_not_waited_for() -> None:
    error, server = failure(refused(429, "quota is used up", Retry_After="3600"))

    assert "model_busy" == error.code
    assert "quota is used up" in error.message
    assert 1 == len(server.requests)


def test_trouble_that_stays_is_told_after_four_tries() -> None:
    error, server = failure(refused(500, "out of memory"))

    assert ("model_busy", 4) == (error.code, len(server.requests))


def test_a_closed_port_is_told() -> None:
    with serving(said("{}")) as server:
        model = model_at(server)
    with pytest.raises(ModelUnavailable) as raised:
        model.ask(QUESTION)

    assert "model_unreachable" == raised.value.code
    assert "base_url" in raised.value.next_step


def test_one_that_says_nothing_in_time_is_given_up() -> None:
    import threading

    done = threading.Event()
    slow = said("{}")
    slow.before = lambda: done.wait(10)
    try:
        error, server = failure(slow, seconds=0.05)
    finally:
        done.set()

    assert ("model_slow", 1) == (error.code, len(server.requests))


def test_one_that_drips_is_given_up_when_the_time_is_over() -> None:
    pauses = Pauses()
    dripping = said("{}")
    dripping.before = lambda: pauses.sleep(21)  # it answers, and all the time is gone
    with serving(dripping) as server, pytest.raises(ModelUnavailable) as raised:
        model_at(server, pauses).ask(QUESTION)

    assert "model_slow" == raised.value.code


@pytest.mark.parametrize(
    "reply",
    [
        Raw(b'{"choices": "' + b"\xff\xfe" + b'"}'),
        Raw(b"x" * 5_000_000),
        Raw(b"[" * 100_000),
        Raw(b"[1, 2]"),
        Raw(b""),
    ],
    ids=["no-utf-8", "huge", "deep", "a-list", "empty"],
)
def test_what_is_no_answer_at_all_is_told(reply: Raw) -> None:
    error, _ = failure(reply)

    assert "model_garbled" == error.code


@pytest.mark.parametrize(
    "document",
    [{}, {"choices": []}, {"choices": [None]}, {"choices": [{"message": {"content": None}}]}],
)
def test_an_answer_without_words_is_empty(document: object) -> None:
    with serving(Raw(json.dumps(document).encode())) as server:
        assert ("", "stop") == _told(model_at(server))


def _told(model: OpenAiModel) -> tuple[str, str]:
    answer = model.ask(QUESTION)
    return answer.text, answer.ended


def test_text_in_parts_is_put_together() -> None:
    with serving(said([{"type": "text", "text": "{"}, {"type": "text", "text": "}"}])) as server:
        assert ("{}", "stop") == _told(model_at(server))


@pytest.mark.parametrize(
    ("step", "ended"),
    [
        (said("{", "length"), "length"),
        (said("", "content_filter"), "refused"),
        (said(None, refusal="no"), "refused"),
        (refused(400, "This model's maximum context length is 4096 tokens"), "length"),
        (refused(413, "request too large"), "length"),
    ],
)
def test_how_an_answer_ended(step: Raw, ended: str) -> None:
    with serving(step) as server:
        assert ended == model_at(server).ask(QUESTION).ended


def test_a_redirect_is_never_followed() -> None:
    with serving(said("{}")) as other:
        error, server = failure(Raw(b"", 307, {"Location": f"{other.base_url}/chat/completions"}))

    assert "model_moved" == error.code
    assert [] == other.requests
    assert 1 == len(server.requests)


def test_a_missing_model_is_told_with_those_there_are() -> None:
    error, _ = failure(refused(404, "model 'tiny' not found"))

    assert "model_refused" == error.code
    assert "tiny" in error.next_step


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_told_by_the_name_of_its_variable(status: int) -> None:
    error, server = failure(refused(status, f"Incorrect API key provided: {KEY}"))

    assert "OPENAI_API_KEY" in error.next_step
    assert 1 == len(server.requests)


@pytest.mark.parametrize(
    "step",
    [
        refused(401, f"bad key {KEY}"),
        refused(400, f"\x1b[31m{KEY}\nbad"),
        refused(500, KEY * 3),
        Raw(b"", 302, {"Location": f"http://evil.example/{KEY}"}),
        Raw(KEY.encode()),
    ],
)
def test_no_error_shows_the_key_or_a_control_character(step: Raw) -> None:
    error, _ = failure(step)

    shown = f"{error.message} {error.next_step} {error!r}"
    assert KEY not in shown
    assert all(char.isprintable() for char in error.message)


def test_the_key_is_in_no_repr() -> None:
    assert KEY not in repr(Endpoint("http://x/v1", "tiny", 20, KEY))


def settings(url: str = "", model: str = "tiny", variable: str = "") -> Settings:
    return Settings("v", model_base_url=url, model_name=model, model_api_key_env=variable)


def test_the_environment_stands_in_for_silent_settings() -> None:
    found = open_endpoint(
        settings(), {"OPENAI_BASE_URL": "http://here:1/v1/", "OPENAI_API_KEY": KEY}
    )

    assert ("http://here:1/v1", KEY) == (found.base_url, found.key)


def test_a_settings_file_gets_no_key_that_it_does_not_name() -> None:
    found = open_endpoint(settings("http://elsewhere/v1"), {"OPENAI_API_KEY": KEY})
    named = open_endpoint(
        settings("http://elsewhere/v1", variable="MY_API_KEY"), {"MY_API_KEY": KEY}
    )

    assert ("", KEY) == (found.key, named.key)


@pytest.mark.parametrize(
    ("given", "environment", "named"),
    [
        (settings(), {}, "base_url"),
        (settings("http://x/v1", model=""), {}, "model"),
        (settings("http://x/v1", variable="MY_API_KEY"), {}, "MY_API_KEY"),
        (
            settings("http://x/v1", variable="MY_API_KEY"),
            {"MY_API_KEY": f"{KEY}\nX: y"},
            "MY_API_KEY",
        ),
        (settings(), {"OPENAI_BASE_URL": "file:///etc/passwd"}, "OPENAI_BASE_URL"),
        (settings(), {"OPENAI_BASE_URL": f"http://{KEY}@x/v1"}, "OPENAI_BASE_URL"),
    ],
)
def test_what_is_missing_is_named_and_no_key_is_shown(
    given: Settings, environment: dict[str, str], named: str
) -> None:
    with pytest.raises(ConfigInvalid) as raised:
        open_endpoint(given, environment)

    assert named in f"{raised.value.message} {raised.value.next_step}"
    assert KEY not in f"{raised.value.message} {raised.value.next_step}"
