"""Decisions of meetings: what people recorded against what a flush after each meeting wrote.

    python -m evals.decisions_found [SHARED] [--series NAME …] [--variants ab]
        [--verbose | --sheet N [--seed S]] [--missed]

SHARED is a folder of public data (default: `shared` beside the checkout). `--verbose` prints every
false positive with its context, `--sheet` N random ones with ten messages of it, to be read by a
person; what was read stands in `evals/decisions_read.jsonl`. `--missed` prints what was not found.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.chats import data_folder
from evals.measured import Absent, Measured, protocols, table
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

COMMAND = "python -m evals.decisions_found"
READ = Path(__file__).with_name("decisions_read.jsonl")
_GOALS = {"jsonld-cg": 0.85, "jsonld-wg": 0.75, "epub-wg": 0.75}
_LEAST_PRECISION = 0.80
_OTHER_KINDS = ("chef-",)  # minutes in prose, without places: `chef_states` asks about their items
_LEVELS = (0.3, 0.7)
_LEAST_WORDS = 5
_PLUS = re.compile(r"^\W*\+1")
_MINUS = re.compile(r"^\W*-1")
_PROTOCOL = (
    "Each meeting of the series is logged and flushed, in time order, in one vault. Predictions: "
    "every decision entry in experience.md, superseded ones too, under each meeting it has "
    "evidence in. Its text is the better of its title and the messages of those who decided it. "
    "Gold: what the chair recorded as resolved; all meetings count, also those without any. A hit "
    f"is a token F1 of at least {HIT} with a decision of that meeting (the most alike one); a "
    "second hit of the same one counts for nothing. That minutes were approved is left out on both "
    "sides: gold marked trivial, predictions most like such gold or that say it. Floor: a message "
    "directly followed by +1, with three of them in eight messages, same counting. "
)


@dataclass(frozen=True)
class Found:
    """What was found in one variant of a series: each meeting with its entries, and the rule's."""

    name: str
    variant: str
    meetings: Sequence[tuple[Meeting, Sequence[Noted]]]

    def score(self, least: float = HIT) -> Score:
        """Of the product."""
        return sum((self.matched(*one, least).score for one in self.meetings), Score(0, 0, 0))

    def floor(self, least: float = HIT) -> Score:
        """Of the "+1" rule."""
        scores = (_match(meeting, plus_one(meeting), least).score for meeting, _ in self.meetings)
        return sum(scores, Score(0, 0, 0))

    def matched(self, meeting: Meeting, notes: Sequence[Noted], least: float = HIT) -> Matched:
        """The entries of one meeting against what people recorded."""
        return _match(meeting, [note.texts for note in notes], least)

    def false(self) -> Iterator[tuple[Meeting, Noted]]:
        """Every false positive."""
        for meeting, notes in self.meetings:
            for at in self.matched(meeting, notes).false:
                yield meeting, notes[at]

    def missed(self) -> Iterator[tuple[Meeting, Row]]:
        """Every decision that was not found."""
        for meeting, notes in self.meetings:
            gold = meeting.noted("decision")
            for at in self.matched(meeting, notes).missed:
                yield meeting, gold[at]


def measure(shared: Path) -> list[Measured]:
    """Precision, recall and F1 of decisions, a series and a variant at a time.

    Raises:
        Absent: no series of meetings with decisions is there.
    """
    return [row for one in found(shared) for row in _rows(one)]


def found(shared: Path, only: Sequence[str] = (), variants: str = "ab") -> Iterator[Found]:
    """What is found, series by series.

    Raises:
        Absent: no series of meetings with decisions is there.
    """
    folder = data_folder(shared) / "meetings"
    folder = folder if folder.is_dir() else shared
    there = [
        name
        for name in names(folder, "decision")
        if not name.startswith(_OTHER_KINDS) and (not only or name in only)
    ]
    if not there:
        raise Absent(f"no series of meetings with decisions is in {shared}")
    for name in sorted(there, key=lambda name: (name not in _GOALS, name)):
        for variant in variants:
            meetings = series(folder, name, variant)
            notes = Notes(meetings)
            yield Found(name, variant, [(one, notes.decisions[one.mid]) for one in meetings])


def plus_one(meeting: Meeting) -> list[tuple[str, ...]]:
    """The floor: what three of the next eight messages give a +1, the first of them at once."""
    texts = [str(row["text"]) for row in meeting.rows]
    predicted: list[tuple[str, ...]] = []
    for at, text in enumerate(texts):
        after = texts[at + 1 : at + 9]
        plus = sum(bool(_PLUS.match(one)) for one in after)
        minus = sum(bool(_MINUS.match(one)) for one in after)
        vote = _PLUS.match(text) or _MINUS.match(text)
        carried = plus >= 3 and plus > 2 * minus and _PLUS.match(after[0])
        if carried and not vote and len(text.split()) >= _LEAST_WORDS:
            predicted.append((text,))
    return predicted


def _match(meeting: Meeting, predicted: Sequence[tuple[str, ...]], least: float) -> Matched:
    gold = meeting.noted("decision")
    return match(predicted, gold, least, [bool(row.get("trivial")) for row in gold])


