"""Meetings of public groups, what people noted of them, and what the product wrote after each.

A series is three files: `NAME.messages_a.jsonl` and `NAME.messages_b.jsonl` (label lines gone, or
kept as plain sentences without their marker), and `NAME.gold.jsonl`.
"""

from __future__ import annotations

import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.chef import canonical
from evals.own_vault import own_vault
from progressive_memory.domain.entry import Entry, Kind
from progressive_memory.domain.group import NewGroup
from progressive_memory.text.similarity import stem
from progressive_memory.vault import ids
from progressive_memory.vault.blocks import entries

HIT = 0.5
"""The least token F1 at which two texts say the same."""
_GROUP = "meetings"
_LINKED = re.compile(r"#\^(m-[a-z2-7]{10})\|[\d:]+ (?P<who>[^\]]+)")
_ADOPTS_MINUTES = re.compile(
    r"\b(?:approv\w+|accept\w*|adopt\w*)\b.{0,40}\bminutes\b|"
    r"\bminutes\b.{0,60}\b(?:approv\w+|accept\w*|adopt\w*|good|final)\b",
    re.IGNORECASE,
)
_STOP = frozenset("a an and as at be by for from in is it no of on or the this to with".split())
Row = dict[str, Any]


@dataclass(frozen=True)
class Meeting:
    """One meeting: its messages in order, and what people noted of it."""

    mid: str
    rows: Sequence[Row]
    gold: Sequence[Row]

    def noted(self, kind: str) -> list[Row]:
        """The notes of one kind (`decision`, `action`, `status`, …), in order."""
        return [row for row in self.gold if row["type"] == kind]


@dataclass(frozen=True)
class Noted:
    """An entry the product wrote: `texts` are its title and the messages of those who decided it
    or own it (its evidence quotes); `places` are the messages of the meeting it rests on, the one
    most like its title first.
    """

    entry: Entry
    texts: tuple[str, ...]
    people: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def main(self) -> int:
        """The message that carries it: the one whose text is most like the title."""
        return self.places[0]


def series(folder: Path, name: str, variant: str) -> list[Meeting]:
    """The meetings of a series in time order; those nobody noted anything of are among them."""
    gold, rows = (
        _by_meeting(folder / f"{name}.gold.jsonl"),
        _by_meeting(folder / f"{name}.messages_{variant}.jsonl"),
    )
    found = [Meeting(mid, said, gold.get(mid, ())) for mid, said in rows.items()]
    return sorted(found, key=lambda one: str(one.rows[0]["ts"]))


def names(folder: Path, kind: str) -> list[str]:
    """The series in a folder with at least one note of a kind, by name."""
    return [
        path.name.removesuffix(".gold.jsonl")
        for path in sorted(folder.glob("*.gold.jsonl"))
        if f'"type": "{kind}"' in path.read_text(encoding="utf-8")
    ]


class Notes:
    """A vault that hears one meeting after the other: each is logged, then flushed.

    `decisions` are all decision entries standing in experience.md at the end, superseded ones too,
    under every meeting they have evidence in; `tasks` are what attention.md and the older
    lines of its archive held after the flush of each meeting, `changed` the ids that this flush
    wrote or changed, `decided` the titles of the decisions that stood then.
    """

    def __init__(self, meetings: Sequence[Meeting]) -> None:
        self.tasks: dict[str, list[Noted]] = {}
        self.changed: dict[str, frozenset[str]] = {}
        self.decided: dict[str, list[str]] = {}
        self.decisions: dict[str, list[Noted]] = defaultdict(list)
        places = {
            ids.message_block_id(f"{one.mid}:{row['i']}"): (one.mid, at)
            for one in meetings
            for at, row in enumerate(one.rows)
        }
        by_mid = {one.mid: one for one in meetings}
        with own_vault() as (vault, memory):
            memory.group_add(NewGroup(_GROUP, language="en", timezone="UTC"))
            folder = vault / "memory" / "groups" / _GROUP
            for one in meetings:
                lines = "".join(f"{canonical(row)}\n" for row in one.rows)
                memory.log_file(_GROUP, io.BytesIO(lines.encode()), name="chat.jsonl", form="jsonl")
                written = memory.flush(_GROUP).groups[0].written
                self.changed[one.mid] = frozenset(entry.id for entry in written)
                older = sorted(folder.glob("archive/attention-*.md"))
                notes = [folder / "attention.md", *older]
                tasks = [task for note in notes for task in _entries(note, Kind.TASK)]
                decided = _entries(folder / "experience.md", Kind.DECISION)
                self.decided[one.mid] = [entry.title for entry in decided]
                self.tasks[one.mid] = [_noted(task, one, places) for task in tasks]
            for entry in _entries(folder / "experience.md", Kind.DECISION):
                for mid in dict.fromkeys(places[block][0] for block in _blocks(entry)):
                    self.decisions[mid].append(_noted(entry, by_mid[mid], places))


