"""From the title of a topic to where it was decided, in years of one group's chat.

    python -m evals.decision_lookup [SHARED]

SHARED is a folder of public data (default: `shared` beside the checkout). Every series that
`meetings/decision_lookup.json` asks about is logged into a vault and flushed; then each title is
looked up. A decision counts as found when the message it fell at, or the one before or after it,
is among the messages handed over, or is evidence of an entry that was.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from evals.chats import Bm25, Turn, data_folder, floor_tokens, log_chat, within
from evals.measured import Absent, Measured, run
from evals.own_vault import own_vault
from progressive_memory.api import Memory
from progressive_memory.ports import Query
from progressive_memory.vault import ids

COMMAND = "python -m evals.decision_lookup"
TOKENS = 4_000
ENTRY_TOKENS = 800
"""What of the budget may go to entries, where entries are handed over too."""
_CHUNK = 20
_HITS = 1_000
_NEIGHBOURS = 1
_CITED = re.compile(r"#\^(m-[a-z2-7]{10})")
_GOALS = {"jsonld-cg": 0.70, "jsonld-wg": 0.50, "epub-wg": 0.60}

_PROTOCOL = (
    "share of a topic's decisions found, a mean over all titles of the series; budget 4,000 tokens "
    "of 1.3 a word and 4 a message (sender and text), filled in the order handed over; floor: BM25 "
    "over chunks of 20 messages, best chunks first, until one does not fit. "
)
_FOUND = "Found: the message the decision fell at, or a direct neighbour, is handed over. "


@dataclass(frozen=True)
class Title:
    """A topic's title, and the turns its decisions fell at."""

    text: str
    decided_at: list[int]


@dataclass(frozen=True)
class Series:
    """Years of one group's chat, and what is looked up in it."""

    name: str
    turns: list[Turn]
    titles: list[Title]

    def near(self, at: int) -> set[int]:
        """A turn and its direct neighbours in the same meeting."""
        near = range(max(at - _NEIGHBOURS, 0), min(at + _NEIGHBOURS + 1, len(self.turns)))
        return {each for each in near if self.turns[each].stretch == self.turns[at].stretch}


@dataclass(frozen=True)
class Looked:
    """Decisions found for one title (0–1), by what was handed over."""

    passages: float
    with_entries: float
    hits: float
    chunks: float
    floor: float
    floor_tokens: int


def series(folder: Path) -> list[Series]:
    """Every series that is asked about, in the order of the file."""
    questions = json.loads((folder / "decision_lookup.json").read_text(encoding="utf-8"))
    names = dict.fromkeys(question["series"] for question in questions)
    return [
        _series(folder, name, [one for one in questions if one["series"] == name]) for name in names
    ]


def measure(shared: Path) -> list[Measured]:
    """Decisions found, a series at a time.

    Raises:
        Absent: there is nothing to look up.
    """
    folder = data_folder(shared) / "meetings"
    if not (folder / "decision_lookup.json").is_file():
        raise Absent(f"meetings/decision_lookup.json is not in {shared}")
    return [row for one in series(folder) for row in _rows(one.name, looked_up(one))]


def looked_up(one: Series) -> list[Looked]:
    """What is found for each title of a series, in a vault of its own."""
    places = {turn.event_id: at for at, turn in enumerate(one.turns)}
    places |= {ids.message_block_id(turn.event_id): at for at, turn in enumerate(one.turns)}
    tokens = [floor_tokens(turn.line) for turn in one.turns]
    chunks = _Chunks(one.turns)
    with own_vault() as (_, memory):
        _fill(memory, one)
        return [_look_up(memory, one, title, (places, tokens, chunks)) for title in one.titles]


def _look_up(
    memory: Memory,
    one: Series,
    title: Title,
    known: tuple[dict[str, int], list[int], _Chunks],
) -> Looked:
    places, tokens, chunks = known
    gold = [one.near(at) for at in title.decided_at]
    gold_chunks = [{chunks.of[at]} for at in title.decided_at]
    entries, spent = _evidence(memory, title.text, places)
    passages = _messages(memory, title.text, places, TOKENS)
    hits = within(_messages(memory, title.text, places), tokens, TOKENS)
    return Looked(
        passages=_share(gold, within(passages, tokens, TOKENS)),
        with_entries=_share(gold, entries + _messages(memory, title.text, places, TOKENS - spent)),
        hits=_share(gold, hits),
        chunks=_share(gold_chunks, [chunks.of[at] for at in hits]),
        floor=_share(gold_chunks, chunks.handed_over(title.text)),
        floor_tokens=sum(tokens[at] for at in passages),
    )


