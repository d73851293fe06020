"""How much of real chat is kept: entries and questions to people per 1,000 messages of each chat.

    python -m evals.reading [SHARED]
    python -m evals.reading vault CHAT DIR [--years 2010-2016] [--shared SHARED]
    python -m evals.reading days DIR CHAT [--count 3] [--seed N]

CHAT is duraspace, ubuntu, lean, realtalk, locomo or friendsqa; each is logged and flushed whole.
`vault` keeps the vault in DIR, to be read with `evals.read_sheet DIR CHAT`; `days` prints whole
days of such a vault and below each what was kept of it, for a reader who first notes what should.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from evals.chats import Turn, data_folder, log_chat
from evals.conversations import locomo, realtalk
from evals.measured import Absent, Measured, run
from evals.own_vault import own_vault
from evals.read_sheet import sheet
from progressive_memory.api import Memory

COMMAND = "python -m evals.reading"
_CUES = re.compile(
    r"\b(?:decided|agreed|let's|we should|i'll|i will|todo|action item|fixed|deployed|released|"
    r"blocked|always|never|from now on)\b",
    re.IGNORECASE,
)
_LINE = re.compile(r"^\[(?P<hour>\d\d):(?P<minute>\d\d)\] <(?P<nick>[^>]+)> (?P<text>.*)$")
_LOG_NAME = re.compile(r"(?P<day>\d{4}-\d{2}-\d{2})_\d+\.raw\.txt")
_MOST_LOGS = 40
_LINKED = re.compile(r"#\^(m-[a-z2-7]{10})")
_LEAST_SAID, _MOST_SAID = 40, 400  # messages of a day worth reading whole

_PROTOCOL = (
    "log + flush of the whole chat as one group through the front door; floor: messages with a cue "
    "word of decisions or work; no goal but the reader's: small talk should give nearly nothing"
)


def duraspace(folder: Path, years: range = range(2000, 2100)) -> Iterator[Turn]:
    """One open-source team's IRC channel, 2009–2018."""
    for file in sorted(folder.glob("duraspace/duraspace-*.jsonl")):
        if int(file.stem[-4:]) in years:
            with file.open(encoding="utf-8") as lines:
                for at, line in enumerate(lines):
                    said = json.loads(line)
                    yield Turn(f"{file.stem}:{at}", said["ts"], said["sender"], said["text"], "")


def ubuntu(folder: Path) -> Iterator[Turn]:
    """Hours of a help channel in which strangers talk all at once."""
    files = sorted(folder.glob("irc-disentanglement/**/*.raw.txt"))
    for file in islice(files, _MOST_LOGS):
        named = _LOG_NAME.fullmatch(file.name)
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines() if named else []
        for at, line in enumerate(lines):
            hit = _LINE.match(line)
            if named and hit:
                ts = f"{named['day']}T{hit['hour']}:{hit['minute']}:00Z"
                yield Turn(f"{file.stem}:{at}", ts, hit["nick"], hit["text"], file.stem)


