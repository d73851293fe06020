"""Dates in words: three peers' own test rows, and what of two chats is annotated.

    python -m evals.dates [SHARED] [--misses] [--annotated N]

SHARED is a folder of public data (default: `shared` beside the checkout). `--misses` prints what is
wrong or missed in the tuning half of each set (the other half is counted and never shown);
`--annotated N` prints N random messages of the chats that a log annotates, to be read by a person.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from evals.chats import data_folder
from evals.date_floor import dateparser_phrases, dateparser_reads
from evals.measured import Absent, Measured, protocols, share, table
from progressive_memory.text.dates import DateSpan, annotate, mentions, resolve

COMMAND = "python -m evals.dates"
_FIELDS = {"Year": 1, "Month": 2, "Hour": 4, "Minute": 5, "Second": 5}
_CHAT_MESSAGES = 2_000
_HALVES = ". In brackets: the half that was tuned on and looked into, and the other (by a hash)"
_POINTS = (
    "rows of one value, all counted; read as talk about what is to come, against the row's time; "
    "the one phrase found begins at the expected time, compared to the row's grain (floor: "
    "dateparser's `parse` with the language given, PREFER_DATES_FROM future)" + _HALVES
)
_BOTH_ENDS = (
    "rows of two values, all counted; the one phrase found begins and ends at the expected times "
    "(duckling counts the last hour or minute named as a whole one; either reading passes)"
    + _HALVES
)
_OPEN = "rows of one value; the one phrase found has a direction and begins at that value" + _HALVES
_SPANS = (
    "expected phrases of DateTimeModel rows not marked unsupported in Python, all counted; "
    "the same words are found as one phrase (floor: dateparser's `search_dates`)" + _HALVES
)
_FALSE = "of the DateTimeModel rows that hold no date phrase, those in which one is found"
_JIONLP = (
    "rows whose value is a point or a span of time and whose reference is a time, UTC+8; the one "
    "phrase found begins and ends at the expected second, or ends a second later (`-inf`, `inf`: "
    "open on that side)" + _HALVES
)
_CHATS = (
    "messages that a log line annotates, of all in chef-irc-2014-15 and the first 2,000 of "
    "duraspace-2012; whether they are right is read by a person (`--annotated N` prints N of them)"
)


@dataclass
class Tally:
    """Hits and rows of one measure in both halves, tuning first, and the tuning half's misses."""

    hits: list[int] = field(default_factory=lambda: [0, 0])
    rows: list[int] = field(default_factory=lambda: [0, 0])
    floor: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, text: str, hit: bool, floor: bool, seen: str) -> None:
        """Count one row; `seen` is how a miss is shown."""
        half = 0 if tuned(text) else 1
        self.rows[half] += 1
        self.hits[half] += hit
        self.floor += floor
        if not hit and half == 0:
            self.misses.append(seen)

    def measured(self, measure: str, protocol: str, goal: float | None) -> Measured:
        """The figure of all rows, with both halves in brackets."""
        hits, rows = sum(self.hits), sum(self.rows)
        halves = " · ".join(share(h, n) for h, n in zip(self.hits, self.rows, strict=True))
        return Measured(
            measure=f"dates: {measure}",
            value=f"{share(hits, rows)} ({halves})",
            floor=share(self.floor, rows),
            goal=f"≥ {goal:.0%}".replace("%", " %") if goal else "",
            n=rows,
            protocol=protocol,
            reached=hits >= goal * rows if goal else None,
            command=COMMAND,
        )


def tuned(text: str) -> bool:
    """Whether a row is in the half that the grammar was tuned on."""
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


