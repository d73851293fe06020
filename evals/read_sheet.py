"""A reading sheet: random entries of a group, each with the messages it rests on, for a person.

    python -m evals.read_sheet VAULT GROUP [--count N] [--seed N] [--kinds dfterocbg] [--pending]

The reader marks each: true? stands alone? right people? supported by what is linked? worth it?
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from pathlib import Path

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.message import Message
from progressive_memory.vault import log_note
from progressive_memory.vault.blocks import entries

_LINKED = re.compile(r"#\^(m-[a-z2-7]{10})")
_QUESTIONS = "   true [ ]  stands alone [ ]  right people [ ]  supported [ ]  worth keeping [ ]"


def sheet(
    vault: Path, group: str, *, pending: bool = False
) -> tuple[list[Entry], dict[str, Message]]:
    """The group's entries, and its messages by block id."""
    folder = vault / "memory" / "groups" / group
    found: list[Entry] = []
    said: dict[str, Message] = {}
    for path in sorted(folder.rglob("*.md")):
        name, text = path.relative_to(vault).as_posix(), path.read_text("utf-8")
        if log_note.day_of(name):
            said |= {message.block_id: message for message in log_note.parse(name, text)}
        elif (path.name == "pending.md") is pending:
            found += [entry for entry in entries(name, text) if entry.kind is not None]
    return found, said


def shown(number: int, entry: Entry, said: dict[str, Message]) -> str:
    """One entry with its messages, and the boxes to tick."""
    lines = [f"{number}. [{Path(entry.path).stem}] {entry.text.strip()}", ""]
    for block_id in dict.fromkeys(_LINKED.findall(entry.text)):
        message = said.get(block_id)
        if message is not None:
            text = message.text.replace("\n", " / ")
            lines.append(f"     {message.at:%Y-%m-%d %H:%M} {message.sender_name}: {text}")
    return "\n".join([*lines, "", _QUESTIONS, ""])


def run(arguments: list[str]) -> int:
    """Print the sheet; 0 also when the vault is not there, which it says."""
    parser = argparse.ArgumentParser(prog="read_sheet", description=__doc__)
    parser.add_argument("vault", type=Path)
    parser.add_argument("group")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--pending", action="store_true")
    wanted = parser.parse_args(arguments)
    if not wanted.vault.is_dir():
        print(f"skipped: {wanted.vault} is not here", file=sys.stderr)
        return 0
    found, said = sheet(wanted.vault, wanted.group, pending=wanted.pending)
    kinds = [one for one in found if one.kind and (not wanted.kinds or one.kind in wanted.kinds)]
    random.Random(wanted.seed).shuffle(kinds)
    for number, entry in enumerate(kinds[: wanted.count], start=1):
        print(shown(number, entry, said))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