def lean(folder: Path) -> Iterator[Turn]:
    """Windows of a mathematicians' Zulip, all threads interleaved."""
    for file in sorted(folder.glob("lean_zulip/dev/*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                said = json.loads(line)
                yield Turn(f"{file.stem}:{said['id']}", said["ts"], said["sender"], said["text"],
                           file.stem)  # fmt: skip


def friends_by_two(
    load: Callable[[Path], list[Any]], name: str
) -> Callable[[Path], Iterator[Turn]]:
    """Friends' chats of two, one after the other."""

    def turns(folder: Path) -> Iterator[Turn]:
        for chat in load(folder / name):
            yield from chat.turns

    return turns


def friendsqa(folder: Path) -> Iterator[Turn]:
    """Scenes of a television series; a scene a day."""
    for file in sorted(folder.glob("friendsqa/dat/*.json")):
        scenes = json.loads(file.read_text(encoding="utf-8"))["data"]
        for day, scene in enumerate(scenes):
            for part in scene["paragraphs"]:
                for said in part["utterances:"]:
                    at = int(said["uid"])
                    month, date = day // 28 % 12 + 1, day % 28 + 1
                    ts = f"20{day // 336:02}-{month:02}-{date:02}T12:{at // 60:02}:{at % 60:02}Z"
                    yield Turn(f"{file.stem}:{scene['title']}:{at}", ts,
                               said["speakers"][0] if said["speakers"] else "unknown",
                               said["utterance"], scene["title"])  # fmt: skip


CHATS: dict[str, Callable[[Path], Iterator[Turn]]] = {
    "duraspace": duraspace,
    "ubuntu": ubuntu,
    "lean": lean,
    "realtalk": friends_by_two(realtalk, "realtalk"),
    "locomo": friends_by_two(locomo, "locomo"),
    "friendsqa": friendsqa,
}


def measure(shared: Path) -> list[Measured]:
    """Entries per 1,000 messages of each chat.

    Raises:
        Absent: none of the chats is there.
    """
    folder = data_folder(shared)
    rows = [row for name, read in CHATS.items() for row in _measured(name, list(read(folder)))]
    if not rows:
        raise Absent(f"no chats in {folder}")
    return rows


def _measured(name: str, turns: list[Turn]) -> list[Measured]:
    if not turns:
        return []
    cued = sum(bool(_CUES.search(turn.text)) for turn in turns)
    with own_vault() as (_, memory):
        log_chat(memory, name, turns)
        part = memory.flush(name).groups[0]
    said = len(turns)
    return [
        Measured(
            f"{name}: {what} per 1,000 messages",
            _per_thousand(count, said),
            floor,
            "",
            said,
            _PROTOCOL,
            None,
            COMMAND,
        )
        for what, count, floor in (
            ("written", len(part.written), _per_thousand(cued, said)),
            ("pending", len(part.pending), ""),
        )
    ]


def _per_thousand(part: int, whole: int) -> str:
    return f"{1000 * part / whole:.1f}"


def fill(name: str, turns: Iterator[Turn], vault: Path) -> None:
    """A new vault with one chat, logged and flushed."""
    Memory.init(vault, "en")
    memory = Memory.open(vault)
    log_chat(memory, name, turns)
    part = memory.flush(name).groups[0]
    said = part.messages_new
    print(f"{name}: {said} messages, {len(part.written)} written "
          f"({_per_thousand(len(part.written), said)} per 1,000), {len(part.pending)} pending "
          f"({_per_thousand(len(part.pending), said)} per 1,000)")  # fmt: skip


def days(vault: Path, name: str, count: int, seed: int) -> None:
    """Print whole days, each followed by the entries that rest on it."""
    kept, said = sheet(vault, name)
    asked, _ = sheet(vault, name, pending=True)
    by_day: dict[str, list[str]] = {}
    for block_id, message in said.items():
        by_day.setdefault(f"{message.at:%Y-%m-%d}", []).append(block_id)
    full = [day for day, ids in by_day.items() if _LEAST_SAID <= len(ids) <= _MOST_SAID]
    for day in sorted(random.Random(seed).sample(full, count)):
        print(f"\n===== {day}")
        for block_id in by_day[day]:
            message = said[block_id]
            print(f"{message.at:%H:%M} {message.sender_name}: {message.text}")
        ids = set(by_day[day])
        for what, entries in (("written", kept), ("pending", asked)):
            of_day = [one for one in entries if ids & set(_LINKED.findall(one.text))]
            print(f"----- {what}: {len(of_day)}")
            for one in of_day:
                print(re.sub(r"\[\[[^\]]*\]\]", "", one.text.strip()))


def _years(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main(arguments: list[str]) -> int:
    """Carry out `vault` or `days`; 0 also when the data is not there, which it says."""
    parser = argparse.ArgumentParser(prog="reading", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    making = verbs.add_parser("vault")
    making.add_argument("chat", choices=CHATS)
    making.add_argument("folder", type=Path)
    making.add_argument("--years", type=_years, default=range(2000, 2100))
    making.add_argument(
        "--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared"
    )
    reading = verbs.add_parser("days")
    reading.add_argument("folder", type=Path)
    reading.add_argument("chat", choices=CHATS)
    reading.add_argument("--count", type=int, default=3)
    reading.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    if wanted.verb == "days":
        days(wanted.folder, wanted.chat, wanted.count, wanted.seed)
        return 0
    folder = data_folder(wanted.shared)
    turns = (
        duraspace(folder, wanted.years)
        if wanted.chat == "duraspace"
        else CHATS[wanted.chat](folder)
    )
    first = next(turns, None)
    if first is None:
        print(f"skipped: no {wanted.chat} in {folder}", file=sys.stderr)
        return 0
    fill(wanted.chat, (turn for part in ([first], turns) for turn in part), wanted.folder)
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in ("vault", "days"):
        sys.exit(main(sys.argv[1:]))
    run(measure)
