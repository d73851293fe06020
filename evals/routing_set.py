"""The labelled messages, and a vault with the groups they were asked in."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from evals.measured import Absent
from evals.own_vault import own_vault
from progressive_memory.api import Memory

OWN = Path(__file__).resolve().parent / "routing"
NONE = "none"
RULES = "rules"
"""What is given, or wanted, when the rules are handed over and no file."""
HALVES = ("dev", "test")
SMALL_TALK = frozenset({"small_talk", "thanks"})


@dataclass(frozen=True)
class Asked:
    """One labelled message. `group` is a folder's name in `groups/`; `want` a file of its routing
    table, "rules" or "none", `also` what a fair reader would take as well; `answer` is text that
    stands in the file wanted, "" when none is given.
    """

    group: str
    message: str
    language: str
    want: str
    also: tuple[str, ...]
    tags: tuple[str, ...]
    answer: str

    def takes(self, got: str) -> bool:
        """Whether this file, "rules" or "none" is right. Some rows say "none" of what a rule
        answers; all of them are tagged so.
        """
        rule_without_file = got == RULES and self.want == NONE and "rule" in self.tags
        return got == self.want or got in self.also or rule_without_file


def set_in(shared: Path) -> Path:
    """The folder of the set: `routing` in the shared folder when it is there, else our own."""
    other = shared / "routing"
    return other if other.is_dir() else OWN


def asked(folder: Path, half: str) -> list[Asked]:
    """The messages of one half, in the file's order.

    Raises:
        Absent: the set has no such half.
    """
    path = folder / f"{half}.jsonl"
    if not path.is_file():
        raise Absent(f"there is no {path.name} in {folder.name}/")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [
        Asked(
            row["group"],
            row["message"],
            row["language"],
            row["want"],
            tuple(row.get("also", ())),
            tuple(row["tags"]),
            row.get("answer", ""),
        )
        for row in rows
    ]


def group_names(folder: Path) -> dict[str, str]:
    """The name of the one group in each folder of `groups/`."""
    indexes = sorted((folder / "groups").glob("*/*.md"))
    return {index.parent.name: index.stem for index in indexes}


@contextmanager
def filled(folder: Path) -> Iterator[tuple[Path, Memory]]:
    """A vault that holds every group of the set."""
    with own_vault() as (vault, memory):
        for group in sorted((folder / "groups").iterdir()):
            shutil.copytree(group, vault / "memory" / "groups", dirs_exist_ok=True)
        yield vault, memory
