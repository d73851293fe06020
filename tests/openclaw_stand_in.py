"""A stand-in for OpenClaw's command: it answers `gateway call` from a file, as the real one does."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from progressive_memory.adapters.openclaw_sessions.link import Link

_PROGRAM = """\
import json, sys
file, (gateway, call, method, *words) = sys.argv[1], sys.argv[2:]
params = json.loads(words[words.index("--params") + 1])
state = json.load(open(file, encoding="utf-8"))
with open(file + ".calls", "a", encoding="utf-8") as calls:
    calls.write(method + "\\n")
if state["printed"] is not None:
    print(state["printed"])
    sys.exit(1)
if method == "sessions.list":
    rows, name = state["sessions"], "sessions"
else:
    rows, name = state["said"][params["sessionKey"]], "messages"
most, offset = min(params["limit"], state["page"]), params["offset"]
if name == "messages":  # a page further on is older
    page = rows[max(0, len(rows) - offset - most) : len(rows) - offset]
else:
    page = rows[offset : offset + most]
more = offset + len(page) < len(rows)
print(json.dumps({name: page, "hasMore": more, "nextOffset": offset + len(page) if more else None}))
"""


class StandIn:
    """Sessions by key, each with the rows that the history call hands out."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "gateway.json"
        self._program = folder / "openclaw.py"
        self._program.write_text(_PROGRAM, encoding="utf-8")
        self._said: dict[str, list[dict[str, object]]] = {}
        self.page = 1000
        self.printed: str | None = None

    @property
    def link(self) -> Link:
        """How it is called."""
        return Link((sys.executable, str(self._program), str(self._file)), {})

    def say(self, key: str, *rows: dict[str, object]) -> None:
        """Let more be said in a session."""
        self._said.setdefault(key, []).extend(rows)
        self.save()

    def save(self) -> None:
        """What the next call answers from."""
        sessions = [{"key": key, "updatedAt": len(rows)} for key, rows in self._said.items()]
        value = {
            "sessions": sessions, "said": self._said, "page": self.page, "printed": self.printed,
        }  # fmt: skip
        self._file.write_text(json.dumps(value), encoding="utf-8")

    def calls(self) -> Sequence[str]:
        """The methods that were called so far."""
        file = self._file.with_name("gateway.json.calls")
        return file.read_text(encoding="utf-8").split() if file.exists() else ()


def row(
    number: int, text: str, sender: str = "@ada:example.org", role: str = "user"
) -> dict[str, object]:
    """A message as the history call hands it out."""
    about: dict[str, object] = {"id": f"row-{number}", "seq": number}
    if role == "user":
        about |= {"senderId": sender, "transport": {"channel": "matrix", "messageId": f"${number}"}}
    content = [{"type": "text", "text": text}] if role == "assistant" else text
    return {
        "role": role, "content": content, "timestamp": 1_795_981_186_000 + number * 1000,
        "__openclaw": about,
    }  # fmt: skip
