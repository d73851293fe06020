"""A vault with its data and cache folders, below one folder, as small as a vault can be that has
everything in it: two groups, talk of several days, entries of every note, a person's own notes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.api import Memory
from progressive_memory.bootstrap import OpenPorts
from progressive_memory.domain.group import NewGroup
from progressive_memory.vault.layout import SETTINGS

NOON = datetime(2026, 5, 15, 12, tzinfo=UTC)
EN, ZH = "harbour", "港口"
OWN_NOTES = {
    "Reading list.md": b"---\ntitle: mine  # as I like it\n---\r\n* crlf\r\n"
    b"See [[memory/groups/harbour/experience|what we decided]] and [[harbour]].\n",
    "Boats/Old tub.md": "没有换行的结尾 ![[memory/groups/harbour/attention]]".encode(),
    "board.canvas": b'{"nodes":[{"type":"file","file":"memory/groups/harbour/project.md"}]}',
}


class World:
    """The folder of one vault, and programs that run on it one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.vault = folder / "vault"

    def ports(self, minutes: int = 0, cache: str = "cache") -> OpenPorts:
        """The real adapters, `minutes` after noon, over one of the cache folders."""
        os.environ["PROGRESSIVE_MEMORY_DATA"] = str(self.folder / "data")
        os.environ["PROGRESSIVE_MEMORY_CACHE"] = str(self.folder / cache)
        ports = OpenPorts(self.vault)
        ports.clock = MemoryClock(NOON + timedelta(minutes=minutes))
        return ports

    @contextmanager
    def memory(self, minutes: int = 0) -> Iterator[Memory]:
        """A program that has the vault open."""
        ports = self.ports(minutes)
        try:
            yield Memory(ports)
        finally:
            close(ports)

    def files(self) -> dict[str, bytes]:
        """Every file of the vault, also hidden ones, by path."""
        return {
            f"{place}/{name}"[len(str(self.vault)) + 1 :]: Path(place, name).read_bytes()
            for place, _, names in os.walk(self.vault)
            for name in names
        }

    def below(self, name: str) -> list[str]:
        """The files in the data or the cache folder."""
        files = (self.folder / name).rglob("*")
        return sorted(str(file.relative_to(self.folder)) for file in files if file.is_file())

    def set_to(self, default: str, line: str) -> None:
        """Change a line of the settings file, which holds every default as a comment."""
        file = self.vault / SETTINGS
        text = file.read_text("utf-8")
        assert f"#{default}\n" in text, default
        file.write_text(text.replace(f"#{default}\n", f"{line}\n"), "utf-8")

    def remove(self, name: str) -> None:
        """Remove one of the folders beside the vault."""
        shutil.rmtree(self.folder / name)

    def age(self) -> None:
        """Let nobody have saved a note lately, however long it took to make the world."""
        for path in self.files():
            os.utime(self.vault / path, (0, 0))

    def restore(self, saved: Path) -> None:
        """Make the world what it was when it was saved."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(saved, self.folder, symlinks=True)

    def save(self, saved: Path) -> None:
        """Keep the world as it is now."""
        shutil.rmtree(saved, ignore_errors=True)
        shutil.copytree(self.folder, saved, symlinks=True)


def close(ports: OpenPorts) -> None:
    """Close what a program had open, as its end does."""
    search = vars(ports).get("search")
    if search is not None:
        search.close()


def set_up(world: World) -> None:
    """Lay out the vault; its talk of the first days is logged and flushed."""
    world.ports()
    Memory.init(world.vault, "en")
    for name, data in OWN_NOTES.items():
        note = world.vault / name
        note.parent.mkdir(exist_ok=True)
        note.write_bytes(data)
    with world.memory() as memory:
        memory.group_add(NewGroup(EN, language="en", timezone="UTC", room="!en:example.org"))
        memory.group_add(NewGroup(ZH, language="zh", room="!zh:example.org"))
        say(memory, EN, FIRST_TALK)
        say(memory, ZH, FIRST_TALK_ZH)
    with world.memory(1) as memory:
        memory.flush()


def say(memory: Memory, group: str, talk: str) -> None:
    """Log talk (`lines`)."""
    memory.log_file(group, BytesIO(lines(talk)), form="jsonl")


def lines(talk: str) -> bytes:
    """Talk as canonical lines: `id day hh:mm name field=value … | text`."""
    rows = []
    for line in filter(None, map(str.strip, talk.splitlines())):
        head, _, text = line.partition("|")
        event_id, day, time, name, *fields = head.split()
        rows.append(
            {
                "event_id": event_id,
                "ts": f"2026-05-{day}T{time}:00Z",
                "sender": f"@{name.casefold()}:example.org",
                "sender_name": name,
                "text": text.strip(),
                **dict(each.split("=", 1) for each in fields),
            }
        )
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


FIRST_TALK = """
$1 11 09:00 Ana | I propose we move the order store to PostgreSQL 16
$2 11 09:01 Bo reply_to=$1 | +1
$3 11 09:05 Cy | I'll migrate the order store to PostgreSQL 16
$4 11 09:30 Ana | I propose we close the office on Fridays
$5 12 10:00 Bo | We are blocked: the crane of berth 4 has no licence
$6 12 10:02 Dee | Decision: the release manager is Cy from now on
$7 12 10:03 Cy reply_to=$6 | agreed
$8 12 11:00 Ana | lunch?
"""
FIRST_TALK_ZH = """
$z1 11 02:00 周敏 | 我提议把对账改成每天两次
$z2 11 02:01 阿杰 reply_to=$z1 | 同意
$z3 11 02:05 阿杰 | 我来把对账脚本迁移到新集群
"""
SECOND_TALK = """
$9 13 09:00 Cy | I've migrated the order store to PostgreSQL 16
$10 13 09:10 Ana | I propose we write the pilots' handbook in AsciiDoc
$11 13 09:11 Bo reply_to=$10 | +1
$12 13 09:20 Bo | I propose we move the order store to MySQL 8 instead
$13 13 09:21 Ana reply_to=$12 | +1
$14 13 09:40 Dee | I'll order the new buoys by Friday
$15 12 12:00 Dee | this one came late: the pilots want a second radio
$16 13 10:00 Ana replaces=$8 | lunch at noon?
$17 13 10:01 Bo deletes=$15 |
$18 13 10:02 Bo reacts_to=$4 key=👍 |
$19 13 10:03 Ana | I propose we paint the cranes yellow
$20 14 08:00 Cy | The crane of berth 4 has its licence now, no longer blocked
"""
SECOND_TALK_ZH = """
$z4 13 02:00 周敏 | 我提议短信网关换成自建的
$z5 13 02:01 阿杰 reply_to=$z4 | 同意
"""
LONG_TALK = "".join(
    f"$l{number} 14 {9 + number // 30:02}:{2 * (number % 30):02} {name} | {text}\n"
    for number, (name, text) in enumerate(
        (name, text.format(berth))
        for berth in range(5, 20)
        for name, text in (
            ("Ana", "I propose we inspect the crane of berth {} every Monday morning"),
            ("Bo", "+1"),
            ("Cy", "the crane engine of berth {} ran all month without any fault or repair"),
            ("Dee", "then the ferry can land at berth {} at noon, said the harbour office"),
        )
    )
)
WORK_DONE = "".join(
    f"$w{number} 13 {8 + number // 6:02}:{number % 6}0 Cy | I'll write the {thing}\n"
    f"$x{number} 13 {8 + number // 6:02}:{number % 6}5 Cy reply_to=$w{number} | "
    f"done: the {thing} is written\n"
    for number, thing in enumerate(
        (
            "tide table, crane manual, dock drawing, buoy memo, ferry leaflet, pilot guide, "
            "anchor chart, rope order, winch report, cargo form, customs sheet, fuel budget, "
            "gangway sketch, hull survey"
        ).split(", ")
    )
)
"""So many tasks taken and done that with one more the archive is long."""
