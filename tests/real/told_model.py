"""A model on the loopback device that does what it is told, and keeps what it was asked.

`CALL tool {json} END` in the newest message has it call that tool; anything else it answers with
`NO_REPLY`, by which OpenClaw says nothing in the room.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.model_server import Raw, Request

HEADINGS = (
    "Decisions", "Open TODOs", "Constraints/Rules", "Pending user asks", "Exact identifiers",
)  # fmt: skip
"""What OpenClaw wants to see in the summary of a session."""
_CALL = re.compile(r"CALL (\w+) (\{.*?\}) END", re.DOTALL)


@dataclass(frozen=True)
class Turn:
    """One request: the prompt, what was said since the model last spoke, what tools answered."""

    system: str
    newest: str
    tools: str


def answer(request: Request) -> Raw:
    """The answer to a request of OpenClaw's, as a stream of events."""
    asked: Mapping[str, Any] = request.document
    call = _wanted(asked)
    text = "Noted." if asked.get("tools") else "".join(f"## {one}\nnone\n" for one in HEADINGS)
    delta = {"tool_calls": [call]} if call else {"content": text}
    ending = "tool_calls" if call else "stop"
    tokens = len(json.dumps(asked)) // 4
    usage = {"prompt_tokens": tokens, "completion_tokens": 5, "total_tokens": tokens + 5}
    parts: tuple[dict[str, Any], ...] = (
        {"choices": [{"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": ending}]},
        {"choices": [], "usage": usage},
    )
    about = {"id": "c", "created": 1, "model": asked["model"], "object": "chat.completion.chunk"}
    lines = [*(json.dumps({**about, **part}) for part in parts), "[DONE]"]
    body = "".join(f"data: {line}\n\n" for line in lines)
    return Raw(body.encode(), headers={"X-Stream": "yes"})


def turns(requests: list[Request]) -> Iterator[Turn]:
    """What the model was asked, oldest first."""
    for request in requests:
        if not request.document:
            continue
        messages = request.document["messages"]
        newest = _newest(messages)
        yield Turn(
            system=_texts(messages, lambda role: role in ("system", "developer")),
            newest=_texts(newest, lambda role: role == "user"),
            tools=_texts(newest, lambda role: role == "tool"),
        )


def _wanted(asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """The call that the newest message asks for; by `tool_call` where the tool is offered so."""
    newest = _newest(asked["messages"])
    found = _CALL.search(_texts(newest, lambda role: role == "user"))
    if not found or any(one["role"] == "tool" for one in newest):
        return None
    name, arguments = found.groups()
    offered = {tool["function"]["name"] for tool in asked.get("tools", ())}
    if name not in offered:
        arguments = json.dumps({"id": name, "args": json.loads(arguments)})
        name = "tool_call"
    called = {"name": name, "arguments": arguments}
    return {
        "index": 0,
        "id": f"call_{len(asked['messages'])}",
        "type": "function",
        "function": called,
    }


def _newest(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the model is told since it last spoke."""
    spoken = [number for number, one in enumerate(messages) if one["role"] == "assistant"]
    return messages[spoken[-1] + 1 :] if spoken else messages


def _texts(messages: list[dict[str, Any]], of: Callable[[str], bool]) -> str:
    return "\n".join(_text(one["content"]) for one in messages if of(one["role"]))


def _text(content: str | list[dict[str, Any]] | None) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content or ())