def duckling(path: Path) -> list[tuple[Tally, str, str, float | None]]:
    """Points, holidays, intervals and open intervals, of English and of Chinese."""
    kinds = (
        ("datetime", "points", _POINTS, 0.85, _starts_right),
        ("datetimeHoliday", "holidays", _POINTS, None, _starts_right),
        ("datetimeInterval", "intervals", _BOTH_ENDS, None, _ends_right),
        ("datetimeOpenInterval", "open intervals", _OPEN, None, _open_right),
    )
    found = []
    for lang, shown in (("en", "English"), ("zh", "Chinese")):
        for kind, name, protocol, goal, right in kinds:
            tally = Tally()
            for row in _rows(path):
                if row["lang"] == lang and row["kind"] == kind and row["values"]:
                    spans = resolve(row["text"], datetime.fromisoformat(row["ref"]), lean="ahead")
                    hit = len(spans) == 1 and right(spans[0], row)
                    floor = kind != "datetimeInterval" and _floor_right(row)
                    tally.add(
                        row["text"], hit, floor, f"{row['text']} → {_told(spans)} ≠ {row['values']}"
                    )
            if sum(tally.rows):
                found.append((tally, f"duckling {shown} {name}", protocol, goal))
    return found


def _starts_right(span: DateSpan, row: dict[str, Any]) -> bool:
    want = datetime.fromisoformat(row["values"][0])
    return _to_grain(span.begin, row) == _to_grain(want, row)


def _to_grain(moment: datetime, row: dict[str, Any]) -> tuple[int, ...]:
    return tuple(moment.timetuple())[: _FIELDS.get(row["grain"], 3)]


def _open_right(span: DateSpan, row: dict[str, Any]) -> bool:
    want = datetime.fromisoformat(row["values"][0])
    return bool(span.bound) and span.begin.replace(tzinfo=None) == want


def _ends_right(span: DateSpan, row: dict[str, Any]) -> bool:
    try:
        first, last = (datetime.fromisoformat(value) for value in row["values"])
    except ValueError:  # duckling's own table has months and days 00
        return False
    grain = {"Hour": timedelta(hours=1), "Minute": timedelta(minutes=1)}.get(row["grain"])
    ends = {last, last - grain} if grain else {last}
    return span.begin.replace(tzinfo=None) == first and span.until.replace(tzinfo=None) in ends


def _floor_right(row: dict[str, Any]) -> bool:
    read = dateparser_reads(row["text"], row["lang"], datetime.fromisoformat(row["ref"]))
    return read is not None and _to_grain(read, row) == _to_grain(
        datetime.fromisoformat(row["values"][0]), row
    )


def recognizers(path: Path, misses: dict[str, list[str]]) -> list[Measured]:
    """Phrases found in sentences, and false alarms in sentences that hold none."""
    tally, negatives, alarms, floor_alarms = Tally(), 0, [], 0
    by_language = {"en": Tally(), "zh": Tally()}
    for row in _rows(path):
        if row["suite"] != "DateTimeModel" or row["python_unsupported"] or not row["ref"]:
            continue
        at = datetime.fromisoformat(row["ref"][:19]).replace(tzinfo=UTC)
        found = [mention.text.lower() for mention in mentions(row["text"], at)]
        floor = dateparser_phrases(row["text"], row["lang"], at)
        for expected in row["expected"]:
            words = expected["text"].lower()
            for each in (tally, by_language[row["lang"]]):
                seen = f"{row['text'][:100]} → {found} ≠ {words}"
                each.add(row["text"], words in found, words in floor, seen)
        if not row["expected"]:
            negatives += 1
            floor_alarms += bool(floor)
            if found:
                alarms.append(
                    f"{row['text'][:120]} → {found}" if tuned(row["text"]) else "(unseen)"
                )
    rows = [tally.measured("Recognizers spans, both languages", _SPANS, 0.7)]
    rows += [
        each.measured(f"Recognizers spans, {lang}", _SPANS, None)
        for lang, each in by_language.items()
    ]
    rows.append(
        Measured(
            measure="dates: Recognizers false alarms",
            value=f"{len(alarms)}",
            floor=f"{floor_alarms}",
            goal="fewer than the floor",
            n=negatives,
            protocol=_FALSE,
            reached=len(alarms) < floor_alarms if floor_alarms else None,
            command=COMMAND,
        )
    )
    misses["Recognizers"] = tally.misses
    misses["Recognizers false alarms"] = alarms
    return rows


