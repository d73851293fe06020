"""Actions of meetings and who has them: what people recorded against the tasks a flush wrote.

    python -m evals.actions_found [SHARED] [--series NAME …] [--verbose] [--missed]

SHARED is a folder of public data (default: `shared` beside the checkout). `--verbose` prints every
false positive with its context, `--missed` what was not found.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.chats import data_folder
from evals.measured import Absent, Measured, protocols, share, table
from evals.meeting_notes import (
    HIT,
    Matched,
    Meeting,
    Noted,
    Notes,
    Row,
    Score,
    match,
    names,
    series,
    shown,
)

COMMAND = "python -m evals.actions_found"
_GOALS = {"jsonld-wg": 0.35}
_OWNER_GOAL = 0.90
_LEVELS = (0.3, 0.7)
_VARIANT = "b"
_OTHER_KINDS = ("chef-",)  # minutes in prose
_PROMISES = ("i'll", "i will", "i can", "let me", "i should", "i'm going to", "action", "todo")
_ORDERS = ("please", "could you", "can you", "would you", "needs to", "has to", "should")
_DEEDS = (
    "add ask build change check close contact create draft file find fix invite look make merge "
    "move open post prepare propose publish raise reply report review schedule send set talk test "
    "update write"
).split()
_WORK = re.compile(
    rf"\b(?:(?:{'|'.join(_PROMISES)})\b|(?:{'|'.join(_ORDERS)}) (?:\w+ )?(?:{'|'.join(_DEEDS)})\b|"
    rf"\w+ (?:to|will) (?:{'|'.join(_DEEDS)})\b)",
    re.IGNORECASE,
)
_LEAST_WORDS = 5
_PROTOCOL = (
    "Each meeting is logged and flushed, in time order, in one vault. Predictions: every task with "
    "an owner that the flush of a meeting wrote or changed, done ones too. Its text is the better "
    "of its title, its title with its owner, and the owner's messages it rests on. Gold: action "
    "items with an owner; all meetings count, also those without any. A hit is a token F1 of at "
    f"least {HIT} with one of that meeting (the most alike); a second hit of the same one, and one "
    "of an action item nobody was named for, counts for nothing. Floor: every message in which a "
    "pattern finds a promise or an order. "
)
_OWNER = (
    "Of the hits, those whose owner is the gold's: one name holds all words of the other, case and "
    "punctuation aside. The gold's owner is a guess from the recorded sentence (`Ann to …`, `… "
    "(Ann)`); hits whose gold owner is part of no name of any who spoke in the series are told "
    "apart: they can not be right and are not counted here. "
)


@dataclass(frozen=True)
class Found:
    """What was found in a series: each meeting with its tasks."""

    name: str
    meetings: Sequence[tuple[Meeting, Sequence[Noted]]]

    def score(self, least: float = HIT) -> Score:
        """Of the product."""
        return sum((matched(*one, least).score for one in self.meetings), Score(0, 0, 0))

    def floor(self) -> Score:
        """Of the pattern."""
        scores = (_match(meeting, _by_pattern(meeting), HIT).score for meeting, _ in self.meetings)
        return sum(scores, Score(0, 0, 0))

    def owners(self) -> Iterator[tuple[str, str]]:
        """The owner written and the owner recorded, of each hit."""
        for meeting, tasks in self.meetings:
            gold = meeting.noted("action")
            for at, place in matched(meeting, tasks).hits.items():
                yield ", ".join(tasks[at].people), str(gold[place]["owner"])

    @property
    def speakers(self) -> frozenset[str]:
        """Everyone who spoke in the series."""
        return frozenset(str(row["sender"]) for one, _ in self.meetings for row in one.rows)


def measure(shared: Path) -> list[Measured]:
    """F1 of actions with an owner, and how many owners are right, a series at a time.

    Raises:
        Absent: no series of meetings with actions is there.
    """
    return [row for one in found(shared) for row in _rows(one)]


def found(shared: Path, only: Sequence[str] = ()) -> Iterator[Found]:
    """What is found, series by series.

    Raises:
        Absent: no series of meetings with actions is there.
    """
    folder = data_folder(shared) / "meetings"
    folder = folder if folder.is_dir() else shared
    there = [
        name
        for name in names(folder, "action")
        if not name.startswith(_OTHER_KINDS) and (name in only if only else _asked(folder, name))
    ]
    if not there:
        raise Absent(f"no series of meetings with actions is in {shared}")
    for name in there:
        meetings = series(folder, name, _VARIANT)
        notes = Notes(meetings)
        yield Found(name, [(one, _predicted(notes, one)) for one in meetings])


def matched(meeting: Meeting, tasks: Sequence[Noted], least: float = HIT) -> Matched:
    """The tasks of one meeting against the actions people recorded."""
    texts = [(*task.texts, f"{', '.join(task.people)} to {task.texts[0]}") for task in tasks]
    return _match(meeting, texts, least)


def same_person(one: str, other: str) -> bool:
    """True when one name holds all words of the other."""
    first, second = (set(re.findall(r"\w+", name.casefold())) for name in (one, other))
    return bool(first and second) and (first <= second or second <= first)


def _asked(folder: Path, name: str) -> bool:
    """Few recorded actions say nothing of a series."""
    text = (folder / f"{name}.gold.jsonl").read_text(encoding="utf-8")
    return text.count('"type": "action"') >= 10


def _predicted(notes: Notes, meeting: Meeting) -> list[Noted]:
    changed = notes.changed[meeting.mid]
    return [
        task
        for task in notes.tasks[meeting.mid]
        if task.entry.id in changed and task.people and task.places
    ]


def _by_pattern(meeting: Meeting) -> list[tuple[str, ...]]:
    texts = [str(row["text"]) for row in meeting.rows]
    return [(text,) for text in texts if _WORK.search(text) and len(text.split()) >= _LEAST_WORDS]


def _match(meeting: Meeting, predicted: Sequence[tuple[str, ...]], least: float) -> Matched:
    gold = meeting.noted("action")
    return match(predicted, gold, least, [not row.get("owner") for row in gold])


def _rows(one: Found) -> Iterator[Measured]:
    score, floor, goal = one.score(), one.floor(), _GOALS.get(one.name)
    what = f"actions with owner {one.name} {_VARIANT}"
    values = (
        ("F1", score.f1, floor.f1, goal, score.hits + score.missed),
        ("precision", score.precision, floor.precision, None, score.hits + score.false),
        ("recall", score.recall, floor.recall, None, score.hits + score.missed),
        *(
            (f"F1 at token F1 {least}", each.f1, None, None, each.hits + each.missed)
            for least in _LEVELS
            for each in (one.score(least),)
        ),
    )
    for label, value, trivial, wanted, count in values:
        yield Measured(
            measure=f"{what}: {label}",
            value=f"{value:.3f}",
            floor="" if trivial is None else f"{trivial:.3f}",
            goal="" if wanted is None else f"{wanted:.2f}",
            n=count,
            protocol=_PROTOCOL,
            reached=None if wanted is None else value >= wanted,
            command=COMMAND,
        )
    yield _owner_row(one, what)


def _owner_row(one: Found, what: str) -> Measured:
    pairs = list(one.owners())
    known = [pair for pair in pairs if any(same_person(pair[1], who) for who in one.speakers)]
    right = sum(same_person(*pair) for pair in known)
    goal = _OWNER_GOAL if one.name in _GOALS else None
    strange = len(pairs) - len(known)
    return Measured(
        measure=f"{what}: owner right in hits",
        value=share(right, len(known)),
        floor="",
        goal="" if goal is None else f"{goal:.0%}",
        n=len(known),
        protocol=f"{_OWNER}({one.name}: {strange} more hits whose gold owner is nobody who spoke)",
        reached=None if goal is None else bool(known) and right / len(known) >= goal,
        command=COMMAND,
    )


def _print_false(one: Found) -> None:
    for meeting, tasks in one.meetings:
        for at in matched(meeting, tasks).false:
            task = tasks[at]
            print(f"\n{meeting.mid} FALSE: {task.texts[0]} — {', '.join(task.people)}")
            print(shown(meeting, task.main - 4, task.main + 4, task.places))


def _print_missed(one: Found) -> None:
    for meeting, tasks in one.meetings:
        gold: list[Row] = meeting.noted("action")
        for place in matched(meeting, tasks).missed:
            row = gold[place]
            print(f"\n{meeting.mid} MISSED: {row['text']} (owner {row['owner']})")
            print(shown(meeting, row["at_b"] - 6, row["at_b"] + 2, [row["at_b"]]))


def run(arguments: Sequence[str]) -> int:
    """Print the table, or what was asked for; 0 also when nothing is there, which it says."""
    beside = Path(__file__).resolve().parents[2] / "shared"
    parser = argparse.ArgumentParser(prog="actions_found", description=__doc__)
    parser.add_argument("shared", type=Path, nargs="?", default=beside)
    parser.add_argument("--series", nargs="+", default=[])
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--missed", action="store_true")
    wanted = parser.parse_args(arguments)
    rows: list[Measured] = []
    try:
        for one in found(wanted.shared, wanted.series):
            rows += _rows(one)
            if wanted.verbose:
                _print_false(one)
            if wanted.missed:
                _print_missed(one)
    except Absent as absent:
        print(f"skipped: {absent}", file=sys.stderr)
        return 0
    print(table(rows), protocols(rows), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
