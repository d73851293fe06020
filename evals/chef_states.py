"""How each item of a meeting came out: the secretary's status rows against the vault's tasks.

    python -m evals.chef_states [SHARED] [--verbose]

SHARED is a folder of public data (default: `shared` beside the checkout). `--verbose` prints every
row with what the vault says of it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.chats import data_folder
from evals.measured import Absent, Measured, protocols, table
from evals.meeting_notes import Meeting, Noted, Notes, Row, alike, names, series, stems

COMMAND = "python -m evals.chef_states"
_GOAL = 0.62
_VARIANT = "a"
_LEAST = 0.4
_LEVELS = (0.3, _LEAST, 0.5, 0.7)
_DECIDES = re.compile(r"^(?:Accept|Turn down|Withdraw) ")
_KEY = re.compile(r"\b([A-Z]{2,10})[- ]?#?(\d+)\b")
_DEFERRED = re.compile(r"\bdeferred\b|\bon hold\b")
_DONE = re.compile(r"\b(merged|approved?|ship it|accepted|done)\b", re.IGNORECASE)
_LATER = re.compile(r"next week|next meeting|defer|revisit", re.IGNORECASE)
_REACH = 60  # messages in which the floor looks for a word
_PROTOCOL = (
    "Each meeting is logged and flushed, in time order, in one vault; then, for each row of the "
    "secretary's minutes of that meeting, the task is looked up in attention.md, archive too: by a "
    "key the row has (PR-150), else by its subject (the most alike name without its key, the "
    "task's or that of a decision on it; F1 of words without stop words and endings at least "
    f"{_LEAST}: a meeting calls a thing by fewer words than its title has). Ticked is done; one "
    "that says deferred or on hold is deferred; else open. A row without a task is wrong. All rows "
    "count. Floor: a pattern in the 60 messages from the first mention of the row's number on. "
)


@dataclass(frozen=True)
class Looked:
    """One row, the state it should have, what the vault says at each threshold ("" = not there),
    the floor's word.
    """

    row: Row
    wanted: str
    said: Mapping[float, str]
    title: str
    floor: str


def measure(shared: Path) -> list[Measured]:
    """The share of status rows with the right state, a series at a time.

    Raises:
        Absent: no series with status rows is there.
    """
    return [row for name, looked in found(shared) for row in _rows(name, looked)]


def found(shared: Path) -> Iterator[tuple[str, list[Looked]]]:
    """Every status row, series by series.

    Raises:
        Absent: no series with status rows is there.
    """
    folder = data_folder(shared) / "meetings"
    folder = folder if folder.is_dir() else shared
    there = names(folder, "status")
    if not there:
        raise Absent(f"no series of meetings with status rows is in {shared}")
    for name in there:
        meetings = series(folder, name, _VARIANT)
        notes = Notes(meetings)
        yield (
            name,
            [_look_up(row, notes, one) for one in meetings for row in one.noted("status")],
        )


def state_of(task: Noted) -> str:
    """`done`, `deferred` or `open`."""
    if task.entry.mark == "x":
        return "done"
    return "deferred" if _DEFERRED.search(task.entry.title.partition(" — ")[2]) else "open"


def _look_up(row: Row, notes: Notes, meeting: Meeting) -> Looked:
    items = _items(notes, meeting)
    found = {least: _by_key(row, items) or _by_subject(row, items, least) for least in _LEVELS}
    return Looked(
        row,
        str(row["status_class"]),
        {least: state_of(item.task) if item else "" for least, item in found.items()},
        item.task.entry.title if (item := found[_LEAST]) else "",
        _floor(row, meeting),
    )


@dataclass(frozen=True)
class _Item:
    """A task of the vault and the names it goes by: its own, and those decisions on it give it."""

    task: Noted
    names: Sequence[str]


def _items(notes: Notes, meeting: Meeting) -> list[_Item]:
    decided: dict[str, list[str]] = {}
    for title in notes.decided[meeting.mid]:
        for key in _keys(title):
            decided.setdefault(key, []).append(_DECIDES.sub("", title))
    return [
        _Item(task, [task.texts[0], *decided.get(_called(task), ())])
        for task in notes.tasks[meeting.mid]
    ]


def _called(task: Noted) -> str:
    return task.texts[0].partition(": ")[0]


def _by_key(row: Row, items: Sequence[_Item]) -> _Item | None:
    """The task called by a key of the row; else one that only names it."""
    keys = set(row.get("keys") or ())
    called = [item for item in items if _called(item.task) in keys]
    return next((item for item in (*called, *items) if keys & set(_keys(item.names[0]))), None)


def _keys(text: str) -> list[str]:
    return [f"{kind}-{number}" for kind, number in _KEY.findall(text)]


def _by_subject(row: Row, items: Sequence[_Item], least: float) -> _Item | None:
    subject = stems(_KEY.sub(" ", str(row["subject"])))
    likeness = [
        max(alike(subject, stems(_KEY.sub(" ", name))) for name in item.names) for item in items
    ]
    best = max(likeness, default=0.0)
    return items[likeness.index(best)] if best >= least else None


def _floor(row: Row, meeting: Meeting) -> str:
    texts = [str(message["text"]) for message in meeting.rows]
    numbers = re.findall(r"\d{2,4}", str(row["subject"]))
    named = [re.compile(rf"(?:pull/|#|PR[ -]?){number}\b") for number in numbers]
    first = next(
        (at for at, text in enumerate(texts) if any(one.search(text) for one in named)), None
    )
    window = "" if first is None else " ".join(texts[first : first + _REACH])
    if _DONE.search(window):
        return "done"
    return "deferred" if _LATER.search(window) else "open"


def _rows(name: str, looked: Sequence[Looked]) -> Iterator[Measured]:
    floor = sum(one.wanted == one.floor for one in looked)
    still = sum(one.wanted == "open" for one in looked)
    count = len(looked)
    classes = Counter(one.wanted for one in looked)
    counts = ", ".join(f"{label} {number}" for label, number in sorted(classes.items()))
    floors = f"{floor / count:.3f}; always open {still / count:.3f}"
    yield _row(f"{name}: state right", _right(looked, _LEAST), count, counts, floors)
    there = sum(bool(one.said[_LEAST]) for one in looked)
    yield _row(f"{name}: row found", there, count, counts)
    for least in _LEVELS:
        if least != _LEAST:
            label = f"{name}: state right at subject F1 {least}"
            yield _row(label, _right(looked, least), count, counts)


def _right(looked: Sequence[Looked], least: float) -> int:
    return sum(one.wanted == one.said[least] for one in looked)


def _row(label: str, value: int, count: int, counts: str, floor: str = "") -> Measured:
    goal = _GOAL if floor else None
    return Measured(
        measure=label,
        value=f"{value / count:.3f}",
        floor=floor,
        goal="" if goal is None else f"{goal:.2f}",
        n=count,
        protocol=f"{_PROTOCOL}(Rows: {counts})",
        reached=None if goal is None else value / count >= goal,
        command=COMMAND,
    )


def run(arguments: Sequence[str]) -> int:
    """Print the table, or what was asked for; 0 also when nothing is there, which it says."""
    beside = Path(__file__).resolve().parents[2] / "shared"
    parser = argparse.ArgumentParser(prog="chef_states", description=__doc__)
    parser.add_argument("shared", type=Path, nargs="?", default=beside)
    parser.add_argument("--verbose", action="store_true")
    wanted = parser.parse_args(arguments)
    rows: list[Measured] = []
    try:
        for name, looked in found(wanted.shared):
            rows += _rows(name, looked)
            for one in looked if wanted.verbose else ():
                said = one.said[_LEAST]
                verdict = "ok   " if one.wanted == said else "WRONG"
                print(f"{verdict} {one.row['mid']} {one.row['text']} [{one.wanted}]")
                print(f"         {said or 'not found'}: {one.title}")
    except Absent as absent:
        print(f"skipped: {absent}", file=sys.stderr)
        return 0
    print(table(rows), protocols(rows), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
