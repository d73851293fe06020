"""What a large export costs: each format that grows, written large, and logged by the command.

    python -m evals.exports [MEGABYTES [FORMAT …]]

An export of a tenth of that is logged first: the peak memory of the two tells whether it grows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from evals.measured import Measured, protocols, table
from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup

COMMAND = "python -m evals.exports"
GROUP = "works"
MEGABYTES = 200
MOST_MIB, MOST_GROWTH = 200, 1.25
_START = datetime(2019, 1, 7, 8, 0, tzinfo=UTC)
_WORDS = (
    "the second oven of the old bakery trips its fuse whenever the mixer runs beside it".split()
)
_A_DAY = 100


class Message(NamedTuple):
    """One of the chat: its number, time, sender and text of about a kilobyte."""

    number: int
    at: datetime
    who: str
    text: str


def chat() -> Iterator[Message]:
    """Messages without end, a hundred a day."""
    number = 0
    while True:
        at = _START + timedelta(days=number // _A_DAY, minutes=number % _A_DAY)
        words = (_WORDS[(number + n) % len(_WORDS)] for n in range(180))
        yield Message(number, at, f"baker{number % 7}", f"{number}: {' '.join(words)}")
        number += 1


def element(one: Message) -> str:
    """The message in Element's JSON."""
    content = {"msgtype": "m.text", "body": one.text}
    event = {"type": "m.room.message", "event_id": f"${one.number}", "sender": f"@{one.who}:x"}
    ts = int(one.at.timestamp() * 1000)
    return json.dumps({**event, "origin_server_ts": ts, "content": content})


def discord(one: Message) -> str:
    """The message in DiscordChatExporter's JSON."""
    author = {"id": one.who, "name": one.who, "isBot": False}
    head = {"id": str(one.number), "type": "Default", "timestamp": one.at.isoformat()}
    return json.dumps({**head, "content": one.text, "author": author})


def telegram(one: Message) -> str:
    """The message in Telegram Desktop's JSON."""
    at = str(int(one.at.timestamp()))
    head = {"id": one.number, "type": "message", "date_unixtime": at, "from": one.who}
    return json.dumps({**head, "from_id": f"user{one.who}", "text": one.text})


def whatsapp(one: Message) -> str:
    """The message as WhatsApp's text."""
    return f"{one.at:%d/%m/%Y, %H:%M} - {one.who}: {one.text}\n"


def irc(one: Message) -> str:
    """The message as a line of weechat."""
    return f"{one.at:%Y-%m-%d %H:%M:%S}\t{one.who}\t{one.text}\n"


def mbox(one: Message) -> str:
    """The message as a mail."""
    head = f"From {one.who} {one.at:%a %b %d %H:%M:%S %Y}\nFrom: {one.who}@x.example\n"
    date = f"{one.at:%a, %d %b %Y %H:%M:%S +0000}"
    return f"{head}Message-ID: <{one.number}@x>\nDate: {date}\n\n{one.text}\n\n"


def jsonl(one: Message) -> str:
    """The message as a canonical line."""
    head = {"event_id": f"${one.number}", "ts": one.at.isoformat(), "sender": one.who}
    return json.dumps({**head, "text": one.text}) + "\n"


DOCUMENTS: dict[str, tuple[str, Callable[[Message], str]]] = {
    "element": ('{"room_name": "works", "exported_by": "@a:x", "messages": [', element),
    "discord": ('{"guild": {"id": "1"}, "channel": {"id": "2"}, "messages": [', discord),
    "telegram": ('{"name": "works", "type": "private_group", "id": 1, "messages": [', telegram),
}
LINES: dict[str, Callable[[Message], str]] = {
    "whatsapp": whatsapp,
    "irc": irc,
    "mbox": mbox,
    "jsonl": jsonl,
}
FORMATS = ("slack", *DOCUMENTS, *LINES)


def write(form: str, path: Path, size: int) -> int:
    """Write an export of about that many bytes (of a zip, unpacked); returns its messages."""
    if form == "slack":
        return _write_slack(path, size)
    head, tell = DOCUMENTS.get(form) or ("", LINES[form])
    between = ",\n" if head else ""
    with path.open("w", encoding="utf-8") as file:
        written = file.write(head)
        for one in chat():
            written += file.write(f"{between if one.number else ''}{tell(one)}")
            if written >= size:
                break
        file.write("]}" if head else "")
    return one.number + 1


def _write_slack(path: Path, size: int) -> int:
    written, day = 0, list[dict[str, str]]()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("channels.json", json.dumps([{"id": "C1", "name": "works"}]))
        packed.writestr("users.json", "[]")
        for one in chat():
            ts = f"{one.at.timestamp():.6f}"
            day.append({"type": "message", "ts": ts, "user": one.who, "text": one.text})
            if len(day) == _A_DAY:
                data = json.dumps(day)
                packed.writestr(f"works/{one.at:%Y-%m-%d}.json", data)
                written, day = written + len(data), []
                if written >= size:
                    break
    return one.number + 1


def logged(base: Path, form: str, megabytes: float) -> tuple[int, float, float]:
    """Log an export of that size: its messages, CPU seconds, peak MiB of the command."""
    place = base / f"{form}-{megabytes:g}"
    place.mkdir()
    own = {f"PROGRESSIVE_MEMORY_{name}": str(place / name) for name in ("DATA", "CACHE")}
    os.environ.update(own)
    Memory.init(place / "vault", "en")
    Memory.open(place / "vault").group_add(NewGroup(GROUP))
    path = place / f"export.{form}"
    count = write(form, path, int(megabytes * 1_000_000))
    words = [sys.executable, "-m", "progressive_memory", "log", str(path), "--group", GROUP]
    process = subprocess.Popen(
        words, cwd=place / "vault", stdout=subprocess.DEVNULL, env={**os.environ, **own}
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(f"{form}: the command ended with {status}")
    return count, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(megabytes: float, forms: Sequence[str]) -> Iterator[Measured]:
    """A row for each format, as soon as it is measured."""
    how = (
        f"`pmem log` of a made export of {megabytes:g} MB (of a zip, unpacked), messages of about "
        "a kilobyte, a hundred a day; user and system time and peak resident memory of the "
        "command; in brackets the peak of an export of a tenth"
    )
    for form in forms:
        with tempfile.TemporaryDirectory(prefix="pmem-eval-") as place:
            _, _, small = logged(Path(place), form, megabytes / 10)
            count, cpu, large = logged(Path(place), form, megabytes)
        flat = large <= MOST_MIB and large <= MOST_GROWTH * small
        yield Measured(
            f"an export of {megabytes:g} MB, {form}: peak memory; CPU",
            f"{large:.0f} MiB ({small:.0f}); {cpu:.0f} s", "",
            f"≤ {MOST_MIB} MiB, ≤ {MOST_GROWTH} times", count, how, flat, COMMAND,
        )  # fmt: skip


def main() -> None:
    """Print each row when it is there, then the table."""
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else float(MEGABYTES)
    rows = []
    for row in measure(megabytes, sys.argv[2:] or FORMATS):
        print(f"{time.strftime('%H:%M:%S')} {row.measure}: {row.value}", file=sys.stderr)
        rows.append(row)
    print(table(rows) + "\n" + protocols(rows))


if __name__ == "__main__":
    main()
