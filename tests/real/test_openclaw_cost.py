"""What a `memory_recall` costs in a real gateway: `make test-openclaw` prints it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.real.openclaw_gateway import call, gateway
from tests.real.test_openclaw import ROOM, environment, installed, key, pytestmark, run

__all__ = ["environment", "installed", "pytestmark"]

ASKED = (
    "what are we working on right now?",
    "who is responsible for release testing?",
    "what did we decide about the database?",
    "which tasks are open?",
    "how do we deploy?",
)
TURNS, CALLS = 2, 50
"""A turn is a session of its own: threads of one room."""
TOOL = "memory_recall"
_TURN_SECONDS = 900


class Model:
    """A model that recalls again and again in each turn, and notes how long each answer took."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.answers: list[str] = []
        self.turns = 0
        self._called = 0
        self._sent = 0.0

    def answer(self, asked: dict[str, list[dict[str, object]]]) -> dict[str, object]:
        """The next message: a call, or the end of the turn."""
        if not asked.get("tools"):
            return {"content": "A talk."}  # what OpenClaw asks beside the turn
        if self._called:
            self.took.append(time.perf_counter() - self._sent)
            said = [one["content"] for one in asked["messages"] if one["role"] == "tool"]
            self.answers.append(json.dumps(said[-1], ensure_ascii=False))
        if self._called == CALLS:
            self.turns += 1
            self._called = 0
            return {"content": "DONE"}
        done, self._called = self._called, self._called + 1
        question = f"{ASKED[done % len(ASKED)]} ({done})"
        args: dict[str, object] = {"message": question}
        offered = [tool.get("function", {}) for tool in asked["tools"]]
        by_itself = any(isinstance(one, dict) and one.get("name") == TOOL for one in offered)
        inner = args if by_itself else {"id": TOOL, "args": args}
        name = TOOL if by_itself else "tool_call"
        function = {"name": name, "arguments": json.dumps(inner)}
        self._sent = time.perf_counter()
        made = {"index": 0, "id": f"call_{self.turns}_{done}", "type": "function"}
        return {"tool_calls": [{**made, "function": function}]}


@contextmanager
def served(model: Model) -> Iterator[str]:
    """The model as an endpoint; its address."""

    class Endpoint(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._say(json.dumps({"data": [{"id": "m"}]}), "application/json")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            delta = model.answer(json.loads(body))
            why = "tool_calls" if "tool_calls" in delta else "stop"
            usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
            said: list[dict[str, object]] = [
                {"choices": [{"index": 0, "delta": {"role": "assistant", **delta}}]},
                {"choices": [{"index": 0, "delta": {}, "finish_reason": why}]},
                {"choices": [], "usage": usage},
            ]
            base = {"id": "c", "created": 1, "model": "m", "object": "chat.completion.chunk"}
            lines = [f"data: {json.dumps({**base, **one})}\n\n" for one in said]
            self._say("".join([*lines, "data: [DONE]\n\n"]), "text/event-stream")

        def _say(self, text: str, kind: str) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


def models(address: str) -> dict[str, object]:
    """OpenClaw's settings of the model at an address."""
    cost = dict.fromkeys(("input", "output", "cacheRead", "cacheWrite"), 0)
    about = {"id": "m", "name": "m", "reasoning": False, "input": ["text"], "cost": cost}
    one = {"baseUrl": address, "apiKey": "k", "api": "openai-completions"}
    window = {"contextWindow": 400_000, "maxTokens": 2048}
    return {"mode": "replace", "providers": {"mock": {**one, "models": [{**about, **window}]}}}


def settings(state: Path, address: str) -> dict[str, object]:
    """OpenClaw's settings of agents and their model."""
    agents = {
        "workspace": str(state / "workspace"), "skipBootstrap": True,
        "heartbeat": {"every": "0m"}, "model": {"primary": "mock/m"},
    }  # fmt: skip
    return {"agents": {"defaults": agents}, "models": models(address)}


def asked(model: Model, turns: int, name: str) -> None:
    """Have the model call its tool in so many turns, each of a session of its own."""
    for number in range(turns):
        session = f"{key(ROOM)}:thread:${name}{number}"
        idempotency = f"{name}{number}"
        before = model.turns
        call("chat.send", {"sessionKey": session, "message": "go", "idempotencyKey": idempotency})
        until = time.monotonic() + _TURN_SECONDS
        while model.turns == before:
            assert time.monotonic() < until, model.answers[-3:]
            time.sleep(0.2)


def figures(took: Sequence[float]) -> str:
    """Median and 95th percentile, in milliseconds."""
    ordered = sorted(took)
    middle, high = (ordered[int(share * len(ordered))] * 1000 for share in (0.5, 0.95))
    return f"p50 {middle:.0f} ms, p95 {high:.0f} ms ({len(took)} calls)"


@pytest.fixture
def vault(installed: Path) -> Path:
    """A vault of the demo's size, or a copy of the one that `OPENCLAW_COST_VAULT` names, whose
    group `channel` is the room's then.
    """
    big, vault = os.environ.get("OPENCLAW_COST_VAULT"), installed.parent / "vault"
    if big:
        shutil.copytree(big, vault, dirs_exist_ok=True)
        run("pmem", "group", "add", "channel", "--room", ROOM)
        return vault
    chat = Path(__file__).resolve().parents[2] / "examples" / "tideline.jsonl"
    run("pmem", "group", "add", "harbour", "--room", ROOM, "--language", "en")
    run("pmem", "log", str(chat), "--group", "harbour")
    run("pmem", "flush", "--group", "harbour", "--no-host")
    return vault


def call_by_itself(state: Path) -> None:
    """Have each question answered by a process of its own: by a `pmem` that does not stay."""
    noted = state / "progressive-memory.json"
    value = json.loads(noted.read_text(encoding="utf-8"))
    (pmem,) = value["command"]
    program = state / "pmem-by-itself"
    script = f"""#!/bin/sh\n[ "$2" = serve ] && exit 2\nexec {shlex.quote(pmem)} "$@"\n"""
    program.write_text(script, encoding="utf-8")
    program.chmod(0o755)
    noted.write_text(json.dumps({**value, "command": [str(program)]}), encoding="utf-8")


def test_a_recall_in_a_real_gateway(installed: Path, vault: Path) -> None:
    model = Model()
    took: dict[str, list[float]] = {}
    with served(model) as address, gateway(installed, **settings(installed, address)):
        asked(model, TURNS, "stays")
        took["memory_recall by a pmem that stays"], model.took = model.took, []
        call_by_itself(installed)
        asked(model, TURNS, "own")
        took["by a process of its own"] = model.took

    for what, seconds in took.items():
        print(f"{what}: {figures(seconds)}")  # noqa: T201 — `make test-openclaw` shows it
    each = TURNS * CALLS
    assert [each] * 2 == [len(seconds) for seconds in took.values()]
    stayed, own = model.answers[:each], model.answers[each : 2 * each]
    assert all("recalled-memory" in answers[0] for answers in (stayed, own)), (stayed[0], own[0])
    assert vault.is_dir()
