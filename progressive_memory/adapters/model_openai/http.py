"""One request and its answer: a deadline, a cap, no redirects, and errors that hold no secret."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.request import (
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from progressive_memory.adapters.model_openai.endpoint import Endpoint
from progressive_memory.text.redact import redact

_MOST_BYTES = 4_000_000
"""No answer of the length asked for is nearly as long."""

_PIECE = 65_536
_SHOWN = 200  # characters of an endpoint's own words
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+")


@dataclass(frozen=True)
class Reply:
    """An answer of the endpoint: its status, the JSON object it holds (None: it is none), what an
    error says in a line fit to be shown, and how many seconds it asks to wait (None: not said).
    """

    status: int
    document: dict[str, Any] | None
    complaint: str = ""
    wait_seconds: float | None = None
    moved_to: str = ""


class Unreached(Exception):
    """Nothing came back: `slow` when the time was up, else the connection failed."""

    def __init__(self, why: str, *, slow: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.slow = slow


class _NoRedirects(HTTPRedirectHandler):
    """A key must not follow where an answer points: a redirect is an answer like others."""

    def redirect_request(self, *_: object) -> None:
        """No request."""


class Wire:
    """Sends requests to one endpoint. `monotonic` tells seconds."""

    def __init__(self, endpoint: Endpoint, monotonic: Callable[[], float]) -> None:
        self._endpoint = endpoint
        self._monotonic = monotonic
        self._opener = _opener(endpoint)

    def post(self, path: str, body: dict[str, object]) -> Reply:
        """The answer to a JSON document.

        Raises:
            Unreached: there is none.
        """
        return self._send(path, json.dumps(body).encode("utf-8"))

    def get(self, path: str) -> Reply:
        """The answer to a question without a document.

        Raises:
            Unreached: there is none.
        """
        return self._send(path, None)

    def _send(self, path: str, data: bytes | None) -> Reply:
        request = Request(self._endpoint.base_url + path, data)  # noqa: S310 — http(s), checked
        request.add_header("Accept", "application/json")
        request.add_header("Content-Type", "application/json")
        request.add_header("User-Agent", "progressive-memory")
        if self._endpoint.key:
            request.add_unredirected_header("Authorization", f"Bearer {self._endpoint.key}")
        until = self._monotonic() + self._endpoint.timeout_seconds
        try:
            with self._opener.open(request, timeout=self._endpoint.timeout_seconds) as answer:
                return self._reply(answer.status, answer, until)
        except HTTPError as error:
            with error:
                return self._failed(error, until)
        except (OSError, HTTPException, ValueError) as error:
            raise self._unreached(error) from None

    def _failed(self, error: HTTPError, until: float) -> Reply:
        try:
            reply = self._reply(error.code, error, until)
        except (OSError, HTTPException) as broken:
            raise self._unreached(broken) from None
        wait = _seconds(error.headers.get("Retry-After", ""))
        moved = error.headers.get("Location", "") if 300 <= error.code < 400 else ""
        return Reply(error.code, None, self._shown(_complaint(reply)), wait, self._shown(moved))

    def _reply(self, status: int, answer: HTTPResponse | IO[bytes], until: float) -> Reply:
        pieces: list[bytes] = []
        size = 0
        while (
            piece := answer.read(_PIECE)
            if not isinstance(answer, HTTPResponse)
            else answer.read1(_PIECE)
        ):
            pieces.append(piece)
            size += len(piece)
            if size > _MOST_BYTES:
                return Reply(status, None, "the answer is far too long")
            if self._monotonic() > until:
                raise Unreached("the answer took too long", slow=True)
        try:
            document = json.loads(b"".join(pieces).decode("utf-8-sig"))
        except (ValueError, RecursionError):
            return Reply(status, None, "the answer is no JSON in UTF-8")
        if not isinstance(document, dict):
            return Reply(status, None, "the answer is no JSON object")
        return Reply(status, document)

    def _unreached(self, error: BaseException) -> Unreached:
        if isinstance(error, Unreached):
            return error
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, TimeoutError):
            return Unreached("no answer in time", slow=True)
        return Unreached(self._shown(str(reason)) or type(reason).__name__)

    def _shown(self, words: str) -> str:
        """An endpoint's words on one line, without the key, other secrets and unseen characters."""
        if self._endpoint.key:
            words = words.replace(self._endpoint.key, "***")
        line = " ".join(_UNSEEN.sub(" ", words[: 10 * _SHOWN]).split())
        return redact(line, "en").text[:_SHOWN]


def _opener(endpoint: Endpoint) -> OpenerDirector:
    """Through the system's proxy, but straight to this machine."""
    proxies = ProxyHandler({}) if endpoint.is_local else ProxyHandler()
    return build_opener(proxies, _NoRedirects)


def _complaint(reply: Reply) -> str:
    error = (reply.document or {}).get("error", reply.complaint)
    if isinstance(error, dict):
        error = error.get("message", "")
    return error if isinstance(error, str) else ""


def _seconds(retry_after: str) -> float | None:
    """Seconds of a `Retry-After` header; None where it names a date or nothing."""
    try:
        wait = float(retry_after)
    except ValueError:
        return None
    return wait if 0 <= wait < float("inf") else None