class _Chunks:
    """The floor: a meeting cut into chunks of 20 messages. `of` gives the chunk of each turn."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self.of: list[int] = []
        lines: list[str] = []
        for _, meeting in groupby(turns, key=lambda turn: turn.stretch):
            said = [turn.line for turn in meeting]
            for first in range(0, len(said), _CHUNK):
                chunk = said[first : first + _CHUNK]
                self.of += [len(lines)] * len(chunk)
                lines.append(" ".join(chunk))
        self._tokens = [floor_tokens(line) for line in lines]
        self._bm25 = Bm25(lines)

    def handed_over(self, query: str) -> list[int]:
        """The best chunks, until one does not fit into the budget."""
        left = TOKENS
        found: list[int] = []
        for chunk in self._bm25.order(query):
            left -= self._tokens[chunk]
            if left < 0:
                break
            found.append(chunk)
        return found


def _fill(memory: Memory, one: Series) -> None:
    started = time.process_time()
    log_chat(memory, "chat", one.turns)
    logged = time.process_time()
    written = len(memory.flush("chat").groups[0].written)
    seconds = f"logged in {logged - started:.0f} s, flushed in {time.process_time() - logged:.0f} s"
    print(
        f"{one.name}: {len(one.turns)} messages {seconds} CPU, {written} written", file=sys.stderr
    )


def _messages(memory: Memory, text: str, places: dict[str, int], tokens: int = 0) -> list[int]:
    report = memory.search("chat", Query(text), scope="log", limit=_HITS, tokens=tokens)
    return [places[hit.event_id] for hit in report.hits if hit.event_id in places]


def _evidence(memory: Memory, text: str, places: dict[str, int]) -> tuple[list[int], int]:
    """The turns that the best entries rest on, and the tokens of those entries."""
    report = memory.search("chat", Query(text), tokens=ENTRY_TOKENS)
    cited = [block for hit in report.hits for block in _CITED.findall(hit.text)]
    return [places[block] for block in cited if block in places], report.tokens


def _series(folder: Path, name: str, asked: Sequence[dict[str, Any]]) -> Series:
    with (folder / f"{name}.messages_a.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    turns = [
        Turn(f"{row['mid']}:{row['i']}", row["ts"], row["sender"], row["text"], row["mid"])
        for row in rows
    ]
    at = {turn.event_id: number for number, turn in enumerate(turns)}
    titles = [
        Title(
            one["query"],
            [at[f"{one['mid']}:{max(0, each['after_a'])}"] for each in one["decisions"]],
        )
        for one in asked
    ]
    return Series(name, turns, titles)


def _rows(name: str, found: Sequence[Looked]) -> Iterator[Measured]:
    goal = _GOALS.get(name)
    floor = _mean([each.floor for each in found])
    columns = (
        ("passages", [each.passages for each in found], "`search --log --tokens 4000`"),
        ("hits", [each.hits for each in found], "hits of `search --log` in their order"),
        (
            "entries, then passages",
            [each.with_entries for each in found],
            f"entries of at most {ENTRY_TOKENS} tokens, then passages for the rest; tokens by the "
            "product's own count",
        ),
        ("hits, by chunk", [each.chunks for each in found], "hits in their order; found: one of "
         "the chunk of 20 messages in which the decision fell"),
    )  # fmt: skip
    for label, values, how in columns:
        value = _mean(values)
        yield Measured(
            measure=f"decision lookup {name}: {label}",
            value=f"{value:.3f}",
            floor=f"{floor:.3f}",
            goal="" if goal is None else f"{goal:.2f}",
            n=len(found),
            protocol=f"{_PROTOCOL}{_FOUND}Here: {how}",
            reached=None if goal is None else value >= goal,
            command=COMMAND,
        )


def _share(gold: Sequence[set[int]], found: Sequence[int]) -> float:
    there = set(found)
    return sum(not there.isdisjoint(one) for one in gold) / len(gold)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    run(measure)
