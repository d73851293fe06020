"""Asks an OpenAI-compatible endpoint: in the best manner it takes, patient within limits."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from progressive_memory.adapters.model_openai.endpoint import Endpoint, open_endpoint
from progressive_memory.adapters.model_openai.http import Reply, Unreached, Wire
from progressive_memory.domain.model_talk import Answer, Manner, Question
from progressive_memory.domain.settings import Settings
from progressive_memory.errors import ModelUnavailable
from progressive_memory.vault.layout import SETTINGS

_TRIES = 4
_PAUSE_SECONDS = 1.0  # doubled after each try
_LONGEST_PAUSE = 30.0  # an endpoint that asks for more is not waited for
_MANNERS: tuple[Manner, ...] = ("json_schema", "json_object", "text")
_TOO_LONG = re.compile(r"context (?:length|window|size)|too (?:long|large|many tokens)", re.I)
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


@dataclass(frozen=True)
class _Form:
    """What of a request the endpoint takes, as far as it is known."""

    manner: Manner = "json_schema"
    length_key: str = "max_tokens"
    temperature: bool = True


class OpenAiModel:
    """The model of an endpoint (`ports.LanguageModel`). What it takes is learnt once.

    `sleep` waits that many seconds; `monotonic` tells seconds.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._endpoint = endpoint
        self._sleep = sleep
        self._wire = Wire(endpoint, monotonic)
        self._form = _Form()

    @property
    def address(self) -> str:
        """The endpoint's base address; the key is no part of it."""
        return self._endpoint.base_url

    @property
    def model(self) -> str:
        """The model's name."""
        return self._endpoint.model

    @property
    def manner(self) -> Manner:
        """How JSON is asked for: one step down each time the endpoint refused."""
        return self._form.manner

    def ask(self, question: Question) -> Answer:
        """The model's answer.

        Raises:
            ModelUnavailable: there is none to be had.
        """
        while True:  # each time round the form has one step less to go
            reply = self._patiently(
                lambda: self._wire.post("/chat/completions", self._body(question))
            )
            if reply.status == 200:
                return _answer(reply)
            if reply.status in (400, 413) and _TOO_LONG.search(reply.complaint):
                return Answer("", "length")
            if not self._adjust(reply):
                raise self._refused(reply)

    def nonce(self) -> str:
        """Eight random hex digits."""
        return secrets.token_hex(4)

    def names(self) -> tuple[str, ...]:
        """The models the endpoint lists; () when it lists none."""
        try:
            reply = self._wire.get("/models")
        except Unreached:
            return ()
        rows = (reply.document or {}).get("data")
        ids = (
            [row.get("id") for row in rows if isinstance(row, dict)]
            if isinstance(rows, list)
            else []
        )
        return tuple(name for name in ids if isinstance(name, str) and name.isprintable())

    def _body(self, question: Question) -> dict[str, object]:
        messages = [
            {"role": "system", "content": question.instructions},
            {"role": "user", "content": question.data},
        ]
        if question.wrong:
            messages += [
                {"role": "assistant", "content": question.before},
                {"role": "user", "content": question.wrong},
            ]
        body: dict[str, object] = {
            "model": self._endpoint.model,
            "messages": messages,
            self._form.length_key: question.most_tokens,
            "stream": False,
        }
        if self._form.temperature:
            body["temperature"] = 0
        if self._form.manner == "json_schema":
            schema = {"name": "answer", "strict": True, "schema": question.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self._form.manner == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body

    def _patiently(self, send: Callable[[], Reply]) -> Reply:
        """The reply of the first try that is no passing trouble, or of the last one.

        Raises:
            ModelUnavailable: none came, or the endpoint asks to wait longer than we would.
        """
        pause = _PAUSE_SECONDS
        for left in range(_TRIES - 1, -1, -1):
            wait = pause
            try:
                reply = send()
            except Unreached as error:
                if error.slow or not left:
                    raise self._unreached(error) from None
            else:
                if reply.status == 200 and reply.document is not None:
                    return reply
                if reply.status != 200 and reply.status not in _AGAIN:
                    return reply
                wait = pause if reply.wait_seconds is None else reply.wait_seconds
                if not left or wait > _LONGEST_PAUSE:
                    raise self._out_of_patience(reply)
            self._sleep(wait)
            pause *= 2
        raise AssertionError  # the last try returns or raises

    def _adjust(self, reply: Reply) -> bool:
        """Ask in another form when the endpoint refuses this one; False when there is none left."""
        if reply.status not in (400, 404, 415, 422, 501):
            return False
        said = reply.complaint.lower()
        if "temperature" in said and self._form.temperature:
            self._form = replace(self._form, temperature=False)
        elif "max_completion_tokens" in said and self._form.length_key == "max_tokens":
            self._form = replace(self._form, length_key="max_completion_tokens")
        elif self._form.manner != "text" and reply.status != 404:
            lower = _MANNERS[_MANNERS.index(self._form.manner) + 1]
            self._form = replace(self._form, manner=lower)
        else:
            return False
        return True

    def _unreached(self, error: Unreached) -> ModelUnavailable:
        where = self._endpoint.base_url
        if error.slow:
            seconds = self._endpoint.timeout_seconds
            return ModelUnavailable(
                "model_slow",
                f"{where} gave no whole answer in {seconds:g} seconds",
                next_step=f"raise timeout_seconds or lower window_tokens in {SETTINGS}",
            )
        return ModelUnavailable(
            "model_unreachable",
            f"{where} cannot be reached: {error.why}",
            next_step=f"start it, or correct base_url in {SETTINGS}; then: pmem doctor",
        )

    def _out_of_patience(self, reply: Reply) -> ModelUnavailable:
        where = self._endpoint.base_url
        if reply.status == 200:
            return ModelUnavailable(
                "model_garbled",
                f"{where} answers, but not as an OpenAI-compatible endpoint: {reply.complaint}",
                next_step=f"see that base_url in {SETTINGS} ends as its manual says, mostly in /v1",
            )
        said = f": {reply.complaint}" if reply.complaint else ""
        return ModelUnavailable(
            "model_busy",
            f"{where} is busy or in trouble (status {reply.status}){said}",
            next_step="flush again later: pmem flush",
        )

    def _refused(self, reply: Reply) -> ModelUnavailable:
        where, said = self._endpoint.base_url, f": {reply.complaint}" if reply.complaint else ""
        if reply.moved_to:
            return ModelUnavailable(
                "model_moved",
                f"{where} sends us on to {reply.moved_to}, where we do not follow",
                next_step=f"if you trust that address, make it the base_url in {SETTINGS}",
            )
        if reply.status in (401, 403):
            return ModelUnavailable(
                "model_refused",
                f"{where} does not take the key (status {reply.status}){said}",
                next_step=self._key_step(),
            )
        message = f"{where} refuses the request (status {reply.status}){said}"
        step = f"see base_url and model in {SETTINGS}"
        if reply.status == 404:
            named = ", ".join(self.names()[:8])
            step = f"set model in {SETTINGS} to one it has: {named}" if named else step
        return ModelUnavailable("model_refused", message, next_step=step)

    def _key_step(self) -> str:
        if self._endpoint.key:
            return f"put a valid key into the environment variable {self._endpoint.key_variable}"
        return (
            f"export a key, and name its variable as api_key_env in {SETTINGS} "
            '(like api_key_env = "OPENAI_API_KEY")'
        )


def open_model(settings: Settings, environment: Mapping[str, str]) -> OpenAiModel:
    """The model that settings and environment name.

    Raises:
        ConfigInvalid: they name none, or no key.
    """
    return OpenAiModel(open_endpoint(settings, environment))


def _answer(reply: Reply) -> Answer:
    """The first choice; one without words has the empty text."""
    document = reply.document or {}
    choices = document.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else {}
    choice = choice if isinstance(choice, dict) else {}
    message = choice.get("message")
    message = message if isinstance(message, dict) else {}
    usage = document.get("usage")
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    tokens = total if isinstance(total, int) and total > 0 else 0
    ending = choice.get("finish_reason")
    if message.get("refusal") or ending == "content_filter":
        return Answer("", "refused", tokens)
    return Answer(
        _words(message.get("content")), "length" if ending == "length" else "stop", tokens
    )


def _words(content: object) -> str:
    """The text of a message: plain, or in parts."""
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""
