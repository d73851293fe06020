"""A loopback server that answers like a language model's endpoint, or as badly as one can."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Raw:
    """A reply byte for byte. `cut` closes the connection that many bytes before the end."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    before: Callable[[], object] = lambda: None


@dataclass
class Request:
    """What was asked of the server."""

    path: str
    headers: dict[str, str]
    document: Any


Step = Raw | Callable[[Request], Raw]


def said(content: object, ending: str = "stop", **message: object) -> Raw:
    """A chat completion that says `content`, ended in that way."""
    text = content if isinstance(content, str | list) or content is None else json.dumps(content)
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}}
    document = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "tiny",
        "choices": [{**choice, "finish_reason": ending}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
    return Raw(json.dumps(document).encode())


def refused(status: int, message: str = "", **headers: str) -> Raw:
    """An error of that status."""
    body = json.dumps({"error": {"message": message, "type": "error"}}).encode()
    return Raw(body, status, {key.replace("_", "-"): value for key, value in headers.items()})


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """A client that hung up is no error."""


class ModelServer:
    """Takes its steps in order, the last one again and again; `requests` are what it was asked."""

    def __init__(self, *steps: Step, models: tuple[str, ...] = ("tiny",)) -> None:
        self.steps = list(steps)
        self.models = models
        self.requests: list[Request] = []
        self.server = _Server(("127.0.0.1", 0), _handler(self))
        self.server.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def answer(self, request: Request) -> Raw:
        """What the next step makes of a request."""
        self.requests.append(request)
        if request.path.endswith("/models"):
            rows = [{"id": name, "object": "model"} for name in self.models]
            return Raw(json.dumps({"object": "list", "data": rows}).encode())
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        return step if isinstance(step, Raw) else step(request)


@contextmanager
def serving(*steps: Step, models: tuple[str, ...] = ("tiny",)) -> Iterator[ModelServer]:
    """A server that runs while the block does."""
    server = ModelServer(*steps, models=models)
    thread = threading.Thread(target=server.server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.server.shutdown()
        server.server.server_close()
        thread.join()


def _handler(model: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(None)

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self._answer(json.loads(self.rfile.read(length)))

        def _answer(self, document: object) -> None:
            raw = model.answer(Request(self.path, dict(self.headers), document))
            raw.before()
            self.close_connection = True
            self.send_response(raw.status)
            for name, value in raw.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw.body)))
            self.end_headers()
            self.wfile.write(raw.body[: len(raw.body) - raw.cut])

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler
