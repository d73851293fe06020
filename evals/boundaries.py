"""Where one topic ends and the next begins, against what chairs, writers and annotators marked.

    python -m evals.boundaries [SHARED]

SHARED is a folder of public data (default: `shared` beside the checkout). Each dialogue is a chat
of its own; a boundary is a message that stands in another segment than the one before it. The
names of topics and threads are gold only: the product sees time, sender and text.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from evals.chats import data_folder
from evals.measured import Absent, Measured, run
from progressive_memory.domain.message import Message
from progressive_memory.flush.segment import segments

COMMAND = "python -m evals.boundaries"
_LEAST_TOPICS = 3
_LONG_GAP = timedelta(minutes=30)
_GOALS = {"jsonld-cg": (0.29, 0.30), "lean_zulip": (0.29, 0.55)}
_PROTOCOL = (
    "Pk and WindowDiff with k = half the mean segment of the dialogue, a mean over dialogues; F1 "
    "of exact boundaries over all dialogues, the first message of each left out; "
)
_FLOOR = "floor: no boundary at all for Pk and WindowDiff, a pause above 30 minutes for F1"

_SAID = re.compile(r"\[(\d\d:\d\d)\] <([^>]*)> (.*)")

Marks = list[bool]
"""A flag a message: whether a segment begins there."""


@dataclass(frozen=True)
class Dialogue:
    """Messages in time order, and where their topics begin."""

    messages: tuple[Message, ...]
    begins: Marks


@dataclass(frozen=True)
class Score:
    """Means of Pk and WindowDiff, and F1 of boundaries, each 0 to 1."""

    pk: float
    window_diff: float
    f1: float


def measure(shared: Path) -> list[Measured]:
    """Pk, WindowDiff and F1 of every set that is there.

    Raises:
        Absent: no set is there.
    """
    data = data_folder(shared)
    found = [*_meetings(data), *_zulip(data), *_ubuntu(data), *_dialogues(data)]
    if not found:
        raise Absent(f"no chat with marked topics is in {shared}")
    return [row for name, dialogues, how in found for row in _rows(name, dialogues, how)]


def product(dialogue: Dialogue) -> Marks:
    """Where the product's segments begin."""
    home = {
        message.event_id: segment.id
        for segment in segments(dialogue.messages)
        for message in segment.messages
    }
    homes = [home[message.event_id] for message in dialogue.messages]
    return [True, *(before != after for before, after in pairwise(homes))]


def scored(dialogues: Sequence[Dialogue], method: Callable[[Dialogue], Marks]) -> Score:
    """How near a method's boundaries come to the marked ones."""
    errors: list[tuple[float, float]] = []
    hits = marked = found = 0
    for dialogue in dialogues:
        marks = method(dialogue)
        if error := _errors(dialogue.begins, marks):
            errors.append(error)
        hits += sum(a and b for a, b in zip(dialogue.begins[1:], marks[1:], strict=True))
        marked += sum(dialogue.begins[1:])
        found += sum(marks[1:])
    means = [sum(column) / len(errors) for column in zip(*errors, strict=True)]
    return Score(means[0], means[1], 2 * hits / (marked + found) if marked + found else 0.0)


def _errors(gold: Marks, marks: Marks) -> tuple[float, float] | None:
    size = len(gold)
    k = max(2, round(size / sum(gold) / 2))
    if size <= k:
        return None
    wrong = unlike = 0
    for at in range(size - k):
        wanted, given = sum(gold[at + 1 : at + k + 1]), sum(marks[at + 1 : at + k + 1])
        wrong += (wanted == 0) != (given == 0)
        unlike += wanted != given
    return wrong / (size - k), unlike / (size - k)


def _none(dialogue: Dialogue) -> Marks:
    return [True] + [False] * (len(dialogue.messages) - 1)


def _after_pauses(dialogue: Dialogue) -> Marks:
    pairs = pairwise(dialogue.messages)
    return [True, *(after.at - before.at > _LONG_GAP for before, after in pairs)]


