"""IRC meetings that vote on proposals, as canonical lines or flushed meeting by meeting.

    python -m evals.chef lines MESSAGES.jsonl > chat.jsonl
    python -m evals.chef vault MESSAGES.jsonl DIR

MESSAGES.jsonl holds one message a line: `mid` (the meeting), `i` (its place in it), `ts`, `sender`
and `text`. `vault` makes a vault in DIR and, for each meeting in turn, logs and flushes it.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup

GROUP = "meetings"


def messages(path: Path) -> list[dict[str, str]]:
    """Every message of the file, in its order."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def canonical(message: dict[str, str]) -> str:
    """One message as a canonical line; its event id is the meeting and its place in it."""
    return json.dumps(
        {
            "event_id": f"{message['mid']}:{message['i']}",
            "ts": message["ts"],
            "sender": message["sender"],
            "sender_name": message["sender"],
            "text": message["text"],
        },
        ensure_ascii=False,
    )


def meetings(path: Path) -> Iterator[tuple[str, str]]:
    """Each meeting's id and its canonical lines."""
    for mid, group in groupby(messages(path), key=itemgetter("mid")):
        yield mid, "\n".join(canonical(message) for message in group) + "\n"


def fill(path: Path, vault: Path) -> None:
    """A new vault in which each meeting was logged, then flushed, before the next."""
    Memory.init(vault, "en")
    memory = Memory.open(vault)
    memory.group_add(NewGroup(GROUP, language="en"))
    for mid, lines in meetings(path):
        memory.log_file(GROUP, io.BytesIO(lines.encode()), name=f"{mid}.jsonl", form="jsonl")
        report = memory.flush(GROUP)
        part = report.groups[0]
        print(f"{mid}: {part.messages_new} messages, {len(part.written)} written, "
              f"{len(part.pending)} pending")  # fmt: skip


def run(arguments: list[str]) -> int:
    """Carry out the command line; 0, or 2 with the usage."""
    if len(arguments) < 2 or arguments[0] not in ("lines", "vault"):
        print(__doc__, file=sys.stderr)
        return 2
    path = Path(arguments[1])
    if not path.is_file():
        print(f"skipped: {path} is not here", file=sys.stderr)
        return 0
    if arguments[0] == "lines":
        for _, lines in meetings(path):
            sys.stdout.write(lines)
    elif len(arguments) == 3:
        fill(path, Path(arguments[2]))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
