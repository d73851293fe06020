"""What `status` and `doctor` cost in a vault of 10,000 notes.

    python -m benchmarks.big_vault [--notes N] [--rounds N] [--keep FOLDER]

The vault is the same at every run: twenty groups, zh and en, each with its six notes, details under
`conventions/`, and day notes of twenty messages for the rest; every entry names the message it
rests on by a link, and every link leads somewhere. CPU is user and system seconds of the cold
process, the smallest of all rounds; memory is the most it held (resident), in MB.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

from benchmarks.corpus import Words
from progressive_memory.domain.group import Language
from progressive_memory.vault import layout, templates
from progressive_memory.vault.ids import message_block_id, short_hash
from progressive_memory.vault.index_note import render_new
from progressive_memory.vault.log_note import new_day_note

NOTES = 10_000
GROUPS = 20
DETAILS_A_GROUP = 60
MESSAGES_A_DAY = 20
ENTRIES_A_NOTE = 12
FIRST_DAY = date(2024, 1, 1)
GOALS = {"status": 1.0, "doctor": 10.0}
"""CPU seconds."""
GOAL_MB = 200
_PEOPLE = ("林晓", "周凯", "Nora Vale", "Tomas Reyes", "何苗", "Priya Nair")
_LETTERS = {"attention.md": "t", "people.md": "r", "experience.md": "d"}


@dataclass(frozen=True)
class Spent:
    """CPU seconds and resident MB of one process, and its exit code."""

    cpu: float
    megabytes: float
    code: int = 0


def main() -> int:
    """Print the table; exit code 1 when a goal is missed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--notes", type=int, default=NOTES)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--keep", type=Path, help="make the vault here and leave it")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vault = given.keep or Path(folder) / "vault"
        made = make_vault(vault, given.notes)
        env = {
            **os.environ,
            "PROGRESSIVE_MEMORY_CACHE": str(Path(folder) / "cache"),
            "PROGRESSIVE_MEMORY_DATA": str(Path(folder) / "data"),
        }
        pmem = [sys.executable, "-m", "progressive_memory"]
        commands = {name: [*pmem, name, "--vault", str(vault)] for name in GOALS}
        return report(made, measure(commands, env, given.rounds))


def measure(commands: dict[str, list[str]], env: dict[str, str], rounds: int) -> dict[str, Spent]:
    """The smallest figures of each command over all rounds."""
    best: dict[str, Spent] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            spent = run(command, env)
            old = best.get(name, spent)
            best[name] = Spent(
                min(old.cpu, spent.cpu), min(old.megabytes, spent.megabytes), spent.code
            )
    return best


def run(command: Sequence[str], env: dict[str, str]) -> Spent:
    """Run a command in a process of its own and see what it took."""
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode)


def report(notes: int, best: dict[str, Spent]) -> int:
    """Print the table; 1 when a goal is missed, or a command failed."""
    print(f"a vault of {notes:,} notes")
    print(f"{'command':10} {'CPU s':>8} {'goal':>8} {'MB':>8} {'goal':>8} {'exit':>6}")
    missed = 0
    for name, spent in best.items():
        missed += spent.cpu > GOALS[name] or spent.megabytes > GOAL_MB or spent.code != 0
        print(
            f"{name:10} {spent.cpu:8.2f} {f'≤ {GOALS[name]:g}':>8} {spent.megabytes:8.0f} "
            f"{f'≤ {GOAL_MB}':>8} {spent.code:>6}"
        )
    return 1 if missed else 0


@dataclass
class _Group:
    """A group being written: its random source, and the messages its entries may rest on."""

    name: str
    language: Language
    rng: Random
    words: Words
    links: list[str]


def make_vault(root: Path, notes: int = NOTES) -> int:
    """Write the vault below `root`; returns how many Markdown notes it has."""
    words, written = Words(), 0
    _write(root / layout.SETTINGS, 'vault_id = "benchmark-big-vault"\n')
    for number in range(GROUPS):
        language: Language = "en" if number % 2 else "zh"
        rng = Random(1_000 + number)
        group = _Group(f"room-{number:02}", language, rng, words, [])
        written += _write_group(root, group, notes // GROUPS)
    return written


def _write_group(root: Path, group: _Group, notes: int) -> int:
    standard = templates.group_notes(group.name, group.language)
    details = min(DETAILS_A_GROUP, max(0, notes - len(standard) - 1))
    days = max(0, notes - len(standard) - 1 - details)
    for day in range(days):
        _write_day(root, group, FIRST_DAY + timedelta(days=day))
    index = render_new(group.name, "", group.language, "UTC", FIRST_DAY)
    _write(root / layout.index_note(group.name), index)
    for name, text in standard.items():
        count = 0 if name == "pending.md" else ENTRIES_A_NOTE
        _write_entries(root, group, name, text, count)
    for number in range(details):
        name = f"conventions/detail-{number:03}.md"
        _write_entries(root, group, name, f"# {group.words.text(group.rng, 4)}\n", ENTRIES_A_NOTE)
    return len(standard) + 1 + details + days


def _write_day(root: Path, group: _Group, on: date) -> None:
    lines = [new_day_note(group.name, on, "UTC").rstrip(), ""]
    path = layout.day_note(group.name, on)
    for number in range(MESSAGES_A_DAY):
        event = f"${group.name}-{on:%Y%m%d}-{number}"
        who = group.rng.choice(_PEOPLE)
        said = group.words.text(group.rng, group.rng.randint(4, 30))
        clock = f"{8 + number // 4:02}:{number * 7 % 60:02}"
        lines.append(f"- {clock}:00 {who}: {said} ^{message_block_id(event)}")
        lines.append(f"  - event:: {event} · from:: @p{number % 6}:example.org")
        group.links.append(
            f"[[{layout.link_target(path)}#^{message_block_id(event)}|{clock} {who}]]"
        )
    _write(root / path, "\n".join(lines) + "\n")


def _write_entries(root: Path, group: _Group, name: str, text: str, count: int) -> None:
    blocks = [_entry(group, name, number) for number in range(count)]
    body = "\n".join(blocks)
    _write(root / layout.note(group.name, name), f"{text.rstrip()}\n\n{body}")


def _entry(group: _Group, name: str, number: int) -> str:
    on = FIRST_DAY + timedelta(days=number)
    letter = _LETTERS.get(name, "c")
    entry_id = f"{letter}-{on:%Y%m%d}-{short_hash(f'{group.name}{name}{number}')}"
    title = group.words.text(group.rng, 7)
    link = group.rng.choice(group.links) if group.links else "-"
    if letter == "d":
        said = group.words.text(group.rng, 30)
        return f"## {on} {title}\n\n- Decision:: {said}\n- Evidence:: {link}\n\n^{entry_id}\n"
    box = "[ ] " if letter == "t" else ""
    return f"- {box}{title} ^{entry_id}\n  - Evidence:: {link}\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
