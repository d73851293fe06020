"""Run by `test_mcpvault.py`: logs and flushes a new talk so many times, as fast as it goes.

    python beside.py VAULT ROUNDS

Prints the ids of the messages logged and of the entries written, as one JSON object.
"""

from __future__ import annotations

import io
import json
import sys

from progressive_memory.api import Memory

THINGS = (
    "order store, login page, search cluster, ferry booking, tide table, crane rota, fuel budget, "
    "customs form, pilot guide, radar feed, berth planner, cargo scanner"
).split(", ")
TOOLS = ("PostgreSQL", "Svelte", "OpenSearch", "Redis", "Kafka", "Grafana")


def talk(number: int) -> bytes:
    """A decision, and a task that is taken and done."""
    thing, tool = THINGS[number % len(THINGS)], TOOLS[number // len(THINGS) % len(TOOLS)]
    said = (
        ("p", "ana", f"I propose we move the {thing} to {tool} {number}", ""),
        ("y", "bo", "+1", "p"),
        ("t", "cy", f"I'll write the {thing} manual {number}", ""),
        ("d", "cy", f"done: the {thing} manual {number} is written", "t"),
    )
    lines = [
        {
            "event_id": f"${number}{mark}",
            "ts": f"2026-05-15T{number // 60:02}:{number % 60:02}:{at:02}Z",
            "sender": f"@{who}:example.org",
            "sender_name": who.title(),
            "text": text,
            **({"reply_to": f"${number}{answered}"} if answered else {}),
        }
        for at, (mark, who, text, answered) in enumerate(said)
    ]
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def main(vault: str, rounds: int) -> None:
    """Do it, and say what was written."""
    written: dict[str, None] = {}
    logged = 0
    for number in range(rounds):
        memory = Memory.open(vault)
        talked = io.BytesIO(talk(number))
        logged += memory.log_file("harbour", talked, name="talk.jsonl", form="jsonl").logged
        for group in memory.flush("harbour").groups:
            written |= dict.fromkeys(entry.id for entry in group.written)
    sys.stdout.write(json.dumps({"logged": logged, "written": list(written)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