def _rows(name: str, dialogues: Sequence[Dialogue], how: str) -> Iterator[Measured]:
    ours, none = scored(dialogues, product), scored(dialogues, _none)
    pauses = scored(dialogues, _after_pauses)
    pk_goal, f1_goal = _GOALS.get(name, (None, None))
    columns = (
        ("Pk", ours.pk, none.pk, pk_goal, -1),
        ("WindowDiff", ours.window_diff, none.window_diff, None, -1),
        ("F1", ours.f1, pauses.f1, f1_goal, 1),
    )
    for label, value, floor, goal, sign in columns:
        yield Measured(
            measure=f"boundaries {name}: {label}",
            value=f"{value:.3f}",
            floor=f"{floor:.3f}",
            goal="" if goal is None else f"{'≤' if sign < 0 else '≥'} {goal:.2f}",
            n=sum(sum(one.begins[1:]) for one in dialogues),
            protocol=f"{_PROTOCOL}{how}; {_FLOOR}; n counts boundaries",
            reached=None if goal is None else sign * value >= sign * goal,
            command=COMMAND,
        )


_Set = tuple[str, list[Dialogue], str]


def _meetings(data: Path) -> Iterator[_Set]:
    for path in sorted((data / "meetings").rglob("*.messages_a.jsonl")):
        name = path.name.partition(".")[0]
        begins: dict[str, set[int]] = defaultdict(set)
        for gold in _lines(path.with_name(f"{name}.gold.jsonl")):
            if gold["type"] == "topic" and gold.get("start_a") is not None:
                begins[gold["mid"]].add(gold["start_a"])
        held: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in _lines(path):
            held[row["mid"]].append(row)
        wanted = [mid for mid in held if len(begins[mid] - {0}) >= _LEAST_TOPICS]
        found = [
            _dialogue(held[mid], [at == 0 or at in begins[mid] for at in range(len(held[mid]))])
            for mid in wanted
        ]
        if found:
            yield name, found, "variant a, meetings with three boundaries or more"


def _zulip(data: Path) -> Iterator[_Set]:
    found = []
    for path in sorted((data / "lean_zulip").rglob("*.jsonl")):
        rows = list(_lines(path))
        threads = [row["gold_thread"] for row in rows]
        marks = [True, *(before != after for before, after in pairwise(threads))]
        found.append(_dialogue(rows, marks))
    if found:
        yield "lean_zulip", found, "windows of 1,500 messages; gold: another thread than before"


def _ubuntu(data: Path) -> Iterator[_Set]:
    """The part of each hour of #ubuntu in which annotators linked every message."""
    found = []
    for path in sorted((data / "irc-disentanglement").rglob("*.annotation.txt")):
        stem = path.name.removesuffix(".annotation.txt")
        talk = _conversations(path, path.with_name(f"{stem}.ascii.txt"))
        if talk:
            marks = [True, *(before[0] != after[0] for before, after in pairwise(talk))]
            found.append(_dialogue([row for _, row in talk], marks))
    if found:
        yield "irc-disentanglement", found, "gold: another conversation than before"


def _conversations(links: Path, chat: Path) -> list[tuple[int, dict[str, Any]]]:
    """Each message annotated, by its conversation: the first line it is linked with."""
    first: dict[int, int] = {}
    pairs = [line.split()[:2] for line in links.read_text(encoding="utf-8").splitlines()]
    for link in sorted(sorted(map(int, pair)) for pair in pairs):
        first.setdefault(link[1], first.get(link[0], link[0]))
    lines = chat.read_text(encoding="utf-8").split("\n")
    return [
        (first[at], {"ts": f"2026-03-02T{hit[1]}:00Z", "sender": hit[2], "text": hit[3]})
        for at in sorted(first)
        if (hit := _SAID.match(lines[at]))
    ]


def _dialogues(data: Path) -> Iterator[_Set]:
    how = "two speakers in turn where none are named, a message a minute"
    for path in sorted((data / "topicseg").rglob("*.jsonl")):
        found = [_dialogue(one["utts"], [bool(x) for x in one["start"]]) for one in _lines(path)]
        yield path.stem, found, how


def _dialogue(rows: Sequence[dict[str, Any]], begins: Marks) -> Dialogue:
    return Dialogue(tuple(_message(at, row) for at, row in enumerate(rows)), begins)


def _message(number: int, row: dict[str, Any]) -> Message:
    at = datetime(2026, 3, 2, 9, tzinfo=UTC) + timedelta(minutes=number)
    if "ts" in row:
        at = datetime.fromisoformat(row["ts"])
    speaker = row.get("sender") or row.get("speaker") or "AB"[number % 2]
    return Message(f"${number}", f"m-{number}", at, speaker, speaker, row["text"])


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


if __name__ == "__main__":
    run(measure)
