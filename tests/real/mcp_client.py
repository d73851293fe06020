"""A client of an MCP server on standard input and output: as much of it as the tests need."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from itertools import count
from types import TracebackType
from typing import Any, Self


class McpClient:
    """A server that was started, and its tools. Ends with the `with` block."""

    def __init__(self, words: Sequence[str]) -> None:
        self._server = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._numbers = count(1)

    def __enter__(self) -> Self:
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "tests", "version": "1"},
        }
        self._ask("initialize", hello)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.close()
        self._server.wait(timeout=10)
        self._server.stdout.close()

    def call(self, tool: str, **arguments: object) -> tuple[bool, str]:
        """Use a tool: whether it says that it did it, and what it says."""
        result = self._ask("tools/call", {"name": tool, "arguments": arguments})
        said = "".join(one.get("text", "") for one in result["content"])
        refused = result.get("isError", False) or '"success":false' in said.replace(" ", "")
        return not refused, said

    def _ask(self, method: str, params: object) -> dict[str, Any]:
        number = next(self._numbers)
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        assert self._server.stdout is not None
        for line in self._server.stdout:
            answer = json.loads(line)
            if answer.get("id") == number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
        raise AssertionError(f"the server ended before it answered {method}")

    def _send(self, message: object) -> None:
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(message) + "\n")
        self._server.stdin.flush()
