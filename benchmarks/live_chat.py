"""What a message costs on its way from a homeserver's answer into the log.

    python -m benchmarks.live_chat [--messages N]

No network and no homeserver: the answers are made, as Synapse writes them, fifty events each, of
twenty members who talk, answer, react and edit. `adapter` is nio and `adapters/chat_matrix`;
`adapter and log` also logs what came, two thousand at a time, into one group. CPU is user and
system seconds of this process; memory is what it holds after a fifth and after all of them, in MB.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.corpus import Words
from progressive_memory.adapters.chat_matrix.syncing import Syncing
from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.message import ChatEvent

MESSAGES = 50_000
GOAL = 1_500
"""Messages a CPU second, all the way."""
_ROOM, _ME = "!bench", "@memo:bench"
_START = 1_767_254_400_000  # ms, 2026-01-01
_AT_ONCE = 2_000


@dataclass
class Course:
    """One run: CPU seconds, and MB held at a fifth and at the end."""

    cpu: float = 0.0
    early: float = 0.0
    late: float = 0.0


def main() -> int:
    """Print the table; exit code 1 when the goal is missed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--messages", type=int, default=MESSAGES)
    count = options.parse_args().messages
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PROGRESSIVE_MEMORY_DATA"] = str(Path(folder) / "data")
        os.environ["PROGRESSIVE_MEMORY_CACHE"] = str(Path(folder) / "cache")
        alone = asyncio.run(run(count, None))
        Memory.init(str(Path(folder) / "vault"), "en")
        memory = Memory.open(Path(folder) / "vault")
        memory.group_add(NewGroup("bench"))
        logged = asyncio.run(run(count, memory))
    for name, course in (("adapter", alone), ("adapter and log", logged)):
        print(
            f"{name:16} {count / course.cpu:8,.0f} messages a CPU second   "
            f"{course.early:6.1f} MB after {count // 5:,}, {course.late:6.1f} MB after {count:,}"
        )
    return 0 if count / logged.cpu >= GOAL else 1


async def run(count: int, memory: Memory | None) -> Course:
    """Hear `count` messages, and log them where there is a memory."""
    from nio import AsyncClient, AsyncClientConfig, SyncResponse

    client = AsyncClient(
        "http://127.0.0.1:1", _ME, config=AsyncClientConfig(encryption_enabled=False)
    )
    client.user_id = _ME
    syncing, course = Syncing(client, 50, 0.1), Course()
    held: list[ChatEvent] = []
    heard, before = 0, 0
    for number, text in enumerate(answers(count)):
        start = cpu()
        answer = SyncResponse.from_dict(json.loads(text))
        await client.receive_response(answer)
        batch = await syncing.batch(answer, f"s{number}")
        held += [arrival.event for arrival in batch.arrivals]
        heard += len(batch.arrivals)
        if len(held) >= _AT_ONCE or heard == count:
            if memory:
                memory.log("bench", MemoryFeed(held))
            held = []
        course.cpu += cpu() - start
        if before < count // 5 <= heard:
            course.early = megabytes()
        before = heard
    course.late = megabytes()
    await client.close()
    return course


def answers(count: int) -> Iterator[str]:
    """The answers of a homeserver, as text; the first tells the room."""
    events = list(_state())
    yield _answer(0, events, [])
    made = made_events(count)
    number = 0
    while some := [event for _, event in zip(range(50), made, strict=False)]:
        number += 1
        yield _answer(number, [], some)


def made_events(count: int) -> Iterator[dict[str, Any]]:
    """Twenty members; a fifth answers, a tenth reacts, one in twenty-five edits their last."""
    random = Random(20261130)
    words = Words()
    last: dict[str, str] = {}
    for number in range(count):
        sender = f"@member{random.randrange(20)}:bench"
        kind = "m.room.message"
        content: dict[str, Any] = {
            "msgtype": "m.text",
            "body": words.text(random, 12),
            "m.mentions": {},
        }
        dice = random.random()
        if dice < 0.2 and number:
            content["m.relates_to"] = {"m.in_reply_to": {"event_id": f"${number - 1}"}}
        elif dice < 0.3 and number:
            kind = "m.reaction"
            relation = {"rel_type": "m.annotation", "event_id": f"${number - 1}", "key": "👍"}
            content = {"m.relates_to": relation}
        elif dice < 0.34 and sender in last:
            content["m.new_content"] = {"msgtype": "m.text", "body": words.text(random, 12)}
            content["m.relates_to"] = {"rel_type": "m.replace", "event_id": last[sender]}
        else:
            last[sender] = f"${number}"
        yield {
            "type": kind,
            "event_id": f"${number}",
            "sender": sender,
            "origin_server_ts": _START + number * 60_000,
            "content": content,
            "unsigned": {"age": 40},
        }


def _state() -> Iterator[dict[str, Any]]:
    said = {"sender": "@member0:bench", "origin_server_ts": _START, "unsigned": {}}
    yield {**said, "type": "m.room.create", "event_id": "$c", "state_key": "",
           "content": {"room_version": "12"}}  # fmt: skip
    for user in (_ME, *(f"@member{number}:bench" for number in range(20))):
        content = {"membership": "join", "displayname": user[1:-6].title()}
        yield {**said, "type": "m.room.member", "event_id": f"$m{user}", "state_key": user,
               "sender": user, "content": content}  # fmt: skip


def _answer(number: int, state: Sequence[object], events: Sequence[object]) -> str:
    timeline = {"events": events, "limited": False, "prev_batch": f"s{number}"}
    room = {"state": {"events": state}, "timeline": timeline, "ephemeral": {"events": []},
            "account_data": {"events": []}, "summary": {}, "unread_notifications": {}}  # fmt: skip
    return json.dumps({"next_batch": f"s{number + 1}", "rooms": {"join": {_ROOM: room}}})


def cpu() -> float:
    """User and system seconds of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def megabytes() -> float:
    """What this process holds now, resident."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1_000_000


if __name__ == "__main__":
    raise SystemExit(main())
