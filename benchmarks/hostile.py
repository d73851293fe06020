"""What hostile text costs on its way through log, flush, recall and search.

    python -m benchmarks.hostile [--characters N] [--seconds S] [NAME …]

Each text repeats one piece until it has N characters (twice in a chat, once confirmed), in a vault
in memory. CPU seconds of each command; a step that needs more than S is stopped, and the place
where it was is named. Exit code 1 when one was.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import FrameType

from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.message import ChatEvent
from progressive_memory.ports import Query
from progressive_memory.services.flush.flush import flush
from progressive_memory.services.group.changes import add
from progressive_memory.services.log.log import log
from progressive_memory.services.recall.recall import Ask, recall
from progressive_memory.services.recall.search import search

PIECES = {
    "stars": "*",
    "wiki links opened": "[[",
    "embeds opened": "![[",
    "wiki links": "[[a|b]] ",
    "comments": "%%",
    "backticks": "`",
    "fences": "```\n",
    "quotes in quotes": "> ",
    "quote characters": '"',
    "parentheses": "(",
    "brackets": "[",
    "brackets of CJK": "【",
    "items in items": "- ",
    "tasks": "- [ ] ",
    "tags": "#a ",
    "HTML opened": "<a ",
    "HTML comments": "<!--",
    "backslashes": "\\",
    "struck": "~~",
    "table": "|",
    "tabs": "\t",
    "spaces": " ",
    "lines": "\n",
    "returns": "\r",
    "zero width": "\u200b",
    "right to left": "\u202e",
    "control": "\x01",
    "one word": "a",
    "words": "a ",
    "digits": "1",
    "numbers": "1.",
    "dates": "2026-01-01 ",
    "hours": "10:00 ",
    "one word of CJK": "中",
    "clauses of CJK": "我，",
    "I of CJK": "我",
    "hearings": "hearing a ",
    "starts of CJK": "从今天起",
    "clauses": "a, ",
    "questions": "?",
    "sentences": "a. ",
    "names": "@a ",
    "speakers": "a: ",
    "addresses": "https://a.b/",
    "mail": "a@a.",
    "paths": "a/",
    "dashes": "-",
    "underscores": "_",
    "decisions": "we decided to use a ",
    "decisions of CJK": "决定用甲，",
    "promises": "I'll do it by Friday. ",
    "secrets": "password=",
    "keys": "-----BEGIN ",
}
"""What is repeated, by its name."""

AT = datetime(2026, 5, 14, 10, 0, tzinfo=UTC)


class _TooSlowError(Exception):
    pass


def main() -> int:
    """Print the table; exit code 1 when a step was stopped."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("names", nargs="*", help="of the pieces; all without any")
    options.add_argument("--characters", type=int, default=500_000)
    options.add_argument("--seconds", type=float, default=60.0)
    given = options.parse_args()
    signal.signal(signal.SIGPROF, _stop)
    stopped = 0
    for name in given.names or PIECES:
        stopped += not measure(name, given.characters, given.seconds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {peak} MB; {stopped} stopped")
    return 1 if stopped else 0


def measure(name: str, characters: int, seconds: float) -> bool:
    """Print what each step costs for one piece; whether all came to their end."""
    ports, steps = _steps(hostile(PIECES[name], characters))
    spent = []
    for step, run in steps.items():
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            run(ports)
        except _TooSlowError as error:
            print(f"{name:<20} {step} stopped after {seconds:g} s: {error}", flush=True)
            return False
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        spent.append(f"{step} {time.process_time() - began:6.2f}")
    print(f"{name:<20} " + "  ".join(spent), flush=True)
    return True


def hostile(piece: str, characters: int) -> str:
    """A proposal with the piece repeated in it."""
    repeated = (piece * (characters // len(piece) + 1))[:characters]
    return f"We decided to use Postgres {repeated} by Friday, ok?"


def _steps(text: str) -> tuple[MemoryPorts, dict[str, Callable[[MemoryPorts], object]]]:
    ports = MemoryPorts()
    add(ports, NewGroup("g", language="en"))
    said = [("@ann:x", text), ("@bo:x", "agreed, +1"), ("@cy:x", f"> {text}\n\nyes, agreed")]
    events = [
        ChatEvent(f"$m{at}", AT + timedelta(minutes=at), who, what, who[1:3].title())
        for at, (who, what) in enumerate(said)
    ]
    ports.clock.forward(AT + timedelta(hours=1) - ports.clock.now())
    return ports, {
        "log": lambda _: log(ports, "g", MemoryFeed(events)),
        "flush": lambda _: flush(ports, "g"),
        "recall": lambda _: recall(ports, "g", text, Ask("n")),
        "search": lambda _: search(ports, "g", Query(text), "entries", limit=5),
    }


def _stop(_: int, frame: FrameType | None) -> None:
    places = traceback.extract_stack(frame)
    ours = [one for one in places if "progressive_memory/" in one.filename]
    raise _TooSlowError(
        " < ".join(
            f"{one.filename.rpartition('progressive_memory/')[2]}:{one.lineno}"
            for one in reversed(ours[-4:])
        )
    )


if __name__ == "__main__":
    sys.exit(main())