def jionlp(path: Path) -> Tally:
    """Points and spans of the Chinese peer."""
    tally = Tally()
    zone = timezone(timedelta(hours=8))
    for row in _rows(path):
        expected = row["expected"]
        if expected["type"] not in {"time_point", "time_span"} or not isinstance(row["ref"], int):
            continue
        at = datetime.fromtimestamp(row["ref"], zone)
        spans = resolve(row["text"], at, lean="ahead")
        hit = len(spans) == 1 and all(
            wanted in _seconds(moment)
            for moment, wanted in zip(_ends(spans[0]), expected["time"], strict=True)
        )
        tally.add(row["text"], hit, False, f"{row['text']} → {_told(spans)} ≠ {expected['time']}")
    return tally


def _seconds(moment: datetime | None) -> set[str]:
    """A moment as the peer writes it, and the second before it: it counts the last one in."""
    if moment is None:
        return {"-inf", "inf"}
    return {f"{at:%Y-%m-%d %H:%M:%S}" for at in (moment, moment - timedelta(seconds=1))}


def _ends(span: DateSpan) -> tuple[datetime | None, datetime | None]:
    """Where a span begins and ends, None on the side that is open."""
    begin = None if span.bound in {"before", "by"} else span.begin
    return begin, None if span.bound in {"after", "since"} else span.until


def chats(shared: Path) -> Iterator[tuple[str, str]]:
    """Each message of the two chats, and what a log line of it says."""
    files = (
        ("meetings/chef-irc-2014-15.messages_a.jsonl", None),
        ("duraspace/duraspace-2012.jsonl", _CHAT_MESSAGES),
    )
    for name, count in files:
        for row in _rows(data_folder(shared) / name)[:count]:
            at = datetime.fromisoformat(row["ts"]).replace(tzinfo=UTC)
            yield row["text"], annotate(row["text"], at, "en")


def measure(shared: Path, misses: dict[str, list[str]] | None = None) -> list[Measured]:
    """All figures; `misses` takes what is wrong in the tuning half, by measure.

    Raises:
        Absent: there are no date rows in the folder.
    """
    folder = data_folder(shared) / "dates"
    misses = {} if misses is None else misses
    rows = []
    for tally, name, protocol, goal in duckling(folder / "duckling.jsonl"):
        rows.append(tally.measured(name, protocol, goal))
        misses[name] = tally.misses
    rows += recognizers(folder / "recognizers.jsonl", misses)
    peer = jionlp(folder / "jionlp.jsonl")
    rows.append(peer.measured("JioNLP points and spans", _JIONLP, None))
    misses["JioNLP"] = peer.misses
    if all((data_folder(shared) / name).is_dir() for name in ("duraspace", "meetings")):
        said = list(chats(shared))
        marked = sum(text != stored for text, stored in said)
        rows.append(
            Measured(
                "dates: chat messages annotated",
                f"{marked}",
                "",
                "",
                len(said),
                _CHATS,
                None,
                COMMAND,
            )
        )
    return rows


def _told(spans: Sequence[DateSpan]) -> str:
    return str(
        [f"{s.text}: {s.begin:%m-%d %H:%M:%S %Y}/{s.until:%m-%d %H:%M} {s.bound}" for s in spans]
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise Absent(f"no {path.name}")
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def main() -> None:
    """Print the table, and what the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "shared", nargs="?", type=Path, default=Path(__file__).resolve().parents[2] / "shared"
    )
    parser.add_argument("--misses", action="store_true", help="what is wrong in the tuning half")
    parser.add_argument(
        "--annotated", type=int, default=0, metavar="N", help="N annotated messages"
    )
    asked = parser.parse_args()
    misses: dict[str, list[str]] = {}
    try:
        rows = measure(asked.shared, misses)
        if asked.annotated:
            marked = [stored for text, stored in chats(asked.shared) if text != stored]
            random.Random(1).shuffle(marked)
            print(*marked[: asked.annotated], sep="\n", end="\n\n")
    except Absent as absent:
        print(f"skipped: {absent}", file=sys.stderr)
        return
    if asked.misses:
        for name, lines in misses.items():
            print(f"## {name}", *lines, sep="\n", end="\n\n")
    print(table(rows), protocols(rows), sep="\n")


if __name__ == "__main__":
    main()