def tokens(text: str) -> Counter[str]:
    """The words a text is compared by."""
    return Counter(re.findall(r"[a-z0-9]{2,}", text.lower()))


def stems(text: str) -> Counter[str]:
    """The words that carry meaning, their endings cut off."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return Counter(stem(word) for word in words if word not in _STOP)


def alike(one: Counter[str], other: Counter[str]) -> float:
    """Token F1 of two texts, 0–1."""
    both = sum((one & other).values())
    return 2 * both / (sum(one.values()) + sum(other.values())) if both else 0.0


def adopts_minutes(text: str) -> bool:
    """True for the trivial decision that the minutes of an earlier meeting are good."""
    return bool(_ADOPTS_MINUTES.search(text))


@dataclass(frozen=True)
class Score:
    """Hits, false alarms and misses; predictions and notes left out as trivial are in neither."""

    hits: int
    false: int
    missed: int
    repeated: int = 0
    trivial: int = 0

    @property
    def precision(self) -> float:
        """Hits of all predictions, 0–1."""
        return self.hits / (self.hits + self.false) if self.hits else 0.0

    @property
    def recall(self) -> float:
        """Hits of all notes, 0–1."""
        return self.hits / (self.hits + self.missed) if self.hits else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.hits + other.hits,
            self.false + other.false,
            self.missed + other.missed,
            self.repeated + other.repeated,
            self.trivial + other.trivial,
        )


@dataclass(frozen=True)
class Matched:
    """Which prediction (by place) hit which note, which are false, which notes were missed."""

    hits: Mapping[int, int]
    false: tuple[int, ...]
    missed: tuple[int, ...]
    repeated: int
    trivial: int

    @property
    def score(self) -> Score:
        """The counts."""
        return Score(len(self.hits), len(self.false), len(self.missed), self.repeated, self.trivial)


def match(
    predicted: Sequence[tuple[str, ...]],
    gold: Sequence[Row],
    least: float,
    left_out: Sequence[bool],
) -> Matched:
    """Each prediction (the texts it may be known by) goes to the note most like one of its texts;
    at `least` or above it is a hit, the second hit of a note counts for nothing, and so does one of
    a note that is `left_out`, and one that approves minutes.
    """
    counted = [tokens(row["text"]) for row in gold]
    hits: dict[int, int] = {}
    used: set[int] = set()
    false: list[int] = []
    repeated = trivial = 0
    for at, texts in enumerate(predicted):
        bags = [tokens(text) for text in texts]
        found = [
            (max(alike(bag, one) for bag in bags), -place) for place, one in enumerate(counted)
        ]
        value, place = max(found, default=(0.0, 0))
        if (value >= least and left_out[-place]) or adopts_minutes(texts[0]):
            trivial += 1
        elif value < least:
            false.append(at)
        elif -place in used:
            repeated += 1
        else:
            used.add(-place)
            hits[at] = -place
    wanted = [place for place in range(len(gold)) if not left_out[place]]
    missed = tuple(place for place in wanted if place not in used)
    return Matched(hits, tuple(false), missed, repeated, trivial)


def shown(meeting: Meeting, first: int, last: int, marked: Iterable[int]) -> str:
    """Messages of a meeting, those an entry rests on marked."""
    there = set(marked)
    lines = [
        f"   {'>' if at in there else ' '} {row['i']:4} {row['sender']}: {row['text'][:300]}"
        for at, row in enumerate(meeting.rows)
        if first <= at <= last
    ]
    return "\n".join(lines)


def _by_meeting(path: Path) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            found.setdefault(row["mid"], []).append(row)
    return found


def _entries(path: Path, kind: Kind) -> Iterator[Entry]:
    if path.is_file():
        found = entries(path.name, path.read_text(encoding="utf-8"))
        yield from (entry for entry in found if entry.kind is kind)


def _blocks(entry: Entry) -> list[str]:
    evidence = dict(entry.fields).get("evidence", "")
    return [hit.group(1) for hit in _LINKED.finditer(evidence)]


def _noted(entry: Entry, meeting: Meeting, places: Mapping[str, tuple[str, int]]) -> Noted:
    fields = dict(entry.fields)
    deciders = fields.get("decided_by", "")
    speakers = {str(row["sender"]) for row in meeting.rows}
    owner = [piece for piece in entry.title.split(" — ")[1:] if piece in speakers][:1]
    people = tuple(deciders.split(", ")) if deciders else tuple(owner)
    mine = [places[block] for block in _blocks(entry) if block in places]
    here = [at for mid, at in mine if mid == meeting.mid]
    said = [at for at in here if not people or meeting.rows[at]["sender"] in people]
    quotes = [str(meeting.rows[at]["text"]) for at in (said or here)]
    title = entry.title.split(" — ")[0] if entry.kind is Kind.TASK else entry.title
    bag = tokens(title)
    here.sort(key=lambda at: (-alike(bag, tokens(str(meeting.rows[at]["text"]))), at))
    return Noted(entry, (title, *quotes), people, tuple(here))