def _rows(one: Found) -> Iterator[Measured]:
    score, floor = one.score(), one.floor()
    goal = _GOALS.get(one.name)
    levels = "; ".join(
        f"at {least}: P {each.precision:.2f} R {each.recall:.2f} F1 {each.f1:.2f}, floor "
        f"{one.floor(least).f1:.2f}"
        for least in _LEVELS
        for each in (one.score(least),)
    )
    what = f"decisions {one.name} {one.variant}"
    said = (
        f"{what}: {len(one.meetings)} meetings, {score.repeated} repeated and "
        f"{score.trivial} trivial predictions not counted; {levels}"
    )
    print(said, file=sys.stderr)
    values = (
        ("F1", score.f1, floor.f1, goal),
        ("precision", score.precision, floor.precision, _LEAST_PRECISION if goal else None),
        ("recall", score.recall, floor.recall, None),
    )
    for label, value, trivial, wanted in values:
        yield Measured(
            measure=f"{what}: {label}",
            value=f"{value:.3f}",
            floor=f"{trivial:.3f}",
            goal="" if wanted is None else f"{wanted:.2f}",
            n=score.hits + (score.false if label == "precision" else score.missed),
            protocol=_PROTOCOL,
            reached=None if wanted is None else value >= wanted,
            command=COMMAND,
        )
    yield from _as_read(one, score)
    for least in _LEVELS:
        each = one.score(least)
        yield Measured(
            measure=f"{what}: F1 at token F1 {least}",
            value=f"{each.f1:.3f}",
            floor=f"{one.floor(least).f1:.3f}",
            goal="",
            n=each.hits + each.missed,
            protocol="",
            reached=None,
            command=COMMAND,
        )


def _as_read(one: Found, score: Score) -> Iterator[Measured]:
    """Precision when what a person read among the false positives and found decided counts."""
    verdicts = read_verdicts()
    read = [
        verdicts[key]
        for meeting, note in one.false()
        if (key := place(meeting, note, one.variant)) in verdicts
    ]
    if read:
        share = sum(read) / len(read)
        value = (score.hits + share * score.false) / (score.hits + score.false)
        yield Measured(
            measure=f"decisions {one.name} {one.variant}: precision, false positives as read",
            value=f"{value:.3f}",
            floor="",
            goal="",
            n=score.hits + score.false,
            protocol="Random false positives were read by a person, each with its context: was "
            "this decided there? The share of those that were (rows of "
            "evals/decisions_read.jsonl whose entry is still written) is taken for all "
            "false positives of the series. "
            f"({len(read)} of {score.false} read, {sum(read)} of them decided)",
            reached=None,
            command=COMMAND,
        )


def read_verdicts() -> dict[str, bool]:
    """Place of the entry → whether a person who read it found it decided."""
    if not READ.is_file():
        return {}
    rows = [json.loads(line) for line in READ.read_text(encoding="utf-8").splitlines()]
    return {row["at"]: bool(row["decided"]) for row in rows}


def place(meeting: Meeting, note: Noted, variant: str) -> str:
    """Where an entry stands: meeting, variant and the message that carries it."""
    return f"{meeting.mid}/{variant}/{meeting.rows[note.main]['i']}"


def _print_false(one: Found, count: int | None, seed: int, reach: int) -> None:
    false = list(one.false())
    if count is not None:
        random.Random(seed).shuffle(false)
    for number, (meeting, note) in enumerate(false[:count], start=1):
        print(f"\n{number}. {place(meeting, note, one.variant)}  {note.texts[0]}")
        print(f"   decided by {', '.join(note.people) or 'nobody named'}")
        first, last = note.main - reach, note.main + reach
        print(shown(meeting, first, last, note.places))
    print(f"\n{one.name} {one.variant}: {len(false)} false positives")


def _print_missed(one: Found) -> None:
    for meeting, row in one.missed():
        near = row["at_b"] if one.variant == "b" else row["after_a"]
        print(f"\n{meeting.mid} MISSED: {row['text']}")
        if near is not None:
            print(shown(meeting, near - 12, near + 2, [near]))


def run(arguments: Sequence[str]) -> int:
    """Print the table, or what was asked for; 0 also when nothing is there, which it says."""
    beside = Path(__file__).resolve().parents[2] / "shared"
    parser = argparse.ArgumentParser(prog="decisions_found", description=__doc__)
    parser.add_argument("shared", type=Path, nargs="?", default=beside)
    parser.add_argument("--series", nargs="+", default=[])
    parser.add_argument("--variants", default="ab")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--sheet", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missed", action="store_true")
    wanted = parser.parse_args(arguments)
    rows: list[Measured] = []
    try:
        for one in found(wanted.shared, wanted.series, wanted.variants):
            rows += _rows(one)
            if wanted.sheet is not None:
                _print_false(one, wanted.sheet, wanted.seed, 10)
            elif wanted.verbose:
                _print_false(one, None, wanted.seed, 6)
            if wanted.missed:
                _print_missed(one)
    except Absent as absent:
        print(f"skipped: {absent}", file=sys.stderr)
        return 0
    print(table(rows), protocols(rows), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
